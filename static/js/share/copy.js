// Buttons that copy a field: `data-copy` is its id, `data-said` that of the element that says so.
import { copyText } from '../dom.js';

document.addEventListener('click', async (event) => {
  const button = event.target.closest('button[data-copy]');
  if (!button) return;
  const source = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy ?? ''));
  const said = /** @type {HTMLElement} */ (document.getElementById(button.dataset.said ?? ''));
  if (await copyText(source.value, source)) said.textContent = said.dataset.words ?? '';
});
