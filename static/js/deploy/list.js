// The list of one's own set-ups: share codes are copied.

document.addEventListener('click', async (event) => {
  const button = event.target.closest('button[data-copy]');
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy ?? '');
    if (button.firstChild) button.firstChild.textContent = button.dataset.copied ?? '';
  } catch {
    const code = button.parentElement?.querySelector('code');
    if (code) getSelection()?.selectAllChildren(code);
  }
});
window.addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
