// The board under one's hand: a piece is tapped and then its goal, dragged there, or moved by the arrow keys and Enter.
// It knows no rank and no rule: what may be played stands on the page. Out of turn, a piece may be told where to go next
// (a premove): that stays in this module's memory, and is sent once it is one's turn, if it can be played then.
import { slide } from './motion.js';
/** @import { Texts } from '../replay/texts.js' */

const [CELL, MARGIN, FILES, ROWS] = [70, 24, 9, 8];
const SVG = 'http://www.w3.org/2000/svg';
const FAR_ENOUGH = 8;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

export class Table {
  /**
   * `play(ply, number)` is asked to play, `say(words)` to read something out; `texts` has the words,
   * `about(square, write)` hears of a piece that is pressed and has no goal.
   * @param {HTMLElement} root
   * @param {{ play: (ply: string, number: string) => void, say: (words: string) => void, texts: Texts,
   *   about: (square: Square, write?: boolean) => void }} on
   */
  constructor(root, { play, say, texts, about }) {
    this.play = play;
    this.say = say;
    this.texts = texts;
    this.about = about;
    this.chosen = '';
    this.cursor = '';
    /** @type {{ square: Square, x: number, y: number, mine: boolean, home: string, was: Square } | null} */
    this.drag = null;
    this.ahead = '';
    this.put = '';
    this.told = '';
    root.addEventListener('click', (event) => { if (event.target.closest?.('#table a')) event.preventDefault(); });
    root.addEventListener('dragstart', (event) => { if (event.target.closest?.('#table')) event.preventDefault(); });
    root.addEventListener('pointerdown', (event) => this.down(event));
    window.addEventListener('pointermove', (event) => this.move(event));
    window.addEventListener('pointerup', (event) => this.up(event));
    window.addEventListener('pointercancel', () => this.drop());
    root.addEventListener('keydown', (event) => this.key(event));
    this.renewed();
  }

  get svg() { return /** @type {SVGSVGElement | null} */ (document.querySelector('svg#table')); }
  /** The same, where it is known to be there: whoever presses a square presses the board. */
  get board() { return /** @type {SVGSVGElement} */ (this.svg); }
  get moves() { return (this.svg?.dataset.moves ?? '').split(' ').filter(Boolean); }
  get flipped() { return this.board.dataset.flipped === 'true'; }
  get own() { return this.svg?.dataset.own ?? ''; }
  get number() { return this.svg?.dataset.number ?? '0'; }
  get plies() { return Number(this.number); }
  get csrf() { return this.svg?.dataset.csrf ?? ''; }
  /** Whether one plays, and it is the other's turn. */
  get waits() { return this.own !== '' && this.moves.length === 0; }

  /** @param {Square} from */
  goals(from) {
    if (this.waits) return from && this.isOwn(from) ? this.around(from) : [];
    return this.moves.filter((ply) => ply.startsWith(from)).map((ply) => ply.slice(3));
  }

  /** @param {Square} square */
  isOwn(square) { return this.piece(square)?.classList.contains(this.own) ?? false; }

  /** The squares one step from here. @param {Square} square */
  beside(square) {
    const [x, y] = this.corner(square).map((edge) => (edge - MARGIN) / CELL);
    return Object.values(ARROWS).map(([by, down]) => this.named(x + by, y + down)).filter(Boolean);
  }

  /** The same but for those of one's own pieces. @param {Square} square */
  around(square) { return this.beside(square).filter((goal) => !this.isOwn(goal)); }

  /** The page has another board; `moved` where a ply was made since. */
  renewed(moved = false) {
    this.drag = null;
    if (!this.svg) return;
    if (moved) this.slides();
    this.goAhead();
    const chosen = this.chosen || this.svg.dataset.from || '';
    this.chosen = this.goals(chosen || '-').length ? chosen : '';
    this.show();
  }

  /** Shows the last ply, unless it was dragged here. */
  slides() {
    /** @param {string} name @returns {[number, number] | null} */
    const at = (name) => {
      const mark = this.board.querySelector(`.marks .${name}`);
      return mark && [Number(mark.getAttribute('x')), Number(mark.getAttribute('y'))];
    };
    const [from, to] = [at('from'), at('to')];
    const put = this.put;
    this.put = '';
    if (!from || !to) return;
    const square = this.named((to[0] - MARGIN) / CELL, (to[1] - MARGIN) / CELL);
    if (put !== square) slide(this.piece(square), from, to);
  }

  /** Plays what was told ahead once it is one's turn; what cannot be played is taken back. */
  goAhead() {
    const ply = this.ahead;
    if (!ply || this.waits) return;
    this.ahead = '';
    this.chosen = '';
    if (this.moves.includes(ply)) this.play(ply, this.number);
    else if (this.own) this.tell('play-premove-gone', ply);
  }

  /** Says something of a premove, and leaves it on the page. @param {string} key @param {string} ply */
  tell(key, ply) {
    this.told = key ? this.texts.fill(key, { ply }) : '';
    if (this.told) this.say(this.told);
  }

  /** @param {string} ply */
  setAhead(ply) {
    this.ahead = ply;
    this.chosen = '';
    this.tell(ply ? 'play-premove' : 'play-premove-off', ply);
    this.show();
  }

