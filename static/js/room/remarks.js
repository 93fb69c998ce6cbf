// The remarks of published reviews in a room: those of the move shown are marked in their list, and drawn over the board.
import { svg } from '../dom.js';
import { markShapes, readMarks } from '../review/marks.js';

const root = document.getElementById('replay');
const list = document.getElementById('remarks');
const board = document.getElementById('board');
/** Of the board of another game; undefined for that of Salpakan. */
const rows = board.dataset.rows ? Number(board.dataset.rows) : undefined;
const layer = svg('g', { class: 'review-marks', 'aria-hidden': 'true' });

/** @param {Place} place */
function show({ ply, flipped }) {
  /** @type {string[]} */
  const marks = [];
  for (const line of list?.querySelectorAll('li') ?? []) {
    const here = Number(line.dataset.ply) === ply;
    const link = line.querySelector('a');
    if (here) {
      link?.setAttribute('aria-current', 'true');
      marks.push(...readMarks(line.dataset.marks ?? ''));
    } else link?.removeAttribute('aria-current');
  }
  layer.replaceChildren(...markShapes(marks, flipped, rows));
  // Where the server draws the board, it is new at each ply.
  board.append(layer);
}

if (list) {
  root.addEventListener('replay:shown', ({ detail }) => show(detail));
  list.addEventListener('click', (event) => {
    const line = /** @type {Element} */ (event.target).closest('li a')?.closest('li');
    if (!line || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    root.dispatchEvent(new CustomEvent('replay:go', { detail: { ply: Number(line.dataset.ply) } }));
  });
}
