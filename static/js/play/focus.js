// The keyboard focus stays where it was when parts of the page are replaced.

/** What a control is recognised by in the new page. @param {Element} element */
const identity = (element) => [
  ...['href', 'name', 'value', 'aria-label'].map((name) => element.getAttribute(name)),
  /** @type {HTMLButtonElement} */ (element).form?.action,
  element.textContent.trim(),
].join('\n');

/**
 * Notes which control of the given parts has the focus; returns what moves it to the same control of the new page.
 * @param {readonly Element[]} parts
 */
export function keepFocus(parts) {
  const had = /** @type {HTMLElement | null} */ (document.activeElement);
  const part = parts.find((one) => one.contains(had))?.id;
  if (!had || !part) return () => {};
  const onBoard = had.closest('#table');
  return () => {
    if (had.isConnected) return;
    const alike = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`#${part} ${had.localName}`))];
    const same = onBoard ? document.getElementById('table') : alike.find((one) => one.id === had.id && identity(one) === identity(had));
    same?.focus();
  };
}
