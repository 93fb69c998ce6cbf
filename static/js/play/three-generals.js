// The board of a live game of Three Generals. Pieces are moved as on any board, and dropped from the hand by tap, drag or keyboard.
// Where a move can end in more than one way, the ways are asked for: turning, and whom a Pawn brings back. The page says which
// plies may be played; this reads their notation alone. So a premove, or a drop out of turn, may go to any square that has no own
// piece: what is legal shows once it is the player's turn.
import { html } from '../dom.js';
import { Table } from './table.js';

const FILES = [...'abcdefghi'];
const FAR_ENOUGH = 8;

/** @typedef {{ ply: string, from: string, to: Square, sign: string, turn: string }} Parts */

/** A ply of the notation in its parts: `from` is a square, or the letter of a piece in hand. @param {string} ply @returns {Parts} */
function parts(ply) {
  if (ply[1] === '@') return { ply, from: ply[0], to: ply.slice(2), sign: '@', turn: '' };
  return { ply, from: ply.slice(0, 2), to: ply.slice(3, 5), sign: ply[2], turn: ply.slice(5) };
}

export class ThreeGeneralsTable extends Table {
  /** @param {ConstructorParameters<typeof Table>} given */
  constructor(...given) {
    super(...given);
    const [root] = given;
    /** The General whose square is to be chosen, and the plies that bring him back. @type {Parts[]} */
    this.returning = [];
    /** @type {{ letter: string, x: number, y: number, ghost: HTMLElement | null } | null} */
    this.carried = null;
    root.addEventListener('click', (event) => this.clicked(event));
    // The browser would drag the link itself.
    root.addEventListener('dragstart', (event) => { if (event.target.closest?.('[data-drop]')) event.preventDefault(); });
    root.addEventListener('pointerdown', (event) => this.lift(event));
    window.addEventListener('pointermove', (event) => this.carry(event));
    window.addEventListener('pointerup', (event) => this.land(event));
    window.addEventListener('pointercancel', () => this.putDown());
  }

  get rows() { return 9; }

  /** @param {boolean} [moved] */
  renewed(moved) {
    // Out of turn it takes a script to choose what is in hand.
    for (const held of document.querySelectorAll('span[data-drop]')) {
      held.replaceWith(html('button', { type: 'button', class: 'held', 'data-drop': held.dataset.drop ?? '' }, ...held.childNodes));
    }
    super.renewed(moved);
  }

  /** @param {string} from */
  from(from) { return this.moves.map(parts).filter((one) => one.from === from); }

  /** @param {Square} from */
  goals(from) {
    if (this.returning?.length) return this.returning.map((one) => one.turn.slice(3));
    if (this.waits) return this.isOwn(from) || this.isHeld(from) ? this.free : [];
    return [...new Set(this.from(from).map((one) => one.to))];
  }

  /** The squares without a piece of one's own. */
  get free() {
    const all = FILES.flatMap((file) => Array.from({ length: this.rows }, (_, row) => `${file}${row + 1}`));
    return all.filter((square) => !this.isOwn(square));
  }

  /** @param {string} letter */
  isHeld(letter) { return document.querySelector(`[data-drop="${letter}"]`) !== null; }

  /** Out of turn nearly all squares are goals, which need no marks. @param {Square} from */
  aims(from) { return this.waits ? [] : this.goals(from); }

  get premoveSquares() {
    const { from, to } = parts(this.premove);
    return from.length > 1 ? [from, to] : [to];
  }

  /** Plays the ply that goes there, and asks how it ends if there are several. @param {string} ply */
  playWanted(ply) {
    const { from, to } = parts(ply);
    const plies = this.from(from).filter((one) => one.to === to);
    if (plies.length === 1) this.send(plies[0].ply);
    if (plies.length > 1) {
      this.chosen = from;
      this.ask(plies);
    }
    return plies.length > 0;
  }

  /** A press on a square while the opponent thinks. @param {Square} square */
  pressAhead(square) {
    if (this.chosen && this.goals(this.chosen).includes(square)) {
      this.setPremove(`${this.chosen}${this.chosen.length > 1 ? '-' : '@'}${square}`);
    } else if (this.premove) this.setPremove('');
    else this.choose(this.chosen !== square && this.isOwn(square) ? square : '');
  }

  /** @param {string} ply */
  way(ply) {
    const { from, to, sign } = parts(ply);
    return sign === '-' || sign === 'x' ? [from, to] : ['', ''];
  }

  /** @param {Square} square */
  press(square) {
    if (this.returning.length) {
      const one = this.returning.find(({ turn }) => turn.slice(3) === square);
      this.returning = [];
      if (one) this.decide(one.ply); else this.choose('');
      return;
    }
    if (this.waits) { this.pressAhead(square); return; }
    const plies = this.from(this.chosen).filter((one) => one.to === square);
    if (plies.length === 1) this.decide(plies[0].ply);
    else if (plies.length > 1) this.ask(plies);
    else this.choose(this.chosen !== square && this.from(square).length ? square : '');
  }

