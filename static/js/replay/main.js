// The replay: takes over the server's links and keeps the address up to date.
import { copyText, isPlainClick, onSwipe, setCurrent, svg } from '../dom.js';
import { showPane, startTabs } from '../shell/tabs.js';
import { BoardDrawing } from './board.js';
import { challenge, marks, positions } from './model.js';
import { Player } from './player.js';
import { Texts } from './texts.js';
import { drawTimes, showGraveyards, showLedger, showLife, showLook, showSeats, showTable, showTimes } from './panel.js';

const root = document.getElementById('replay');
const replay = JSON.parse(document.getElementById('replay-data').textContent);
const texts = new Texts(JSON.parse(document.getElementById('replay-strings').textContent));
const sprite = root.dataset.sprite;
const boards = positions(replay);
const known = document.getElementById('known-piece');
const ledger = known ? JSON.parse(document.getElementById('told-data').textContent) : [];
const last = replay.plies.length;
const query = new URLSearchParams(location.search);
const asked = replay.pieces.find((piece) => known && piece.origin === query.get('piece'))?.origin ?? null;
/** Links alone: the element of the replay has `data-ply` and `data-view`, too. */
const LINKS = 'a[data-go],a[data-ply],a[data-view],a[data-flip],a[data-shade],a[data-owner],a[data-prior],a[data-piece],a[data-table]';
const clamp = (/** @type {number} */ ply) => Math.min(last, Math.max(0, ply));
/** What the address says goes before what the page says: without network a page is opened that was kept at another ply. */
const isOwnPage = location.pathname === root.dataset.address;
const askedView = [...root.querySelectorAll('a[data-view]')].map((link) => link.dataset.view).find((one) => isOwnPage && one === query.get('view'));
/** @typedef {Shown & { looked: Square | null, table: boolean, learned: boolean }} State */
/** @type {State} */
const state = {
  ply: clamp(Number((isOwnPage && query.get('ply')) || root.dataset.ply) || 0),
  view: /** @type {View} */ (askedView ?? root.dataset.view),
  flipped: isOwnPage && (query.has('ply') || query.has('flip')) ? query.get('flip') === '1' : root.dataset.flipped === 'true',
  chosen: asked,
  looked: asked,
  shade: /** @type {Shade | null} */ (query.get('shade')),
  ghost: query.get('ghost') === '1',
  table: query.get('table') === '1',
  learned: document.querySelector('#known-prior [aria-current]')?.dataset.prior === 'learned',
};
const drawing = new BoardDrawing(document.getElementById('board'), replay, texts, sprite);
const end = document.getElementById('end');
const slider = document.getElementById('slider');
const play = document.getElementById('play');
const player = new Player(replay, (ply) => go(ply, true), (on) => {
  play.setAttribute('aria-pressed', String(on));
  play.textContent = on ? '❚❚' : '▶';
});

/** Whether what is told at the end was closed; it comes again when somebody steps back. */
let isEndClosed = false;

function show() {
  const { ply, view, flipped, chosen } = state;
  const board = boards[ply];
  drawing.show({ board, before: boards[ply - 1], ply, view, flipped, chosen });
  showSeats(replay, ply, flipped);
  showGraveyards(replay, boards, ply, view, texts, sprite);
  showTable(replay, board, ply, view, texts);
  showLife(replay, boards, chosen, ply, view, texts);
  document.getElementById('said').textContent = spoken(ply);
  slider.value = String(ply);
  slider.setAttribute('aria-valuetext', texts.fill('slider', { ply, last }));
  highlight(ply);
  showTimes(ply, last);
  if (end) end.hidden = ply < last || isEndClosed;
  showKnowledge();
  updateLinks();
  // It draws at once what is wanted.
  for (const what of /** @type {const} */ (['replay:wanted', 'replay:shown'])) root.dispatchEvent(new CustomEvent(what, { detail: { ...state } }));
}

/** @type {Promise<import('./knowing.js').Knowing> | null} */
let knowing = null;

/** What could be known, in a revealed game; loaded when somebody first asks. */
async function showKnowledge() {
  if (!known) return;
  showLedger(state.ply, ledger, last);
  showLook(state, texts);
  if (!knowing && !state.looked && !state.shade && !state.table) return;
  knowing ??= import('./knowing.js').then(({ Knowing }) => new Knowing(root.dataset.address, texts));
  await (await knowing).show({ ...state }, boards[state.ply]);
  updateLinks();
}

/** The piece under the pointer or in focus, before the one that was chosen. @param {Square | null} origin */
function focusPiece(origin) {
  const looked = origin ?? state.chosen;
  if (looked === state.looked) return;
  state.looked = looked;
  showKnowledge();
}

