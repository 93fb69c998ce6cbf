// The clocks, running from what the server said last. Only the server says that time is up.
import { timeLeftText } from '../clock.js';

let since = performance.now();

/** To be called when the page has new numbers of the server. */
export function restartClocks() { since = performance.now(); }

function show() {
  const passed = performance.now() - since;
  for (const clock of document.querySelectorAll('#live [data-left]')) clock.textContent = timeLeftText(Number(clock.dataset.left) - passed);
  const clocks = document.getElementById('clocks');
  const running = /** @type {Color | '' | undefined} */ (clocks?.dataset.running);
  if (!clocks || !running) return;
  const shown = document.querySelector(`#seat-${running} .clock`);
  if (shown) shown.textContent = timeLeftText(Number(clocks.dataset[running]) - passed);
}

setInterval(show, 250);
