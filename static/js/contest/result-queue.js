// Results that are on their way to the server. Each is kept on this device until it is answered, so that a closed tab or a hall
// without network loses none; the last one of a game counts.
import { fetchPage } from '../dom.js';

/**
 * `expected` is the result that was seen before. A `waiting` one is sent again by itself, for the other two somebody decides.
 * @typedef {'waiting' | 'conflict' | 'refused'} State
 * @typedef {{ game: string, table: string, expected: string, said: string, reason: string, state: State, detail?: string, by?: string, recorded?: string }} Item
 */

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/** The results that are not saved yet, of one round. */
export class ResultQueue {
  /** @type {Map<string, Item>} */
  items = new Map();
  /** The one that the server has not answered yet. @type {Item | null} */
  sent = null;
  /** Whether the server does not know this browser's official any more. */
  signedOut = false;
  #wait = FIRST_WAIT;
  /** @type {number | undefined} */
  #timer;

  /**
   * @param {HTMLFormElement} form
   * @param {{ changed: (game: string) => void, saved: (item: Item) => void }} told
   */
  constructor(form, told) {
    this.form = form;
    this.told = told;
    const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value;
    this.key = `results ${new URL(form.action).pathname} ${field('stage')} ${field('round')} ${form.dataset.owner}`;
    for (const item of this.#stored()) this.items.set(item.game, item);
    addEventListener('online', () => this.retry());
  }

  /** @returns {Item[]} */
  #stored() {
    try {
      return JSON.parse(/** @type {Json<Item[]>} */ (localStorage.getItem(this.key) ?? '[]'));
    } catch {
      return [];
    }
  }

  #store() {
    try {
      if (this.items.size > 0) localStorage.setItem(this.key, JSON.stringify([...this.items.values()]));
      else localStorage.removeItem(this.key);
    } catch {
      // Without a place to keep them, they are in this page until it closes, which it warns of.
    }
  }

  /** How many wait for an answer of the server. */
  get waiting() {
    return [...this.items.values()].filter((item) => item.state === 'waiting').length;
  }

  /** Adds a result, or replaces the one of its game that was not saved. @param {Omit<Item, 'state'>} item */
  add(item) {
    this.items.set(item.game, { ...item, state: 'waiting' });
    this.#store();
    this.told.changed(item.game);
    this.#send();
  }

  /** Sends no result for a game. @param {string} game */
  drop(game) {
    if (!this.items.delete(game)) return;
    this.#store();
    this.told.changed(game);
  }

  /** Compares what waits with what the server says of a game. @param {string} game @param {string} recorded */
  compare(game, recorded) {
    const item = this.items.get(game);
    if (!item || item === this.sent) return;
    if (item.said === recorded) this.drop(game);
    else if (item.expected !== recorded && item.state === 'waiting') this.#stop(item, 'conflict', { recorded });
  }

  /** Tries at once. */
  retry() {
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT;
    this.#send();
  }

  async #send() {
    if (this.sent) return;
    const item = [...this.items.values()].find((one) => one.state === 'waiting');
    if (!item) return;
    clearTimeout(this.#timer);
    this.sent = item;
    this.told.changed(item.game);
    const isAnswered = await this.#ask(item);
    this.sent = null;
    this.told.changed(item.game);
    if (isAnswered) {
      this.#wait = FIRST_WAIT;
      this.#send();
    } else {
      this.#timer = setTimeout(() => this.#send(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    }
  }

  /** Sends a result; whether it is answered. @param {Item} item */
  async #ask(item) {
    const body = new URLSearchParams(/** @type {any} */ (new FormData(this.form)));
    body.set('result', `${item.game}.${item.expected}.${item.said}`);
    body.set('why', item.reason);
    const headers = { Accept: 'application/json' };
    const answer = await fetch(this.form.action, { method: 'POST', body, headers, redirect: 'manual' }).catch(() => null);
    if (!answer || answer.status >= 500 || answer.status === 429) return false;
    const said = await answer.json().catch(() => null);
    this.signedOut = !said || !('detail' in said) || !('recorded' in said);
    if (this.signedOut) {
      await this.#renew();
      return false;
    }
    if (answer.ok || said.recorded === item.said) this.#saved(item);
    else if (said.recorded && said.recorded !== item.expected) this.#stop(item, 'conflict', said);
    else this.#stop(item, 'refused', said);
    return true;
  }

  /** Somebody may have signed in again in another tab, with another form token. */
  async #renew() {
    const page = await fetchPage(location.href).catch(() => null);
    const token = page?.querySelector('#results input[name=csrf]')?.getAttribute('value');
    if (token) this.form.querySelector('input[name=csrf]')?.setAttribute('value', token);
  }

  /** @param {Item} item */
  #saved(item) {
    if (this.items.get(item.game) === item) this.items.delete(item.game);
    this.#store();
    this.told.saved(item);
  }

  /** @param {Item} item @param {State} state @param {{ detail?: string, by?: string, recorded?: string }} why */
  #stop(item, state, why) {
    if (this.items.get(item.game) !== item) return;
    Object.assign(item, { state, detail: why.detail, by: why.by, recorded: why.recorded });
    this.#store();
    this.told.changed(item.game);
  }
}