/** One sentence for a ply: of a challenge what the view knows, else what the list of moves has behind its notation. @param {number} ply */
function spoken(ply) {
  const fight = challenge(replay, boards, state.view, ply);
  if (fight) return texts.fight(fight);
  const label = document.getElementById(`ply-${ply}`)?.getAttribute('aria-label');
  return label ? label.slice(label.indexOf(': ') + 2) : texts.fill('start');
}

/** The move that is marked in the list. @type {Element | null} */
let current = document.querySelector('.moves a[aria-current]');

/** @param {number} ply */
function highlight(ply) {
  const link = document.getElementById(`ply-${ply}`);
  if (current) setCurrent(current, false);
  current = link;
  if (!link) return;
  setCurrent(link, true);
  const list = /** @type {HTMLElement} */ (link.closest('.moves'));
  list.scrollTop += link.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
}

/** The address of the game's own page in this state. @param {Partial<State>} changed */
function address(changed = {}) {
  const { ply, view, flipped, shade, ghost, chosen, table, learned } = { ...state, ...changed };
  const params = new URLSearchParams({ ply: String(ply), view });
  if (flipped) params.set('flip', '1');
  if (shade) params.set('shade', shade);
  if (ghost) params.set('ghost', '1');
  if (chosen && known) params.set('piece', chosen);
  if (table) params.set('table', '1');
  if (learned) params.set('prior', 'learned');
  const list = query.get('list');
  if (list && location.pathname === root.dataset.address) params.set('list', list);
  return `${root.dataset.address}?${params}`;
}

/** What following a link changes. @param {DOMStringMap} link @returns {Partial<State>} */
function changeBy({ go: step, ply, view, shade, owner, prior, piece, table }) {
  if (step) return { ply: clamp(targets[step](state.ply)) };
  if (ply) return { ply: Number(ply) };
  if (view) return { view: /** @type {View} */ (view) };
  if (shade) return { shade: shade === 'none' ? null : /** @type {Shade} */ (shade) };
  if (owner) return { ghost: owner === 'own' };
  if (prior) return { learned: prior === 'learned' };
  if (piece !== undefined) return { chosen: piece || null, looked: piece || null };
  return table ? { table: true } : { flipped: !state.flipped };
}

/** The links in the list of moves, and the address that they were last built from. */
const moves = new Set(root.querySelectorAll('.moves a[data-ply]'));
let movesAddress = '';

/** Updates the links, which can be opened in another tab, and the address if this is the game's own page. */
function updateLinks() {
  for (const one of root.querySelectorAll(LINKS)) {
    if (moves.has(one)) continue;
    // The other prior is another page, which opens at the same place.
    one.setAttribute('href', address(changeBy(one.dataset)) + (one.dataset.prior ? '#known' : ''));
  }
  // They differ by their plies alone, and a long game has hundreds.
  if (movesAddress !== address({ ply: 0 })) {
    movesAddress = address({ ply: 0 });
    for (const move of moves) move.setAttribute('href', address({ ply: Number(move.dataset.ply) }));
  }
  // Links to other pages that start at this ply.
  for (const one of document.querySelectorAll('a[data-at]')) one.setAttribute('href', `${one.dataset.at}?ply=${state.ply}`);
  if (location.pathname === root.dataset.address) history.replaceState(null, '', address());
}

/** The sound of a step, by what everybody knows of it. @param {number} ply */
async function sound(ply) {
  if (!document.querySelector('[data-sounds]')) return;
  const { playSound } = await import('../play/sounds.js');
  playSound(ply === last ? 'over' : replay.plies[ply - 1].verdict ?? 'ply');
}

/** @param {number} ply @param {boolean} [keepPlaying] */
function go(ply, keepPlaying) {
  if (!keepPlaying && player.playing) player.stop();
  if (ply === state.ply + 1 && ply <= last) sound(ply);
  state.ply = clamp(ply);
  if (state.ply < last) isEndClosed = false;
  show();
}

/** @param {View} view */
function setView(view) {
  state.view = view;
  document.querySelectorAll('.switch [data-view]').forEach((link) => setCurrent(link, link.dataset.view === view));
  drawMarks();
  show();
}

function drawMarks() {
  const layer = document.getElementById('slider-marks');
  const shapes = marks(replay, boards, state.view).map(({ ply, kind }) => {
    const [width, y, height] = kind === 'challenge' ? [2, 6, 8] : [3, 0, 14];
    return svg('rect', { class: `m-${kind}`, x: (ply / Math.max(1, last)) * 1000 - width / 2, y, width: width * 1.5, height });
  });
  layer.replaceChildren(...shapes);
}