  /** Chooses a piece on the board or in hand; none by an empty text. @param {string} from */
  choose(from) {
    this.pending = '';
    this.returning = [];
    this.chosen = from;
    this.ask([]);
    this.show();
  }

  /** Plays, or asks first where the device wants that. @param {string} ply */
  decide(ply) {
    this.ask([]);
    if (this.confirms && this.pending !== ply) this.confirm(ply); else this.send(ply);
  }

  /** Asks how a move ends; no plies close the question. @param {Parts[]} plies */
  ask(plies) {
    const group = document.getElementById('turns');
    if (!group) return;
    const picture = this.board.querySelector(`[data-square="${this.chosen}"] [href*="#piece-"]`)?.getAttribute('href') ?? '';
    const letter = picture.at(-1);
    const isPawn = letter === 'P';
    const button = (/** @type {string} */ words, /** @type {() => void} */ does) => {
      const made = document.createElement('button');
      made.type = 'button';
      made.textContent = words;
      made.addEventListener('click', does);
      return made;
    };
    const ways = plies.filter((one) => one.turn.length < 2).map((one) => {
      const turning = one.turn === '' ? 'tg-stay' : isPawn ? 'tg-promote' : 'tg-turn';
      const key = isPawn ? turning : `${turning}-${letter}`;
      return button(this.texts.fill(key), () => this.decide(one.ply));
    });
    const generals = new Set(plies.filter((one) => one.turn.length > 1).map((one) => one.turn[1]));
    const back = [...generals].map((letter) => {
      const all = plies.filter((one) => one.turn[1] === letter);
      return button(this.texts.fill(`tg-return-${letter}`), () => this.bringBack(all));
    });
    const cancel = plies.length ? [button(this.texts.fill('cancel'), () => { this.choose(''); this.board.focus(); })] : [];
    group.replaceChildren(...ways, ...back, ...cancel);
    group.hidden = plies.length === 0;
    group.querySelector('button')?.focus();
  }

  /** Asks for the square of a General who comes back. @param {Parts[]} plies */
  bringBack(plies) {
    this.ask([]);
    if (plies.length === 1) { this.decide(plies[0].ply); return; }
    this.returning = plies;
    this.cursor = plies[0].turn.slice(3);
    this.announce(this.texts.fill('tg-choose-square'));
    this.show();
    this.board.focus();
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const held = event.target.closest?.('[data-drop]');
    if (!held) return;
    event.preventDefault();
    const letter = held.dataset.drop ?? '';
    this.choose(this.chosen === letter ? '' : letter);
    // By keyboard, the board is where one goes on.
    if (this.chosen && event.detail === 0) this.board.focus();
  }

  /** @param {PointerEvent} event */
  lift(event) {
    const held = event.target.closest?.('[data-drop]');
    if (!held || !event.isPrimary || event.button !== 0) return;
    this.carried = { letter: held.dataset.drop ?? '', x: event.clientX, y: event.clientY, ghost: null };
  }

  /** @param {PointerEvent} event */
  carry(event) {
    const { carried } = this;
    if (!carried) return;
    if (!carried.ghost) {
      if (Math.hypot(event.clientX - carried.x, event.clientY - carried.y) < FAR_ENOUGH) return;
      this.choose(carried.letter);
      const piece = document.querySelector(`[data-drop="${carried.letter}"] svg`);
      carried.ghost = document.createElement('div');
      carried.ghost.className = 'carried';
      if (piece) carried.ghost.append(piece.cloneNode(true));
      document.body.append(carried.ghost);
    }
    carried.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  }

  /** @param {PointerEvent} event */
  land(event) {
    const { carried } = this;
    const moved = carried?.ghost;
    this.putDown();
    if (!carried || !moved || !this.svg) return;
    const square = this.at(event);
    if (square && this.goals(carried.letter).includes(square)) this.press(square);
  }

  putDown() {
    this.carried?.ghost?.remove();
    this.carried = null;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const asks = document.getElementById('turns')?.hidden === false;
    if (event.key === 'Escape' && (asks || this.returning.length || this.chosen.length === 1)) {
      this.choose('');
      this.board.focus();
      event.preventDefault();
      return;
    }
    super.key(event);
  }

  show() {
    // A piece in hand is marked where it is, and has no square on the board.
    const { chosen } = this;
    for (const held of document.querySelectorAll('[data-drop]')) {
      if (held.dataset.drop === chosen) held.setAttribute('aria-current', 'true');
      else held.removeAttribute('aria-current');
    }
    super.show();
  }
}
