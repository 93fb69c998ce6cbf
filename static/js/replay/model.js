// Which piece stands where after each ply, and what a view knows of it: the verdicts, promotions and disclosures that the page
// embeds, applied ply by ply, so that stepping needs no request. It judges nothing. Pure functions: the same file runs under
// node in the tests.

/** The piece on a square that the record says is occupied. @param {Board} board @param {Square} square */
const at = (board, square) => /** @type {Square} */ (board.get(square));

/** Positions after 0..n plies: each a Map from square to origin. @param {Replay} replay */
export function positions(replay) {
  const square = new Map(replay.pieces.map((piece) => [piece.origin, piece.origin]));
  const all = [new Map(square)];
  for (const ply of replay.plies) {
    const origin = at(square, ply.from);
    square.delete(ply.from);
    if (ply.verdict === 'split') square.delete(ply.to);
    else if (ply.verdict !== 'defender') square.set(ply.to, origin);
    all.push(new Map(square));
  }
  return all;
}

/**
 * The pieces that have fallen after `ply` plies, in the order of falling.
 * @param {Replay} replay @param {Board[]} boards @param {number} ply
 */
export function fallen(replay, boards, ply) {
  /** @type {{ origin: Square, ply: number }[]} */
  const list = [];
  replay.plies.slice(0, ply).forEach((played, index) => {
    if (!played.challenge) return;
    const before = boards[index];
    // The challenger first, whatever the ranks.
    if (played.verdict !== 'challenger') list.push({ origin: at(before, played.from), ply: index + 1 });
    if (played.verdict !== 'defender') list.push({ origin: at(before, played.to), ply: index + 1 });
  });
  return list;
}

/**
 * The rank of a piece in a view after `ply` plies, or null where the view does not know it.
 * @param {Replay} replay @param {View} view @param {Square} origin @param {number} ply
 */
export function knownRank(replay, view, origin, ply) {
  const piece = replay.pieces.find((one) => one.origin === origin);
  if (!piece) return null;
  if (piece.rank && (view === 'revealed' || view === piece.color)) {
    const promoted = replay.promotions.some((one) => one.origin === origin && one.ply <= ply);
    return promoted ? 'S' : piece.rank;
  }
  const open = replay.disclosed.filter((one) => one.origin === origin && one.ply <= ply);
  return open.length ? open[open.length - 1].rank : null;
}

/**
 * The challenge of a ply, with both ranks as far as the view knows them; null where the ply was none.
 * @param {Replay} replay @param {Board[]} boards @param {View} view @param {number} ply
 */
export function challenge(replay, boards, view, ply) {
  const played = replay.plies[ply - 1];
  if (!played?.challenge || !played.verdict) return null;
  const rank = (/** @type {Square} */ square) => {
    const origin = at(boards[ply - 1], square);
    const declared = replay.disclosed.find((one) => one.origin === origin && one.ply === ply);
    return declared ? declared.rank : knownRank(replay, view, origin, ply - 1);
  };
  const { from, to, verdict } = played;
  return { ply, side: mover(replay, ply), from, to, verdict, attacker: rank(from), defender: rank(to) };
}

/** Whose ply this is, counted from 1. @param {Replay} replay @param {number} ply @returns {Color} */
export function mover(replay, ply) {
  const other = replay.first === 'white' ? 'black' : 'white';
  return ply % 2 === 1 ? replay.first : other;
}

/**
 * What each side's clock shows before the first ply, in seconds, or null.
 * @param {Replay} replay @returns {Record<Color, number | null>}
 */
function starts(replay) {
  const white = replay.time_control;
  return { white: white?.base ?? null, black: (white?.black ?? white)?.base ?? null };
}

/** Both clocks after `ply` plies, in seconds, or null. @param {Replay} replay @param {number} ply */
export function clocks(replay, ply) {
  const left = starts(replay);
  for (let n = 1; n <= ply; n += 1) {
    const { clock } = replay.plies[n - 1];
    if (clock !== null) left[mover(replay, n)] = clock;
  }
  return left;
}

/**
 * Seconds each ply took, or null where clocks are missing: for autoplay in real time and the slider, and computed nowhere else.
 * @param {Replay} replay
 */
export function thinking(replay) {
  if (!replay.time_control) return replay.plies.map(() => null);
  const white = replay.time_control;
  const control = { white, black: white.black ?? white };
  const last = { white: control.white.base, black: control.black.base };
  return replay.plies.map((ply, index) => {
    const side = mover(replay, index + 1);
    if (ply.clock === null) return null;
    const { base, increment, each_ply: eachPly } = control[side];
    const spent = Math.max(0, (eachPly ? base : last[side] + increment) - ply.clock);
    last[side] = ply.clock;
    return spent;
  });
}

/**
 * What the slider marks: challenges, splits, long thinks, and a Flag on its goal where the view knows it.
 * @param {Replay} replay @param {Board[]} boards @param {View} view
 */
export function marks(replay, boards, view) {
  const spent = thinking(replay);
  const known = spent.filter((one) => one !== null).sort((a, b) => a - b);
  const long = known.length ? Math.max(20, known[Math.floor(known.length * 0.97)]) : Infinity;
  /** @type {{ ply: number, kind: string }[]} */
  const list = [];
  replay.plies.forEach((ply, index) => {
    const number = index + 1;
    if (ply.challenge) list.push({ ply: number, kind: ply.verdict === 'split' ? 'split' : 'challenge' });
    if ((spent[index] ?? 0) >= long) list.push({ ply: number, kind: 'long' });
    const origin = boards[number].get(ply.to);
    const goal = mover(replay, number) === 'white' ? String(replay.rows) : '1';
    if (!ply.challenge && origin && ply.to.slice(1) === goal && knownRank(replay, view, origin, number) === 'F') {
      list.push({ ply: number, kind: 'flag' });
    }
  });
  return list;
}

/**
 * A piece's history up to the end: its squares by ply, its challenges, and how it fell.
 * @param {Replay} replay @param {Board[]} boards @param {Square} origin
 */
export function life(replay, boards, origin) {
  const path = [{ ply: 0, square: origin }];
  /** @type {{ ply: number, other: Square, challenger: boolean, verdict: Verdict | null, square: Square }[]} */
  const challenges = [];
  /** @type {{ ply: number, square: Square } | null} */
  let fate = null;
  /** @type {Square | null} */
  let here = origin;
  replay.plies.forEach((ply, index) => {
    const number = index + 1;
    const took = ply.from === here;
    if (!here || (!took && ply.to !== here)) return;
    if (ply.challenge) {
      const other = at(boards[index], took ? ply.to : ply.from);
      challenges.push({ ply: number, other, challenger: took, verdict: ply.verdict, square: ply.to });
      const falls = ply.verdict === 'split' || (ply.verdict === 'defender') === took;
      if (falls) { fate = { ply: number, square: ply.to }; here = null; return; }
    }
    if (took) { here = ply.to; path.push({ ply: number, square: here }); }
  });
  return { path, challenges, fate: /** @type {{ ply: number, square: Square } | null} */ (fate), square: here };
}
