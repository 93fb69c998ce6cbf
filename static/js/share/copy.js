// Buttons that copy a field or a text: `data-copy` is its id, `data-said` that of the element that says so.
import { copyText } from '../dom.js';

// Without a public address in its settings the server knows only the path of a link.
for (const link of document.querySelectorAll('[data-path]')) {
  if (link instanceof HTMLInputElement) link.value = new URL(link.value, location.href).href;
  else link.textContent = new URL(link.textContent ?? '', location.href).href;
}

document.addEventListener('click', async (event) => {
  const button = event.target.closest('button[data-copy]');
  if (!button) return;
  const source = /** @type {HTMLElement} */ (document.getElementById(button.dataset.copy ?? ''));
  const isField = source instanceof HTMLInputElement || source instanceof HTMLTextAreaElement;
  const said = /** @type {HTMLElement} */ (document.getElementById(button.dataset.said ?? ''));
  if (await copyText(isField ? source.value : (source.textContent ?? ''), source)) said.textContent = said.dataset.words ?? '';
});
