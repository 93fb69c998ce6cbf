// What could be known of hidden ranks: fetched when it is first asked for, and kept for the plies for which it holds. Until
// then none of this file is loaded.
import { corner } from './board.js';
import { fallen } from './model.js';
/** @import { Texts } from './texts.js' */
/** @typedef {Shown & { looked: Square | null, table: boolean }} State */
/** @typedef {Map<Color, KnownPosition>} Known */

const SVG = 'http://www.w3.org/2000/svg';
const GAUGE = 56;
const WAIT = 80;

/** @param {Color} color @returns {Color} */
const other = (color) => (color === 'white' ? 'black' : 'white');
const COLORS = /** @type {const} */ (['white', 'black']);

/** In whose eyes the pieces of a side are. @param {Color} color @param {View} view */
const viewerOf = (color, view) => (view === 'public' ? 'public' : other(color));
/** Whether pieces of this color are shaded and listed. @param {Color} color @param {Shown} state */
const covers = (color, { view, ghost }) => (view === color ? ghost : view !== other(color) || !ghost);
/** @param {KnownPiece} piece @param {Rank} rank */
const chance = (piece, rank) => piece.ranks.find((one) => one.rank === rank)?.probability ?? 0;

/** A share of one in words, to the tenth of a percent; as the server writes it. @param {number} share */
export function percent(share) {
  const tenths = Math.round(share * 1000);
  if (share <= 0) return '0 %';
  if (tenths === 0) return '<0.1 %';
  if (tenths === 1000) return share < 1 ? '>99.9 %' : '100 %';
  return `${Math.floor(tenths / 10)}.${tenths % 10} %`;
}

const grouped = (/** @type {string} */ digits) => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** @param {Element} parent @param {string} name @param {Record<string, string | number>} attributes */
function make(parent, name, attributes = {}, text = '') {
  const space = parent.namespaceURI === SVG || name === 'svg' ? SVG : 'http://www.w3.org/1999/xhtml';
  const element = /** @type {HTMLElement | SVGElement} */ (document.createElementNS(space, name));
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text) element.textContent = text;
  parent.append(element);
  return element;
}

export class Knowing {
  /** @param {string} address @param {Replay} replay @param {Texts} texts @param {boolean} learned */
  constructor(address, replay, texts, learned) {
    this.address = `/api/v1${address}/knowledge`;
    this.replay = replay;
    this.texts = texts;
    this.learned = learned;
    this.turn = 0;
    /** @type {Record<Color | 'public', KnownPosition[]>} */
    this.kept = { white: [], black: [], public: [] };
    this.colors = new Map(replay.pieces.map((piece) => [piece.origin, piece.color]));
    this.layer = document.querySelector('#board .shades');
  }

  /** @param {Color | 'public'} viewer @param {number} ply */
  find(viewer, ply) {
    return this.kept[viewer].find((one) => one.since <= ply && ply <= one.until);
  }

  /** @param {Color | 'public'} viewer @param {number} ply */
  async fetch(viewer, ply) {
    const prior = this.learned && viewer !== 'public' ? '&prior=learned' : '';
    const response = await fetch(`${this.address}?viewer=${viewer}&ply=${ply}${prior}`);
    if (!response.ok) throw new Error(`${response.status}`);
    const { positions: [position] } = /** @type {Knowledge} */ (await response.json());
    if (!this.find(viewer, ply)) this.kept[viewer].push(position);
    return position;
  }

