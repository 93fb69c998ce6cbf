// The big screen: takes what the page has and shows it in columns, as large as the window allows, page by page until every row was
// shown. Without script the page scrolls.
import { html } from '../dom.js';

const SECONDS = 12;
const KEPT = 'contest-screen';
const lang = document.documentElement.lang;
const source = () => document.getElementById('screen-source');
const view = document.getElementById('screen-view');
const pause = document.getElementById('pause');
const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
let paused = (localStorage.getItem(KEPT) ?? (still ? 'paused' : '')) === 'paused';
/** @type {number | undefined} */
let timer;

/**
 * A page: what stands side by side there, in how many columns, and how large.
 * @typedef {{ parts: HTMLElement[], columns: number, scale: number }} Page
 * @typedef {{ pages: Page[], at: number, body: HTMLElement, marks: HTMLElement, words: HTMLElement }} Side
 */
/** @type {Side[]} */
let sides = [];

/** A copy of a table with some of its rows. @param {HTMLTableElement} table @param {HTMLTableRowElement[]} rows */
function tableOf(table, rows) {
  const copy = /** @type {HTMLTableElement} */ (table.cloneNode(false));
  copy.append(...[...table.querySelectorAll('thead')].map((one) => one.cloneNode(true)), html('tbody', {}, ...rows.map((row) => row.cloneNode(true))));
  return copy;
}

/** Shows a table in one of so many columns, to be measured. @param {HTMLTableElement} table @param {HTMLElement} body @param {number} columns */
function probe(table, body, columns) {
  const shown = tableOf(table, [...table.tBodies[0].rows]);
  body.style.setProperty('--columns', String(columns));
  body.replaceChildren(html('div', {}, shown));
  return shown;
}

/** Whether a word is wider than its cell if so many columns stand side by side. @param {HTMLTableElement} table @param {HTMLElement} body @param {number} columns */
function breaksWords(table, body, columns) {
  const shown = probe(table, body, columns);
  shown.classList.add('whole-words');
  return [...shown.tBodies[0].rows].some((row) => [...row.cells].some((cell) => cell.scrollWidth > cell.clientWidth));
}

/**
 * The columns that the rows of a table need if `most` stand side by side.
 * @param {HTMLTableElement} table @param {HTMLElement} body @param {number} most
 */
function columnsOf(table, body, most) {
  const rows = [...table.tBodies[0].rows];
  // How high each row will be in the width of a column.
  const shown = probe(table, body, most);
  const head = shown.tHead?.offsetHeight ?? 0;
  const heights = [...shown.tBodies[0].rows].map((row) => row.getBoundingClientRect().height);
  const room = body.clientHeight - head - 1;
  /** @type {HTMLTableRowElement[][]} */
  const columns = [];
  let used = Infinity;
  rows.forEach((row, at) => {
    if (used + heights[at] > room) {
      columns.push([]);
      used = 0;
    }
    columns[columns.length - 1].push(row);
    used += heights[at];
  });
  return columns.map((some) => tableOf(table, some));
}

/** Letters grow where everything fits at once. */
const SCALES = [1.8, 1.5, 1.25, 1.1, 1];

/** The pages of a table: as few columns and as large letters as show it in one, if it fits. @param {HTMLTableElement} table @param {HTMLElement} body */
function pagesOfTable(table, body) {
  for (const scale of SCALES) {
    body.style.fontSize = `${scale}rem`;
    const em = parseFloat(getComputedStyle(body).fontSize);
    let most = Math.max(1, Math.floor(body.clientWidth / (Number(table.dataset.width) * em)));
    // Fewer columns or smaller letters before a name is broken within a word.
    while (most > 1 && breaksWords(table, body, most)) most -= 1;
    if (most === 1 && scale > 1 && breaksWords(table, body, 1)) continue;
    for (let columns = 1; columns <= most; columns += 1) {
      const found = columnsOf(table, body, columns);
      if (found.length <= columns) return { scale, columns, pages: [found] };
      if (scale > 1 || columns < most) continue;
      /** @type {HTMLElement[][]} */
      const pages = [];
      for (let at = 0; at < found.length; at += columns) pages.push(found.slice(at, at + columns));
      return { scale, columns, pages };
    }
  }
  return { scale: 1, columns: 1, pages: [] };
}

