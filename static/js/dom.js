// What several modules do with pages and their elements.

/** @typedef {Record<string, string | number | boolean | null>} Attributes `false` and `null` are left out. */

/** @template {Element} E @param {E} element @param {Attributes} attributes @param {(Node | string)[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** @template {keyof HTMLElementTagNameMap} K @param {K} name @param {Attributes} attributes @param {(Node | string)[]} children */
export const html = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

/** @template {keyof SVGElementTagNameMap} K @param {K} name @param {Attributes} attributes @param {(Node | string)[]} children */
export const svg = (name, attributes = {}, ...children) => fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);

/** Sets an attribute if its value differs: for a browser, the same value is a change, too. @param {Element} element @param {string} name @param {string} value */
export function updateAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Marks a link as the current one of its group, or not. @param {Element} link @param {boolean} on */
export function setCurrent(link, on) {
  if (on) link.setAttribute('aria-current', 'true');
  else link.removeAttribute('aria-current');
}

/** Whether a click on a link is not meant for another tab or window. @param {MouseEvent} event */
export const isPlainClick = (event) => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;

/** @param {Response} answer */
export const readPage = async (answer) => new DOMParser().parseFromString(await answer.text(), 'text/html');

/** @param {string} address */
export const askPage = (address) => fetch(address, { headers: { Accept: 'text/html' } });

/** A page of this site; null if it is refused. @param {string} address */
export async function fetchPage(address) {
  const answer = await askPage(address);
  return answer.ok ? readPage(answer) : null;
}

/**
 * Copies a text. Where the browser does not let a page do that, `shown` is selected, so that it can be copied by hand.
 * @param {string} text @param {Element | null} [shown]
 */
export async function copyText(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (shown instanceof HTMLInputElement || shown instanceof HTMLTextAreaElement) shown.select();
    else if (shown) getSelection()?.selectAllChildren(shown);
    return false;
  }
}

/** Reloads a page that comes back out of the browser's memory: somebody else may look at it by then. */
export function reloadOnReturn() {
  window.addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
}

/**
 * Calls `swiped(1)` for a swipe of one finger to the left and `swiped(-1)` to the right, unless the page is zoomed.
 * @param {Element} element @param {(step: 1 | -1) => void} swiped
 */
export function onSwipe(element, swiped) {
  const target = /** @type {HTMLElement} */ (element);
  /** @type {Touch | null} */
  let start = null;
  target.addEventListener('touchstart', ({ touches }) => { start = touches.length === 1 ? touches[0] : null; }, { passive: true });
  target.addEventListener('touchcancel', () => { start = null; }, { passive: true });
  target.addEventListener('touchend', ({ changedTouches: [end] }) => {
    if (!start || start.identifier !== end.identifier || (window.visualViewport?.scale ?? 1) > 1.01) return;
    const [dx, dy] = [end.clientX - start.clientX, end.clientY - start.clientY];
    start = null;
    if (Math.abs(dx) > 40 && Math.abs(dx) > 2 * Math.abs(dy)) swiped(dx < 0 ? 1 : -1);
  }, { passive: true });
}
