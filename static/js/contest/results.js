// Results at the desk without "Save": each is sent as soon as it is chosen, and the row says what became of it. In a row, 1 to 6
// and 0 choose the results as labelled, = a draw; the focus goes to the next open row at once. Arrow keys and Enter go on
// without a result, T or * to the field that goes to a table, U takes the last own result back. Without script the rows are
// plain select boxes with one button.
import { html } from '../dom.js';
import { ResultPad } from './result-pad.js';
import { ResultQueue } from './result-queue.js';

/** @typedef {import('./result-queue.js').Item} Item */
/** @typedef {{ game: string, before: string, said: string }} Act */

const form = document.getElementById('results');
const table = document.getElementById('to-table');
const list = /** @type {HTMLElement} */ (form.querySelector('.results'));
const status = document.getElementById('results-status');
const { words, marks } = JSON.parse(document.getElementById('results-strings').textContent);
const NONE = 'none';
/** @type {Record<string, string>} */
const KEYS = { '=': '3' };

/** @param {string} key @param {Record<string, string | number>} [values] */
const word = (key, values = {}) => words[`contest-${key}`].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
const mark = (/** @type {string} */ key) => marks[key] ?? '–';
/** @returns {HTMLSelectElement[]} */
const rows = () => [...list.querySelectorAll('select[name=result]')];
const rowOf = (/** @type {string} */ game) => rows().find((row) => row.dataset.game === game);
const itemOf = (/** @type {HTMLSelectElement} */ row) => queue.items.get(row.dataset.game ?? '');
const isOpen = (/** @type {HTMLSelectElement} */ row) => row.dataset.recorded === NONE && !itemOf(row);
const said = (/** @type {string} */ value) => value.split('.').pop() ?? '';

/** What this page has entered, the last one last. @type {Act[]} */
const acts = [];
/** When the server answered for a game: pages that were asked for before do not know of it. @type {Map<string, number>} */
const answered = new Map();
/** The row that was reached by the number of its table; slips come in any order, so that the field has the focus again. @type {HTMLElement | null} */
let reached = null;
/** The row that a result has led away from. @type {HTMLSelectElement | null} */
let left = null;
/** Whether the focus has just moved on by itself: who presses Enter by habit does not skip a row. */
let moved = false;

const queue = new ResultQueue(form, {
  changed: () => showAll(),
  saved(item) {
    answered.set(item.game, performance.now());
    setRecorded(item.game, item.said);
    showAll();
    status.textContent = word('live-saved', { table: item.table, result: mark(item.said) });
  },
});
const pad = new ResultPad({ choose: (row, key) => commit(row, key), mark: (key) => marks[key] ?? '', showRow });

// What a row shows.

/** @param {string} game @param {string} recorded */
function setRecorded(game, recorded) {
  const row = rowOf(game);
  if (!row) return;
  row.dataset.recorded = recorded;
  const clear = [...row.options].find((one) => said(one.value) === NONE);
  if (recorded === NONE) clear?.remove();
  else if (!clear) row.append(html('option', { value: `.${NONE}`, 'data-key': '0' }, `0 · ${word('take-away')}`));
  for (const one of row.options) if (one.value) one.value = `${game}.${recorded}.${said(one.value)}`;
  row.options[0].textContent = mark(recorded);
}

/** @param {string} text @param {() => void} act */
function button(text, act) {
  const made = html('button', { type: 'button', class: 'small' }, text);
  made.addEventListener('click', act);
  return made;
}

/** The words and buttons of a row. @param {HTMLSelectElement} row @param {Item | undefined} item @returns {(Node | string)[]} */
function stateOf(row, item) {
  const last = acts.at(-1);
  const undoing = () => (last && last.game === row.dataset.game ? [button(word('live-undo'), undo)] : []);
  if (!item) return last?.game === row.dataset.game ? ['✓ ', ...undoing()] : [];
  if (item.state === 'conflict') {
    const values = { result: mark(item.recorded ?? NONE), name: item.by ?? '' };
    return [
      word(item.by ? 'live-conflict-by' : 'live-conflict', values),
      button(word('live-keep', values), () => keepRecorded(item)),
      button(word('live-mine', { result: mark(item.said) }), () => enterMine(row, item)),
    ];
  }
  if (item.state === 'refused') return [item.detail || word('live-refused'), button(word('live-discard'), () => discard(item))];
  if (item === queue.sent) return [word('live-sending')];
  return [word('live-waiting'), ...undoing()];
}

