// The clocks, going on from what the server said last; only the server says that one has run out.

const two = (/** @type {number} */ number) => String(number).padStart(2, '0');

/** @param {number} left */
function text(left) {
  const seconds = Math.max(0, Math.floor(left / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  return hours > 0 ? `${two(hours)}:${two(minutes % 60)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`;
}

let since = performance.now();

/** The page has the server's numbers anew. */
export function told() { since = performance.now(); }

function show() {
  const passed = performance.now() - since;
  for (const clock of document.querySelectorAll('#live [data-left]')) clock.textContent = text(Number(clock.dataset.left) - passed);
  const clocks = document.getElementById('clocks');
  const running = /** @type {Color | '' | undefined} */ (clocks?.dataset.running);
  if (!clocks || !running) return;
  const shown = document.querySelector(`#seat-${running} .clock`);
  if (shown) shown.textContent = text(Number(clocks.dataset[running]) - passed);
}

setInterval(show, 250);
