// The board of a live game: tap a piece and then its goal, drag it there, or use the arrow keys and Enter. It knows no ranks; the
// page says which plies may be played. A premove, made out of turn, is any step that is not onto an own piece: it stays
// in the memory of this module, and is sent when it is the player's turn if it is among those plies then. Where the device asks
// for it, a ply waits until it is confirmed.
import { svg } from '../dom.js';
import { CELL, corner, squareAt } from '../squares.js';
import { slide } from './motion.js';
/** @import { Texts } from '../replay/texts.js' */

const FAR_ENOUGH = 8;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

export class Table {
  /**
   * `play(ply, number)` plays, `announce(words)` has screen readers read something out; `writeAbout(square, write)` is called for
   * a piece that is pressed and has no goal.
   * @param {HTMLElement} root
   * @param {{ play: (ply: string, number: string) => void, announce: (words: string) => void, texts: Texts,
   *   writeAbout: (square: Square, write?: boolean) => void }} on
   */
  constructor(root, { play, announce, texts, writeAbout }) {
    this.play = play;
    this.announce = announce;
    this.texts = texts;
    this.writeAbout = writeAbout;
    this.chosen = '';
    this.cursor = '';
    /** @type {{ square: Square, x: number, y: number, mine: boolean, home: string, was: Square } | null} */
    this.drag = null;
    this.premove = '';
    /** The ply that waits to be confirmed. */
    this.pending = '';
    /** The ply that is shown before the server has answered it. */
    this.ahead = '';
    /** The number of the ply that was sent: what is pressed until its answer is a premove. */
    this.sent = '';
    this.premoveText = '';
    root.addEventListener('click', (event) => {
      if (event.target.closest?.('#confirm-yes')) this.send(this.pending);
      else if (event.target.closest?.('#confirm-no')) this.confirm('');
    });
    root.addEventListener('dragstart', (event) => { if (event.target.closest?.('#table')) event.preventDefault(); });
    root.addEventListener('pointerdown', (event) => this.down(event));
    window.addEventListener('pointermove', (event) => this.move(event));
    window.addEventListener('pointerup', (event) => this.up(event));
    window.addEventListener('pointercancel', () => this.drop());
    root.addEventListener('keydown', (event) => this.key(event));
    this.renewed();
  }

  get svg() { return /** @type {SVGSVGElement | null} */ (document.querySelector('svg#table')); }
  /** The same where it must be there, such as when one of its squares was pressed. */
  get board() { return /** @type {SVGSVGElement} */ (this.svg); }
  get moves() { return (this.svg?.dataset.moves ?? '').split(' ').filter(Boolean); }
  get rows() { return 8; }
  get flipped() { return this.board.dataset.flipped === 'true'; }
  get own() { return this.svg?.dataset.own ?? ''; }
  get number() { return this.svg?.dataset.number ?? '0'; }
  get plies() { return Number(this.number); }
  get csrf() { return this.svg?.dataset.csrf ?? ''; }
  get confirms() { return this.svg?.dataset.confirms === 'true'; }
  /** Whether it is the opponent's turn, or about to be. */
  get waits() { return this.own !== '' && (this.sent === this.number || this.moves.length === 0); }

  /** @param {Square} from */
  goals(from) {
    if (this.waits) return from && this.isOwn(from) ? this.around(from) : [];
    return this.moves.filter((ply) => ply.startsWith(from)).map((ply) => ply.slice(3));
  }

  /** @param {Square} square */
  isOwn(square) { return this.piece(square)?.classList.contains(this.own) ?? false; }

  /** The squares one step from here. @param {Square} square */
  beside(square) {
    return Object.values(ARROWS).map((step) => this.next(square, step)).filter(Boolean);
  }

  /** The same without the squares of own pieces. @param {Square} square */
  around(square) { return this.beside(square).filter((goal) => !this.isOwn(goal)); }

