// A replay in a frame: follows its links without leaving the page.
import { fetchPage, isPlainClick } from '../dom.js';

const PACE = 1000;
/** @type {number | null} */
let timer = null;
const main = () => document.getElementById('main');

/** @param {string} link */
async function go(link) {
  const page = await fetchPage(link);
  if (!page) { stop(); return; }
  const next = page.getElementById('main');
  const had = /** @type {HTMLElement | null} */ (document.activeElement);
  const focused = had?.dataset.go ?? had?.id;
  main().replaceWith(next);
  if (focused) (next.querySelector(`[data-go="${focused}"]`) ?? document.getElementById(focused))?.focus();
  history.replaceState(null, '', link);
  showPlaying();
}

const step = (/** @type {string} */ name) => /** @type {HTMLAnchorElement} */ (main().querySelector(`a[data-go="${name}"]`)).href;
const atEnd = () => main().dataset.ply === main().dataset.last;

function showPlaying() {
  const button = document.getElementById('play');
  button.setAttribute('aria-pressed', String(timer !== null));
  button.textContent = timer === null ? '▶' : '❚❚';
}

function stop() { clearTimeout(timer ?? 0); timer = null; showPlaying(); }

function play() {
  timer = setTimeout(async () => {
    await go(step('next'));
    if (timer === null) return;
    if (atEnd()) stop(); else play();
  }, PACE);
  showPlaying();
}

async function toggle() {
  if (timer !== null) { stop(); return; }
  if (atEnd()) await go(step('first'));
  play();
}

document.addEventListener('click', (event) => {
  if (event.target.closest('#play')) { toggle(); return; }
  const link = event.target.closest('a[data-go]');
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  stop();
  go(link.href);
});

/** @type {Record<string, string>} */
const keys = { ArrowLeft: 'previous', ArrowRight: 'next', Home: 'first', End: 'last' };
document.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
  event.preventDefault();
  stop();
  go(step(keys[event.key]));
});
