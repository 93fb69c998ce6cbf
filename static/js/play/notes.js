// Notes on the opponent's pieces: pressing a piece chooses it in the form, which stays as it is while somebody writes in it.

const form = () => document.getElementById('notes');

/** Chooses the piece on a square in the form if that is open; `write` opens it. @param {Square} square */
export function writeAbout(square, write = false) {
  const option = document.querySelector(`#note-piece option[data-on="${square}"]`);
  const notes = form();
  if (!option || !notes || !(write || notes.open)) return;
  option.selected = true;
  fill();
  if (!write) return;
  notes.open = true;
  document.getElementById('note-words').focus();
}

/** Shows the note of the chosen piece, to be changed. */
function fill() {
  const [option] = document.getElementById('note-piece').selectedOptions;
  document.getElementById('note-words').value = option?.dataset.words ?? '';
}

document.addEventListener('change', ({ target }) => { if (target instanceof Element && target.id === 'note-piece') fill(); });

/** Keeps the form that has the focus while the page is replaced; returns what puts it back. */
export function keepNotes() {
  const [kept, field] = [form(), /** @type {HTMLElement | null} */ (document.activeElement)];
  if (!field || !kept?.contains(field)) return () => {};
  return () => {
    form()?.replaceWith(kept);
    field.focus();
  };
}
