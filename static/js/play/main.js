// A live game: the page is requested again at each event that the server streams, and what a player does is sent from here.
// Everything works without it, by the page's own forms and links.
import { mount } from '../deploy/component.js';
import { askPage, isPlainClick, readPage, reloadOnReturn } from '../dom.js';
import { Texts } from '../replay/texts.js';
import { restartClocks } from './clocks.js';
import { keepFocus } from './focus.js';
import { Peek } from './peek.js';
import { keepNotes, writeAbout } from './notes.js';
import { Referee } from './referee.js';
import { newId, send } from './send.js';
import { playSound } from './sounds.js';
import { Table } from './table.js';

const play = document.getElementById('play');
const status = () => document.getElementById('said');
const { address } = play.dataset;
const announce = (/** @type {string} */ words) => { status().textContent = words; };
const announceOffline = (/** @type {string} */ words = play.dataset.away) => announce(words);
const texts = new Texts(JSON.parse(document.getElementById('play-strings').textContent));
const peek = new Peek(address, texts);

/** What is replaced when the page is requested again. */
const PARTS = /** @type {const} */ (['live', 'below']);

let asking = false;
let again = false;
/** @type {number | undefined} */
let timer;

/** Requests the page again; one request at a time. */
async function renew() {
  // A device at a table is ahead of the server until its plies have been answered.
  if (referee?.waits) return;
  if (asking) { again = true; return; }
  asking = true;
  try {
    do {
      again = false;
      const answer = await askPage(address + location.search);
      if (answer.ok) update(await readPage(answer));
      else if (answer.status < 500) location.reload();
    } while (again);
  } catch {
    announceOffline();
  } finally {
    asking = false;
    askLater();
  }
}

/** @param {Document} page */
function update(page) {
  const there = page.getElementById('play');
  if (there?.dataset.stage !== play.dataset.stage) { location.replace(address); return; }
  const focusBack = keepFocus(PARTS);
  const opened = [...document.querySelectorAll('#live details[open]')].map((one) => one.id);
  const putBack = keepNotes();
  const waited = document.querySelector('#rematch[data-waits]:not([data-next])');
  const newer = Number(there.dataset.version) > Number(play.dataset.version);
  play.dataset.version = there.dataset.version;
  const [plies, before] = [table.plies, soundName()];
  for (const part of PARTS) document.getElementById(part).replaceWith(document.adoptNode(page.getElementById(part)));
  if (status().textContent !== page.getElementById('said').textContent) {
    status().replaceChildren(...page.getElementById('said').childNodes);
    if (newer) referee?.speak(status().querySelector('span')?.textContent);
  }
  restartClocks();
  for (const one of opened) document.getElementById(one)?.setAttribute('open', '');
  putBack();
  peek.renewed();
  if (newer && (table.plies !== plies || (soundName() === 'over' && before !== 'over'))) playSound(soundName());
  table.renewed(newer && table.plies > plies);
  focusBack();
  const next = document.getElementById('rematch')?.dataset.next;
  if (waited && next) location.assign(next);
}

const soundName = () => document.getElementById('clocks')?.dataset.sound;

/** @param {string} to @param {FormData | Record<string, string>} fields */
async function act(to, fields) {
  const { refused } = await send(to, fields, announceOffline);
  await renew();
  if (refused) announce(refused);
}

const table = new Table(play, {
  announce,
  texts,
  writeAbout,
  play: (ply, number) => (referee ? referee.play(ply, number, table) : act(`${address}/ply`, { csrf: table.csrf, id: newId(), number, ply })),
});
const referee = play.dataset.referee ? new Referee({ id: play.dataset.referee, address, texts, renew, announce }) : null;
if (referee?.waits) referee.pump();

play.addEventListener('submit', (event) => {
  const form = event.target.closest('#live form, #below form');
  if (!form) return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  if (location.search) history.replaceState(null, '', address);
  // A note that was sent is no longer being written.
  if (form.closest('#notes')) /** @type {HTMLElement} */ (document.activeElement).blur();
  act(form.action, fields);
});

// Asks for confirmation, or goes back from there, without leaving the page.
play.addEventListener('click', async (event) => {
  const link = event.target.closest('#live a[data-look], #below a[data-look]');
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  history.replaceState(null, '', link.href);
  await renew();
  document.querySelector('#question ~ .deeds button')?.focus();
});

/** No event says that somebody has gone away, so the page is requested again after a while. */
function askLater() {
  clearTimeout(timer);
  const after = Number(document.getElementById('live').dataset.again) || (document.querySelector('#rematch[data-waits]') ? 4000 : 0);
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
  });
}

function listen() {
  const line = new EventSource(`${address}/events`);
  line.addEventListener('message', (event) => { if (Number(event.lastEventId) > Number(play.dataset.version)) renew(); });
  // Clocks can stop or go on without an event of the game.
  line.addEventListener('clocks', () => renew());
  line.addEventListener('error', () => {
    // Browsers reconnect by themselves until they give up.
    if (line.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  });
  line.addEventListener('open', () => renew());
}

mountDeployment();
if (play.dataset.stage !== 'aborted') listen();
else askLater();
reloadOnReturn();
