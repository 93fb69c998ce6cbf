// How the squares and arrows of a remark are drawn over a board.
import { svg } from '../dom.js';
import { CELL, corner } from '../squares.js';

const MARK = /^([GRYB])([a-i][1-9])([a-i][1-9])?$/;
/** @type {Record<string, string>} */
const TINTS = { G: 'green', R: 'red', Y: 'yellow', B: 'blue' };

/** The marks of a text, such as `Ge4 Re4e5`. @param {string} text */
export const readMarks = (text) => text.split(/\s+/).filter((mark) => MARK.test(mark));

/** @param {Square} square @param {boolean} flipped @param {number} [rows] of the board @returns {[x: number, y: number]} */
function center(square, flipped, rows) {
  const [x, y] = corner(square, flipped, rows);
  return [x + CELL / 2, y + CELL / 2];
}

/** @param {Square} from @param {Square} to @param {boolean} flipped @param {number} [rows] */
function arrow(from, to, flipped, rows) {
  const [[x1, y1], [x2, y2]] = [center(from, flipped, rows), center(to, flipped, rows)];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [ux, uy] = [(22 * (x2 - x1)) / length, (22 * (y2 - y1)) / length];
  const [bx, by] = [x2 - ux, y2 - uy];
  return `M${x1} ${y1}L${bx} ${by}L${bx - 0.6 * uy} ${by + 0.6 * ux}L${x2} ${y2}L${bx + 0.6 * uy} ${by - 0.6 * ux}L${bx} ${by}`;
}

/** @param {string[]} marks @param {boolean} flipped @param {number} [rows] of the board */
export function markShapes(marks, flipped, rows) {
  return marks.map((mark) => {
    const [, tint, from, to] = /** @type {RegExpExecArray} */ (MARK.exec(mark));
    if (to) return svg('path', { class: `tint-${TINTS[tint]}`, d: arrow(from, to, flipped, rows) });
    const [x, y] = corner(from, flipped, rows);
    return svg('rect', { class: `tint-${TINTS[tint]}`, x: x + 4, y: y + 4, width: CELL - 8, height: CELL - 8, rx: 8 });
  });
}
