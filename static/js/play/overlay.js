// What lies over a stream: asked for anew at each event of the game, and every few seconds, as another game may be at the table.
const main = () => document.getElementById('overlay');
const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
let since = performance.now();
/** @type {EventSource | null} */
let source = null;
let heard = '';

/** @param {number} left */
function clock(left) {
  const seconds = Math.max(0, Math.floor(left / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  return hours > 0 ? `${two(hours)}:${two(minutes % 60)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`;
}

function tick() {
  const { running } = main().dataset;
  const shown = running && document.querySelector(`.clock[data-side="${running}"]`);
  if (shown) shown.textContent = clock(Number(shown.dataset.left) - (performance.now() - since));
}

function follow() {
  const { stream } = main().dataset;
  if (stream === heard) return;
  source?.close();
  heard = stream;
  if (!stream) return;
  source = new EventSource(stream);
  source.addEventListener('message', renew);
  source.addEventListener('clocks', renew);
  // A browser comes again by itself; one that has given up is helped the next time that the page is asked for.
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
      const answer = await fetch(location.href);
      if (answer.ok) {
        const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
        main().replaceWith(document.adoptNode(page.getElementById('overlay')));
        since = performance.now();
        follow();
      }
    } while (again);
  } catch {
    // The next time: a stream goes on without us.
  } finally {
    asking = false;
  }
}

follow();
setInterval(tick, 250);
setInterval(renew, Number(main().dataset.again) * 1000);
