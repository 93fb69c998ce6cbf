// Draws the pieces on the server's squares. Each keeps its element, so that styles animate the step.
import { svg, updateAttribute } from '../dom.js';
import { CELL, corner } from '../squares.js';
import { knownRank } from './model.js';
/** @import { Texts } from './texts.js' */


/**
 * Fills a piece's group for the rank that the view knows, or for none.
 * @param {SVGGElement} group @param {Color} color @param {Rank | null} rank @param {Texts} texts @param {string} sprite
 */
export function dress(group, color, rank, texts, sprite) {
  const state = `${color} ${rank ?? ''}`;
  if (group.dataset.state === state) return;
  group.dataset.state = state;
  group.replaceChildren(
    svg('rect', { class: 'tile', x: 3, y: 3, width: 64, height: 64, rx: 8 }),
    svg('use', { href: `${sprite}#rank-${rank ?? 'hidden'}`, x: 3, y: 3, width: 64, height: 64 }),
  );
  if (rank) group.append(svg('text', { class: rank === 'F' ? 'label long' : 'label', x: 35, y: 60, 'aria-hidden': 'true' }, texts.labels[rank]));
}

export class BoardDrawing {
  /** @param {SVGSVGElement} drawing @param {Replay} replay @param {Texts} texts @param {string} sprite */
  constructor(drawing, replay, texts, sprite) {
    this.svg = drawing;
    this.replay = replay;
    this.texts = texts;
    this.sprite = sprite;
    /** @type {Map<Square, SVGGElement>} */
    this.groups = new Map();
    this.marks = drawing.querySelector('.marks');
    this.layer = drawing.querySelector('.pieces');
    /** Which way round the coordinates are. @type {boolean | null} */
    this.flipped = null;
    this.layer.replaceChildren();
    for (const piece of replay.pieces) {
      const group = svg('g', { class: `piece ${piece.color}`, tabindex: 0, role: 'button', 'data-origin': piece.origin });
      this.layer.append(group);
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
      if (!square) { updateAttribute(group, 'hidden', ''); group.style.display = 'none'; continue; }
      const gone = !standing.has(piece.origin);
      const [x, y] = corner(square, flipped);
      group.style.display = '';
      group.style.transform = `translate(${x}px, ${y}px)`;
      const rank = knownRank(this.replay, view, piece.origin, ply);
      dress(group, piece.color, rank, this.texts, this.sprite);
      updateAttribute(group, 'class', `piece ${piece.color}${gone ? ` ghost fallen ${(piece.color === 'black') !== flipped ? 'up' : 'down'}` : ''}${piece.origin === chosen ? ' chosen' : ''}`);
      updateAttribute(group, 'tabindex', gone ? '-1' : '0');
      updateAttribute(group, 'aria-label', this.texts.piece(piece.color, rank, square));
    }
    this.mark(played, flipped);
    this.coordinates(flipped);
  }

  /** Where a piece that this ply captured is drawn while it fades. @param {Square} origin @param {Ply | null} played @param {Board} [before] */
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
      const [x, y] = corner(square, flipped);
      this.marks.append(svg('rect', { class: name, x, y, width: CELL, height: CELL }));
      if (name === 'to' && played.challenge) {
        this.marks.append(svg('rect', { class: 'fight', x: x + 2, y: y + 2, width: CELL - 4, height: CELL - 4, rx: 8 }));
      }
    }
  }

  /** @param {boolean} flipped */
  coordinates(flipped) {
    if (this.flipped === flipped) return;
    this.flipped = flipped;
    this.svg.querySelectorAll('.coord').forEach((text) => {
      const name = text.dataset.name ?? '';
      const file = /[a-i]/.test(name);
      const [x, y] = corner(file ? `${name}1` : `a${name}`, flipped);
      if (file) text.setAttribute('x', String(x + CELL - 8)); else text.setAttribute('y', String(y + 15));
    });
  }
}
