// Squares and arrows drawn on the board of a review: by the right button, or by two taps. They are written into the form's
// field, as by hand, and kept with the remark.
import { squareAt } from '../squares.js';
import { markShapes, readMarks } from './marks.js';

const board = document.getElementById('board');
const layer = document.getElementById('review-marks');
const field = document.getElementById('remark-marks');
const draw = document.getElementById('draw');
const rows = Number(board.dataset.rows);

/** The square from which something is being drawn. @type {Square | null} */
let begun = null;

const read = () => readMarks(field.value);

function show() {
  layer.replaceChildren(...markShapes(read(), false, rows));
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
  return squareAt(point.x, point.y, false, rows);
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