  /** Shows what a state asks for: `looked` is the piece that is hovered, focused or chosen. @param {State} state @param {Board[]} boards */
  async show(state, boards) {
    const turn = (this.turn += 1);
    const { ply, view, shade, table, looked } = state;
    const own = looked ? this.colors.get(looked) : undefined;
    const wanted = COLORS.filter((color) => color === own || ((shade || table) && covers(color, state)));
    const missing = wanted.filter((color) => !this.find(viewerOf(color, view), ply));
    if (missing.length) {
      this.layer.replaceChildren();
      // Who steps on quickly asks for where he stops.
      await new Promise((done) => { setTimeout(done, WAIT); });
      if (turn !== this.turn) return;
      try {
        await Promise.all([...new Set(missing.map((color) => viewerOf(color, view)))].map((viewer) => this.fetch(viewer, ply)));
      } catch {
        if (turn === this.turn) this.brief(this.texts.fill('known-failed'));
        return;
      }
      if (turn !== this.turn) return;
    }
    /** @type {Known} */
    const known = new Map();
    for (const color of wanted) {
      const position = this.find(viewerOf(color, view), ply);
      if (position) known.set(color, position);
    }
    this.shade(state, boards[ply], known);
    this.piece(state, own && known.get(own));
    if (table) this.table(state, boards, known);
  }

  /** @param {string} text */
  brief(text) {
    const line = document.getElementById('known-brief');
    if (line.textContent !== text) line.textContent = text;
  }

  /** The ranks of the army, the highest first. */
  army() {
    const ranks = this.ranks();
    return [...ORDER].filter((rank) => ranks.has(rank));
  }

  /** Those that any piece can have at the deployment. */
  ranks() {
    return new Set(this.replay.pieces.map((piece) => piece.rank).concat(this.replay.promotions.length ? ['S'] : []));
  }

  /** @param {KnownPosition} position @param {Color} color @param {Shown} state */
  eyes(position, color, { ply, view }) {
    /** @param {string} key @param {Record<string, unknown>} [values] */
    const fill = (key, values) => this.texts.fill(`known-${key}`, values);
    const bits = position.bits.toFixed(1);
    const parts = [fill(`eyes-${viewerOf(color, view)}`, { ply })];
    if (position.armies) parts.push(fill('armies', { armies: grouped(position.armies), bits }));
    else if (position.precision === 'exact') parts.push(fill('exact', { bits }));
    else {
      const errors = position.pieces.flatMap((piece) => piece.ranks.map((one) => one.error));
      parts.push(fill('estimated', { error: percent(Math.max(0, ...errors)), bits }));
    }
    if (position.sets !== 'exact') parts.push(fill('at-least'));
    return parts.join(' ');
  }

  /** @param {Color} color @param {Square} origin */
  name(color, origin) { return this.texts.fill('known-piece', { side: this.texts.color(color), origin }); }

  /** @param {State} state @param {KnownPosition} [position] */
  piece(state, position) {
    const panel = document.getElementById('known-piece');
    const piece = position?.pieces.find((one) => one.origin === state.looked);
    if (!position || !piece) {
      this.brief(this.texts.fill('known-hint'));
      panel.replaceChildren();
      make(panel, 'p', { class: 'soft' }, this.texts.fill('known-hint'));
      return;
    }
    const name = this.name(piece.color, piece.origin);
    const likely = [...piece.ranks].sort((a, b) => b.probability - a.probability).slice(0, 3);
    const ranks = likely.map((one) => `${this.texts.strings.ranks[one.rank]} ${percent(one.probability)}`).join(', ');
    this.brief(this.texts.fill('known-brief', { piece: name, ranks, flag: percent(chance(piece, 'F')) }));
    panel.replaceChildren();
    make(panel, 'h3', {}, name);
    make(panel, 'p', { class: 'soft' }, this.eyes(position, piece.color, state));
    const list = make(panel, 'ul', { class: 'plain ranks' });
    for (const rank of this.army()) this.bar(list, rank, piece.ranks.find((one) => one.rank === rank));
    const off = make(panel, 'p', state.chosen === state.looked ? {} : { hidden: '' });
    make(off, 'a', { class: 'way', href: '#known', 'data-piece': '' }, this.texts.fill('known-off'));
  }

