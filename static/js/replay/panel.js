// What stands beside the board: graveyards, clocks, the spoken line, the board as a
// table and the life of a piece. All of it for the same ply and view as the board.
import { clocks, fallen, knownRank, life, mover } from './model.js';
import { dress } from './board.js';

const SVG = 'http://www.w3.org/2000/svg';

export function clockText(seconds) {
  if (seconds === null || seconds === undefined) return '–';
  const two = (n) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

/** One sentence for a ply, as an adjutant would say it. */
export function spoken(replay, ply, texts) {
  if (ply === 0) return texts.fill('start', {});
  const played = replay.plies[ply - 1];
  const values = { ply, side: texts.color(mover(replay, ply)), from: played.from, to: played.to };
  if (!played.challenge) return texts.fill('moves', values);
  return `${texts.fill('challenges', values)} ${texts.fill(`verdict-${played.verdict}`, values)}`;
}

export function showSeats(replay, ply, flipped) {
  const left = clocks(replay, ply);
  const next = ply < replay.plies.length ? mover(replay, ply + 1) : null;
  for (const color of ['white', 'black']) {
    const seat = document.getElementById(`seat-${color}`);
    seat.querySelector('.clock').textContent = clockText(left[color]);
    seat.classList.toggle('to-move', color === next);
    const top = (color === 'black') !== flipped;
    const slot = document.getElementById(top ? 'slot-top' : 'slot-bottom');
    if (seat.parentElement !== slot) slot.append(seat, document.getElementById(`graveyard-${color}`));
  }
}

/** The fallen, each a button that tells its life; one that stays keeps its element and the focus. */
export function showGraveyards(replay, boards, ply, view, texts, sprite) {
  const dead = fallen(replay, boards, ply);
  for (const color of ['white', 'black']) {
    const yard = document.getElementById(`graveyard-${color}`);
    const own = dead.filter((one) => replay.pieces.find((piece) => piece.origin === one.origin).color === color);
    const there = [...yard.children];
    const tokens = own.map((one) => there.find((svg) => svg.dataset.token === one.origin) ?? token(one, color));
    there.filter((svg) => !tokens.includes(svg)).forEach((svg) => svg.remove());
    yard.append(...tokens.filter((svg) => svg.parentElement !== yard));
    own.forEach((one, index) => {
      const rank = knownRank(replay, view, one.origin, ply);
      const group = tokens[index].firstElementChild;
      group.setAttribute('aria-label', texts.fallen(color, rank, one));
      dress(group, color, rank, texts, sprite);
    });
  }
}

function token(one, color) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 70 70');
  svg.dataset.token = one.origin;
  const group = document.createElementNS(SVG, 'g');
  for (const [name, value] of Object.entries({ class: `piece ${color}`, role: 'button', tabindex: 0 })) group.setAttribute(name, value);
  group.dataset.origin = one.origin;
  svg.append(group);
  return svg;
}

export function showTable(replay, board, ply, view, texts) {
  document.querySelectorAll('#board-table td[data-square]').forEach((cell) => {
    const origin = board.get(cell.dataset.square);
    if (!origin) { cell.textContent = '·'; return; }
    const color = replay.pieces.find((piece) => piece.origin === origin).color;
    cell.textContent = texts.short(color, knownRank(replay, view, origin, ply));
  });
}

/** The life of a piece in sentences, as far as the view knows its rank. */
export function showLife(replay, boards, origin, ply, view, texts) {
  const panel = document.getElementById('life');
  if (!origin) return;
  const piece = replay.pieces.find((one) => one.origin === origin);
  const told = life(replay, boards, origin);
  const rank = knownRank(replay, view, origin, ply);
  const title = document.createElement('h3');
  title.textContent = texts.piece(piece.color, rank, origin);
  const list = document.createElement('ul');
  const add = (text) => { const item = document.createElement('li'); item.textContent = text; list.append(item); };
  add(texts.fill('life-path', { path: told.path.map((step) => step.square).join(' → ') }));
  for (const fight of told.challenges) {
    const won = fight.verdict === 'split' ? 'split' : (fight.verdict === 'challenger') === fight.challenger ? 'won' : 'lost';
    const other = replay.pieces.find((one) => one.origin === fight.other);
    const name = texts.piece(other.color, knownRank(replay, view, fight.other, ply), fight.other);
    add(texts.fill(`life-${won}`, { ply: fight.ply, square: fight.square, other: name }));
  }
  add(told.fate ? texts.fill('life-fell', told.fate) : texts.fill('life-stands', { square: told.square }));
  panel.replaceChildren(title, list);
}

/** How much both sides have told by now: the line in the chart, and the numbers below it. */
export function showTold(ply, told, last) {
  const here = (1000 * ply) / Math.max(1, last);
  document.getElementById('told-here').setAttribute('d', `M${here.toFixed(1)} 0v100`);
  const [, white, black] = told.findLast(([since]) => since <= ply) ?? [0, 0, 0];
  document.getElementById('told-white').textContent = white.toFixed(1);
  document.getElementById('told-black').textContent = black.toFixed(1);
}

/** Which shade is on, and whose pieces: a choice in a player's view alone. */
export function showLook({ view, shade, ghost }, texts) {
  const current = (link, on) => { if (on) link.setAttribute('aria-current', 'true'); else link.removeAttribute('aria-current'); };
  document.querySelectorAll('#known [data-shade]').forEach((link) => current(link, link.dataset.shade === (shade ?? 'none')));
  document.querySelectorAll('#known [data-owner]').forEach((link) => current(link, (link.dataset.owner === 'own') === ghost));
  document.getElementById('known-owners').hidden = !['white', 'black'].includes(view);
  document.getElementById('known-legend').textContent = texts.fill(`known-shade-${shade ?? 'none'}`, {});
}