  /** To be called when the board has another position; `moved` if a ply was made since. */
  renewed(moved = false) {
    if (!this.svg) { this.drag = null; return; }
    // Links are for pages without a script; the board is one stop of the keyboard.
    for (const link of this.svg.querySelectorAll('.pieces a')) link.replaceWith(...link.childNodes);
    if (moved) this.animateLastPly();
    this.ahead = '';
    if (!this.moves.includes(this.pending)) this.pending = '';
    this.playPremove();
    const chosen = this.chosen || this.svg.dataset.from || '';
    this.chosen = this.goals(chosen || '-').length ? chosen : '';
    // A finger that is down stays there, unless the piece that it carries is gone.
    if (this.drag?.mine && !this.goals(this.drag.square).length) this.drop();
    this.show();
  }

  /** Where the piece of a ply stands and goes, by which it is shown before the server has answered. @param {string} ply */
  way(ply) { return ply.split('-'); }

  /** Animates the last ply, unless it is shown already. */
  animateLastPly() {
    /** @param {string} name @returns {[number, number] | null} */
    const at = (name) => {
      const mark = this.board.querySelector(`.marks .${name}`);
      return mark && [Number(mark.getAttribute('x')), Number(mark.getAttribute('y'))];
    };
    const [from, to] = [at('from'), at('to')];
    if (!from || !to) return;
    const [start, square] = [this.square(...from), this.square(...to)];
    if (this.way(this.ahead).join('-') !== `${start}-${square}`) slide(this.piece(square), from, to);
  }

  /** Plays a ply: the piece goes there at once, and what the arbiter says follows. @param {string} ply */
  send(ply) {
    const [from, to] = this.way(ply);
    const piece = this.piece(from);
    this.chosen = '';
    this.pending = '';
    this.premoveText = '';
    this.sent = this.number;
    this.show();
    this.play(ply, this.number);
    if (!piece || this.ahead || piece !== this.piece(from)) return;
    this.ahead = ply;
    const [start, goal] = [this.corner(from), this.corner(to)];
    piece.setAttribute('transform', `translate(${goal[0]} ${goal[1]})`);
    piece.closest('[data-square]')?.parentElement?.append(/** @type {Element} */ (piece.closest('[data-square]')));
    slide(piece, start, goal);
  }

  /** Shows a ply of one's own that was refused where it was. What was to follow it is not played. */
  back() {
    const [from] = this.way(this.ahead);
    this.ahead = '';
    this.sent = '';
    const { premove } = this;
    this.premove = '';
    if (premove) this.announcePremove('play-premove-gone', premove);
    if (!from) return;
    const [x, y] = this.corner(from);
    this.piece(from)?.setAttribute('transform', `translate(${x} ${y})`);
  }

  /** Asks whether a ply is to be played; an empty one asks no more. @param {string} ply */
  confirm(ply) {
    this.pending = ply;
    if (!ply) this.chosen = '';
    this.show();
    if (!ply) return;
    this.announce(this.texts.fill('play-confirm', { ply }));
    document.getElementById('confirm-yes')?.focus();
  }

  /** Plays the premove when it is the player's turn, or drops it if it cannot be played. */
  playPremove() {
    const ply = this.premove;
    if (!ply || this.waits) return;
    this.premove = '';
    this.premoveText = '';
    this.chosen = '';
    if (!this.playWanted(ply) && this.own) this.announcePremove('play-premove-gone', ply);
  }

  /** Plays what was wanted out of turn; says whether that can be played. @param {string} ply */
  playWanted(ply) {
    if (!this.moves.includes(ply)) return false;
    this.send(ply);
    return true;
  }

  /** The squares of the premove. */
  get premoveSquares() { return this.premove.split('-'); }

  /** The squares that are marked as goals of a piece. @param {Square} from */
  aims(from) { return this.goals(from); }

  /** Announces something about the premove, and leaves it on the page. @param {string} key @param {string} ply */
  announcePremove(key, ply) {
    this.premoveText = key ? this.texts.fill(key, { ply }) : '';
    if (this.premoveText) this.announce(this.premoveText);
  }

  /** @param {string} ply */
  setPremove(ply) {
    this.premove = ply;
    this.chosen = '';
    this.announcePremove(ply ? 'play-premove' : 'play-premove-off', ply);
    this.show();
  }

