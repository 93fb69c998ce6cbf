// Results by keyboard: in a row, 1 to 6 and 0 choose the results as labelled, = a draw; Enter and the arrow keys go to the next
// row and back, T to the field that goes to a table. Without script the rows are plain select boxes.

const form = document.getElementById('results');
const rows = [...form.querySelectorAll('select[name=result]')];
const table = document.getElementById('to-table');
const send = /** @type {HTMLElement} */ (form.querySelector('button.primary'));
/** @type {Record<string, string>} */
const KEYS = { '=': '3' };

const isOpen = (/** @type {HTMLElement} */ row) => 'open' in row.dataset;

/** @param {HTMLSelectElement} from @param {number} step */
function go(from, step) {
  const next = rows[rows.indexOf(from) + step];
  (next ?? (step > 0 ? send : from)).focus();
}

/** @param {HTMLSelectElement} row @param {string} key */
function choose(row, key) {
  const chosen = [...row.options].find((one) => one.dataset.key === key);
  if (chosen) row.value = chosen.value;
  return Boolean(chosen);
}

form.addEventListener('keydown', (event) => {
  const row = rows.find((one) => one === event.target);
  if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
  const step = event.key === 'ArrowUp' ? -1 : ['Enter', 'ArrowDown'].includes(event.key) ? 1 : 0;
  if (step) go(row, step);
  else if (event.key.toLowerCase() === 't') table.focus();
  else if (['Backspace', 'Delete'].includes(event.key)) row.value = '';
  else if (!choose(row, KEYS[event.key] ?? event.key)) return;
  event.preventDefault();
});

// Result slips arrive in any order: a number and Enter go to a table, to its open game if it has several.
table.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const own = rows.filter((row) => row.dataset.table === table.value.trim());
  const row = own.find(isOpen) ?? own[0];
  if (row) table.value = '';
  else table.select();
  row?.focus();
});

// The first open row gets the focus, described by what was saved if there is such a message; error messages keep the focus.
const first = rows.find(isOpen);
const said = document.querySelector('.done');
if (first && said) {
  said.id = 'said';
  first.setAttribute('aria-describedby', said.id);
}
if (first ? !document.querySelector('.faults') : !document.querySelector('[autofocus]')) (first ?? rows[0])?.focus();

// Leaving with unsaved results asks for confirmation. Untouched rows are empty; on a page that was refused, the chosen results
// are not saved either.
const why = form.querySelector('input[name=why]');
const isUnsaved = () => rows.some((row) => row.value !== '') || Boolean(why?.value);
let sends = false;
form.addEventListener('submit', () => (sends = true));
addEventListener('beforeunload', (event) => {
  if (!sends && isUnsaved()) event.preventDefault();
});
