// The board under one's hand: a piece is tapped and then its goal, dragged there, or moved by the arrow keys and Enter.
// It knows no rank and no rule: what may be played stands on the page.

const [CELL, MARGIN, FILES, ROWS] = [70, 24, 9, 8];
const SVG = 'http://www.w3.org/2000/svg';
const FAR_ENOUGH = 8;

export class Table {
  /** `play(ply, number)` is asked to play, `say(words)` to read something out. */
  constructor(root, { play, say }) {
    Object.assign(this, { root, play, say, chosen: '', cursor: '', drag: null });
    root.addEventListener('click', (event) => { if (event.target.closest?.('#table a')) event.preventDefault(); });
    root.addEventListener('dragstart', (event) => { if (event.target.closest?.('#table')) event.preventDefault(); });
    root.addEventListener('pointerdown', (event) => this.down(event));
    window.addEventListener('pointermove', (event) => this.move(event));
    window.addEventListener('pointerup', (event) => this.up(event));
    window.addEventListener('pointercancel', () => this.drop());
    root.addEventListener('keydown', (event) => this.key(event));
    this.renewed();
  }

  get svg() { return document.getElementById('table'); }
  get moves() { return (this.svg?.dataset.moves ?? '').split(' ').filter(Boolean); }
  get flipped() { return this.svg.dataset.flipped === 'true'; }
  goals(from) { return this.moves.filter((ply) => ply.startsWith(from)).map((ply) => ply.slice(3)); }

  /** The page has another board. */
  renewed() {
    this.drag = null;
    if (!this.svg) return;
    this.chosen = this.goals(this.chosen || this.svg.dataset.from || '-').length ? this.chosen || this.svg.dataset.from : '';
    this.show();
  }

  corner(square) {
    const [file, row] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
    const [x, y] = this.flipped ? [FILES - 1 - file, row] : [file, ROWS - 1 - row];
    return [MARGIN + x * CELL, MARGIN + y * CELL];
  }

  at({ clientX, clientY }) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return this.named(Math.floor((point.x - MARGIN) / CELL), Math.floor((point.y - MARGIN) / CELL));
  }

  /** The square in a column and a line of the drawing. */
  named(x, y) {
    if (x < 0 || y < 0 || x >= FILES || y >= ROWS) return '';
    const [file, row] = this.flipped ? [FILES - 1 - x, y] : [x, ROWS - 1 - y];
    return `${String.fromCharCode(97 + file)}${row + 1}`;
  }

  piece(square) { return this.svg.querySelector(`[data-square="${square}"] .piece`); }

  /** A press on a square: chooses a piece, or plays with the chosen one. */
  press(square) {
    if (this.chosen && this.goals(this.chosen).includes(square)) {
      const ply = `${this.chosen}-${square}`;
      this.chosen = '';
      this.show();
      this.play(ply, this.svg.dataset.number);
      return;
    }
    this.chosen = this.goals(square).length && this.chosen !== square ? square : '';
    this.show();
  }

  down(event) {
    if (!event.isPrimary || event.button !== 0 || !event.target.closest?.('#table')) return;
    const square = this.at(event);
    if (!square) return;
    this.cursor = square;
    const mine = this.goals(square).length > 0;
    this.drag = { square, x: event.clientX, y: event.clientY, mine, lifted: false, was: this.chosen };
    if (mine && this.chosen !== square) { this.chosen = square; this.show(); }
  }

  move(event) {
    const { drag } = this;
    if (!drag?.mine || !this.svg) return;
    if (!drag.lifted && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR_ENOUGH) return;
    drag.lifted = true;
    const [x, y] = this.corner(drag.square);
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    this.piece(drag.square)?.setAttribute('transform', `translate(${point.x - CELL / 2} ${point.y - CELL / 2})`);
    drag.home = `translate(${x} ${y})`;
  }

  up(event) {
    const { drag } = this;
    this.drag = null;
    if (!drag || !this.svg) return;
    const square = this.at(event);
    if (drag.lifted) {
      this.piece(drag.square)?.setAttribute('transform', drag.home);
      if (square && square !== drag.square && this.goals(drag.square).includes(square)) this.press(square);
      return;
    }
    if (square !== drag.square) return;
    if (!drag.mine) this.press(square);
    else if (drag.was === square) this.press(square);
  }

  drop() {
    if (this.drag?.lifted) this.piece(this.drag.square)?.setAttribute('transform', this.drag.home);
    this.drag = null;
  }

  key(event) {
    if (!event.target.closest?.('#table') || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const linked = event.target.closest('[data-square]')?.dataset.square;
    const here = linked ?? (this.cursor || this.named(4, 6));
    if (event.key in steps) {
      const [x, y] = this.corner(here).map((edge) => (edge - MARGIN) / CELL);
      const [by, down] = steps[event.key];
      this.cursor = this.named(x + by, y + down) || here;
      if (linked) this.svg.focus();
      this.show();
      this.say(this.piece(this.cursor)?.getAttribute('aria-label') ?? this.cursor);
    } else if (event.key === 'Enter' || event.key === ' ') this.press(here);
    else if (event.key === 'Escape' && this.chosen) this.press(this.chosen);
    else return;
    event.preventDefault();
  }

  /** Marks what is chosen, where it may go, and where the keyboard is. */
  show() {
    const mark = (square, name) => {
      const rect = document.createElementNS(SVG, 'rect');
      const [x, y] = this.corner(square);
      for (const [key, value] of Object.entries({ class: name, x: x + 4, y: y + 4, width: CELL - 8, height: CELL - 8, rx: 8 })) rect.setAttribute(key, value);
      return rect;
    };
    const goals = this.chosen ? this.goals(this.chosen) : [];
    const all = goals.map((square) => mark(square, 'aim'));
    if (this.chosen) all.push(mark(this.chosen, 'aim own'));
    if (this.cursor && this.moves.length) all.push(mark(this.cursor, 'cursor'));
    document.getElementById('aims').replaceChildren(...all);
  }
}
