// A game as it goes on: the page is asked for again whenever the server tells of an event, and what a player does is sent
// from here. Everything works without it, by the page's own forms and links.
import { mount } from '../deploy/component.js';
import { told } from './clocks.js';
import { newId, send } from './send.js';
import { Table } from './table.js';

const play = document.getElementById('play');
const said = () => document.getElementById('said');
const { address } = play.dataset;
const say = (words) => { said().textContent = words; };
const away = () => say(play.dataset.away);

let asking = false;
let again = false;

/** Asks for the page anew, once at a time. */
async function renew() {
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
  }
}

function take(page) {
  const there = page.getElementById('play');
  if (there?.dataset.stage !== play.dataset.stage) { location.replace(address); return; }
  const hadKeyboard = document.activeElement?.closest?.('#table');
  play.dataset.version = there.dataset.version;
  document.getElementById('live').replaceWith(document.adoptNode(page.getElementById('live')));
  if (said().textContent !== page.getElementById('said').textContent) said().replaceChildren(...page.getElementById('said').childNodes);
  told();
  table.renewed();
  if (hadKeyboard) document.getElementById('table')?.focus();
}

async function act(to, fields) {
  const { refused } = await send(to, fields, away);
  await renew();
  if (refused) say(refused);
}

const table = new Table(play, {
  say,
  play: (ply, number) => act(`${address}/ply`, { csrf: document.getElementById('table').dataset.csrf, id: newId(), number, ply }),
});

play.addEventListener('submit', (event) => {
  const form = event.target.closest('#live form');
  if (!form) return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  if (location.search) history.replaceState(null, '', address);
  act(form.action, fields);
});

function deploys() {
  const form = document.getElementById('deployment');
  if (!form) return;
  const data = (id) => JSON.parse(document.getElementById(id).textContent);
  const element = document.getElementById('deploy');
  const { rule_set: ruleSet, color, own } = data('deploy-data');
  const board = mount(element, { ruleSet, color, own, strings: data('deploy-strings'), sprite: element.dataset.sprite });
  form.addEventListener('submit', (event) => {
    if (board.faults().length > 0) { event.preventDefault(); board.showFaults(); return; }
    document.getElementById('setup').value = board.notation();
  });
}

function listens() {
  const line = new EventSource(`${address}/events`);
  line.addEventListener('message', (event) => { if (Number(event.lastEventId) > Number(play.dataset.version)) renew(); });
  line.addEventListener('error', () => {
    // A browser comes again by itself; one that has given up is helped.
    if (line.readyState === EventSource.CLOSED) setTimeout(listens, 3000);
  });
  line.addEventListener('open', () => renew());
}

deploys();
if (play.dataset.stage !== 'aborted') listens();
// A page that comes back out of the browser's memory may be seen by somebody else.
window.addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
