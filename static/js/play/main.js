// A game as it goes on: the page is asked for again whenever the server tells of an event, and what a player does is sent
// from here. Everything works without it, by the page's own forms and links.
import { mount } from '../deploy/component.js';
import { Texts } from '../replay/texts.js';
import { told } from './clocks.js';
import { keepFocus } from './focus.js';
import { Peek } from './peek.js';
import { about, keep } from './notes.js';
import { Referee } from './referee.js';
import { newId, send } from './send.js';
import { sound } from './sounds.js';
import { Table } from './table.js';

const play = document.getElementById('play');
const said = () => document.getElementById('said');
const { address } = play.dataset;
const say = (/** @type {string} */ words) => { said().textContent = words; };
const away = (/** @type {string} */ words = play.dataset.away) => say(words);
const texts = new Texts(JSON.parse(document.getElementById('play-strings').textContent));
const peek = new Peek(address, texts);

// What is written anew when the page is asked for again.
const PARTS = /** @type {const} */ (['live', 'below']);

let asking = false;
let again = false;
/** @type {number | undefined} */
let timer;

/** Asks for the page anew, once at a time. */
async function renew() {
  // A table's device is ahead of the server until what it sent is answered.
  if (referee?.waits) return;
  if (asking) { again = true; return; }
  asking = true;
  try {
    do {
      again = false;
      const answer = await fetch(address + location.search, { headers: { Accept: 'text/html' } });
      if (answer.ok) take(new DOMParser().parseFromString(await answer.text(), 'text/html'));
      else if (answer.status < 500) location.reload();
    } while (again);
  } catch {
    away();
  } finally {
    asking = false;
    askLater();
  }
}

/** @param {Document} page */
function take(page) {
  const there = page.getElementById('play');
  if (there?.dataset.stage !== play.dataset.stage) { location.replace(address); return; }
  const focusBack = keepFocus(PARTS);
  const opened = [...document.querySelectorAll('#live details[open]')].map((one) => one.id);
  const putBack = keep();
  const waited = document.querySelector('#rematch[data-waits]:not([data-next])');
  const newer = Number(there.dataset.version) > Number(play.dataset.version);
  play.dataset.version = there.dataset.version;
  const [plies, before] = [table.plies, heard()];
  for (const part of PARTS) document.getElementById(part).replaceWith(document.adoptNode(page.getElementById(part)));
  if (said().textContent !== page.getElementById('said').textContent) {
    said().replaceChildren(...page.getElementById('said').childNodes);
    if (newer) referee?.speaks(said().querySelector('span')?.textContent);
  }
  told();
  for (const one of opened) document.getElementById(one)?.setAttribute('open', '');
  putBack();
  peek.renewed();
  if (newer && (table.plies !== plies || (heard() === 'over' && before !== 'over'))) sound(heard());
  table.renewed(newer && table.plies > plies);
  focusBack();
  const next = document.getElementById('rematch')?.dataset.next;
  if (waited && next) location.assign(next);
}

const heard = () => document.getElementById('clocks')?.dataset.sound;

/** @param {string} to @param {FormData | Record<string, string>} fields */
async function act(to, fields) {
  const { refused } = await send(to, fields, away);
  await renew();
  if (refused) say(refused);
}

const table = new Table(play, {
  say,
  texts,
  about,
  play: (ply, number) => (referee ? referee.play(ply, number, table) : act(`${address}/ply`, { csrf: table.csrf, id: newId(), number, ply })),
});
const referee = play.dataset.referee ? new Referee({ id: play.dataset.referee, address, texts, renew, say }) : null;
if (referee?.waits) referee.pump();

play.addEventListener('submit', (event) => {
  const form = event.target.closest('#live form, #below form');
  if (!form) return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  if (location.search) history.replaceState(null, '', address);
  // What was sent is not written in any more.
  if (form.closest('#notes')) /** @type {HTMLElement} */ (document.activeElement).blur();
  act(form.action, fields);
});

// A question, or the way back from it, without leaving the page.
play.addEventListener('click', async (event) => {
  const link = event.target.closest('#live a[data-look], #below a[data-look]');
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.replaceState(null, '', link.href);
  await renew();
  document.querySelector('#question ~ .deeds button')?.focus();
});

/** Nobody is told when somebody goes away: after a while the page is asked for again by itself. */
function askLater() {
  clearTimeout(timer);
  const after = Number(document.getElementById('live').dataset.again) || (document.querySelector('#rematch[data-waits]') ? 4000 : 0);
  if (after > 0) timer = setTimeout(() => { if (document.hidden) askLater(); else renew(); }, after);
}

function deploys() {
  const form = document.getElementById('deployment');
  if (!form) return;
  const element = document.getElementById('deploy');
  const { rule_set: ruleSet, color, own } = JSON.parse(document.getElementById('deploy-data').textContent);
  const strings = JSON.parse(document.getElementById('deploy-strings').textContent);
  const board = mount(element, { ruleSet, color, own, strings, sprite: element.dataset.sprite });
  // What is sent is one line of one length.
  document.getElementById('cells').disabled = true;
  form.addEventListener('submit', (event) => {
    if (board.faults().length > 0) { event.preventDefault(); board.showFaults(); return; }
    document.getElementById('setup').value = board.notation();
  });
}

function listens() {
  const line = new EventSource(`${address}/events`);
  line.addEventListener('message', (event) => { if (Number(event.lastEventId) > Number(play.dataset.version)) renew(); });
  // Clocks stand or go on though nothing has happened in the game.
  line.addEventListener('clocks', () => renew());
  line.addEventListener('error', () => {
    // A browser comes again by itself; one that has given up is helped.
    if (line.readyState === EventSource.CLOSED) setTimeout(listens, 3000);
  });
  line.addEventListener('open', () => renew());
}

deploys();
if (play.dataset.stage !== 'aborted') listens();
else askLater();
// A page that comes back out of the browser's memory may be seen by somebody else.
window.addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
