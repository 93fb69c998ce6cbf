// A ply as it is made: the piece that moved slides to where it stands now. Who wants no motion sees none.

const LENGTH = 160;

/**
 * Slides the piece of the last ply from `from` to `to`, each the corner of a square, where it still stands.
 * @param {Element | null} piece @param {[number, number]} from @param {[number, number]} to
 */
export function slide(piece, from, to) {
  if (!piece || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const [x, y] = [from[0] - to[0], from[1] - to[1]];
  piece.closest('[data-square]')?.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'translate(0, 0)' }], { duration: LENGTH, easing: 'ease-out' });
}
