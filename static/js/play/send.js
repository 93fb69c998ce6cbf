// Sends commands until they are answered. A command has an id, and the server executes each id once.

const pause = (/** @type {number} */ time) => new Promise((resolve) => { setTimeout(resolve, time); });

export const newId = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Sends `fields` to `address`. `offline` is called while there is no answer, with the server's words if it cannot save anything now.
 * Resolves to `{ event }`, or to `{ refused }` with the reason, which is empty if the page is out of date.
 * @param {string} address @param {FormData | Record<string, string>} fields @param {(words?: string) => void} offline
 * @returns {Promise<{ event?: PlayEvent, refused?: string }>}
 */
export async function send(address, fields, offline) {
  const body = new URLSearchParams(/** @type {Record<string, string>} */ (fields));
  for (let wait = 400; ; wait = Math.min(wait * 2, 8000)) {
    const answer = await fetch(address, { method: 'POST', body, headers: { Accept: 'application/json' } }).catch(() => null);
    if (answer && answer.status < 500) return read(answer);
    offline(answer?.status === 503 ? (await answer.json().catch(() => null))?.detail : undefined);
    await pause(wait);
  }
}

/** @param {Response} answer */
async function read(answer) {
  const body = await answer.json().catch(() => null);
  if (answer.ok && body) return { event: body };
  return { refused: body?.detail ?? '' };
}
