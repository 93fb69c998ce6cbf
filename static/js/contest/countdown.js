// Counts down periods of grace; without script the page says when they end.

const all = [...document.querySelectorAll('[data-until]')];

/** @param {number} until */
function left(until) {
  const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function show() {
  for (const one of all) one.textContent = left(Number(one.dataset.until));
}

if (all.length > 0) {
  show();
  setInterval(show, 1000);
}
