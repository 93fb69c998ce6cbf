// Updates the lobby every few seconds while it is visible, and opens a visitor's game once their offer is accepted.
import { fetchPage } from '../dom.js';
import { localize } from '../shell/times.js';

const AGAIN = 3000;

const lobby = () => document.getElementById('lobby');
const plays = (/** @type {ParentNode} */ root) => [...root.querySelectorAll('[data-play]')].map((link) => link.dataset.play ?? '');
const known = new Set(plays(document));

/** Says who declined a request, and no longer that one is open which is gone. @param {Document} page */
function sayAgain(page) {
  if (!page.querySelector('#lobby-done .done')) document.querySelector('#lobby-done .done')?.remove();
  const [shown, next] = [document, page].map((one) => one.getElementById('lobby-declined'));
  if (shown && next && shown.innerHTML !== next.innerHTML) shown.replaceChildren(...next.childNodes);
}

async function update() {
  // The address says which message the page has.
  const page = await fetchPage(location.pathname + location.search);
  const there = page?.getElementById('lobby');
  if (!page || !there) return;
  const made = plays(there).find((address) => !known.has(address));
  if (made) { location.assign(made); return; }
  sayAgain(page);
  localize(there);
  // Nothing changes while the focus is in the lobby.
  if (there.innerHTML !== lobby().innerHTML && !lobby().contains(document.activeElement)) lobby().replaceWith(document.adoptNode(there));
}

setInterval(() => { if (!document.hidden) update().catch(() => {}); }, AGAIN);
