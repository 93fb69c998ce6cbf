// The lobby as it is now: asked for again every few seconds while somebody looks at it. Whoever's offer is taken up is
// led to the game.
const AGAIN = 3000;

const lobby = () => document.getElementById('lobby');
const plays = (/** @type {ParentNode} */ root) => [...root.querySelectorAll('[data-play]')].map((link) => link.dataset.play ?? '');
const known = new Set(plays(document));

async function look() {
  const answer = await fetch('/play', { headers: { Accept: 'text/html' } });
  if (!answer.ok || answer.redirected) return;
  const there = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('lobby');
  if (!there) return;
  const made = plays(there).find((address) => !known.has(address));
  if (made) { location.assign(made); return; }
  // What has the keyboard is left as it is until the keyboard goes on.
  if (there.innerHTML !== lobby().innerHTML && !lobby().contains(document.activeElement)) lobby().replaceWith(document.adoptNode(there));
}

setInterval(() => { if (!document.hidden) look().catch(() => {}); }, AGAIN);