  /** @param {Square} square */
  corner(square) { return corner(square, this.flipped, this.rows); }

  /** The square at a point; empty beside the board. @param {number} x @param {number} y */
  square(x, y) { return squareAt(x, y, this.flipped, this.rows); }

  /** The square a step away as it is drawn; empty beside the board. @param {Square} square @param {[number, number]} step */
  next(square, [right, down]) {
    const [x, y] = this.corner(square);
    return this.square(x + right * CELL, y + down * CELL);
  }

  /** Where a pointer is in the drawing. @param {PointerEvent} event */
  point({ clientX, clientY }) { return new DOMPoint(clientX, clientY).matrixTransform(this.board.getScreenCTM()?.inverse()); }

  /** @param {PointerEvent} event */
  at(event) {
    const point = this.point(event);
    return this.square(point.x, point.y);
  }

  /** @param {Square} square */
  piece(square) { return this.board.querySelector(`[data-square="${square}"] .piece`); }

  /** A press on a square: chooses a piece, or plays with the chosen one. @param {Square} square */
  press(square) {
    if (this.chosen && this.goals(this.chosen).includes(square)) {
      const ply = `${this.chosen}-${square}`;
      if (this.waits) this.setPremove(ply);
      else if (this.confirms && this.pending !== ply) this.confirm(ply);
      else this.send(ply);
      return;
    }
    if (this.premove) { this.setPremove(''); return; }
    this.pending = '';
    this.chosen = this.goals(square).length && this.chosen !== square ? square : '';
    if (!this.chosen) this.writeAbout(square);
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
    if (mine && this.chosen !== square && !this.premove) { this.chosen = square; this.show(); }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { drag } = this;
    if (!drag?.mine || !this.svg) return;
    // The finger was lifted where nobody saw it.
    if (!event.buttons) { this.drop(); return; }
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
        this.press(square);
      }
      return;
    }
    if (square !== drag.square) return;
    if (!drag.mine) this.press(square);
    else if (drag.was === square || this.premove) this.press(square);
  }

  drop() {
    if (this.drag?.home) this.piece(this.drag.square)?.setAttribute('transform', this.drag.home);
    this.drag = null;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!event.target.closest?.('#table') || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = ARROWS[event.key];
    const here = this.cursor || (this.flipped ? 'e7' : 'e2');
    if (step) {
      this.cursor = this.next(here, step) || here;
      this.show();
      this.announce(this.piece(this.cursor)?.getAttribute('aria-label') ?? this.cursor);
    } else if (event.key === 'Enter' || event.key === ' ') this.press(here);
    else if (event.key.toLowerCase() === 'n') this.writeAbout(here, true);
    else if (event.key === 'Escape' && this.pending) this.confirm('');
    else if (event.key === 'Escape' && this.premove) this.setPremove('');
    else if (event.key === 'Escape' && this.chosen) this.press(this.chosen);
    else return;
    event.preventDefault();
  }

  /** Marks what is chosen, where it may go, and where the keyboard is. */
  show() {
    const mark = (/** @type {Square} */ square, /** @type {string} */ name) => {
      const [x, y] = this.corner(square);
      return svg('rect', { class: name, x: x + 4, y: y + 4, width: CELL - 8, height: CELL - 8, rx: 8 });
    };
    const goals = this.chosen ? this.aims(this.chosen) : [];
    const all = goals.map((square) => mark(square, 'aim'));
    if (this.chosen.length > 1) all.push(mark(this.chosen, 'aim own'));
    if (this.premove) all.push(...this.premoveSquares.map((square) => mark(square, 'aim pre')));
    if (this.cursor && this.own) all.push(mark(this.cursor, 'cursor'));
    document.getElementById('aims').replaceChildren(...all);
    const note = document.getElementById('premove');
    note.textContent = this.premoveText;
    note.hidden = this.premoveText === '';
    const confirm = document.getElementById('confirm');
    if (!confirm) return;
    confirm.hidden = this.pending === '';
    confirm.querySelector('b')?.replaceChildren(this.texts.fill('play-confirm', { ply: this.pending }));
  }
}