/** @param {Element} pane @param {HTMLElement} body */
function pagesOf(pane, body) {
  /** @type {Page[]} */
  const pages = [];
  for (const one of pane.children) {
    if (one instanceof HTMLTableElement) {
      const { scale, columns, pages: own } = pagesOfTable(one, body);
      pages.push(...own.map((tables) => ({ scale, columns, parts: tables })));
    } else if (one.tagName !== 'H2') {
      pages.push({ scale: 1, columns: 1, parts: [/** @type {HTMLElement} */ (one.cloneNode(true))] });
    }
  }
  return pages;
}

/** @param {Side} side */
function show(side) {
  const page = side.pages[side.at];
  side.body.style.setProperty('--columns', String(page?.columns ?? 1));
  side.body.style.fontSize = `${page?.scale ?? 1}rem`;
  side.body.replaceChildren(...(page?.parts ?? []));
  const count = side.pages.length;
  side.words.textContent = count > 1 ? `${side.at + 1} / ${count}` : '';
  side.marks.replaceChildren(...(count > 1 ? side.pages.map((_, at) => html('i', { class: at === side.at ? 'on' : '' })) : []));
}

/** On a phone the page scrolls, with all that it has. */
const small = matchMedia('(max-width: 40rem)');

/** Lays everything out for this window. */
function layOut() {
  if (small.matches) {
    document.documentElement.classList.remove('paged');
    view.replaceChildren();
    sides = [];
    return;
  }
  const before = sides.map((side) => side.at);
  document.documentElement.classList.add('paged');
  const panes = [...source().querySelectorAll('[data-pane]')];
  sides = panes.map((pane) => {
    const [body, marks, words] = [html('div', { class: 'body' }), html('span', { class: 'marks', 'aria-hidden': 'true' }), html('span')];
    const title = html('h2', {}, pane.querySelector('h2')?.textContent ?? '', words);
    view.append(html('section', {}, title, body, marks));
    return { pages: [], at: 0, body, marks, words };
  });
  view.replaceChildren(...[...view.children].slice(-panes.length));
  panes.forEach((pane, at) => {
    const side = sides[at];
    side.pages = pagesOf(pane, side.body);
    side.at = Math.min(before[at] ?? 0, Math.max(0, side.pages.length - 1));
    show(side);
  });
}

/** @param {number} step */
function turn(step) {
  for (const side of sides) {
    const count = Math.max(1, side.pages.length);
    side.at = (side.at + step + count) % count;
    show(side);
  }
  run();
}

function run() {
  pause.setAttribute('aria-pressed', String(paused));
  document.documentElement.classList.toggle('running', !paused);
  clearTimeout(timer);
  if (!paused) timer = setTimeout(() => turn(1), SECONDS * 1000);
}

function toggle() {
  paused = !paused;
  localStorage.setItem(KEPT, paused ? 'paused' : '');
  run();
}

function showClock() {
  const clock = document.getElementById('screen-clock');
  const time = new Intl.DateTimeFormat(lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format();
  if (clock.textContent !== time) clock.textContent = time;
}

pause.addEventListener('click', toggle);
document.getElementById('screen-next').addEventListener('click', () => turn(1));
document.addEventListener('keydown', (event) => {
  if (event.target.closest('select, button, a')) return;
  if (event.key === 'ArrowRight') turn(1);
  else if (event.key === 'ArrowLeft') turn(-1);
  else if (event.key === ' ') toggle();
  else return;
  event.preventDefault();
});
addEventListener('resize', layOut);
document.addEventListener('live:shown', layOut);
document.fonts.ready.then(layOut);
layOut();
run();
showClock();
setInterval(showClock, 1000);