/** @param {HTMLSelectElement} row */
function show(row) {
  const item = itemOf(row);
  const option = [...row.options].find((one) => one.value && said(one.value) === item?.said);
  if (document.activeElement !== row || item || row.value) row.value = option?.value ?? '';
  const line = /** @type {HTMLElement} */ (row.closest('li'));
  const parts = stateOf(row, item);
  const text = parts.map((part) => (typeof part === 'string' ? part : part.textContent)).join('|');
  const state = line.querySelector('.result-state') ?? html('p', { class: 'result-state' });
  if (!state.parentElement) row.before(state);
  state.classList.toggle('wrong', item?.state === 'conflict' || item?.state === 'refused');
  if (state.getAttribute('data-text') === text) return;
  state.setAttribute('data-text', text);
  state.replaceChildren(...parts);
}

function showAll() {
  rows().forEach(show);
  showTrouble();
  showLost();
  pad.show();
  form.dataset.unsent = String(queue.items.size);
  const isLate = queue.waiting > 0 && (queue.signedOut || queue.waiting > 1 || !queue.sent);
  document.getElementById('results-waiting').textContent = !isLate ? '' : queue.signedOut ? word('live-signed-out') : word('live-kept', { count: queue.waiting });
}

/** Rows that wait for a decision stand in one line, which stays in sight and leads to the first. */
function showTrouble() {
  const open = rows().filter((row) => ['conflict', 'refused'].includes(itemOf(row)?.state ?? ''));
  const shown = /** @type {HTMLElement} */ (document.getElementById('results-trouble'));
  const text = word('live-trouble', { tables: open.map((row) => row.dataset.table).join(', ') });
  shown.hidden = open.length === 0;
  if (open.length === 0 || shown.dataset.text === text) return;
  shown.dataset.text = text;
  shown.replaceChildren(text, ' ', button(word('live-trouble-go'), goToTrouble));
}

function goToTrouble() {
  const row = rows().find((one) => ['conflict', 'refused'].includes(itemOf(one)?.state ?? ''));
  if (!row) return;
  row.closest('li')?.scrollIntoView({ block: 'center' });
  row.closest('li')?.querySelector('button')?.focus({ preventScroll: true });
}

/** What cannot be shown in a row, since the table has other players now. */
function showLost() {
  const lost = [...queue.items.values()].filter((item) => !rowOf(item.game));
  const text = (/** @type {Item} */ item) => word('live-lost', { table: item.table, result: mark(item.said) });
  const shown = document.getElementById('results-lost');
  if (shown.children.length === 0 && lost.length === 0) return;
  shown.replaceChildren(...lost.map((item) => html('li', {}, text(item), ' ', button(word('live-discard'), () => discard(item)))));
}

// Choosing.

/** @param {HTMLSelectElement} row @param {string} key @param {string} [reason] */
function enter(row, key, reason = '') {
  const game = row.dataset.game ?? '';
  const item = itemOf(row);
  // What is under way counts as entered; what only waits is replaced.
  const waits = item && item !== queue.sent;
  const before = waits ? item.expected : (item?.said ?? row.dataset.recorded ?? NONE);
  acts.push({ game, before, said: key });
  if (waits && before === key) queue.drop(game);
  else queue.add({ game, table: row.dataset.table ?? '', expected: before, said: key, reason: reason || (waits ? item.reason : '') });
  showAll();
}

/** Enters the chosen result, or asks for the reason first if another one stands. @param {HTMLSelectElement} row @param {string} key */
function commit(row, key) {
  const item = itemOf(row);
  const stands = item === queue.sent && item ? item.said : row.dataset.recorded;
  const isNew = stands === NONE || (item && item !== queue.sent && item.reason !== '');
  if (!item && key === stands) {
    show(row);
    advance(row);
  } else if (isNew || (item && key === item.expected)) {
    enter(row, key);
    advance(row);
  } else {
    askReason(row, key);
  }
}

/** @param {HTMLSelectElement} row */
function advance(row) {
  left = row;
  const all = rows();
  const at = all.indexOf(row);
  const next = [...all.slice(at + 1), ...all.slice(0, at)].find(isOpen);
  if (pad.isOn) return pad.go(next ?? row);
  if (reached === row) {
    reached = null;
    table.focus();
    return;
  }
  moved = Boolean(next);
  (next ?? table).focus();
}

