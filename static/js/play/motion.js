// Animates a ply, unless reduced motion is preferred.

const LENGTH = 160;

/**
 * Slides a piece from `from` to `to`, corners of squares; without a piece, because it fell there, nothing moves.
 * @param {Element | null} piece @param {[number, number]} from @param {[number, number]} to
 */
export function slide(piece, from, to) {
  if (!piece || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const [x, y] = [from[0] - to[0], from[1] - to[1]];
  piece.closest('[data-square]')?.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'translate(0, 0)' }], { duration: LENGTH, easing: 'ease-out' });
}
