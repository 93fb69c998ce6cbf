// The device between two players at a table. What they play waits here while nobody answers, and is sent in its order once
// somebody does; up to the first challenge they may go on, for only the arbiter says which piece falls. Only what everybody
// sees is kept.
import { newId, send } from './send.js';

const KEPT = 'speaks';

export class Referee {
  /** `table` is the board, `renew` asks for the page anew, `say(words)` reads something out, `away` hears that nobody answers. */
  constructor({ id, address, texts, renew, say }) {
    Object.assign(this, { kept: `table:${id}`, address, texts, renew, say, busy: false });
    this.switches();
  }

  get queue() { return JSON.parse(localStorage.getItem(this.kept) ?? '[]'); }
  set queue(plies) { if (plies.length) localStorage.setItem(this.kept, JSON.stringify(plies)); else localStorage.removeItem(this.kept); }

  /** Whether something was played that the server has not answered: then the page is ahead of it. */
  get waits() { return this.queue.length > 0; }

  /** Plays, and shows what everybody can tell of it. */
  play(ply, number, table) {
    this.queue = [...this.queue, { id: newId(), number, ply }];
    this.shows(ply, table);
    this.pump();
  }

  /** Sends what waits, in order. */
  async pump() {
    if (this.busy) return;
    this.busy = true;
    let refused;
    while (this.waits && refused === undefined) {
      const csrf = document.getElementById('table')?.dataset.csrf ?? '';
      ({ refused } = await send(`${this.address}/ply`, { csrf, ...this.queue[0] }, (words) => this.say(words ?? this.texts.fill('table-waits', {}))));
      this.queue = refused === undefined ? this.queue.slice(1) : [];
    }
    this.busy = false;
    await this.renew();
    if (refused) this.say(refused);
  }

  shows(ply, table) {
    const { svg } = table;
    const [from, to] = [ply.slice(0, 2), ply.slice(3)];
    const mover = svg.querySelector(`[data-square="${from}"]`);
    if (svg.querySelector(`[data-square="${to}"]`)) {
      svg.dataset.moves = '';
      this.say(this.texts.fill('table-judging', {}));
    } else {
      const [x, y] = table.corner(to);
      mover.dataset.square = to;
      mover.querySelector('.piece').setAttribute('transform', `translate(${x} ${y})`);
      svg.dataset.number = Number(svg.dataset.number) + 1;
      svg.dataset.moves = this.steps(table, mover.querySelector('.piece').classList.contains('white') ? 'black' : 'white').join(' ');
    }
    table.renewed();
  }

  /** Every step of a side, as the board stands. */
  steps(table, color) {
    const side = (square) => table.piece(square)?.classList.contains(color) ?? false;
    const own = [...table.svg.querySelectorAll('[data-square]')].map((one) => one.dataset.square).filter(side);
    return own.flatMap((from) => table.beside(from).filter((to) => !side(to)).map((to) => `${from}-${to}`));
  }

  switches() {
    const button = document.getElementById('speaks');
    if (!button || !('speechSynthesis' in window)) { button?.remove(); return; }
    const show = () => button.setAttribute('aria-pressed', String(localStorage.getItem(KEPT) === 'yes'));
    button.addEventListener('click', () => {
      localStorage.setItem(KEPT, localStorage.getItem(KEPT) === 'yes' ? 'no' : 'yes');
      show();
    });
    show();
  }

  /** Says aloud what was announced to both. */
  speaks(words) {
    if (localStorage.getItem(KEPT) !== 'yes' || !('speechSynthesis' in window) || !words) return;
    const spoken = new SpeechSynthesisUtterance(words);
    spoken.lang = document.documentElement.lang;
    speechSynthesis.cancel();
    speechSynthesis.speak(spoken);
  }
}
