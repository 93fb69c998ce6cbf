// Where squares are drawn. Boards are drawn by the server to the same measures (crates/site/src/board.rs).

export const CELL = 70;
const MARGIN = 6;
const FILES = 9;
/** The rows of a board of Salpakan; one of Three Generals has nine. */
const ROWS = 8;

/** The upper left corner of a square. @param {Square} square @param {boolean} flipped @returns {[x: number, y: number]} */
export function corner(square, flipped, rows = ROWS) {
  const [file, row] = [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
  const [column, line] = flipped ? [FILES - 1 - file, row] : [file, rows - 1 - row];
  return [MARGIN + column * CELL, MARGIN + line * CELL];
}

/** The square at a point; empty beside the board. @param {number} x @param {number} y @param {boolean} flipped @returns {Square} */
export function squareAt(x, y, flipped, rows = ROWS) {
  const [column, line] = [x, y].map((edge) => Math.floor((edge - MARGIN) / CELL));
  if (column < 0 || line < 0 || column >= FILES || line >= rows) return '';
  const [file, row] = flipped ? [FILES - 1 - column, line] : [column, rows - 1 - line];
  return `${String.fromCharCode(97 + file)}${row + 1}`;
}
