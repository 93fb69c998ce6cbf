// Drawing the board: squares are the server's, pieces are moved by keyed groups,
// so that stepping animates and nothing else on the page moves.
import { knownRank } from './model.js';
/** @import { Texts } from './texts.js' */

const SVG = 'http://www.w3.org/2000/svg';
const CELL = 70;
const MARGIN = 24;

/** Where a square's corner is in the drawing. @param {Replay} replay @param {Square} square @param {boolean} flipped */
export function corner(replay, square, flipped) {
  const file = square.charCodeAt(0) - 97;
  const row = Number(square.slice(1)) - 1;
  const x = flipped ? replay.files - 1 - file : file;
  const y = flipped ? row : replay.rows - 1 - row;
  return { x: MARGIN + x * CELL, y: MARGIN + y * CELL };
}

/** @template {keyof SVGElementTagNameMap} K @param {K} name @param {Record<string, string | number>} attributes @param {Element} [parent] */
function make(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (parent) parent.append(element);
  return element;
}

/**
 * Fills a piece's group for the rank that the view knows, or for none.
 * @param {SVGGElement} group @param {Color} color @param {Rank | null} rank @param {Texts} texts @param {string} sprite
 */
export function dress(group, color, rank, texts, sprite) {
  const state = `${color} ${rank ?? ''}`;
  if (group.dataset.state === state) return;
  group.dataset.state = state;
  group.replaceChildren();
  make('rect', { class: 'tile', x: 3, y: 3, width: 64, height: 64, rx: 8 }, group);
  make('use', { href: `${sprite}#rank-${rank ?? 'hidden'}`, x: 3, y: 3, width: 64, height: 64 }, group);
  if (rank) make('text', { class: 'label', x: 35, y: 60, 'aria-hidden': 'true' }, group).textContent = texts.labels[rank];
}

export class BoardDrawing {
  /** @param {SVGSVGElement} svg @param {Replay} replay @param {Texts} texts @param {string} sprite */
  constructor(svg, replay, texts, sprite) {
    this.svg = svg;
    this.replay = replay;
    this.texts = texts;
    this.sprite = sprite;
    /** @type {Map<Square, SVGGElement>} */
    this.groups = new Map();
    this.marks = svg.querySelector('.marks');
    this.layer = svg.querySelector('.pieces');
    this.layer.replaceChildren();
    for (const piece of replay.pieces) {
      const group = make('g', { class: `piece ${piece.color}`, tabindex: 0, role: 'button', 'data-origin': piece.origin }, this.layer);
      this.groups.set(piece.origin, group);
    }
  }

  /**
   * Shows the position after `ply` plies; `chosen` is the origin of the piece in the panel.
   * @param {{ board: Board, before?: Board, ply: number, view: View, flipped: boolean, chosen: Square | null }} state
   */
  show({ board, before, ply, view, flipped, chosen }) {
    const standing = new Map([...board].map(([square, origin]) => [origin, square]));
    const played = ply > 0 ? this.replay.plies[ply - 1] : null;
    for (const piece of this.replay.pieces) {
      const group = this.groups.get(piece.origin);
      if (!group) continue;
      const square = standing.get(piece.origin) ?? this.lastSquare(piece.origin, played, before);
      if (!square) { group.setAttribute('hidden', ''); group.style.display = 'none'; continue; }
      const gone = !standing.has(piece.origin);
      const { x, y } = corner(this.replay, square, flipped);
      group.style.display = '';
      group.style.transform = `translate(${x}px, ${y}px)`;
      const rank = knownRank(this.replay, view, piece.origin, ply);
      dress(group, piece.color, rank, this.texts, this.sprite);
      group.setAttribute('class', `piece ${piece.color}${gone ? ' ghost fallen' : ''}${piece.origin === chosen ? ' chosen' : ''}`);
      group.setAttribute('tabindex', gone ? '-1' : '0');
      group.setAttribute('aria-label', this.texts.piece(piece.color, rank, square));
    }
    this.mark(played, flipped);
    this.coordinates(flipped);
  }

  /** A piece that has just fallen fades where it fell. @param {Square} origin @param {Ply | null} played @param {Board} [before] */
  lastSquare(origin, played, before) {
    if (!played || !played.challenge || !before) return null;
    if (before.get(played.to) === origin || before.get(played.from) === origin) return played.to;
    return null;
  }

  /** @param {Ply | null} played @param {boolean} flipped */
  mark(played, flipped) {
    this.marks.replaceChildren();
    if (!played) return;
    for (const [name, square] of [['from', played.from], ['to', played.to]]) {
      const { x, y } = corner(this.replay, square, flipped);
      make('rect', { class: name, x, y, width: CELL, height: CELL }, this.marks);
      if (name === 'to' && played.challenge) {
        make('rect', { class: 'fight', x: x + 2, y: y + 2, width: CELL - 4, height: CELL - 4, rx: 8 }, this.marks);
      }
    }
  }

  /** @param {boolean} flipped */
  coordinates(flipped) {
    this.svg.querySelectorAll('.coord').forEach((text) => {
      const name = text.dataset.name ?? '';
      const file = /[a-i]/.test(name);
      const square = file ? `${name}1` : `a${name}`;
      const { x, y } = corner(this.replay, square, flipped);
      if (file) text.setAttribute('x', String(x + CELL / 2)); else text.setAttribute('y', String(y + CELL / 2 + 5));
    });
  }
}
