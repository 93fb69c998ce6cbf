// Waiting for an opponent: asks every few seconds, which keeps the place in the queue, and leaves it when the page goes away.
import { askPage, readPage, reloadOnReturn } from '../dom.js';

const AGAIN = 2000;

const search = () => /** @type {HTMLElement} */ (document.getElementById('search'));
let leaves = true;

/** @param {string} address */
function go(address) {
  leaves = false;
  location.replace(address);
}

async function ask() {
  const answer = await askPage(location.pathname);
  if (answer.redirected) { go(answer.url); return; }
  const there = answer.ok ? (await readPage(answer)).getElementById('search') : null;
  if (!there) { if (answer.ok) go(location.pathname); return; }
  const [range, newer] = [document.getElementById('range'), there.querySelector('#range')];
  if (range && newer) range.textContent = newer.textContent;
}

setInterval(() => { ask().catch(() => {}); }, AGAIN);
search().addEventListener('submit', () => { leaves = false; });
window.addEventListener('pagehide', () => {
  if (leaves) navigator.sendBeacon('/play/quick/leave', new URLSearchParams({ csrf: search().dataset.csrf ?? '' }));
});
reloadOnReturn();
