// Steps of a variation without loading the page anew: the links stay what they are, the answer takes the place of what is shown.
const id = 'variation';

/** @param {string} address */
async function show(address) {
  const answer = await fetch(address, { headers: { Accept: 'text/html' } });
  if (!answer.ok) return false;
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(id);
  if (!next) return false;
  document.getElementById(id)?.replaceWith(document.adoptNode(next));
  return true;
}

/** Where the focus goes back to: the same link, or the same place among the links. @param {Element} link */
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
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const address = link.getAttribute('href') ?? '';
  const back = focusOf(link);
  if (!await show(address).catch(() => false)) { location.assign(address); return; }
  history.pushState(null, '', address);
  back();
});

addEventListener('popstate', () => { show(location.href).catch(() => location.reload()); });
