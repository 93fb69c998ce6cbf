// Shows a ply that the server has told of: on the board, in the trays, among the moves and on the clocks. Everybody is told the
// same, so a piece keeps the face that this page already had, and what falls is decided by the public verdict alone.
import { html, svg } from '../dom.js';
import { CELL } from '../squares.js';
/** @import { Texts } from '../replay/texts.js' */
/** @import { Table } from './table.js' */

/** @typedef {{ color: Color, rank: Rank | null, piece: Element, square: Square }} Loss */

/** @param {Color} color @returns {Color} */
export const other = (color) => (color === 'white' ? 'black' : 'white');

/** The rank that a piece shows on this page. @param {Element} piece @returns {Rank | null} */
function shownRank(piece) {
  const rank = piece.querySelector('use')?.getAttribute('href')?.split('#rank-')[1] ?? 'hidden';
  return rank === 'hidden' ? null : rank;
}

/** Every step of a side on the board. @param {Table} table @param {Color} color */
export function steps(table, color) {
  const side = (/** @type {Square} */ square) => table.piece(square)?.classList.contains(color) ?? false;
  const own = [...table.board.querySelectorAll('[data-square]')].map((one) => one.dataset.square ?? '').filter(side);
  return own.flatMap((from) => table.beside(from).filter((to) => !side(to)).map((to) => `${from}-${to}`));
}

/**
 * Shows a ply on the board and around it; gives what has fallen, the challenger first.
 * @param {PlyEvent} ply @param {Table} table @param {Texts} texts @returns {Loss[]}
 */
export function showPly(ply, table, texts) {
  const number = table.plies;
  const [mover, target] = [ply.from, ply.to].map((square) => table.board.querySelector(`g[data-square="${square}"]`));
  /** @type {Loss[]} */
  const losses = [];
  const falls = (/** @type {SVGGElement | HTMLElement | SVGElement | null} */ one, /** @type {Color} */ color) => {
    const piece = one?.querySelector('.piece');
    if (!one || !piece) return;
    losses.push({ color, rank: shownRank(piece), piece, square: ply.to });
    one.remove();
    bury(piece, color, number, texts);
  };
  if (ply.verdict === 'defender' || ply.verdict === 'split') falls(mover, ply.color);
  if (ply.verdict === 'challenger' || ply.verdict === 'split') falls(target, other(ply.color));
  if (mover?.isConnected) moveTo(mover, ply.to, table, texts);
  mark(ply, table);
  moveNotes(ply);
  const next = other(ply.color);
  table.board.dataset.number = String(number + 1);
  table.board.dataset.moves = table.own === next && !ply.ends ? steps(table, next).join(' ') : '';
  listMove(ply, number, texts);
  setClocks(ply, next);
  return losses;
}

/** Rows first. @param {Square} square */
const place = (square) => `${square.slice(1)}${square[0]}`;

/** @param {Element} one @param {Square} square @param {Table} table @param {Texts} texts */
function moveTo(one, square, table, texts) {
  const piece = /** @type {SVGGElement} */ (one.querySelector('.piece'));
  const [x, y] = table.corner(square);
  one.setAttribute('data-square', square);
  // In the order of the squares, as the server draws them.
  const after = [...table.board.querySelectorAll('[data-square]')].find((two) => two !== one && place(two.dataset.square ?? '') > place(square));
  one.parentElement?.insertBefore(one, after ?? null);
  piece.setAttribute('transform', `translate(${x} ${y})`);
  const note = one.querySelector('.note');
  note?.setAttribute('x', String(x + CELL / 2));
  note?.setAttribute('y', String(y + 63));
  const words = texts.piece(piece.classList.contains('white') ? 'white' : 'black', shownRank(piece), square);
  piece.setAttribute('aria-label', note ? `${words}. ${texts.fill('play-noted', { words: note.textContent.trim() })}` : words);
}

/** Puts a piece into its side's tray. @param {Element} piece @param {Color} color @param {number} number @param {Texts} texts */
function bury(piece, color, number, texts) {
  const rank = shownRank(piece);
  const lying = svg('svg', { viewBox: '0 0 70 70', role: 'img', 'aria-label': texts.fallen(color, rank, { ply: number }) });
  const face = svg('g', { class: `piece ${color}`, 'data-origin': piece.getAttribute('data-origin') });
  face.append(...[...piece.children].map((part) => part.cloneNode(true)));
  lying.append(face);
  const tray = document.getElementById(`graveyard-${color}`);
  tray.append(lying);
  const count = document.getElementById(`lost-${color}`);
  if (count) count.textContent = String(tray.children.length);
}

