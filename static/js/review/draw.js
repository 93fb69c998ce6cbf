// Squares and arrows drawn on the board of a review: by the right button, or by two taps. They are written into the form's
// field, as by hand, and kept with the remark.
import { svg } from '../dom.js';
import { CELL, corner, squareAt } from '../squares.js';

const board = document.getElementById('board');
const layer = document.getElementById('review-marks');
const field = document.getElementById('remark-marks');
const draw = document.getElementById('draw');
const MARK = /^([GRYB])([a-i][1-8])([a-i][1-8])?$/;
/** @type {Record<string, string>} */
const TINTS = { G: 'green', R: 'red', Y: 'yellow', B: 'blue' };

/** The square from which something is being drawn. @type {Square | null} */
let begun = null;

const read = () => field.value.split(/\s+/).filter((mark) => MARK.test(mark));

/** @param {Square} square @returns {[x: number, y: number]} */
function center(square) {
  const [x, y] = corner(square, false);
  return [x + CELL / 2, y + CELL / 2];
}

/** @param {Square} from @param {Square} to */
function arrow(from, to) {
  const [[x1, y1], [x2, y2]] = [center(from), center(to)];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [ux, uy] = [(22 * (x2 - x1)) / length, (22 * (y2 - y1)) / length];
  const [bx, by] = [x2 - ux, y2 - uy];
  return `M${x1} ${y1}L${bx} ${by}L${bx - 0.6 * uy} ${by + 0.6 * ux}L${x2} ${y2}L${bx + 0.6 * uy} ${by - 0.6 * ux}L${bx} ${by}`;
}

function show() {
  layer.replaceChildren(...read().map((mark) => {
    const [, tint, from, to] = /** @type {RegExpExecArray} */ (MARK.exec(mark));
    if (to) return svg('path', { class: `tint-${TINTS[tint]}`, d: arrow(from, to) });
    const [x, y] = corner(from, false);
    return svg('rect', { class: `tint-${TINTS[tint]}`, x: x + 4, y: y + 4, width: CELL - 8, height: CELL - 8, rx: 8 });
  }));
}

/** Draws a mark, or takes it away if it is there. @param {string} mark */
function toggle(mark) {
  const marks = read();
  const others = marks.filter((one) => one.slice(1) !== mark.slice(1));
  field.value = (marks.includes(mark) ? others : [...others, mark]).join(' ');
  show();
}

/** The colour by the keys that are held, as on chess sites. @param {PointerEvent} event */
const tintOf = ({ shiftKey, altKey }) => (shiftKey && altKey ? 'Y' : shiftKey ? 'R' : altKey ? 'B' : 'G');

/** @param {PointerEvent} event */
function squareOf(event) {
  const matrix = board.getScreenCTM();
  if (!matrix) return '';
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return squareAt(point.x, point.y, false);
}

/** @param {Square} from @param {PointerEvent} event */
function finish(from, event) {
  const to = squareOf(event);
  if (to) toggle(tintOf(event) + from + (to === from ? '' : to));
}

const isDrawing = () => draw.getAttribute('aria-pressed') === 'true';

board.addEventListener('contextmenu', (event) => event.preventDefault());
board.addEventListener('pointerdown', (event) => {
  if (event.button === 2) begun = squareOf(event) || null;
});
addEventListener('pointerup', (event) => {
  if (event.button === 2 && begun) { finish(begun, event); begun = null; return; }
  if (event.button !== 0 || !isDrawing() || !board.contains(/** @type {Node} */ (event.target))) return;
  if (begun) { finish(begun, event); begun = null; } else begun = squareOf(event) || null;
});
draw.addEventListener('click', () => { begun = null; draw.setAttribute('aria-pressed', String(!isDrawing())); });
document.getElementById('erase').addEventListener('click', () => { field.value = ''; show(); });
field.addEventListener('input', show);
