// Buttons that copy what stands in a field: `data-copy` names the field, `data-said` where it is said.
document.addEventListener('click', async (event) => {
  const button = event.target.closest('button[data-copy]');
  if (!button) return;
  const source = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy ?? ''));
  const said = /** @type {HTMLElement} */ (document.getElementById(button.dataset.said ?? ''));
  try {
    await navigator.clipboard.writeText(source.value);
    said.textContent = said.dataset.words ?? '';
  } catch {
    // Where the browser does not let a page copy, what is chosen can be copied by hand.
    source.select();
  }
});
