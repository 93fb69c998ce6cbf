// What stands beside the board: graveyards, clocks, the spoken line, the board as a
// table and the life of a piece. All of it for the same ply and view as the board.
import { clocks, fallen, knownRank, life, mover } from './model.js';
import { dress } from './board.js';
/** @import { Texts } from './texts.js' */

const SVG = 'http://www.w3.org/2000/svg';
const COLORS = /** @type {const} */ (['white', 'black']);

/** @param {number | null} seconds */
export function clockText(seconds) {
  if (seconds === null) return '–';
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

/** @param {Replay} replay @param {Square} origin */
const colorOf = (replay, origin) => replay.pieces.find((one) => one.origin === origin)?.color ?? 'white';

/** One sentence for a ply, as an adjutant would say it. @param {Replay} replay @param {number} ply @param {Texts} texts */
export function spoken(replay, ply, texts) {
  if (ply === 0) return texts.fill('start');
  const played = replay.plies[ply - 1];
  const values = { ply, side: texts.color(mover(replay, ply)), from: played.from, to: played.to };
  if (!played.challenge) return texts.fill('moves', values);
  return `${texts.fill('challenges', values)} ${texts.fill(`verdict-${played.verdict}`, values)}`;
}

/** @param {Replay} replay @param {number} ply @param {boolean} flipped */
export function showSeats(replay, ply, flipped) {
  const left = clocks(replay, ply);
  const next = ply < replay.plies.length ? mover(replay, ply + 1) : null;
  for (const color of COLORS) {
    const seat = document.getElementById(`seat-${color}`);
    seat.querySelector('.clock').textContent = clockText(left[color]);
    seat.classList.toggle('to-move', color === next);
    const top = (color === 'black') !== flipped;
    const slot = document.getElementById(top ? 'slot-top' : 'slot-bottom');
    if (seat.parentElement !== slot) slot.append(seat, document.getElementById(`graveyard-${color}`));
  }
}

/**
 * The fallen, each a button that tells its life; one that stays keeps its element and the focus.
 * @param {Replay} replay @param {Board[]} boards @param {number} ply @param {View} view @param {Texts} texts @param {string} sprite
 */
export function showGraveyards(replay, boards, ply, view, texts, sprite) {
  const dead = fallen(replay, boards, ply);
  for (const color of COLORS) {
    const yard = document.getElementById(`graveyard-${color}`);
    const own = dead.filter((one) => colorOf(replay, one.origin) === color);
    const there = /** @type {SVGSVGElement[]} */ ([...yard.children]);
    const tokens = own.map((one) => there.find((svg) => svg.dataset.token === one.origin) ?? token(one, color));
    there.filter((svg) => !tokens.includes(svg)).forEach((svg) => svg.remove());
    yard.append(...tokens.filter((svg) => svg.parentElement !== yard));
    own.forEach((one, index) => {
      const rank = knownRank(replay, view, one.origin, ply);
      const group = /** @type {SVGGElement} */ (tokens[index].firstElementChild);
      group.setAttribute('aria-label', texts.fallen(color, rank, one));
      dress(group, color, rank, texts, sprite);
    });
  }
}

/** @param {{ origin: Square }} one @param {Color} color */
function token(one, color) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 70 70');
  svg.dataset.token = one.origin;
  const group = document.createElementNS(SVG, 'g');
  for (const [name, value] of Object.entries({ class: `piece ${color}`, role: 'button', tabindex: '0' })) group.setAttribute(name, value);
  group.dataset.origin = one.origin;
  svg.append(group);
  return svg;
}

/** @param {Replay} replay @param {Board} board @param {number} ply @param {View} view @param {Texts} texts */
export function showTable(replay, board, ply, view, texts) {
  document.querySelectorAll('#board-table td[data-square]').forEach((cell) => {
    const origin = board.get(cell.dataset.square ?? '');
    if (!origin) { cell.textContent = '·'; return; }
    cell.textContent = texts.short(colorOf(replay, origin), knownRank(replay, view, origin, ply));
  });
}

/**
 * The life of a piece in sentences, as far as the view knows its rank.
 * @param {Replay} replay @param {Board[]} boards @param {Square | null} origin @param {number} ply @param {View} view @param {Texts} texts
 */
export function showLife(replay, boards, origin, ply, view, texts) {
  const panel = document.getElementById('life');
  if (!origin) return;
  const told = life(replay, boards, origin);
  const rank = knownRank(replay, view, origin, ply);
  const title = document.createElement('h3');
  title.textContent = texts.piece(colorOf(replay, origin), rank, origin);
  const list = document.createElement('ul');
  const add = (/** @type {string} */ text) => { const item = document.createElement('li'); item.textContent = text; list.append(item); };
  add(texts.fill('life-path', { path: told.path.map((step) => step.square).join(' → ') }));
  for (const fight of told.challenges) {
    const won = fight.verdict === 'split' ? 'split' : (fight.verdict === 'challenger') === fight.challenger ? 'won' : 'lost';
    const name = texts.piece(colorOf(replay, fight.other), knownRank(replay, view, fight.other, ply), fight.other);
    add(texts.fill(`life-${won}`, { ply: fight.ply, square: fight.square, other: name }));
  }
  add(told.fate ? texts.fill('life-fell', told.fate) : texts.fill('life-stands', { square: told.square }));
  panel.replaceChildren(title, list);
}

/**
 * How much both sides have told by now: the line in the chart, and the numbers below it.
 * @param {number} ply @param {Told} told @param {number} last
 */
export function showTold(ply, told, last) {
  const here = (1000 * ply) / Math.max(1, last);
  document.getElementById('told-here').setAttribute('d', `M${here.toFixed(1)} 0v100`);
  const [, white, black] = told.findLast(([since]) => since <= ply) ?? [0, 0, 0];
  document.getElementById('told-white').textContent = white.toFixed(1);
  document.getElementById('told-black').textContent = black.toFixed(1);
}

/** Which shade is on, and whose pieces: a choice in a player's view alone. @param {Shown} state @param {Texts} texts */
export function showLook({ view, shade, ghost }, texts) {
  const current = (/** @type {Element} */ link, /** @type {boolean} */ on) => { if (on) link.setAttribute('aria-current', 'true'); else link.removeAttribute('aria-current'); };
  document.querySelectorAll('#known [data-shade]').forEach((link) => current(link, link.dataset.shade === (shade ?? 'none')));
  document.querySelectorAll('#known [data-owner]').forEach((link) => current(link, (link.dataset.owner === 'own') === ghost));
  document.getElementById('known-owners').hidden = !['white', 'black'].includes(view);
  document.getElementById('known-legend').textContent = texts.fill(`known-shade-${shade ?? 'none'}`);
}
