// Suggestions of the search box in the header, as a combobox with a list (ARIA Authoring Practices).
// Without this script, Enter leads to the page with all results.

import { html } from '../dom.js';

/** How long nothing was typed before suggestions are asked for, in milliseconds. */
const PAUSE = 120;

/** @typedef {{ kind: string, name: string, about: string, link: string }} SearchResult */
/** @typedef {{ results: SearchResult[], count: string, all: string, all_words: string }} Suggestions */

/** @param {HTMLFormElement} form */
function suggest(form) {
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem('q'));
  const list = html('ul', { id: 'suggestions', role: 'listbox', hidden: '', 'aria-label': input.getAttribute('aria-label') });
  const said = html('p', { class: 'visually-hidden', role: 'status' });
  let timer = 0;
  let current = -1;
  let asked = new AbortController();
  /** What the list shows; asking for it again changes nothing. */
  let shown = '';

  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  })) {
    input.setAttribute(name, value);
  }
  form.append(list, said);

  const options = () => /** @type {HTMLElement[]} */ ([...list.children]);

  /** @param {boolean} open */
  function show(open) {
    list.hidden = !open;
    input.setAttribute('aria-expanded', String(open));
    if (!open) mark(-1);
  }

  /** @param {number} at */
  function mark(at) {
    options()[current]?.setAttribute('aria-selected', 'false');
    current = at;
    const option = options()[at];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
  }

  /** @param {string} link @param {number} at @param {Node[]} words */
  const option = (link, at, ...words) =>
    html('li', { role: 'option', id: `suggestion-${at}`, 'aria-selected': 'false', 'data-link': link }, ...words);

  /** @param {Element | null | undefined} option */
  function follow(option) {
    const link = /** @type {HTMLElement | null | undefined} */ (option)?.dataset.link;
    if (link) location.assign(link);
  }

  /** @param {Suggestions} found */
  function fill(found) {
    const lines = found.results.map((one, at) =>
      option(one.link, at, html('b', {}, one.name), html('span', { class: 'soft' }, [one.kind, one.about].filter(Boolean).join(' · '))),
    );
    list.replaceChildren(...lines, option(found.all, lines.length, html('span', {}, found.all_words)));
    said.textContent = found.count;
    current = -1;
    show(document.activeElement === input);
  }

  async function ask() {
    const query = input.value.trim();
    asked.abort();
    if (query === '') {
      shown = '';
      return show(false);
    }
    if (query === shown) return show(true);
    asked = new AbortController();
    try {
      const answer = await fetch(`/search/suggestions?q=${encodeURIComponent(query)}`, { signal: asked.signal });
      if (!answer.ok) return show(false);
      fill(await answer.json());
      shown = query;
    } catch {
      // It was cancelled by what was typed next, or there is no network: Enter still asks for the page.
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(ask, PAUSE);
  });
  input.addEventListener('focus', () => { if (input.value.trim() !== '' && input.value.trim() === shown) show(true); });
  input.addEventListener('blur', () => show(false));
  // A press on the list must not take the focus, which would close it before the click.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => follow(/** @type {Element} */ (event.target).closest('[role=option]')));
  input.addEventListener('keydown', (event) => {
    const last = options().length - 1;
    if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      show(false);
    } else if (event.key === 'ArrowDown' && !list.hidden) {
      event.preventDefault();
      mark(current === last ? -1 : current + 1);
    } else if (event.key === 'ArrowUp' && !list.hidden) {
      event.preventDefault();
      mark(current === -1 ? last : current - 1);
    } else if (event.key === 'Enter' && current >= 0 && !list.hidden) {
      event.preventDefault();
      follow(options()[current]);
    }
  });
}

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('.site-head .find'));
if (form) suggest(form);

// "/" leads to the box, where nothing else is being typed.
document.addEventListener('keydown', (event) => {
  const at = /** @type {HTMLElement} */ (event.target);
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || at.closest('input, textarea, select, [contenteditable]')) return;
  const input = form?.querySelector('input');
  if (input?.checkVisibility()) {
    event.preventDefault();
    input.focus();
  }
});

// Every page has this module. What the app needs of a page can wait until the page is there.
addEventListener('load', () => import('../app/main.js'), { once: true });
