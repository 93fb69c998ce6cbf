// Offers the names of players where a handle is typed.

import { html } from '../dom.js';

/** How long nothing was typed before names are asked for, in milliseconds. */
const PAUSE = 150;

/** @param {HTMLInputElement} input */
function offer(input) {
  const list = html('datalist', { id: `names-of-${input.name}` });
  let timer = 0;
  let asked = new AbortController();
  input.setAttribute('list', list.id);
  input.after(list);

  async function ask() {
    const query = input.value.trim();
    asked.abort();
    if (query === '') return list.replaceChildren();
    asked = new AbortController();
    try {
      const answer = await fetch(`/search/suggestions?q=${encodeURIComponent(query)}`, { signal: asked.signal });
      if (!answer.ok) return undefined;
      /** @type {import('./box.js').Suggestions} */
      const { results } = await answer.json();
      const players = results.filter((one) => one.link.startsWith('/players/'));
      return list.replaceChildren(...players.map((one) => html('option', { value: one.name })));
    } catch {
      // What was typed next has cancelled it, or there is no network: any handle can be typed.
      return undefined;
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(ask, PAUSE);
  });
}

for (const input of document.querySelectorAll('input[data-players]')) offer(/** @type {HTMLInputElement} */ (input));
