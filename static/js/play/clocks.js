// The clocks, running from what the server said last. Only the server says that time is up.
import { timeLeftText } from '../clock.js';

let since = performance.now();

/** To be called when the page has new numbers of the server, said so many milliseconds ago. @param {number} age */
export function restartClocks(age = 0) {
  since = performance.now() - age;
  show();
}

function show() {
  const passed = performance.now() - since;
  for (const clock of document.querySelectorAll('#live [data-left]')) clock.textContent = timeLeftText(Number(clock.dataset.left) - passed);
  const clocks = document.getElementById('clocks');
  if (!clocks) return;
  for (const color of /** @type {const} */ (['white', 'black'])) {
    const shown = document.querySelector(`#seat-${color} .clock`);
    // Without clocks there is nothing in it.
    if (!shown?.textContent.trim()) continue;
    const text = timeLeftText(Number(clocks.dataset[color]) - (color === clocks.dataset.running ? passed : 0));
    if (shown.textContent !== text) shown.textContent = text;
  }
}

setInterval(show, 250);
