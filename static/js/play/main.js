// A live game: what the server tells of is shown at once, and the page is requested again where an event does not say all. What a
// player does is sent from here. Everything works without it, by the page's own forms and links.
import { mount } from '../deploy/component.js';
import { askPage, copyText, html, isPlainClick, readPage, reloadOnReturn } from '../dom.js';
import { Texts } from '../replay/texts.js';
import { startTabs } from '../shell/tabs.js';
import { restartClocks } from './clocks.js';
import { keepFocus } from './focus.js';
import { Line } from './line.js';
import { flash, leave, turnOver } from './motion.js';
import { Peek } from './peek.js';
import { keepNotes, writeAbout } from './notes.js';
import { other, saidOf, showPly } from './position.js';
import { Referee } from './referee.js';
import { newId, send, tryAgain } from './send.js';
import { listenForSwitch, playSound } from './sounds.js';
import { Table } from './table.js';

const play = document.getElementById('play');
const status = () => document.getElementById('said');
const { address } = play.dataset;
const announce = (/** @type {string} */ words) => { status().textContent = words; };
const texts = new Texts(JSON.parse(document.getElementById('play-strings').textContent));
const peek = new Peek(address, texts);

/** Where the server cannot be reached the line shows it; where it cannot save, it says so. */
const announceOffline = (/** @type {string | undefined} */ words = undefined) => { if (words) announce(words); else line?.lost(); };

/** What is replaced when the page is requested again. */
const parts = () => [...document.querySelectorAll('#play [data-part]')];

let asking = false;
let again = false;
/** Whether the browser is already going to another page: a second way there would break off the first. */
let leaving = false;
/** Whether a rematch that was asked for was called off here. */
let calledOff = false;
/** Whether the end was told and its banner is closed. */
let endClosed = false;
/** @type {number | undefined} */
let timer;

/** Requests the page again; one request at a time. */
async function renew() {
  // A device at a table is ahead of the server until its plies have been answered.
  if (referee?.waits || leaving) return;
  if (asking) { again = true; return; }
  asking = true;
  try {
    do {
      again = false;
      const answer = await askPage(address + location.search);
      if (answer.ok) update(await readPage(answer));
      else if (answer.status < 500 && !leaving) { leaving = true; location.reload(); }
    } while (again && !leaving);
  } catch {
    announceOffline();
  } finally {
    asking = false;
    askLater();
  }
}

/** @param {Document} page */
function update(page) {
  if (leaving) return;
  const there = page.getElementById('play');
  if (there?.dataset.stage !== play.dataset.stage) { leaving = true; location.replace(address); return; }
  // An event has come in the meantime.
  if (Number(there.dataset.version) < Number(play.dataset.version)) { again = true; return; }
  const focusBack = keepFocus(parts());
  const opened = [...document.querySelectorAll('#live details[open]')].map((one) => one.id);
  const putBack = keepNotes();
  const nextGame = document.getElementById('next-game');
  const revealed = table.svg?.dataset.revealed;
  const newer = Number(there.dataset.version) > Number(play.dataset.version);
  play.dataset.version = there.dataset.version;
  const [plies, before] = [table.plies, soundName()];
  for (const part of parts()) {
    const fresh = page.querySelector(`#play #${part.id}`);
    if (fresh) part.replaceWith(document.adoptNode(fresh));
  }
  const words = (/** @type {HTMLElement} */ one) => one.textContent.replaceAll(/\s+/g, ' ').trim();
  if (words(status()) !== words(page.getElementById('said'))) {
    status().replaceChildren(...page.getElementById('said').childNodes);
    if (newer) referee?.speak(status().querySelector('span')?.textContent);
  }
  restartClocks();
  dateClocks();
  for (const one of opened) document.getElementById(one)?.setAttribute('open', '');
  putBack();
  peek.renewed();
  if (newer && (table.plies !== plies || (soundName() === 'over' && before !== 'over'))) playSound(soundName());
  table.renewed(newer && table.plies > plies);
  if (table.svg?.dataset.revealed && !revealed) turnOver(table.svg);
  showLine();
  showLastMove();
  if (endClosed) document.getElementById('end')?.remove();
  focusBack();
  followNextGame(nextGame);
}

