// A review room: followers see what the leader shows, until they look elsewhere. The stream has a position of the replay and
// names; what stands there the page knows itself.
import { fetchPage } from '../dom.js';
import { Texts } from '../replay/texts.js';
import './remarks.js';

const room = document.getElementById('room');
const root = document.getElementById('replay');
const texts = new Texts(JSON.parse(document.getElementById('room-strings').textContent));
const { address } = room.dataset;
const me = Number(room.dataset.me);
const MOST_NAMES = 12;
/** Milliseconds until a place is asked for again that could not be had. */
const RETRY = 2000;
/** What the leader shares of the replay's state. @type {(keyof Shown)[]} */
const SHARED = ['ply', 'view', 'flipped', 'shade', 'ghost', 'chosen'];

let leader = Number(room.dataset.leader);
let leads = me !== 0 && leader === me;
let following = true;
let version = Number(room.dataset.version);
/** What the leader shows. @type {Shown | null} */
let led = null;
/** Where this page is; a replay that hides nothing has only a place. @type {Place & Partial<Shown> | null} */
let shown = null;
let applying = false;

/** @template {keyof Parts} K @param {K} id */
const part = (id) => document.getElementById(id);
const announce = (/** @type {string} */ words) => { part('room-said').textContent = words; };

/** Shows in the replay some of what the leader shows. @param {Partial<Shown>} detail */
function apply(detail) {
  applying = true;
  root.dispatchEvent(new CustomEvent('replay:go', { detail }));
  applying = false;
}

function updateControls() {
  const button = part('room-away');
  button.hidden = leads;
  button.textContent = texts.fill(following ? 'away' : 'follow');
  button.classList.toggle('primary', !following);
  part('room-at').textContent = leads || following || !led ? '' : texts.fill('at', { ply: led.ply });
}

/** @param {boolean} on */
function follow(on) {
  following = on;
  if (on && led) apply(led);
  announce(texts.fill(on ? 'following' : 'alone'));
  updateControls();
}

root.addEventListener('replay:wanted', ({ detail }) => {
  const { ply, view, flipped, shade, ghost, chosen } = detail;
  shown = { ply, view, flipped, shade, ghost, chosen };
  if (applying) return;
  if (leads) send();
  // Followers follow the ply and the view; they may choose another heat map.
  else if (following && led && (ply !== led.ply || (view ?? led.view) !== led.view)) follow(false);
});

// Others see what the leader sees; who follows tries again, and goes on following.
root.addEventListener('replay:refused', ({ detail }) => {
  shown = detail;
  if (leads) send();
  else setTimeout(() => { if (following && led) apply(led); }, RETRY);
});

part('room-away').addEventListener('click', () => follow(!following));

/** Milliseconds between two requests, so that a held arrow key does not reach the request limit. */
const PAUSE = 100;
let sending = false;
let again = false;
let sent = '';

/** Sends what is shown; one request at a time, the next with what is shown by then. */
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
    const [flip, own] = [flipped, ghost].map((on) => (on ? '1' : ''));
    const body = new URLSearchParams({ csrf: csrf(), ply: String(ply), view: view ?? '', flip, shade: shade ?? '', ghost: own, piece: chosen ?? '' });
    const answer = await fetch(`${address}/lead`, { method: 'POST', headers: { Accept: 'application/json' }, body }).catch(() => null);
    if (answer?.ok) version = Math.max(version, (await answer.json()).version);
    else if (answer?.status === 409) await updateDesk();
    else {
      sent = '';
      announce(texts.fill(answer?.status === 404 ? 'over' : 'untold'));
    }
    await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
  } while (again && leads);
  sending = false;
}

/** Every form of a signed-in visitor has it. */
const csrf = () => document.querySelector('input[name=csrf]')?.value ?? '';

/** Updates the forms of the leader and of the one who opened the room. */
async function updateDesk() {
  const there = await fetchPage(address).catch(() => null);
  if (!there) return;
  const [old, fresh] = [part('room-desk'), document.adoptNode(there.getElementById('room-desk'))];
  const focused = old.contains(document.activeElement) ? document.activeElement?.id : '';
  const chosen = part('crown-to')?.value;
  for (const more of fresh.querySelectorAll('details')) more.open = part('room-more').open;
  old.replaceWith(fresh);
  const select = part('crown-to');
  if (select && chosen !== undefined && [...select.options].some((one) => one.value === chosen)) select.value = chosen;
  if (focused) document.getElementById(focused)?.focus();
  completeLink();
}

/** Completes the link if the server does not know the address of the site. */
function completeLink() {
  part('room-link').value = new URL(part('room-link').value, location.href).href;
}

/** @param {Participant} one */
const nameOf = ({ name, number }) => name || texts.fill('unnamed', { number });

/** @param {RoomState} state */
function showPeople(state) {
  part('room-leads').textContent = leads ? texts.fill('you') : texts.fill('leads', { name: nameOf(state.leader) });
  const names = state.followers.map((one) => one.name).filter(Boolean).slice(0, MOST_NAMES);
  const count = texts.fill('followers', { count: state.followers.length + state.strangers });
  part('room-followers').textContent = names.length ? `${count} · ${names.join(', ')}` : count;
}

/** @type {string | null} */
let followers = null;

/** @param {RoomState} state */
function receive(state) {
  const now = JSON.stringify(state.followers);
  const [changed, handed] = [followers !== null && followers !== now, leader !== state.leader.number];
  followers = now;
  leader = state.leader.number;
  if (handed) announce(texts.fill(leader === me ? 'lead' : leads ? 'lost' : 'leads', { name: nameOf(state.leader) }));
  leads = me !== 0 && leader === me;
  showPeople(state);
  // The leader's own page is ahead of the stream, unless they lead from another window.
  if (handed || !(leads && (sending || state.version <= version))) showLeader(state);
  // A new leader starts where everybody is.
  if (leads && !following) { following = true; apply(led ?? {}); }
  version = Math.max(version, state.version);
  updateControls();
  if (me !== 0 && (handed || (changed && leads))) updateDesk();
}

/** @param {RoomState} state */
function showLeader({ ply, view, flipped, shade, ghost, piece }) {
  const before = led;
  /** @type {Shown} */
  const now = { ply, view, flipped, shade, ghost, chosen: piece };
  sent = '';
  led = now;
  if (!following) return;
  // What the leader did not change stays as each follower has chosen.
  const news = SHARED.filter((key) => !before || before[key] !== now[key]);
  if (news.length) apply(Object.fromEntries(news.map((key) => [key, now[key]])));
}

function close() {
  stream.close();
  leads = false;
  announce(texts.fill('over'));
  for (const id of /** @type {const} */ (['room-leads', 'room-followers'])) part(id).textContent = '';
  part('room-desk').remove();
  part('room-away').hidden = true;
  part('room-at').textContent = '';
}

/** @type {EventSource} */
let stream;

function listen() {
  stream = new EventSource(`${address}/events`);
  stream.addEventListener('message', (event) => receive(JSON.parse(event.data)));
  stream.addEventListener('over', close);
  stream.addEventListener('error', async () => {
    // Browsers reconnect by themselves until they give up. Then we reconnect, unless the room is closed.
    if (stream.readyState !== EventSource.CLOSED) return;
    const answer = await fetch(address).catch(() => null);
    if (answer?.status === 404) close();
    else setTimeout(listen, 3000);
  });
}

completeLink();
apply({});
updateControls();
listen();
