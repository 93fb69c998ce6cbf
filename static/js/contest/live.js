// A page about an event follows it: the stream says that something changed, and what the page shows is fetched again.
import { fetchPage } from '../dom.js';
import { localize } from '../shell/times.js';
import { showStarts } from './starts.js';

const said = document.getElementById('event-live');
/** Milliseconds within which the readers of a page fetch it, so that not all come at once. */
const SPREAD = 1000;
let version = said.dataset.version;
/** @type {number | undefined} */
let due;
let fetching = false;
let again = false;

const FIELDS = 'input:not([type=hidden]), select, textarea';

/** Whether somebody is filling in a form in a part of the page. @param {Element} part */
function isInUse(part) {
  const changed = [...part.querySelectorAll('input, textarea')].some((one) => one.value !== one.defaultValue || (one instanceof HTMLInputElement && one.checked !== one.defaultChecked));
  return changed || Boolean(part.querySelector(`:is(${FIELDS}):focus`));
}

/** Whatever can be scrolled or opened keeps its state, and the focus stays. @param {Element} from @param {Element} to */
function keepState(from, to) {
  const [before, after] = [from, to].map((part) => [...part.querySelectorAll('.scroll')]);
  before.forEach((one, at) => after[at]?.setAttribute('data-at', `${one.scrollLeft} ${one.scrollTop}`));
  const open = [...from.querySelectorAll('details[open] > summary')].map((one) => one.textContent);
  for (const one of to.querySelectorAll('details > summary')) {
    if (open.includes(one.textContent)) one.parentElement?.setAttribute('open', '');
  }
  const had = /** @type {HTMLElement | null} */ (from.querySelector(':focus'));
  if (!had) return null;
  const link = had.getAttribute('href');
  const named = had.id ? `#${CSS.escape(had.id)}` : link ? `[href="${CSS.escape(link)}"]` : null;
  return /** @type {HTMLElement | null} */ (named && to.querySelector(named));
}

/** Shows the parts that differ. @param {Document} page */
function show(page) {
  let changed = false;
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = page.getElementById(part.id);
    if (!next || next.innerHTML === kept.get(part.id) || isInUse(part)) continue;
    kept.set(part.id, next.innerHTML);
    const focus = keepState(part, next);
    part.replaceWith(next);
    showStarts(next);
    localize(next);
    next.dispatchEvent(new CustomEvent('live:shown', { bubbles: true }));
    for (const one of next.querySelectorAll('[data-at]')) {
      const [left, top] = (one.dataset.at ?? '0 0').split(' ').map(Number);
      one.scrollTo(left, top);
    }
    focus?.focus({ preventScroll: true });
    changed = true;
  }
  if (changed) said.textContent = said.dataset.words;
}

/** What the server sent of each part; scripts change what is shown. @type {Map<string, string>} */
const kept = new Map();
for (const part of document.querySelectorAll('[data-live]')) kept.set(part.id, part.innerHTML);
showStarts(document);

async function refresh() {
  if (fetching) { again = true; return; }
  fetching = true;
  do {
    again = false;
    said.textContent = '';
    const asked = performance.now();
    const page = await fetchPage(location.href).catch(() => null);
    if (page) {
      document.dispatchEvent(new CustomEvent('live:page', { detail: { page, asked } }));
      show(page);
    }
  } while (again);
  fetching = false;
}

/** @param {string} now */
function follow(now) {
  if (now === version) return;
  version = now;
  clearTimeout(due);
  due = setTimeout(refresh, Math.random() * SPREAD);
}

/** Milliseconds until a stream that was refused is asked for again. */
const FIRST_WAIT = 2000;
const LONGEST_WAIT = 30_000;
let wait = FIRST_WAIT;

function listen() {
  const stream = new EventSource(said.dataset.stream);
  stream.addEventListener('message', (event) => follow(JSON.parse(event.data).version));
  stream.addEventListener('open', () => { wait = FIRST_WAIT; });
  stream.addEventListener('error', () => {
    // The browser connects again by itself, unless it was refused.
    if (stream.readyState !== EventSource.CLOSED) return;
    setTimeout(listen, wait * (1 + Math.random()));
    wait = Math.min(2 * wait, LONGEST_WAIT);
  });
}

listen();
// Of several sections the stream tells of one.
const every = Number(said.dataset.every);
if (every) setInterval(refresh, every);