/** Goes to the next game once it is there, and says so where a rematch was declined. @param {HTMLElement | null} before */
function followNextGame(before) {
  const now = document.getElementById('next-game');
  const next = now?.dataset.next;
  if (before?.dataset.waits !== undefined && !before.dataset.next && next) location.assign(next);
  if (before?.dataset.asked !== undefined && now && now.dataset.asked === undefined && !next && !calledOff) announce(texts.fill('play-rematch-declined'));
  calledOff = false;
}

/** Clocks of a device at a table go on from when the server said them, also on a page that was kept. */
function dateClocks() {
  const clocks = document.getElementById('clocks')?.dataset;
  if (!referee || !clocks) return;
  referee.date(`${play.dataset.version} ${clocks.white} ${clocks.black}`);
  restartClocks(referee.age);
}

const soundName = () => document.getElementById('clocks')?.dataset.sound;

/** Shows an event that the server tells of or answers with. @param {PlayEvent} event */
function hear(event) {
  const version = Number(play.dataset.version);
  if (event.number <= version) return;
  // A hint was for this ply alone.
  if (location.search === '?hint=1') history.replaceState(null, '', address);
  if (event.event === 'ply' && event.number === version + 1 && table.svg && !referee) follow(event);
  else renew();
  if (event.event === 'declined' && table.own && event.color !== table.own) announce(texts.fill('play-declined'));
}

/** Shows a ply at once. @param {PlyEvent & { number: number }} ply */
function follow(ply) {
  const number = table.plies;
  const whole = document.getElementById('clocks')?.dataset.whole === 'true';
  play.dataset.version = String(ply.number);
  peek.uncovered(() => {
    const losses = showPly(ply, table, texts);
    const next = other(ply.color);
    status().replaceChildren(...sayings(saidOf(ply, number, losses, table.own, texts), ply.ends ? '' : texts.fill(`turn-${next}`)));
    restartClocks();
    table.renewed(true);
    if (!ply.verdict) return;
    flash(table.board, [table.corner(ply.from), table.corner(ply.to)]);
    for (const loss of losses) leave(table.board, loss.piece, table.corner(loss.square), (loss.color === 'white') === table.flipped);
  });
  playSound(ply.ends ? 'over' : soundName());
  showLastMove();
  if (!whole || ply.ends) renew();
}

/** @param {string} said @param {string} state */
function sayings(said, state) {
  const [span, bold] = [document.createElement('span'), document.createElement('b')];
  span.textContent = said;
  bold.textContent = state;
  return [span, ' ', bold];
}

/** The list of moves follows the game. */
function showLastMove() {
  const list = document.querySelector('.plies');
  if (list) list.scrollTop = list.scrollHeight;
}

/**
 * Sends a command; `undo` is called if its answer tells of no ply.
 * @param {string} to @param {FormData | Record<string, string>} fields
 */
async function act(to, fields, undo = () => {}) {
  const offline = (/** @type {string | undefined} */ words) => {
    announceOffline(words);
    const unsent = texts.fill('play-unsent');
    if (!words && to.endsWith('/ply') && status().textContent !== unsent) announce(unsent);
  };
  const { event, refused } = await send(to, fields, offline);
  if (event?.event === 'ply' || event?.event === 'three_generals_ply') { hear(event); return; }
  undo();
  await renew();
  if (refused) announce(refused);
}

const isThreeGenerals = document.querySelector('svg#table')?.dataset.game === 'three-generals';
const Board = isThreeGenerals ? (await import('./three-generals.js')).ThreeGeneralsTable : Table;
const table = new Board(play, {
  announce,
  texts,
  writeAbout,
  play: (ply, number) => {
    if (referee) referee.play(ply, number, table);
    else act(`${address}/ply`, { csrf: table.csrf, id: newId(), number, ply }, () => table.back());
  },
});
const referee = play.dataset.referee && !isThreeGenerals ? new Referee({ id: play.dataset.referee, address, texts, renew, announce }) : null;
if (referee) {
  dateClocks();
  referee.resume(table);
}

