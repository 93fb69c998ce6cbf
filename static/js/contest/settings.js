// Each section of an event's settings is saved alone. What was typed in the others is kept in this tab while the page is loaded
// again, put back, and told to be not saved yet; without script a section is best saved before the next one is changed.
import { html } from '../dom.js';

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Entry */
/** @typedef {Record<string, string | boolean>} Typed */

const told = document.getElementById('unsaved');
const forms = /** @type {HTMLFormElement[]} */ ([...document.querySelectorAll('main form[id]')]);
const NOT_KEPT = ['hidden', 'password', 'file', 'submit', 'button'];
/** The form on its way to the server, whose entries are no longer unsaved. @type {HTMLFormElement | null} */
let sent = null;
/** Whether the device may go to somebody else, for whom nothing stays behind. */
let isSignedOut = false;

// Attributes, since a field of that name would hide the property.
const idOf = (/** @type {HTMLFormElement} */ form) => form.getAttribute('id') ?? '';
const keyOf = (/** @type {HTMLFormElement} */ form) => `unsaved ${form.getAttribute('action')}#${idOf(form)}`;
const fieldsOf = (/** @type {HTMLFormElement} */ form) => /** @type {Entry[]} */ ([...form.elements].filter((one) => one.getAttribute('name')));
const entriesOf = (/** @type {HTMLFormElement} */ form) => fieldsOf(form).filter((one) => !NOT_KEPT.includes(one.type));

/** @param {Entry} entry @returns {entry is HTMLInputElement} */
const isTicked = (entry) => entry.type === 'checkbox' || entry.type === 'radio';
const nameOf = (/** @type {Entry} */ entry) => (isTicked(entry) ? `${entry.name}=${entry.value}` : entry.name);
const valueOf = (/** @type {Entry} */ entry) => (isTicked(entry) ? entry.checked : entry.value);

/** What the server said that the value is. @param {Entry} entry */
function savedIn(entry) {
  if (isTicked(entry)) return entry.defaultChecked;
  if (!(entry instanceof HTMLSelectElement)) return entry.defaultValue;
  return ([...entry.options].find((one) => one.defaultSelected) ?? entry.options[0])?.value ?? '';
}

const changesIn = (/** @type {HTMLFormElement} */ form) => entriesOf(form).filter((one) => valueOf(one) !== savedIn(one));

/** What is unsaved in a form: all of one that was refused, since the server has sent back what was typed. @param {HTMLFormElement} form */
function typedIn(form) {
  const isRefused = form.previousElementSibling?.classList.contains('faults');
  const unsaved = isRefused ? entriesOf(form) : changesIn(form);
  return Object.fromEntries(unsaved.map((one) => [nameOf(one), valueOf(one)]));
}

/** Keeps what is unsaved in a form, in this tab alone; `false` if that cannot be. @param {HTMLFormElement} form */
function keep(form) {
  const typed = typedIn(form);
  try {
    if (Object.keys(typed).length > 0) sessionStorage.setItem(keyOf(form), JSON.stringify(typed));
    else sessionStorage.removeItem(keyOf(form));
  } catch {
    return Object.keys(typed).length === 0;
  }
  return !fieldsOf(form).some((one) => one.type === 'file' && one.value !== '');
}

function drop(/** @type {HTMLFormElement} */ form) {
  try { sessionStorage.removeItem(keyOf(form)); } catch { /* Then nothing was kept. */ }
}

/** @param {HTMLFormElement} form @returns {Typed} */
function keptOf(form) {
  try {
    return JSON.parse(/** @type {Json<Typed>} */ (sessionStorage.getItem(keyOf(form)) ?? '{}'));
  } catch {
    return {};
  }
}

/** Puts back what was typed before the page was loaded again. @param {HTMLFormElement} form */
function restore(form) {
  const typed = keptOf(form);
  drop(form);
  for (const entry of entriesOf(form)) {
    const value = typed[nameOf(entry)];
    if (value === undefined) continue;
    if (isTicked(entry)) entry.checked = value === true;
    else entry.value = String(value);
  }
}

/** The heading of the section that has the form. @param {HTMLFormElement} form */
function headingOf(form) {
  const heading = form.closest('section')?.querySelector('h2') ?? form.querySelector('label');
  return heading?.firstChild?.textContent?.trim() ?? '';
}

/** Says of a form that it is not saved, with a button that goes back to what is. @param {HTMLFormElement} form */
function mark(form) {
  const discard = html('button', { type: 'button', class: 'small' }, told.dataset.discard);
  const line = html('p', { class: 'notice unsaved' }, `${told.dataset.words}. `, discard);
  discard.addEventListener('click', () => {
    form.reset();
    line.remove();
    tell();
    entriesOf(form)[0]?.focus();
  });
  form.prepend(line);
}

/** Names the sections that are not saved, with links to them. */
function tell() {
  const unsaved = forms.filter((form) => form.querySelector('.unsaved'));
  const links = unsaved.flatMap((form, at) => [at > 0 ? ', ' : ' ', html('a', { href: `#${idOf(form)}` }, headingOf(form))]);
  told.classList.toggle('notice', unsaved.length > 0);
  told.replaceChildren(...(unsaved.length > 0 ? [`${told.dataset.words}:`, ...links] : []));
}

for (const form of forms) {
  restore(form);
  if (changesIn(form).length > 0) mark(form);
}
tell();

document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  isSignedOut = form.getAttribute('action') === '/sign-out';
  const lost = forms.filter((one) => one !== form && !keep(one)).map(headingOf);
  if (lost.length > 0 && !confirm(`${told.dataset.lost} ${lost.join(', ')}`)) event.preventDefault();
  else sent = form;
});

addEventListener('pagehide', () => {
  for (const form of forms) {
    if (form === sent || isSignedOut) drop(form);
    else keep(form);
  }
});
addEventListener('pageshow', (event) => { if (event.persisted) sent = null; });
