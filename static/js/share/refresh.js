// A frame on another site: shows what has changed, without a stream, because ratings change seldom.
import { fetchPage } from '../dom.js';

/** How often a visible frame asks, in milliseconds; a part of it is by chance, so that not all ask at once. */
const [INTERVAL, SPREAD] = [30_000, 10_000];

async function refresh() {
  if (document.hidden) return;
  const page = await fetchPage(location.href).catch(() => null);
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = page?.getElementById(part.id);
    if (next && next.innerHTML !== kept.get(part.id)) {
      kept.set(part.id, next.innerHTML);
      part.replaceWith(next);
    }
  }
}

/** What the server sent of each part. @type {Map<string, string>} */
const kept = new Map();
for (const part of document.querySelectorAll('[data-live]')) kept.set(part.id, part.innerHTML);
setInterval(refresh, INTERVAL + Math.random() * SPREAD);
document.addEventListener('visibilitychange', refresh);
