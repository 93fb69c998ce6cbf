// The replay of a game whose positions the server draws: it asks for the page of a ply and takes over the parts that differ.
import { fetchPage, isPlainClick, onSwipe, setCurrent, updateAttribute } from '../dom.js';
import { startTabs } from '../shell/tabs.js';

/** Milliseconds for a ply at the usual speed. */
const PACE = 1000;
/** Milliseconds between two requests: who holds a key down sees some of the positions on the way. */
const GAP = 90;
/** Positions that are kept, so that steps back need no request. */
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
/** Whether the page is the game's own, whose address follows the position. */
const isOwnPage = location.pathname === root.dataset.address;
/** The list of games that the reader comes from, which is the same for all positions. */
const list = isOwnPage ? new URLSearchParams(location.search).get('list') : null;

/** @type {Place} */
let shown = { ply: Number(root.dataset.ply), flipped: root.dataset.flipped === 'true' };
let wanted = shown;
let isBusy = false;

const address = (/** @type {Place} */ { ply, flipped }) => `${root.dataset.address}?ply=${ply}${flipped ? '&flip=1' : ''}`;
const inList = (/** @type {string} */ address) => (list ? `${address}&list=${encodeURIComponent(list)}` : address);
/** The address of a place on the page that the reader is on. @param {string} address */
const here = (address) => (isOwnPage ? inList(address) : location.pathname + new URL(address, location.href).search);
const clamp = (/** @type {number} */ ply) => Math.min(last, Math.max(0, ply));
const pause = (/** @type {number} */ time) => new Promise((done) => setTimeout(done, time));

/** What a page draws of a position: of each part what is in it, and where the links lead. */
/** @typedef {{ parts: DocumentFragment[], links: string[] }} Drawn */

/** Takes out of a page what is drawn of its position, so that nothing else of it is kept. @param {Document} page @returns {Drawn} */
function drawn(page) {
  const parts = PARTS.map((id) => {
    const part = document.createDocumentFragment();
    part.append(...(page.getElementById(id)?.childNodes ?? []));
    return part;
  });
  return { parts, links: [...page.querySelectorAll(LINKS)].map((link) => link.getAttribute('href') ?? '') };
}

/** Positions by their addresses, the most recent one last. @type {Map<string, Promise<Drawn | null>>} */
const kept = new Map();

/** What is drawn of a place; null if the server or the network refuses it. @param {Place} place */
function drawnAt(place) {
  const at = address(place);
  const position = kept.get(at) ?? fetchPage(at).then((page) => page && drawn(page)).catch(() => null);
  kept.delete(at);
  kept.set(at, position);
  position.then((found) => { if (!found) kept.delete(at); });
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
  return position;
}

/** Tells what surrounds the replay, such as a room, of a place. @param {'replay:wanted' | 'replay:shown' | 'replay:refused'} what @param {Place} place */
function tell(what, { ply, flipped }) {
  root.dispatchEvent(new CustomEvent(what, { detail: { ply, flipped } }));
}

/** The sound of the ply that is shown, if the device has switched sounds on. */
async function sound() {
  if (!document.querySelector('[data-sounds]')) return;
  const { playSound } = await import('../play/sounds.js');
  playSound(document.querySelector('#said [data-sound]')?.dataset.sound);
}

/** Takes over what is drawn of a place. @param {Place} place @param {Drawn} position */
function takeOver(place, { parts, links }) {
  const focusedSeat = document.activeElement?.closest('.seat')?.id;
  PARTS.forEach((id, n) => document.getElementById(id)?.replaceChildren(parts[n].cloneNode(true)));
  if (focusedSeat) document.getElementById(focusedSeat)?.querySelector('a')?.focus();
  root.querySelectorAll(LINKS).forEach((link, n) => updateAttribute(link, 'href', here(links[n])));
  if (place.flipped !== shown.flipped) {
    for (const move of root.querySelectorAll('.moves a[data-ply]')) {
      move.setAttribute('href', here(address({ ...place, ply: Number(move.dataset.ply) })));
    }
  }
  if (place.ply === shown.ply + 1) sound();
  // Links to other pages that start at this ply.
  for (const one of root.querySelectorAll('a[data-at]')) one.setAttribute('href', `${one.dataset.at}?ply=${place.ply}`);
  shown = place;
  showPlace();
  if (isOwnPage) history.replaceState(null, '', inList(address(place)));
  tell('replay:shown', place);
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
    const [position] = await Promise.all([drawnAt(place), isNew ? pause(GAP) : null]);
    if (position) takeOver(place, position);
    else if (place === wanted) { refuse(place); break; }
  }
  isBusy = false;
}

/**
 * Where a page cannot be had, the browser says why. Who only watches stays where they are, and so does who is on another page, such as
 * that of a room. @param {Place} place
 */
function refuse(place) {
  wanted = shown;
  slider.value = String(shown.ply);
  tell('replay:refused', wanted);
  if (timer === null && isOwnPage) location.assign(inList(address(place)));
  else stop();
}

/** @param {Partial<Place>} place */
function go(place) {
  const next = { ...wanted, ...place };
  if (next.ply === wanted.ply && next.flipped === wanted.flipped) return;
  wanted = next;
  slider.value = String(wanted.ply);
  tell('replay:wanted', wanted);
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
  drawnAt({ ...wanted, ply: clamp(wanted.ply + 1) });
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

onSwipe(document.getElementById('board'), (to) => step(to > 0 ? 'next' : 'previous'));

// What surrounds the replay can control it, and hears at once where it is.
root.addEventListener('replay:go', ({ detail }) => {
  stop();
  go({ ply: clamp(detail.ply ?? wanted.ply), flipped: detail.flipped ?? wanted.flipped });
  tell('replay:wanted', wanted);
  if (shown === wanted) tell('replay:shown', shown);
});

slider.addEventListener('input', () => { stop(); go({ ply: Number(slider.value) }); });
play.addEventListener('click', toggle);
speed.addEventListener('change', () => { if (timer !== null) { stop(); schedule(); } });
const soundForm = document.getElementById('sound-form');
soundForm.addEventListener('submit', () => { soundForm.elements.back.value = location.pathname + location.search; });
document.getElementById('show-keys').addEventListener('click', () => keyList.showModal());
startTabs(root);
showPlace();
