// The bell of a signed-in visitor: the number of unread notices while the page is open, and on the icon of the app.
//
// A stream tells the number. One tab of a browser holds it and tells the others, because browsers open few connections to
// one server. While there is no stream, that tab asks.

/** How often it asks, in milliseconds. */
const INTERVAL = 30_000;
const STREAM = '/notices/events';

const bell = /** @type {HTMLAnchorElement} */ (document.querySelector('.bell'));
const count = /** @type {HTMLElement} */ (bell.querySelector('.bell-count'));
const words = /** @type {HTMLElement} */ (bell.querySelector('.bell-words'));
const tabs = new BroadcastChannel('bell');

/** Shows the number on the icon of an installed app. @param {string} unread */
function badge(unread) {
  if (unread === '') navigator.clearAppBadge?.();
  else navigator.setAppBadge?.(parseInt(unread, 10));
}

/** @param {string} unread */
function show(unread) {
  badge(unread);
  count.textContent = unread;
  count.hidden = unread === '';
  words.textContent = unread === '' ? '' : `: ${unread} ${bell.dataset.unread}`;
}

/** @param {string} unread */
function tell(unread) {
  show(unread);
  tabs.postMessage(unread);
}

tabs.addEventListener('message', ({ data }) => show(data));

async function ask() {
  try {
    const answer = await fetch('/notices/unread');
    if (answer.ok && !answer.redirected) tell(await answer.text());
  } catch {
    // The next one may arrive.
  }
}

badge(count.textContent);

/** Follows the stream until it is refused or the page is left. @param {AbortSignal} left */
function follow(left) {
  return /** @type {Promise<void>} */ (new Promise((resolve) => {
    const stream = new EventSource(STREAM);
    const end = () => { stream.close(); resolve(); };
    stream.addEventListener('message', (event) => tell(JSON.parse(event.data).unread));
    // The browser connects again by itself, unless it was refused.
    stream.addEventListener('error', () => { if (stream.readyState === EventSource.CLOSED) end(); });
    left.addEventListener('abort', end);
  }));
}

/** @param {AbortSignal} left */
const pause = (left) => /** @type {Promise<void>} */ (new Promise((resolve) => {
  setTimeout(resolve, INTERVAL);
  left.addEventListener('abort', () => resolve());
}));

/** @param {AbortSignal} left */
async function listen(left) {
  while (!left.aborted) {
    await follow(left);
    if (left.aborted) return;
    await ask();
    await pause(left);
  }
}

let leaving = new AbortController();

function start() {
  leaving = new AbortController();
  const { signal } = leaving;
  if (navigator.locks) navigator.locks.request('bell', { signal }, () => listen(signal)).catch(() => {});
  else listen(signal);
}

// A page that is kept for going back holds no stream.
addEventListener('pagehide', () => leaving.abort());
addEventListener('pageshow', ({ persisted }) => { if (persisted) { ask(); start(); } });
start();

// Opening a notice marks it as read.
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a[data-notice]') : null;
  const form = link?.closest('li')?.querySelector('form');
  if (form) navigator.sendBeacon(form.action, new URLSearchParams(/** @type {any} */ (new FormData(form))));
});
