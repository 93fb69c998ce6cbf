/** Looks whether the analysis that the page waits for is done, and shows it in its place once it is: tab, ply and list stay. */
import { fetchPage } from '../dom.js';

/** How often, in milliseconds. */
const EVERY = 5000;

/** Puts the pane of the page as it is now in place of the one that waits. */
async function renew() {
  const [pane, fresh] = [document.getElementById('analysis'), (await fetchPage(location.pathname + location.search))?.getElementById('analysis')];
  if (!pane || !fresh || fresh.querySelector('#analysis-waits')) return false;
  // A pane is shown, and named by its tab, by the script of the tabs.
  pane.replaceChildren(...document.adoptNode(fresh).childNodes);
  return true;
}

async function look() {
  const waits = document.getElementById('analysis-waits');
  if (!waits) return;
  try {
    const response = await fetch(`/api/v1/games/${waits.dataset.game}/analysis`);
    if (response.ok && (await response.json()).state !== 'waiting' && (await renew())) return;
  } catch {
    // The network is down; the next look may find it again.
  }
  setTimeout(look, EVERY);
}

setTimeout(look, EVERY);
