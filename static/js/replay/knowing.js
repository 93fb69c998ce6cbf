// What could be known of hidden ranks: worded and drawn by the server, for all plies between which nothing is learnt. It is
// requested when somebody first asks, and kept; this module picks the parts, and moves the marks with their pieces.
import { fetchPage, html } from '../dom.js';
import { corner } from '../squares.js';
/** @import { Texts } from './texts.js' */
/** @typedef {Shown & { looked: Square | null, table: boolean, learned: boolean }} State */
/** @typedef {{ look: string, since: number, until: number, body: HTMLElement }} Known */

/** Milliseconds: while somebody steps on quickly, only where they stop is requested. */
const WAIT = 80;

/** What the server is asked for, but for ply and piece. @param {State} state */
function lookOf({ view, shade, ghost, table, learned }) {
  const params = new URLSearchParams({ view });
  if (shade) params.set('shade', shade);
  if (ghost) params.set('ghost', '1');
  if (table) params.set('table', '1');
  if (learned) params.set('prior', 'learned');
  return String(params);
}

/** @param {HTMLElement} body @param {Square} origin */
const cardOf = (body, origin) => body.querySelector(`section[data-origin="${origin}"]`);

export class Knowing {
  /** @param {string} address @param {Texts} texts */
  constructor(address, texts) {
    this.address = address;
    this.texts = texts;
    this.turn = 0;
    /** @type {Known[]} */
    this.kept = [];
    this.layer = document.querySelector('#board .shades');
  }

  /** @param {State} state */
  find(state) {
    const { ply, looked } = state;
    const look = lookOf(state);
    return this.kept.find((one) => one.look === look && one.since <= ply && ply <= one.until && (!looked || cardOf(one.body, looked)));
  }

  /** @param {State} state */
  async fetch(state) {
    const look = lookOf(state);
    const piece = state.looked ? `&piece=${state.looked}` : '';
    const page = await fetchPage(`${this.address}/known?${look}&ply=${state.ply}${piece}`);
    if (!page) throw new Error('refused');
    const { body } = page;
    const known = { look, since: Number(body.dataset.since), until: Number(body.dataset.until), body };
    this.kept.push(known);
    return known;
  }

  /** Shows what a state asks for: `looked` is the piece that is hovered, focused or chosen. @param {State} state @param {Board} board */
  async show(state, board) {
    const turn = (this.turn += 1);
    const isWanted = state.looked || state.shade || state.table;
    let known = isWanted ? this.find(state) : undefined;
    if (isWanted && !known) {
      this.layer.replaceChildren();
      await new Promise((done) => { setTimeout(done, WAIT); });
      if (turn !== this.turn) return;
      try {
        known = await this.fetch(state);
      } catch {
        if (turn === this.turn) this.brief(this.texts.fill('known-failed'));
        return;
      }
      if (turn !== this.turn) return;
    }
    const standing = new Map([...board].map(([square, origin]) => [origin, square]));
    this.shade(state, known, standing);
    this.piece(state, known);
    if (known && state.table) this.table(state, known, standing);
  }

  /** @param {string} text */
  brief(text) {
    const line = document.getElementById('known-brief');
    if (line.textContent !== text) line.textContent = text;
  }

  /** @param {State} state @param {Known | undefined} known @param {Map<Square, Square>} standing */
  shade({ flipped }, known, standing) {
    const marks = [...(known?.body.querySelectorAll('g.shade') ?? [])].map((mark) => document.importNode(mark, true));
    for (const mark of marks) {
      const square = standing.get(mark.dataset.origin ?? '');
      if (square) mark.setAttribute('transform', `translate(${corner(square, flipped).join(' ')})`);
    }
    this.layer.replaceChildren(...marks);
  }

  /** @param {State} state @param {Known} [known] */
  piece({ ply, looked, chosen }, known) {
    const panel = document.getElementById('known-piece');
    const card = looked && known && cardOf(known.body, looked);
    if (!card) {
      const hint = this.texts.fill('known-hint');
      this.brief(hint);
      panel.replaceChildren(html('p', { class: 'soft' }, hint));
      return;
    }
    this.brief(card.dataset.brief ?? '');
    panel.replaceChildren(...copy(card, ply));
    panel.querySelector('a[data-piece]')?.parentElement?.toggleAttribute('hidden', chosen !== looked);
  }

  /** @param {State} state @param {Known} known @param {Map<Square, Square>} standing */
  table({ ply }, known, standing) {
    const place = document.getElementById('known-table');
    const table = known.body.querySelector('div#known-table');
    if (!table) return;
    place.replaceChildren(...copy(table, ply));
    for (const link of place.querySelectorAll('a[data-piece]')) {
      const square = standing.get(link.dataset.piece ?? '');
      const cell = link.closest('tr')?.cells[1];
      if (square && cell) cell.textContent = square;
    }
  }
}

/** What stands in an element, said of this ply. @param {Element} element @param {number} ply */
function copy(element, ply) {
  const whole = document.importNode(element, true);
  for (const words of whole.querySelectorAll('p.soft')) words.textContent = words.textContent.replaceAll('%ply%', String(ply));
  return whole.childNodes;
}
