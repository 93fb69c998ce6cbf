// Notes on the opponent's pieces: the form takes the piece that is pressed on the board, and is left alone while somebody
// writes in it.

const form = () => document.getElementById('notes');

/** The form is about the piece on this square. @param {Square} square */
export function about(square, write = false) {
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

/** What somebody writes in stays as it is when the page is asked for anew: gives what puts it back. */
export function keep() {
  const [kept, field] = [form(), /** @type {HTMLElement | null} */ (document.activeElement)];
  if (!field || !kept?.contains(field)) return () => {};
  return () => {
    form()?.replaceWith(kept);
    field.focus();
  };
}
