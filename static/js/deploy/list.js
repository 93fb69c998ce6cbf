// The list of one's own set-ups: share codes are copied.

document.addEventListener('click', async (event) => {
  const button = event.target.closest('button[data-copy]');
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.firstChild.textContent = button.dataset.copied;
  } catch {
    getSelection().selectAllChildren(button.parentElement.querySelector('code'));
  }
});
window.addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
