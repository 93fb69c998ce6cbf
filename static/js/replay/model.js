// The timeline as data: who stands where after each ply, and what a view knows.
// Pure functions, no page: the same file runs under node in the tests.

/** Positions after 0..n plies: each a Map from square to origin. */
export function positions(replay) {
  const square = new Map(replay.pieces.map((piece) => [piece.origin, piece.origin]));
  const all = [new Map(square)];
  for (const ply of replay.plies) {
    const origin = square.get(ply.from);
    square.delete(ply.from);
    if (ply.verdict === 'split') square.delete(ply.to);
    else if (ply.verdict !== 'defender') square.set(ply.to, origin);
    all.push(new Map(square));
  }
  return all;
}

/** The pieces that have fallen after `ply` plies, in the order of falling. */
export function fallen(replay, boards, ply) {
  const list = [];
  replay.plies.slice(0, ply).forEach((played, index) => {
    if (!played.challenge) return;
    const before = boards[index];
    // The challenger first, then the challenged: the same order for every pair of ranks.
    if (played.verdict !== 'challenger') list.push({ origin: before.get(played.from), ply: index + 1 });
    if (played.verdict !== 'defender') list.push({ origin: before.get(played.to), ply: index + 1 });
  });
  return list;
}

/** The rank of a piece in a view after `ply` plies, or null where the view does not know it. */
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

/** Whose ply this is, counted from 1. */
export function mover(replay, ply) {
  const other = replay.first === 'white' ? 'black' : 'white';
  return ply % 2 === 1 ? replay.first : other;
}

/** What each side's clock shows before the first ply, in seconds, or null. */
function starts(replay) {
  const white = replay.time_control;
  const black = (white && white.black) || white;
  return { white: white ? white.base : null, black: black ? black.base : null };
}

/** Both clocks after `ply` plies, in seconds, or null. */
export function clocks(replay, ply) {
  const left = starts(replay);
  for (let n = 1; n <= ply; n += 1) {
    const clock = replay.plies[n - 1].clock;
    if (clock !== null && clock !== undefined) left[mover(replay, n)] = clock;
  }
  return left;
}

/** Seconds each ply took, or null where clocks are missing. */
export function thinking(replay) {
  if (!replay.time_control) return replay.plies.map(() => null);
  const white = replay.time_control;
  const control = { white, black: white.black || white };
  const last = starts(replay);
  return replay.plies.map((ply, index) => {
    const side = mover(replay, index + 1);
    if (ply.clock === null || ply.clock === undefined) return null;
    const { base, increment, each_ply: eachPly } = control[side];
    const spent = Math.max(0, (eachPly ? base : last[side] + increment) - ply.clock);
    last[side] = ply.clock;
    return spent;
  });
}

/** What the slider marks: challenges, splits, long thinks, and a Flag on its goal where the view knows it. */
export function marks(replay, boards, view) {
  const spent = thinking(replay);
  const known = spent.filter((one) => one !== null).sort((a, b) => a - b);
  const long = known.length ? Math.max(20, known[Math.floor(known.length * 0.97)]) : Infinity;
  const list = [];
  replay.plies.forEach((ply, index) => {
    const number = index + 1;
    if (ply.challenge) list.push({ ply: number, kind: ply.verdict === 'split' ? 'split' : 'challenge' });
    if (spent[index] !== null && spent[index] >= long) list.push({ ply: number, kind: 'long' });
    const origin = boards[number].get(ply.to);
    const goal = mover(replay, number) === 'white' ? String(replay.rows) : '1';
    if (!ply.challenge && origin && ply.to.slice(1) === goal && knownRank(replay, view, origin, number) === 'F') {
      list.push({ ply: number, kind: 'flag' });
    }
  });
  return list;
}

/** A piece's life up to the end: its squares by ply, its challenges, and how it fell. */
export function life(replay, boards, origin) {
  const path = [{ ply: 0, square: origin }];
  const challenges = [];
  let fate = null;
  let at = origin;
  replay.plies.forEach((ply, index) => {
    const number = index + 1;
    const took = ply.from === at;
    if (!at || (!took && ply.to !== at)) return;
    if (ply.challenge) {
      const other = boards[index].get(took ? ply.to : ply.from);
      challenges.push({ ply: number, other, challenger: took, verdict: ply.verdict, square: ply.to });
      const falls = ply.verdict === 'split' || (ply.verdict === 'defender') === took;
      if (falls) { fate = { ply: number, square: ply.to }; at = null; return; }
    }
    if (took) { at = ply.to; path.push({ ply: number, square: at }); }
  });
  return { path, challenges, fate, square: at };
}
