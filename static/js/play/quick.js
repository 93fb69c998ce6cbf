// Waiting for an opponent: asks every few seconds, which keeps the place in the queue. When the page goes away, nobody is paired
// with the visitor until it asks again, as it does at once when it is loaded anew.
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
ask().catch(() => {});
// A phone that was asleep asks as soon as it wakes up.
document.addEventListener('visibilitychange', () => { if (!document.hidden) ask().catch(() => {}); });
search().addEventListener('submit', () => { leaves = false; });
window.addEventListener('pagehide', () => {
  if (leaves) navigator.sendBeacon('/play/quick/leave', new URLSearchParams({ csrf: search().dataset.csrf ?? '', away: 'true' }));
});
reloadOnReturn();