/** @type {Record<string, (n: number) => number>} */
const targets = { first: () => 0, back10: (n) => n - 10, previous: (n) => n - 1, next: (n) => n + 1, on10: (n) => n + 10, last: () => last };

function flip() { state.flipped = !state.flipped; show(); }

document.addEventListener('click', (event) => {
  const link = event.target.closest(LINKS);
  // The other prior is another page.
  if (!link || link.dataset.prior || !isPlainClick(event)) return;
  event.preventDefault();
  if (link.dataset.go) go(targets[link.dataset.go](state.ply));
  else if (link.dataset.ply) go(Number(link.dataset.ply));
  else if (link.dataset.view) setView(/** @type {View} */ (link.dataset.view));
  else if (link.dataset.flip) flip();
  else { Object.assign(state, changeBy(link.dataset)); show(); }
});

const keyList = document.getElementById('keys');
/** @type {Record<string, () => void>} */
const keys = {
  ArrowLeft: () => go(state.ply - 1), ArrowRight: () => go(state.ply + 1),
  PageUp: () => go(state.ply - 10), PageDown: () => go(state.ply + 10),
  Home: () => go(0), End: () => go(last), ' ': () => player.toggle(state.ply), f: flip, F: flip, '?': () => keyList.showModal(),
};

document.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || keyList.open) return;
  const tag = event.target.tagName;
  const piece = event.target.closest?.('.piece[data-origin]');
  if (piece && (event.key === 'Enter' || event.key === ' ')) { event.preventDefault(); choose(piece.dataset.origin ?? ''); return; }
  // Controls keep the keys that they need.
  if (['SELECT', 'TEXTAREA'].includes(tag) || (tag === 'INPUT' && event.target !== slider)) return;
  if (event.key === ' ' && ['BUTTON', 'A', 'SUMMARY'].includes(tag)) return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

/** @param {Square} origin */
function choose(origin) {
  state.chosen = state.chosen === origin ? null : origin;
  state.looked = state.chosen;
  if (state.chosen) showPane(root, 'known');
  show();
}

root.addEventListener('click', (event) => {
  const piece = event.target.closest('.piece[data-origin]');
  if (piece) choose(piece.dataset.origin ?? '');
});

if (known) {
  const origin = (/** @type {UIEvent} */ event) => event.target.closest?.('.piece[data-origin]')?.dataset.origin ?? null;
  root.addEventListener('pointerover', (event) => { if (event.pointerType === 'mouse') focusPiece(origin(event)); });
  root.addEventListener('pointerleave', () => focusPiece(null));
  root.addEventListener('focusin', (event) => { if (origin(event)) focusPiece(origin(event)); });
  const all = document.getElementById('known-all');
  all.addEventListener('toggle', () => { if (all.open !== state.table) { state.table = all.open; show(); } });
}

onSwipe(drawing.svg, (to) => go(state.ply + to));

// What surrounds the replay, such as a room, can control it.
root.addEventListener('replay:go', ({ detail }) => {
  if (player.playing) player.stop();
  Object.assign(state, detail, { ply: clamp(detail.ply ?? state.ply) });
  if ('chosen' in detail) {
    state.chosen = replay.pieces.find((piece) => piece.origin === detail.chosen)?.origin ?? null;
    state.looked = state.chosen;
  }
  setView(state.view);
});

slider.max = String(last);
slider.addEventListener('input', () => go(Number(slider.value)));
play.addEventListener('click', () => player.toggle(state.ply));
const speed = document.getElementById('speed');
speed.addEventListener('change', () => player.pace(speed.value, state.ply));
const copy = document.getElementById('copy');
copy?.addEventListener('click', async () => {
  if (await copyText(new URL(address(), location.href).href)) copy.textContent = texts.fill('copied');
});
end?.querySelector('.close')?.addEventListener('click', () => { isEndClosed = true; end.hidden = true; drawing.svg.focus(); });
const times = document.getElementById('time-chart');
times?.addEventListener('click', (event) => {
  const { left, width } = times.getBoundingClientRect();
  go(Math.round(((event.clientX - left) / width) * last));
});
document.getElementById('show-keys').addEventListener('click', () => keyList.showModal());
document.getElementById('whole-screen')?.addEventListener('click', () => {
  if (document.fullscreenElement) document.exitFullscreen(); else root.requestFullscreen();
});
const soundForm = document.getElementById('sound-form');
soundForm.addEventListener('submit', () => { soundForm.elements.back.value = location.pathname + location.search; });
startTabs(root);
drawTimes(replay);
setView(state.view);
