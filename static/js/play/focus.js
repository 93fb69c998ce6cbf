// The keyboard stays where it was when the page is asked for anew.

/** @param {Element} element */
const sign = (element) => [
  ...['href', 'name', 'value', 'aria-label'].map((name) => element.getAttribute(name)),
  /** @type {HTMLButtonElement} */ (element).form?.action,
  element.textContent.trim(),
].join('\n');

/**
 * Notes which control of the given parts has the keyboard: gives what hands it to the same control of the new page.
 * @param {readonly ('live' | 'below')[]} parts
 */
export function keepFocus(parts) {
  const had = /** @type {HTMLElement | null} */ (document.activeElement);
  const part = parts.find((id) => document.getElementById(id)?.contains(had));
  if (!had || !part) return () => {};
  const onBoard = had.closest('#table');
  return () => {
    if (had.isConnected) return;
    const alike = [...document.getElementById(part).querySelectorAll(had.localName)];
    const same = onBoard ? document.getElementById('table') : alike.find((one) => one.id === had.id && sign(one) === sign(had));
    same?.focus();
  };
}
