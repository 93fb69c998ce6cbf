// A stream overlay: requested again at each event of the game, and every few seconds, because the table may have another game.
import { timeLeftText } from '../clock.js';
import { fetchPage } from '../dom.js';

const overlay = () => document.getElementById('overlay');
let since = performance.now();
/** @type {EventSource | null} */
let source = null;
/** The address of the stream. */
let heard = '';

function tick() {
  const { running } = overlay().dataset;
  const shown = running && document.querySelector(`.clock[data-side="${running}"]`);
  if (shown) shown.textContent = timeLeftText(Number(shown.dataset.left) - (performance.now() - since));
}

function follow() {
  const { stream } = overlay().dataset;
  if (stream === heard) return;
  source?.close();
  heard = stream;
  if (!stream) return;
  source = new EventSource(stream);
  source.addEventListener('message', renew);
  source.addEventListener('clocks', renew);
  // Browsers reconnect by themselves until they give up; then the next request for the page opens a new stream.
  source.addEventListener('error', () => { if (source?.readyState === EventSource.CLOSED) heard = ''; });
}

let asking = false;
let again = false;

async function renew() {
  if (asking) { again = true; return; }
  asking = true;
  try {
    do {
      again = false;
      const page = await fetchPage(location.href);
      if (page) {
        overlay().replaceWith(document.adoptNode(page.getElementById('overlay')));
        since = performance.now();
        follow();
      }
    } while (again);
  } catch {
    // The next request may succeed.
  } finally {
    asking = false;
  }
}

follow();
setInterval(tick, 250);
setInterval(renew, Number(overlay().dataset.again) * 1000);