play.addEventListener('submit', (event) => {
  const form = event.target.closest('#play [data-part] form');
  if (!form || form.id === 'sound') return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  if (location.search) history.replaceState(null, '', address);
  // A note that was sent is no longer being written.
  if (form.closest('#notes')) /** @type {HTMLElement} */ (document.activeElement).blur();
  calledOff = form.action.endsWith('/take-back');
  act(form.action, fields);
});

// Asks for confirmation, or goes back from there, without leaving the page.
play.addEventListener('click', async (event) => {
  const link = event.target.closest('#play [data-part] a[data-look]');
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  history.replaceState(null, '', link.href);
  await renew();
  document.querySelector('#question ~ .deeds button')?.focus();
});

play.addEventListener('click', async (event) => {
  const share = event.target.closest('#share-game');
  if (share) await shareGame(share);
  if (!event.target.closest('#end .close')) return;
  endClosed = true;
  document.getElementById('end')?.remove();
  table.svg?.focus();
});

/** Hands the address of a finished game on, copies it, or shows it to be copied by hand. @param {HTMLElement | SVGElement} button */
async function shareGame(button) {
  const url = location.origin + button.dataset.address;
  try {
    if (navigator.share) return await navigator.share({ title: document.title, url });
  } catch (error) {
    // Who closes the list of apps wants nothing else.
    if (error instanceof DOMException && error.name === 'AbortError') return;
  }
  if (await copyText(url)) {
    button.textContent = texts.fill('copied');
    return;
  }
  document.getElementById('share-address')?.remove();
  const field = html('input', { id: 'share-address', readonly: true, value: url, 'aria-label': button.textContent.trim() });
  button.after(field);
  field.focus();
  field.select();
}

/** Requests the page again after a while, where something changes without an event. */
function askLater() {
  clearTimeout(timer);
  const after = Number(document.querySelector('#play [data-again]')?.dataset.again) || (document.querySelector('#next-game[data-waits]') ? 4000 : 0);
  if (after > 0) timer = setTimeout(() => { if (document.hidden) askLater(); else renew(); }, after);
}

function mountDeployment() {
  const form = document.getElementById('deployment');
  if (!form) return;
  const element = document.getElementById('deploy');
  const { rule_set: ruleSet, color, own } = JSON.parse(document.getElementById('deploy-data').textContent);
  const strings = JSON.parse(document.getElementById('deploy-strings').textContent);
  const board = mount(element, { ruleSet, color, own, strings, sprite: element.dataset.sprite });
  // The set-up is sent as one line of a fixed length.
  document.getElementById('cells').disabled = true;
  form.addEventListener('submit', (event) => {
    if (board.faults().length > 0) { event.preventDefault(); board.showFaults(); return; }
    document.getElementById('setup').value = board.notation();
    leaving = true;
  });
}

/** Shows whether this page and the players are connected. */
function showLine() {
  const { online, present } = line ?? { online: true, present: null };
  const { seat } = play.dataset;
  const gone = (/** @type {Color} */ color) => present !== null && !present[color];
  const away = seat === 'white' || seat === 'black' ? gone(other(seat)) : false;
  const state = !online ? 'lost' : away ? 'away' : 'online';
  const shown = document.getElementById('line');
  if (shown && shown.dataset.state !== state) {
    shown.dataset.state = state;
    shown.textContent = texts.fill(`play-line-${state}`);
  }
  if (!present) return;
  for (const color of /** @type {const} */ (['white', 'black'])) {
    const mark = document.getElementById(`present-${color}`);
    const here = color === seat || present[color];
    if (!mark || mark.dataset.here === String(here)) continue;
    mark.dataset.here = String(here);
    mark.textContent = texts.fill(here ? 'play-present' : 'play-absent');
  }
}

mountDeployment();
const line = play.dataset.stage === 'aborted' ? null : new Line(`${address}/events`, { heard: hear, state: showLine, renew: () => { tryAgain(); renew(); } });
askLater();
listenForSwitch();
startTabs(play);
showLastMove();
reloadOnReturn();
