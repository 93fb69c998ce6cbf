// Follows the links of a variation without leaving the page: only the variation itself is replaced.
import { fetchPage, isPlainClick } from '../dom.js';

const id = 'variation';

/** @param {string} address */
async function show(address) {
  const next = (await fetchPage(address))?.getElementById(id);
  if (!next) return false;
  document.getElementById(id)?.replaceWith(document.adoptNode(next));
  return true;
}

/** Notes which link has the focus; returns what moves the focus to the same one of the new page. @param {Element} link */
function focusOf(link) {
  const label = link.getAttribute('aria-label') ?? link.textContent;
  const origin = link.querySelector('[data-origin]')?.dataset.origin;
  return () => {
    const all = [...document.querySelectorAll(`#${id} a[data-step]`)];
    const same = origin
      ? all.find((one) => one.querySelector(`[data-origin="${origin}"]`))
      : all.find((one) => (one.getAttribute('aria-label') ?? one.textContent) === label);
    (same ?? document.querySelector(`#${id} a[data-step]`))?.focus({ preventScroll: true });
  };
}

document.addEventListener('click', async (event) => {
  const link = event.target.closest(`#${id} a[data-step]`);
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  const address = link.getAttribute('href') ?? '';
  const back = focusOf(link);
  if (!await show(address).catch(() => false)) { location.assign(address); return; }
  history.pushState(null, '', address);
  back();
});

addEventListener('popstate', () => { show(location.href).catch(() => location.reload()); });
