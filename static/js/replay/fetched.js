// The replay of a game whose positions the server draws: it asks for the page of a ply and takes over the parts that differ.
import { fetchPage, isPlainClick, setCurrent, updateAttribute } from '../dom.js';
import { startTabs } from '../shell/tabs.js';

/** Milliseconds for a ply at the usual speed. */
const PACE = 1000;
/** Milliseconds between two requests: who holds a key down sees some of the positions on the way. */
const GAP = 90;
/** Pages that are kept, so that steps back need no request. */
const MOST_KEPT = 64;

const root = document.getElementById('replay');
const last = Number(root.dataset.last);
const slider = document.getElementById('slider');
const play = document.getElementById('play');
const speed = document.getElementById('speed');
const keyList = document.getElementById('keys');
/** What each position shows of its own. */
const PARTS = ['slot-top', 'board', 'slot-bottom', 'said'];
/** Links that lead from the position. */
const LINKS = 'a[data-go],a[data-flip]';

/** @typedef {{ ply: number, flipped: boolean }} Place */
/** @type {Place} */
let shown = { ply: Number(root.dataset.ply), flipped: root.dataset.flipped === 'true' };
let wanted = shown;
let isBusy = false;

const address = (/** @type {Place} */ { ply, flipped }) => `${root.dataset.address}?ply=${ply}${flipped ? '&flip=1' : ''}`;
const clamp = (/** @type {number} */ ply) => Math.min(last, Math.max(0, ply));
const pause = (/** @type {number} */ time) => new Promise((done) => setTimeout(done, time));

/** Pages by their addresses, the most recent one last. @type {Map<string, Promise<Document | null>>} */
const kept = new Map();

/** The page of a place; null if the server or the network refuses it. @param {Place} place */
function pageAt(place) {
  const at = address(place);
  const page = kept.get(at) ?? fetchPage(at).catch(() => null);
  kept.delete(at);
  kept.set(at, page);
  page.then((found) => { if (!found) kept.delete(at); });
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
  return page;
}

/** Takes over what the page of a place shows. @param {Place} place @param {Document} page */
function takeOver(place, page) {
  const focusedSeat = document.activeElement?.closest('.seat')?.id;
  for (const id of PARTS) {
    const drawn = page.getElementById(id)?.childNodes ?? [];
    document.getElementById(id)?.replaceChildren(...[...drawn].map((node) => node.cloneNode(true)));
  }
  if (focusedSeat) document.getElementById(focusedSeat)?.querySelector('a')?.focus();
  const links = page.querySelectorAll(LINKS);
  root.querySelectorAll(LINKS).forEach((link, n) => updateAttribute(link, 'href', links[n].getAttribute('href') ?? ''));
  if (place.flipped !== shown.flipped) {
    for (const move of root.querySelectorAll('.moves a[data-ply]')) {
      move.setAttribute('href', address({ ...place, ply: Number(move.dataset.ply) }));
    }
  }
  // Links to other pages that start at this ply.
  for (const one of root.querySelectorAll('a[data-at]')) one.setAttribute('href', `${one.dataset.at}?ply=${place.ply}`);
  shown = place;
  showPlace();
  history.replaceState(null, '', address(place));
}

/** Marks the place in the list of moves and on the slider. */
function showPlace() {
  if (shown === wanted) slider.value = String(shown.ply);
  slider.setAttribute('aria-valuetext', document.getElementById('said').textContent.trim());
  for (const move of root.querySelectorAll('.moves a[aria-current]')) setCurrent(move, false);
  const move = document.getElementById(`ply-${shown.ply}`);
  if (!move) return;
  setCurrent(move, true);
  const list = /** @type {HTMLElement} */ (move.closest('.moves'));
  list.scrollTop += move.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
}

/** Shows what is wanted, and what has been wanted meanwhile, one after another. */
async function catchUp() {
  if (isBusy) return;
  isBusy = true;
  while (wanted !== shown) {
    const place = wanted;
    const isNew = !kept.has(address(place));
    const [page] = await Promise.all([pageAt(place), isNew ? pause(GAP) : null]);
    if (page) takeOver(place, page);
    else if (place === wanted) { refuse(place); break; }
  }
  isBusy = false;
}

/** Where a page cannot be had, the browser says why. Who only watches stays where they are. @param {Place} place */
function refuse(place) {
  wanted = shown;
  slider.value = String(shown.ply);
  if (timer === null) location.assign(address(place));
  else stop();
}

/** @param {Partial<Place>} place */
function go(place) {
  const next = { ...wanted, ...place };
  if (next.ply === wanted.ply && next.flipped === wanted.flipped) return;
  wanted = next;
  slider.value = String(wanted.ply);
  return catchUp();
}

/** @type {Record<string, (ply: number) => number>} */
const targets = { first: () => 0, back10: (n) => n - 10, previous: (n) => n - 1, next: (n) => n + 1, on10: (n) => n + 10, last: () => last };

/** @param {string} name */
function step(name) {
  stop();
  go({ ply: clamp(targets[name](wanted.ply)) });
}

function flip() { go({ flipped: !wanted.flipped }); }

/** @type {number | null} */
let timer = null;

function showPlaying() {
  play.setAttribute('aria-pressed', String(timer !== null));
  play.textContent = timer === null ? '▶' : '❚❚';
}

function stop() {
  clearTimeout(timer ?? 0);
  timer = null;
  showPlaying();
}

/** Shows the next ply after a while, and so on to the end. */
function schedule() {
  // The next page comes while this one is looked at.
  pageAt({ ...wanted, ply: clamp(wanted.ply + 1) });
  // Who changes the speed while a page comes has begun another wait.
  clearTimeout(timer ?? 0);
  timer = setTimeout(async () => {
    await go({ ply: clamp(wanted.ply + 1) });
    if (timer === null) return;
    if (wanted.ply >= last) stop();
    else schedule();
  }, PACE / Number(speed.value));
  showPlaying();
}

async function toggle() {
  if (timer !== null) { stop(); return; }
  if (wanted.ply >= last) await go({ ply: 0 });
  schedule();
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-go],a[data-flip],a[data-ply]');
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  if (link.dataset.go) step(link.dataset.go);
  else if (link.dataset.flip) flip();
  else { stop(); go({ ply: Number(link.dataset.ply) }); }
});

/** @type {Record<string, () => void>} */
const keys = {
  ArrowLeft: () => step('previous'), ArrowRight: () => step('next'), PageUp: () => step('back10'), PageDown: () => step('on10'),
  Home: () => step('first'), End: () => step('last'), ' ': toggle, f: flip, F: flip, '?': () => keyList.showModal(),
};

document.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || keyList.open) return;
  const tag = event.target.tagName;
  // Controls keep the keys that they need.
  if (['SELECT', 'TEXTAREA'].includes(tag) || (tag === 'INPUT' && event.target !== slider)) return;
  if (event.key === ' ' && ['BUTTON', 'A', 'SUMMARY'].includes(tag)) return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

slider.addEventListener('input', () => { stop(); go({ ply: Number(slider.value) }); });
play.addEventListener('click', toggle);
speed.addEventListener('change', () => { if (timer !== null) { stop(); schedule(); } });
document.getElementById('show-keys').addEventListener('click', () => keyList.showModal());
startTabs(root);
showPlace();
