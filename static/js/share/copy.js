// Buttons that copy a field or a text: `data-copy` is its id, `data-said` that of the element that says so.
import { copyText } from '../dom.js';

/** Where an element has its text. @param {Element} of */
const at = (of) => /** @type {'value'} */ ('value' in of ? 'value' : 'textContent');

// Without a public address the server knows only paths.
for (const link of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('[data-path]'))) {
  link[at(link)] = new URL(link[at(link)], location.href).href;
}

document.addEventListener('click', async (event) => {
  const button = event.target.closest('button[data-copy]');
  if (!button) return;
  const source = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy ?? ''));
  const said = /** @type {HTMLElement} */ (document.getElementById(button.dataset.said ?? ''));
  if (await copyText(source[at(source)], source)) said.textContent = said.dataset.words ?? '';
});
