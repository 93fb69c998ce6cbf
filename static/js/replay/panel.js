// What stands beside the board: graveyards, clocks, the board as a table and the history of a piece, for the same ply and view
// as the board.
import { clockText } from '../clock.js';
import { html, setCurrent, svg, updateAttribute } from '../dom.js';
import { clocks, fallen, knownRank, life, mover, thinking } from './model.js';
import { dress } from './board.js';
/** @import { Texts } from './texts.js' */

const COLORS = /** @type {const} */ (['white', 'black']);

/** @param {Replay} replay @param {Square} origin */
const colorOf = (replay, origin) => replay.pieces.find((one) => one.origin === origin)?.color ?? 'white';

/** @param {Replay} replay @param {number} ply @param {boolean} flipped */
export function showSeats(replay, ply, flipped) {
  const left = clocks(replay, ply);
  const next = ply < replay.plies.length ? mover(replay, ply + 1) : null;
  for (const color of COLORS) {
    const seat = document.getElementById(`seat-${color}`);
    const seconds = left[color];
    seat.querySelector('.clock').textContent = seconds === null ? '–' : clockText(seconds);
    seat.classList.toggle('to-move', color === next);
    const top = (color === 'black') !== flipped;
    const slot = document.getElementById(top ? 'slot-top' : 'slot-bottom');
    if (seat.parentElement !== slot) slot.append(seat, document.getElementById(`graveyard-${color}`));
  }
}

/**
 * The fallen pieces, each a button that shows its history. One that stays keeps its element and the focus.
 * @param {Replay} replay @param {Board[]} boards @param {number} ply @param {View} view @param {Texts} texts @param {string} sprite
 */
export function showGraveyards(replay, boards, ply, view, texts, sprite) {
  const dead = fallen(replay, boards, ply);
  for (const color of COLORS) {
    const yard = document.getElementById(`graveyard-${color}`);
    const own = dead.filter((one) => colorOf(replay, one.origin) === color);
    const there = /** @type {SVGSVGElement[]} */ ([...yard.children]);
    const tokens = own.map((one) => there.find((old) => old.dataset.token === one.origin) ?? token(one, color));
    there.filter((old) => !tokens.includes(old)).forEach((old) => old.remove());
    yard.append(...tokens.filter((one) => one.parentElement !== yard));
    own.forEach((one, index) => {
      const rank = knownRank(replay, view, one.origin, ply);
      const group = /** @type {SVGGElement} */ (tokens[index].firstElementChild);
      updateAttribute(group, 'aria-label', texts.fallen(color, rank, one));
      dress(group, color, rank, texts, sprite);
    });
  }
}

/** @param {{ origin: Square }} one @param {Color} color */
function token(one, color) {
  const group = svg('g', { class: `piece ${color}`, role: 'button', tabindex: 0, 'data-origin': one.origin });
  return svg('svg', { viewBox: '0 0 70 70', 'data-token': one.origin }, group);
}

/** @param {Replay} replay @param {Board} board @param {number} ply @param {View} view @param {Texts} texts */
export function showTable(replay, board, ply, view, texts) {
  document.querySelectorAll('#board-table td[data-square]').forEach((cell) => {
    const origin = board.get(cell.dataset.square ?? '');
    const text = origin ? texts.short(colorOf(replay, origin), knownRank(replay, view, origin, ply)) : '·';
    if (cell.textContent !== text) cell.textContent = text;
  });
}

/**
 * The history of a piece in sentences, as far as the view knows its rank.
 * @param {Replay} replay @param {Board[]} boards @param {Square | null} origin @param {number} ply @param {View} view @param {Texts} texts
 */
export function showLife(replay, boards, origin, ply, view, texts) {
  const panel = document.getElementById('life');
  if (!origin) return;
  const { path, challenges, fate, square } = life(replay, boards, origin);
  const rank = knownRank(replay, view, origin, ply);
  const title = html('h3', {}, texts.piece(colorOf(replay, origin), rank, origin));
  const list = html('ul');
  const add = (/** @type {string} */ text) => list.append(html('li', {}, text));
  add(texts.fill('life-path', { path: path.map((step) => step.square).join(' → ') }));
  for (const fight of challenges) {
    const won = fight.verdict === 'split' ? 'split' : (fight.verdict === 'challenger') === fight.challenger ? 'won' : 'lost';
    const name = texts.piece(colorOf(replay, fight.other), knownRank(replay, view, fight.other, ply), fight.other);
    add(texts.fill(`life-${won}`, { ply: fight.ply, square: fight.square, other: name }));
  }
  add(fate ? texts.fill('life-fell', fate) : texts.fill('life-stands', { square }));
  panel.replaceChildren(title, list);
}

/**
 * The information that both sides have revealed by now: the line in the chart, and the numbers below it.
 * @param {number} ply @param {LedgerCurve} curve @param {number} last
 */
export function showLedger(ply, curve, last) {
  const here = (1000 * ply) / Math.max(1, last);
  document.getElementById('told-here').setAttribute('d', `M${here.toFixed(1)} 0v100`);
  const [, white, black] = curve.findLast(([since]) => since <= ply) ?? [0, 0, 0];
  document.getElementById('told-white').textContent = white.toFixed(1);
  document.getElementById('told-black').textContent = black.toFixed(1);
}

/** Draws the seconds that each ply took: White's up, Black's down. @param {Replay} replay */
export function drawTimes(replay) {
  const chart = document.getElementById('time-chart');
  if (!chart) return;
  const spent = thinking(replay);
  const most = Math.max(1, ...spent.map((one) => one ?? 0));
  const width = 1000 / Math.max(1, replay.plies.length);
  const bars = spent.map((seconds, index) => {
    const side = mover(replay, index + 1);
    // A root, because one long think would flatten all others.
    const height = 20 * Math.sqrt((seconds ?? 0) / most);
    const y = side === 'white' ? 20 - height : 20;
    return svg('rect', { class: side, x: index * width, y, width: width * 0.8, height });
  });
  chart.replaceChildren(...bars, svg('path', { class: 'here', id: 'time-here' }));
}

/** Marks the ply in the chart of times. @param {number} ply @param {number} last */
export function showTimes(ply, last) {
  const here = (1000 * Math.max(0, ply - 0.6)) / Math.max(1, last);
  document.getElementById('time-here')?.setAttribute('d', `M${here.toFixed(1)} 0v40`);
}

/** Which heat map is on, and for whose pieces, which only a player's view lets choose. @param {Shown} state @param {Texts} texts */
export function showLook({ view, shade, ghost }, texts) {
  document.querySelectorAll('#known [data-shade]').forEach((link) => setCurrent(link, link.dataset.shade === (shade ?? 'none')));
  document.querySelectorAll('#known [data-owner]').forEach((link) => setCurrent(link, (link.dataset.owner === 'own') === ghost));
  document.getElementById('known-owners').hidden = !['white', 'black'].includes(view);
  document.getElementById('known-legend').textContent = texts.fill(`known-shade-${shade ?? 'none'}`);
}