/** A correction needs a reason, which is typed in the row. @param {HTMLSelectElement} row @param {string} key @param {string} [expected] */
function askReason(row, key, expected) {
  document.getElementById('why-now')?.closest('.why')?.remove();
  const line = /** @type {HTMLElement} */ (row.closest('li'));
  const field = html('input', { id: 'why-now', maxlength: '500', autocomplete: 'off', required: true, 'aria-describedby': 'why-fault' });
  const fault = html('span', { id: 'why-fault', class: 'fault', role: 'alert' });
  const mind = (/** @type {boolean} */ isMissing) => {
    if (isMissing) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
    fault.textContent = isMissing ? word('live-no-reason') : '';
  };
  const close = () => {
    asked.remove();
    show(row);
    if (!pad.isOn) row.focus();
  };
  const save = () => {
    if (!field.value.trim()) {
      mind(true);
      return field.focus();
    }
    asked.remove();
    if (expected !== undefined) setRecorded(row.dataset.game ?? '', expected);
    if (itemOf(row)) queue.items.delete(row.dataset.game ?? '');
    enter(row, key, field.value.trim());
    advance(row);
  };
  const label = html('label', {}, `${mark(row.dataset.recorded ?? NONE)} → ${mark(key)}: ${word('correction')} ${word('live-required')}`, field);
  field.addEventListener('input', () => mind(false));
  const asked = html('div', { class: 'why inline' }, label, fault, button(word('live-save'), save), button(word('live-cancel'), close));
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') save();
    else close();
  });
  line.append(asked);
  field.focus();
}

// Setting right.

function undo() {
  const act = acts.pop();
  if (!act) return;
  const row = rowOf(act.game);
  const item = queue.items.get(act.game);
  if (item && item !== queue.sent && item.state !== 'waiting') queue.drop(act.game);
  else if (item && item !== queue.sent && item.expected === act.before) queue.drop(act.game);
  else if (row) queue.add({ game: act.game, table: row.dataset.table ?? '', expected: act.said, said: act.before, reason: word('live-undone') });
  showAll();
  if (row && pad.isOn) pad.go(row);
  else row?.focus();
}

/** @param {Item} item */
function discard(item) {
  const row = rowOf(item.game);
  queue.drop(item.game);
  (row ?? table).focus();
}

/** @param {Item} item */
function keepRecorded(item) {
  setRecorded(item.game, item.recorded ?? NONE);
  discard(item);
}

/** @param {HTMLSelectElement} row @param {Item} item */
function enterMine(row, item) {
  const recorded = item.recorded ?? NONE;
  if (recorded !== NONE) return askReason(row, item.said, recorded);
  setRecorded(item.game, NONE);
  queue.add({ ...item, expected: NONE });
  advance(row);
}

// Keys.

/** @param {HTMLSelectElement} from @param {number} step */
function go(from, step) {
  const all = rows();
  (all[all.indexOf(from) + step] ?? (step > 0 ? table : from)).focus();
}

form.addEventListener('keydown', (event) => {
  const row = rows().find((one) => one === event.target);
  if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
  const wasMoved = moved;
  moved = false;
  const step = event.key === 'ArrowUp' ? -1 : ['Enter', 'ArrowDown'].includes(event.key) ? 1 : 0;
  const key = KEYS[event.key] ?? event.key;
  const chosen = [...row.options].find((one) => one.dataset.key === key);
  if (step && !(wasMoved && event.key === 'Enter')) go(row, step);
  else if (['t', 'T', '*', '/'].includes(event.key)) table.focus();
  else if (['u', 'U'].includes(event.key)) undo();
  else if (['Backspace', 'Delete'].includes(event.key)) clear(row);
  else if (chosen) commit(row, said(chosen.value));
  // What would choose another result by itself.
  else if (!['Home', 'End', 'PageUp', 'PageDown', 'Enter'].includes(event.key)) return;
  event.preventDefault();
});

/** @param {HTMLSelectElement} row */
function clear(row) {
  const item = itemOf(row);
  if (item && item !== queue.sent) discard(item);
  else if (row.dataset.recorded !== NONE) commit(row, NONE);
}

