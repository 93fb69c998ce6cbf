// Sending what a player does, until it is answered: the same command by the same id is done once, however often it comes.

const pause = (/** @type {number} */ time) => new Promise((resolve) => { setTimeout(resolve, time); });

/** A new command's name. */
export const newId = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Sends `fields` to `address`; `away` hears that nobody answers, or in words that nothing can be saved now. Gives `{ event }`, or `{ refused }` with the words for it:
 * no words where the page has to be asked for anew.
 * @param {string} address @param {FormData | Record<string, string>} fields @param {(words?: string) => void} away
 * @returns {Promise<{ event?: unknown, refused?: string }>}
 */
export async function send(address, fields, away) {
  const body = new URLSearchParams(/** @type {Record<string, string>} */ (fields));
  for (let wait = 400; ; wait = Math.min(wait * 2, 8000)) {
    const answer = await fetch(address, { method: 'POST', body, headers: { Accept: 'application/json' } }).catch(() => null);
    if (answer && answer.status < 500) return read(answer);
    away(answer?.status === 503 ? (await answer.json().catch(() => null))?.detail : undefined);
    await pause(wait);
  }
}

/** @param {Response} answer */
async function read(answer) {
  const told = await answer.json().catch(() => null);
  if (answer.ok && told) return { event: told };
  return { refused: told?.detail ?? '' };
}
