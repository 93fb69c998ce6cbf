// The page for when there is no network: lists what this browser has kept, and goes on once the network is back.
import { html, readPage } from '../dom.js';

const list = /** @type {HTMLElement} */ (document.getElementById('kept'));
const none = /** @type {HTMLElement} */ (document.getElementById('kept-none'));
const table = /** @type {HTMLElement} */ (document.getElementById('kept-table'));

/** What is kept under this name, the newest first. @param {string} name */
async function kept(name) {
  if (!window.caches || !(await caches.has(name))) return [];
  const cache = await caches.open(name);
  return (await cache.keys()).toReversed().map((request) => ({ path: new URL(request.url).pathname, answer: () => cache.match(request) }));
}

for (const { path, answer } of await kept('replays')) {
  const found = await answer();
  const title = found && (await readPage(found)).querySelector('h1')?.textContent?.trim();
  if (title) list.append(html('li', {}, html('a', { href: path }, title)));
}
none.hidden = list.children.length > 0;
table.hidden = (await kept('table')).length === 0;

window.addEventListener('online', () => { if (location.pathname !== '/offline') location.reload(); });