form.addEventListener('change', (event) => {
  const row = rows().find((one) => one === event.target);
  if (row && row.value) commit(row, said(row.value));
  else if (row) clear(row);
});
form.addEventListener('submit', (event) => event.preventDefault());

/** @param {HTMLSelectElement} row */
function showRow(row) {
  row.closest('li')?.scrollIntoView({ block: 'nearest' });
}

// Result slips arrive in any order: a number and Enter go to a table, to its open game if it has several. Enter alone goes on
// behind the last one.
table.addEventListener('keydown', (event) => {
  if (['u', 'U'].includes(event.key)) {
    event.preventDefault();
    undo();
  }
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const number = table.value.trim();
  if (!number) return left ? go(left, 1) : rows().find(isOpen)?.focus();
  const own = rows().filter((row) => row.dataset.table === number);
  const row = own.find(isOpen) ?? own[0];
  if (!row) {
    status.textContent = word('live-unknown', { table: number });
    return table.select();
  }
  table.value = '';
  reached = row;
  if (pad.isOn) pad.go(row);
  else row.focus();
});

/** A row of another page, whose number may be that of a row here. @param {HTMLSelectElement} theirs @param {string} game */
function importedRow(theirs, game) {
  const line = document.importNode(/** @type {Element} */ (theirs.closest('li')), true);
  const id = `result-${game}`;
  /** @type {HTMLSelectElement} */ (line.querySelector('select')).id = id;
  /** @type {HTMLLabelElement} */ (line.querySelector('label')).htmlFor = id;
  return line;
}

// Others enter results, too.
document.addEventListener('live:page', (event) => {
  const { page, asked } = /** @type {CustomEvent<{ page: Document, asked: number }>} */ (event).detail;
  /** @type {HTMLSelectElement[]} */
  const next = [...page.querySelectorAll('#results .results select[name=result]')];
  const isSame = (/** @type {string} */ name) => page.querySelector(`#results input[name=${name}]`)?.getAttribute('value') === String(field(name));
  // Of a knock-out, all rounds in play are here, and the rows say which.
  if (next.length === 0 || !isSame('stage') || !(isSame('round') || 'namesRound' in form.dataset)) return;
  let before = /** @type {Element | null} */ (null);
  for (const theirs of next) {
    const game = theirs.dataset.game ?? '';
    const own = rowOf(game);
    const line = own?.closest('li') ?? importedRow(theirs, game);
    if (!own && before) before.after(line);
    else if (!own) list.prepend(line);
    before = line;
    if ((answered.get(game) ?? 0) > asked || game === queue.sent?.game) continue;
    const recorded = theirs.dataset.recorded ?? NONE;
    setRecorded(game, recorded);
    queue.compare(game, recorded);
  }
  const games = next.map((row) => row.dataset.game);
  for (const row of rows()) if (!games.includes(row.dataset.game) && document.activeElement !== row) row.closest('li')?.remove();
  showAll();
});

// The address names the round: what is fetched again is of this one, whichever is published meanwhile. Where several are in play at
// once, what is fetched is of all of them.
const field = (/** @type {string} */ name) => Number(/** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value);
const asked = new URLSearchParams({ part: 'results', stage: String(field('stage') + 1), round: String(field('round') + 1) });
if ('namesRound' in form.dataset) asked.delete('round');
if (form.dataset.all === undefined) history.replaceState(history.state, '', `${new URL(form.action).pathname.replace(/\/results$/, '')}?${asked}`);

// The first open row gets the focus, described by what was saved if there is such a message; error messages keep the focus.
const first = rows().find(isOpen);
const done = document.querySelector('.done');
if (first && done) {
  done.id = 'said';
  first.setAttribute('aria-describedby', done.id);
}
if (!pad.isOn && (first ? !document.querySelector('.faults') : !document.querySelector('[autofocus]'))) (first ?? rows()[0])?.focus();

for (const item of queue.items.values()) {
  const row = rowOf(item.game);
  if (row) queue.compare(item.game, row.dataset.recorded ?? NONE);
}
/** @type {HTMLElement} */ (document.getElementById('results-save')).hidden = true;
showAll();
queue.retry();

addEventListener('beforeunload', (event) => {
  const typed = document.getElementById('why-now')?.value;
  if (queue.items.size > 0 || typed) event.preventDefault();
});
