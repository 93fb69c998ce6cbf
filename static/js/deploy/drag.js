// Dragging by mouse, finger or pen. A press that does not move is a click.

const FAR_ENOUGH = 6;

/**
 * Makes things below `root` draggable: `source(element)` returns what is picked up there, or null; `target(element)` where it
 * may be dropped, or null; `picture(source)` the element drawn under the pointer. `over(target)` is called while it moves, and
 * `drop(source, target)` when it is released. Returns a function that stops all that.
 * @template S, T
 * @param {HTMLElement} root
 * @param {{ source: (under: Element) => S | null, target: (under: Element | null) => T | null, picture: (what: S) => HTMLElement,
 *   over: (where: T | null) => void, drop: (what: S, where: T) => void }} on
 */
export function draggable(root, { source, target, picture, over, drop }) {
  /** @type {{ what: S, id: number, x: number, y: number, ghost: HTMLElement | null } | null} */
  let drag = null;
  const aim = (/** @type {PointerEvent} */ event) => target(document.elementFromPoint(event.clientX, event.clientY));

  /** @param {S} what */
  function lift(what) {
    const ghost = picture(what);
    ghost.classList.add('ghost-piece');
    document.body.append(ghost);
    root.classList.add('dragging');
    return ghost;
  }

  /** @param {PointerEvent} event */
  function down(event) {
    if (drag || event.button !== 0 || !event.isPrimary) return;
    const what = source(event.target);
    if (what) drag = { what, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR_ENOUGH) return;
    drag.ghost ??= lift(drag.what);
    event.preventDefault();
    drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -65%)`;
    over(aim(event));
  }

  /** @param {PointerEvent} event @param {boolean} dropped */
  function end(event, dropped) {
    if (!drag || event.pointerId !== drag.id) return;
    const { what, ghost } = drag;
    drag = null;
    if (!ghost) return;
    ghost.remove();
    root.classList.remove('dragging');
    over(null);
    // The click that follows a drag is not meant.
    const swallow = (/** @type {Event} */ click) => { click.stopPropagation(); click.preventDefault(); };
    window.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0);
    const where = dropped ? aim(event) : null;
    if (where) drop(what, where);
  }

  const stop = new AbortController();
  const options = { signal: stop.signal };
  root.addEventListener('pointerdown', down, options);
  window.addEventListener('pointermove', move, { ...options, passive: false });
  window.addEventListener('pointerup', (event) => end(event, true), options);
  window.addEventListener('pointercancel', (event) => end(event, false), options);
  root.addEventListener('dragstart', (event) => event.preventDefault(), options);
  return () => stop.abort();
}
