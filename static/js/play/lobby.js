// Updates the lobby every few seconds while it is visible, and opens a visitor's game once their offer is accepted.
import { fetchPage } from '../dom.js';
import { localize } from '../shell/times.js';

const AGAIN = 3000;

const lobby = () => document.getElementById('lobby');
const plays = (/** @type {ParentNode} */ root) => [...root.querySelectorAll('[data-play]')].map((link) => link.dataset.play ?? '');
const known = new Set(plays(document));

async function update() {
  const there = (await fetchPage('/play'))?.getElementById('lobby');
  if (!there) return;
  const made = plays(there).find((address) => !known.has(address));
  if (made) { location.assign(made); return; }
  localize(there);
  // Nothing changes while the focus is in the lobby.
  if (there.innerHTML !== lobby().innerHTML && !lobby().contains(document.activeElement)) lobby().replaceWith(document.adoptNode(there));
}

setInterval(() => { if (!document.hidden) update().catch(() => {}); }, AGAIN);