/** @param {PlyEvent} ply @param {Table} table */
function mark(ply, table) {
  const marks = table.board.querySelector('.marks');
  const at = (/** @type {string} */ name, /** @type {Square} */ square) => {
    const [x, y] = table.corner(square);
    return svg('rect', { class: name, x, y, width: CELL, height: CELL });
  };
  marks.replaceChildren(at('from', ply.from), at('to', ply.to));
  if (!ply.verdict) return;
  const [x, y] = table.corner(ply.to);
  marks.append(svg('rect', { class: 'fight', x: x + 2, y: y + 2, width: CELL - 4, height: CELL - 4, rx: 8 }));
}

/** What the player has noted goes with the piece, and away with it. @param {PlyEvent} ply */
function moveNotes(ply) {
  const about = (/** @type {Square} */ square) => document.querySelector(`#note-piece option[data-on="${square}"]`);
  const [mover, target] = [about(ply.from), about(ply.to)];
  if (target && (ply.verdict === 'challenger' || ply.verdict === 'split')) target.remove();
  if (!mover) return;
  if (ply.verdict === 'defender' || ply.verdict === 'split') { mover.remove(); return; }
  mover.dataset.on = ply.to;
  mover.textContent = mover.dataset.words ? `${ply.to}: ${mover.dataset.words}` : ply.to;
}

const SIGNS = { challenger: '+', defender: '-', split: '=' };

/** A ply in notation. @param {PlyEvent} ply */
const notation = (ply) => `${ply.from}${ply.verdict ? 'x' : '-'}${ply.to}${ply.verdict ? SIGNS[ply.verdict] : ''}${ply.ends ? '#' : ''}`;

/** A ply as everybody may read it. @param {PlyEvent} ply @param {number} number @param {Texts} texts */
function spoken(ply, number, texts) {
  const values = { ply: number, side: texts.color(ply.color), from: ply.from, to: ply.to };
  if (!ply.verdict) return texts.fill('ply-moves', values);
  return `${texts.fill('ply-challenges', values)} ${texts.fill(`ply-verdict-${ply.verdict}`, values)}`;
}

/** @param {PlyEvent} ply @param {number} number @param {Texts} texts */
function listMove(ply, number, texts) {
  const list = document.querySelector('.plies');
  if (!list) return;
  list.querySelector('[aria-current]')?.removeAttribute('aria-current');
  if (number % 2 === 1) list.append(html('span', { class: 'n' }, `${number}.`));
  list.append(html('span', { class: 'ply', 'aria-current': 'true' }, notation(ply), html('span', { class: 'visually-hidden' }, ` ${spoken(ply, number, texts)}`)));
}

/** @param {PlyEvent} ply @param {Color} next */
function setClocks(ply, next) {
  const clocks = document.getElementById('clocks');
  if (!clocks) return;
  clocks.dataset[ply.color] = String(ply.left);
  if (clocks.dataset.running) clocks.dataset.running = next;
  clocks.dataset.sound = ply.verdict ?? 'ply';
  for (const color of /** @type {const} */ (['white', 'black'])) document.getElementById(`seat-${color}`).classList.toggle('to-move', color === next);
}

/** The last ply from the reader's side. @param {PlyEvent} ply @param {number} number @param {Loss[]} losses @param {string} own @param {Texts} texts */
export function saidOf(ply, number, losses, own, texts) {
  if (!ply.verdict) return spoken(ply, number, texts);
  const challenge = texts.fill('ply-challenges', { ply: number, side: texts.color(ply.color), from: ply.from, to: ply.to });
  const mine = losses.find((loss) => loss.color === own);
  const key = ply.verdict === 'split' ? 'play-split' : mine ? 'play-lost' : own ? 'play-won' : 'play-falls';
  const hidden = (key === 'play-split' || key === 'play-lost') && !mine?.rank ? '-hidden' : '';
  const rank = mine?.rank ? texts.name(mine.rank) : '';
  return `${challenge} ${texts.fill(key + hidden, { rank, side: texts.color(losses[0]?.color ?? ply.color) })}`;
}
