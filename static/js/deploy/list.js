// The list of saved set-ups: buttons copy share codes.
import { copyText, reloadOnReturn } from '../dom.js';

document.addEventListener('click', async (event) => {
  const button = event.target.closest('button[data-copy]');
  if (!button) return;
  const copied = await copyText(button.dataset.copy ?? '', button.parentElement?.querySelector('code'));
  if (copied && button.firstChild) button.firstChild.textContent = button.dataset.copied ?? '';
});
reloadOnReturn();