  /** @param {Square} square */
  corner(square) {
    const [file, row] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
    const [x, y] = this.flipped ? [FILES - 1 - file, row] : [file, ROWS - 1 - row];
    return [MARGIN + x * CELL, MARGIN + y * CELL];
  }

  /** Where a pointer is in the drawing. @param {PointerEvent} event */
  point({ clientX, clientY }) { return new DOMPoint(clientX, clientY).matrixTransform(this.board.getScreenCTM()?.inverse()); }

  /** @param {PointerEvent} event */
  at(event) {
    const point = this.point(event);
    return this.named(Math.floor((point.x - MARGIN) / CELL), Math.floor((point.y - MARGIN) / CELL));
  }

  /** The square in a column and a line of the drawing. @param {number} x @param {number} y */
  named(x, y) {
    if (x < 0 || y < 0 || x >= FILES || y >= ROWS) return '';
    const [file, row] = this.flipped ? [FILES - 1 - x, y] : [x, ROWS - 1 - y];
    return `${String.fromCharCode(97 + file)}${row + 1}`;
  }

  /** @param {Square} square */
  piece(square) { return this.board.querySelector(`[data-square="${square}"] .piece`); }

  /** A press on a square: chooses a piece, or plays with the chosen one. @param {Square} square */
  press(square) {
    if (this.chosen && this.goals(this.chosen).includes(square)) {
      const ply = `${this.chosen}-${square}`;
      if (this.waits) { this.setAhead(ply); return; }
      this.chosen = '';
      this.told = '';
      this.show();
      this.play(ply, this.number);
      return;
    }
    if (this.ahead) { this.setAhead(''); return; }
    this.chosen = this.goals(square).length && this.chosen !== square ? square : '';
    if (!this.chosen) this.about(square);
    this.show();
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (!event.isPrimary || event.button !== 0 || !event.target.closest?.('#table')) return;
    const square = this.at(event);
    if (!square) return;
    this.cursor = square;
    const mine = this.goals(square).length > 0;
    this.drag = { square, x: event.clientX, y: event.clientY, mine, home: '', was: this.chosen };
    if (mine && this.chosen !== square && !this.ahead) { this.chosen = square; this.show(); }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { drag } = this;
    if (!drag?.mine || !this.svg) return;
    if (!drag.home && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR_ENOUGH) return;
    const [x, y] = this.corner(drag.square);
    const point = this.point(event);
    this.piece(drag.square)?.setAttribute('transform', `translate(${point.x - CELL / 2} ${point.y - CELL / 2})`);
    drag.home = `translate(${x} ${y})`;
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { drag } = this;
    this.drag = null;
    if (!drag || !this.svg) return;
    const square = this.at(event);
    if (drag.home) {
      this.piece(drag.square)?.setAttribute('transform', drag.home);
      if (square && square !== drag.square && this.goals(drag.square).includes(square)) {
        this.chosen = drag.square;
        if (!this.waits) this.put = square;
        this.press(square);
      }
      return;
    }
    if (square !== drag.square) return;
    if (!drag.mine) this.press(square);
    else if (drag.was === square || this.ahead) this.press(square);
  }

  drop() {
    if (this.drag?.home) this.piece(this.drag.square)?.setAttribute('transform', this.drag.home);
    this.drag = null;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!event.target.closest?.('#table') || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = ARROWS[event.key];
    const linked = event.target.closest('[data-square]')?.dataset.square;
    const here = linked ?? (this.cursor || this.named(4, 6));
    if (step) {
      const [x, y] = this.corner(here).map((edge) => (edge - MARGIN) / CELL);
      const [by, down] = step;
      this.cursor = this.named(x + by, y + down) || here;
      if (linked) this.board.focus();
      this.show();
      this.say(this.piece(this.cursor)?.getAttribute('aria-label') ?? this.cursor);
    } else if (event.key === 'Enter' || event.key === ' ') this.press(here);
    else if (event.key.toLowerCase() === 'n') this.about(here, true);
    else if (event.key === 'Escape' && this.ahead) this.setAhead('');
    else if (event.key === 'Escape' && this.chosen) this.press(this.chosen);
    else return;
    event.preventDefault();
  }

  /** Marks what is chosen, where it may go, and where the keyboard is. */
  show() {
    const mark = (/** @type {Square} */ square, /** @type {string} */ name) => {
      const rect = document.createElementNS(SVG, 'rect');
      const [x, y] = this.corner(square);
      for (const [key, value] of Object.entries({ class: name, x: x + 4, y: y + 4, width: CELL - 8, height: CELL - 8, rx: 8 })) rect.setAttribute(key, String(value));
      return rect;
    };
    const goals = this.chosen ? this.goals(this.chosen) : [];
    const all = goals.map((square) => mark(square, 'aim'));
    if (this.chosen) all.push(mark(this.chosen, 'aim own'));
    if (this.ahead) all.push(...this.ahead.split('-').map((square) => mark(square, 'aim pre')));
    if (this.cursor && this.own) all.push(mark(this.cursor, 'cursor'));
    document.getElementById('aims').replaceChildren(...all);
    const note = document.getElementById('premove');
    note.textContent = this.told;
    note.hidden = this.told === '';
  }
}
