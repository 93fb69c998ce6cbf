// What moves on the board, unless reduced motion is preferred. It follows from squares and verdicts alone, so that it is the
// same on every screen.
import { svg } from '../dom.js';
import { CELL } from '../squares.js';

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Slides a piece from `from` to `to`, corners of squares; without a piece, because it fell there, nothing moves.
 * @param {Element | null} piece @param {[number, number]} from @param {[number, number]} to
 */
export function slide(piece, from, to) {
  if (!piece || still()) return;
  const [x, y] = [from[0] - to[0], from[1] - to[1]];
  piece.closest('[data-square]')?.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'translate(0, 0)' }], { duration: 160, easing: 'ease-out' });
}

/** Something on top of the board while it moves. @param {SVGSVGElement} board @param {SVGElement} what @param {Keyframe[]} frames @param {number} duration */
function pass(board, what, frames, duration) {
  board.append(what);
  what.animate(frames, { duration, easing: 'ease-in', fill: 'both' }).finished.finally(() => what.remove());
}

/** Flashes the squares of a challenge. @param {SVGSVGElement} board @param {[number, number][]} corners */
export function flash(board, corners) {
  if (still()) return;
  for (const [x, y] of corners) {
    const light = svg('rect', { class: 'flash', x, y, width: CELL, height: CELL, 'aria-hidden': 'true' });
    pass(board, light, [{ opacity: 0.85 }, { opacity: 0.2 }, { opacity: 0.7 }, { opacity: 0 }], 600);
  }
}

/** Lets a piece that has fallen leave towards its side's tray. @param {SVGSVGElement} board @param {Element} piece @param {[number, number]} corner @param {boolean} up */
export function leave(board, piece, [x, y], up) {
  if (still()) return;
  const ghost = svg('g', { class: 'leaving', 'aria-hidden': 'true' });
  const face = /** @type {Element} */ (piece.cloneNode(true));
  for (const name of ['role', 'aria-label', 'data-origin']) face.removeAttribute(name);
  face.setAttribute('transform', `translate(${x} ${y})`);
  ghost.append(face);
  const away = up ? -y - CELL : board.viewBox.baseVal.height - y;
  pass(board, ghost, [{ transform: 'translate(0, 0)', opacity: 1 }, { transform: 'translate(0, 0)', opacity: 1, offset: 0.35 }, { transform: `translate(0, ${away}px)`, opacity: 0 }], 750);
}

/** Turns the pieces over, one after the other. @param {SVGSVGElement} board */
export function turnOver(board) {
  if (still()) return;
  for (const [at, piece] of [...board.querySelectorAll('.pieces [data-square]')].entries()) {
    piece.animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], { duration: 260, delay: at * 12, easing: 'ease-out', fill: 'backwards' });
  }
}
