// The bell of a signed-in visitor: the number of unread notices while the page is open, and on the icon of the app.

/** How often a visible page asks, in milliseconds. */
const INTERVAL = 30_000;

const bell = /** @type {HTMLAnchorElement} */ (document.querySelector('.bell'));
const count = /** @type {HTMLElement} */ (bell.querySelector('.bell-count'));
const words = /** @type {HTMLElement} */ (bell.querySelector('.bell-words'));

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

async function ask() {
  if (document.hidden) return;
  try {
    const answer = await fetch('/notices/unread');
    if (answer.ok && !answer.redirected) show(await answer.text());
  } catch {
    // The next one may arrive.
  }
}

badge(count.textContent);
setInterval(ask, INTERVAL);
document.addEventListener('visibilitychange', ask);

// Opening a notice marks it as read.
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a[data-notice]') : null;
  const form = link?.closest('li')?.querySelector('form');
  if (form) navigator.sendBeacon(form.action, new URLSearchParams(/** @type {any} */ (new FormData(form))));
});
