// A room: the leader's replay goes ahead, everybody else's follows until he goes his own way. The stream has a place in the replay
// and names; what stands there the page knows itself.
import { Texts } from '../replay/texts.js';

const room = document.getElementById('room');
const root = document.getElementById('replay');
const texts = new Texts(JSON.parse(document.getElementById('room-strings').textContent));
const { address } = room.dataset;
const me = Number(room.dataset.me);
const MOST_NAMES = 12;
/** What of the replay's state is shown to others. */
/** @type {(keyof Shown)[]} */
const SHARED = ['ply', 'view', 'flipped', 'shade', 'ghost', 'chosen'];

let leader = Number(room.dataset.leader);
let leads = me !== 0 && leader === me;
let following = true;
let version = Number(room.dataset.version);
/** What the leader shows, and what this page does. */
/** @type {Shown | null} */
let led = null;
/** @type {Shown | null} */
let shown = null;
let applying = false;

/** @template {keyof Parts} K @param {K} id */
const part = (id) => document.getElementById(id);
const say = (/** @type {string} */ words) => { part('room-said').textContent = words; };

/** Has the replay show some of what the leader does. @param {Partial<Shown>} detail */
function have(detail) {
  applying = true;
  root.dispatchEvent(new CustomEvent('replay:go', { detail }));
  applying = false;
}

function ways() {
  const button = part('room-away');
  button.hidden = leads;
  button.textContent = texts.fill(following ? 'away' : 'follow');
  button.classList.toggle('primary', !following);
  part('room-at').textContent = leads || following || !led ? '' : texts.fill('at', { ply: led.ply });
}

/** @param {boolean} on */
function follow(on) {
  following = on;
  if (on && led) have(led);
  say(texts.fill(on ? 'following' : 'alone'));
  ways();
}

root.addEventListener('replay:shown', ({ detail }) => {
  const { ply, view, flipped, shade, ghost, chosen } = detail;
  shown = { ply, view, flipped, shade, ghost, chosen };
  if (applying) return;
  if (leads) send();
  // Where he is and in whose eyes is what one follows; another shade is no way of one's own.
  else if (following && led && (shown.ply !== led.ply || shown.view !== led.view)) follow(false);
});

part('room-away').addEventListener('click', () => follow(!following));

/** So many milliseconds are between two tellings: who holds an arrow key asks no more often than he may. */
const PAUSE = 100;
let sending = false;
let again = false;
let sent = '';

/** Tells the others what is shown: once at a time, and then what is shown by then. */
async function send() {
  if (sending) { again = true; return; }
  sending = true;
  do {
    again = false;
    if (!shown) break;
    const { ply, view, flipped, shade, ghost, chosen } = shown;
    const before = sent;
    sent = JSON.stringify(shown);
    if (sent === before) continue;
    const fields = { csrf: csrf(), ply: String(ply), view, flip: flipped ? '1' : '', shade: shade ?? '', ghost: ghost ? '1' : '', piece: chosen ?? '' };
    const answer = await fetch(`${address}/lead`, { method: 'POST', headers: { Accept: 'application/json' }, body: new URLSearchParams(fields) }).catch(() => null);
    if (answer?.ok) version = Math.max(version, (await answer.json()).version);
    else if (answer?.status === 409) await renew();
    else {
      sent = '';
      say(texts.fill(answer?.status === 404 ? 'over' : 'untold'));
    }
    await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
  } while (again && leads);
  sending = false;
}

/** Every form of one's own has it. */
const csrf = () => document.querySelector('input[name=csrf]')?.value ?? '';

/** The forms of who leads or has opened the room, as they are now. */
async function renew() {
  const answer = await fetch(address, { headers: { Accept: 'text/html' } }).catch(() => null);
  if (!answer?.ok) return;
  const there = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const [old, fresh] = [part('room-desk'), document.adoptNode(there.getElementById('room-desk'))];
  const focused = old.contains(document.activeElement) ? document.activeElement?.id : '';
  const chosen = part('crown-to')?.value;
  for (const more of fresh.querySelectorAll('details')) more.open = part('room-more').open;
  old.replaceWith(fresh);
  const select = part('crown-to');
  if (select && chosen !== undefined && [...select.options].some((one) => one.value === chosen)) select.value = chosen;
  if (focused) document.getElementById(focused)?.focus();
  whole();
}

/** Where the operator has not said what the site is called, the browser knows. */
function whole() {
  part('room-link').value = new URL(part('room-link').value, location.href).href;
}

/** @param {Participant} one */
const called = ({ name, number }) => name || texts.fill('unnamed', { number });

/** @param {RoomTold} told */
function people(told) {
  part('room-leads').textContent = leads ? texts.fill('you') : texts.fill('leads', { name: called(told.leader) });
  const names = told.followers.map((one) => one.name).filter(Boolean).slice(0, MOST_NAMES);
  const count = texts.fill('followers', { count: told.followers.length + told.strangers });
  part('room-followers').textContent = names.length ? `${count} · ${names.join(', ')}` : count;
}

/** @type {string | null} */
let followers = null;

/** @param {RoomTold} told */
function take(told) {
  const now = JSON.stringify(told.followers);
  const [changed, handed] = [followers !== null && followers !== now, leader !== told.leader.number];
  followers = now;
  leader = told.leader.number;
  if (handed) say(texts.fill(leader === me ? 'lead' : leads ? 'lost' : 'leads', { name: called(told.leader) }));
  leads = me !== 0 && leader === me;
  people(told);
  // Who leads is ahead of what is told of him, but for another window of his own.
  if (handed || !(leads && (sending || told.version <= version))) show(told);
  // Who takes over begins where everybody is.
  if (leads && !following) { following = true; have(led ?? {}); }
  version = Math.max(version, told.version);
  ways();
  if (me !== 0 && (handed || (changed && leads))) renew();
}

/** @param {RoomTold} told */
function show({ ply, view, flipped, shade, ghost, piece }) {
  const before = led;
  /** @type {Shown} */
  const now = { ply, view, flipped, shade, ghost, chosen: piece };
  sent = '';
  led = now;
  if (!following) return;
  // What he did not change stays as everybody likes it himself.
  const news = SHARED.filter((key) => !before || before[key] !== now[key]);
  if (news.length) have(Object.fromEntries(news.map((key) => [key, now[key]])));
}

function end() {
  line.close();
  leads = false;
  say(texts.fill('over'));
  for (const id of /** @type {const} */ (['room-leads', 'room-followers'])) part(id).textContent = '';
  part('room-desk').remove();
  part('room-away').hidden = true;
  part('room-at').textContent = '';
}

/** @type {EventSource} */
let line;

function listen() {
  line = new EventSource(`${address}/events`);
  line.addEventListener('message', (event) => take(JSON.parse(event.data)));
  line.addEventListener('over', end);
  line.addEventListener('error', async () => {
    // A browser comes again by itself; one that has given up is helped, unless there is nothing to come to.
    if (line.readyState !== EventSource.CLOSED) return;
    const answer = await fetch(address).catch(() => null);
    if (answer?.status === 404) end();
    else setTimeout(listen, 3000);
  });
}

whole();
have({});
ways();
listen();
