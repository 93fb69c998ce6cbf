// Sends commands until they are answered. A command has an id, and the server executes each id once.

/** The longest wait before the next try: until then the clock may run. */
const LONGEST = 1000;

/** What waits for its next try. @type {Set<() => void>} */
const waiting = new Set();

/** Waits so many milliseconds, or until there is reason to try at once. @param {number} time */
async function pause(time) {
  /** @type {() => void} */
  let wake = () => {};
  await new Promise((resolve) => {
    wake = () => resolve(null);
    waiting.add(wake);
    setTimeout(wake, time);
  });
  waiting.delete(wake);
}

/** Requests without an answer yet. @type {Set<{ sent: number, abort: AbortController }>} */
const unanswered = new Set();

/**
 * Has everything that waits tried at once: the server can be reached again, or games go on. What has been on its way for long
 * may be on a connection that is dead, which the browser would find out minutes later.
 */
export function tryAgain() {
  for (const wake of waiting) wake();
  for (const { sent, abort } of unanswered) if (performance.now() - sent > LONGEST) abort.abort();
}

/** An answer, or null if there is none. @param {string} address @param {URLSearchParams} body */
async function ask(address, body) {
  const one = { sent: performance.now(), abort: new AbortController() };
  unanswered.add(one);
  try {
    return await fetch(address, { method: 'POST', body, headers: { Accept: 'application/json' }, signal: one.abort.signal });
  } catch {
    return null;
  } finally {
    unanswered.delete(one);
  }
}

export const newId = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Sends `fields` to `address`. `offline` is called while there is no answer, with the server's words if it cannot save anything now.
 * Resolves to `{ event }`, or to `{ refused }` with the reason, which is empty if the page is out of date.
 * @param {string} address @param {FormData | Record<string, string>} fields @param {(words?: string) => void} offline
 * @returns {Promise<{ event?: PlayEvent, refused?: string }>}
 */
export async function send(address, fields, offline) {
  const body = new URLSearchParams(/** @type {Record<string, string>} */ (fields));
  for (let wait = 250; ; wait = Math.min(wait * 2, LONGEST)) {
    const answer = await ask(address, body);
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
