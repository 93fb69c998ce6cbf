// Notes on the opponent's pieces: the form takes the piece that is pressed on the board, and is left alone while somebody
// writes in it.

const form = () => document.getElementById('notes');

/** The form is about the piece on this square. */
export function about(square, write = false) {
  const option = document.querySelector(`#note-piece option[data-on="${square}"]`);
  if (!option || !(write || form().open)) return;
  option.selected = true;
  fill();
  if (!write) return;
  form().open = true;
  document.getElementById('note-words').focus();
}

/** Shows the note of the chosen piece, to be changed. */
function fill() {
  const [option] = document.getElementById('note-piece').selectedOptions;
  document.getElementById('note-words').value = option?.dataset.words ?? '';
}

document.addEventListener('change', (event) => { if (event.target.id === 'note-piece') fill(); });

/** What somebody writes in stays as it is when the page is asked for anew: gives what puts it back. */
export function keep() {
  const [kept, field] = [form(), document.activeElement];
  if (!kept?.contains(field)) return () => {};
  return () => {
    form()?.replaceWith(kept);
    field.focus();
  };
}
