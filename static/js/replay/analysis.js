/** Looks whether the analysis that the page waits for is done, and shows the page again once it is. */

/** How often, in milliseconds. */
const EVERY = 5000;

const waits = document.getElementById('analysis-waits');

async function look() {
  try {
    const response = await fetch(`/api/v1/games/${waits?.dataset.game}/analysis`);
    if (response.ok && (await response.json()).state !== 'waiting') {
      location.reload();
      return;
    }
  } catch {
    // The network is down; the next look may find it again.
  }
  setTimeout(look, EVERY);
}

if (waits) setTimeout(look, EVERY);