  /** @param {Element} list @param {Rank} rank @param {KnownPiece['ranks'][number]} [one] */
  bar(list, rank, one) {
    const item = make(list, 'li', one ? {} : { class: 'none' });
    make(item, 'span', { class: 'short' }, this.texts.labels[rank]);
    make(item, 'span', { class: 'visually-hidden' }, ` ${this.texts.strings.ranks[rank]} `);
    const bar = make(item, 'svg', { viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    make(bar, 'rect', { class: 'rail', width: 100, height: 10 });
    make(bar, 'rect', { class: 'gauge', width: (100 * (one?.probability ?? 0)).toFixed(1), height: 10 });
    make(item, 'span', { class: 'num' }, one ? percent(one.probability) : '–');
  }

  /** @param {State} state @param {Board} board @param {Known} known */
  shade(state, board, known) {
    this.layer.replaceChildren();
    const { shade, flipped } = state;
    if (!shade) return;
    const values = [...board].flatMap(([square, origin]) => {
      const color = this.colors.get(origin);
      if (!color || !covers(color, state)) return [];
      const piece = known.get(color)?.pieces.find((one) => one.origin === origin);
      return [{ square, color, value: piece ? (shade === 'flag' ? chance(piece, 'F') : piece.strength) : 0 }];
    });
    const full = shade === 'flag' ? Math.max(1e-9, ...values.map((one) => one.value)) : 1;
    for (const { square, color, value } of values) {
      const { x, y } = corner(this.replay, square, flipped);
      const part = value / full;
      const group = make(this.layer, 'g', { class: `shade ${color}`, transform: `translate(${x} ${y})` });
      make(group, 'rect', { class: 'tint', x: 3, y: 3, width: 64, height: 64, rx: 8, opacity: (part * 0.5).toFixed(2) });
      make(group, 'rect', { class: 'rail', x: 57, y: 7, width: 7, height: GAUGE });
      make(group, 'rect', { class: 'gauge', x: 57, y: (7 + GAUGE * (1 - part)).toFixed(1), width: 7, height: (GAUGE * part).toFixed(1) });
      const number = Math.round(value * 100);
      make(group, 'text', { x: 8, y: 21 }, shade === 'strength' ? `${number}` : value > 0 && value < 0.005 ? '<1%' : `${number}%`);
    }
  }

  /** All pieces and ranks; the words of its head come from the page. @param {State} state @param {Board[]} boards @param {Known} known */
  table(state, boards, known) {
    const place = document.getElementById('known-table');
    const words = this.texts.fill('known-heads').split('|');
    const label = document.querySelector('#known-all > summary')?.textContent ?? '';
    const pieces = [...known].filter(([color]) => covers(color, state));
    place.replaceChildren();
    const told = pieces.map(([color, position]) => this.eyes(position, color, state));
    make(place, 'p', { class: 'soft' }, [...new Set(told)].join(' '));
    const scroll = make(place, 'div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label });
    const table = make(scroll, 'table', { class: 'knowntable' });
    make(table, 'caption', { class: 'visually-hidden' }, label);
    const head = make(make(table, 'thead'), 'tr');
    words.forEach((word, n) => make(head, 'th', { scope: 'col', ...(n === 2 && { class: 'num' }) }, word));
    const army = this.army();
    for (const rank of army) {
      make(make(head, 'th', { scope: 'col', class: 'num' }), 'abbr', { title: this.texts.strings.ranks[rank] }, this.texts.labels[rank]);
    }
    const standing = new Map([...boards[state.ply]].map(([square, origin]) => [origin, square]));
    const fell = new Map(fallen(this.replay, boards, state.ply).map((one) => [one.origin, one.ply]));
    const body = make(table, 'tbody');
    for (const [color, position] of pieces) {
      for (const piece of position.pieces.filter((one) => one.color === color)) {
        const row = make(body, 'tr');
        make(make(row, 'th', { scope: 'row' }), 'a', { href: '#known', 'data-piece': piece.origin }, this.name(color, piece.origin));
        make(row, 'td', {}, standing.get(piece.origin) ?? this.texts.fill('known-fell', { ply: fell.get(piece.origin) }));
        make(row, 'td', { class: 'num' }, `${Math.round(piece.strength * 100)}`);
        for (const rank of army) {
          const one = piece.ranks.find((own) => own.rank === rank);
          make(row, 'td', { class: 'num' }, one ? percent(one.probability) : '–');
        }
      }
    }
  }
}

/** The ranks as the rules count them, by their letters. */
const ORDER = '54321CLMKABTPSF';
