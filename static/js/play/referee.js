// The device between two players at a table. While the network is down their plies wait here, and are sent in order once it is
// back. They may play on until the first challenge, which only the arbiter decides. It stores only what everybody sees.
import { other, steps } from './position.js';
import { newId, send } from './send.js';
/** @import { Texts } from '../replay/texts.js' */
/** @import { Table } from './table.js' */

const KEPT = 'speaks';

export class Referee {
  /**
   * `renew` requests the page again, `announce(words)` has screen readers read something out.
   * @param {{ id: string, address: string, texts: Texts, renew: () => Promise<void>, announce: (words: string) => void }} on
   */
  constructor({ id, address, texts, renew, announce }) {
    this.kept = `table:${id}`;
    this.address = address;
    this.texts = texts;
    this.renew = renew;
    this.announce = announce;
    this.busy = false;
    /** How long ago the server said what the page shows, in milliseconds. */
    this.age = 0;
    this.initSpeech();
  }

  /** @returns {{ id: string, number: string, ply: string }[]} */
  get queue() { return JSON.parse(localStorage.getItem(this.kept) ?? '[]'); }
  set queue(plies) { if (plies.length) localStorage.setItem(this.kept, JSON.stringify(plies)); else localStorage.removeItem(this.kept); }

  /** Whether the page is ahead of the server. */
  get waits() { return this.queue.length > 0; }

  /** Plays, and shows what is certain of it. @param {string} ply @param {string} number @param {Table} table */
  play(ply, number, table) {
    this.queue = [...this.queue, { id: newId(), number, ply }];
    this.show(ply, table);
    this.pump();
  }

  /** Shows what waits on a page that was opened anew, without network as it was kept. @param {Table} table */
  resume(table) {
    for (const { number, ply } of this.queue) if (number === table.number) this.show(ply, table);
    if (this.waits) this.pump();
  }

  /**
   * Notes when the server said what the page shows: a page that was kept says the same once more, while the clock went on.
   * @param {string} stated
   */
  date(stated) {
    const key = `${this.kept}:seen`;
    const [before, at] = JSON.parse(localStorage.getItem(key) ?? '["", 0]');
    this.age = before === stated ? Math.max(0, Date.now() - at) : 0;
    if (this.age === 0) localStorage.setItem(key, JSON.stringify([stated, Date.now()]));
  }

  /** Sends what waits, in order. */
  async pump() {
    if (this.busy) return;
    this.busy = true;
    /** @type {string | undefined} */
    let refused;
    while (this.waits && refused === undefined) {
      const csrf = document.querySelector('svg#table')?.dataset.csrf ?? '';
      ({ refused } = await send(`${this.address}/ply`, { csrf, ...this.queue[0] }, (words) => this.announce(words ?? this.texts.fill('table-waits'))));
      this.queue = refused === undefined ? this.queue.slice(1) : [];
    }
    this.busy = false;
    await this.renew();
    if (refused) this.announce(refused);
  }

  /** @param {string} ply @param {Table} table */
  show(ply, table) {
    const { board: svg } = table;
    const [from, to] = [ply.slice(0, 2), ply.slice(3)];
    const mover = svg.querySelector(`g[data-square="${from}"]`);
    const piece = table.piece(from);
    if (svg.querySelector(`[data-square="${to}"]`)) {
      svg.dataset.moves = '';
      this.announce(this.texts.fill('table-judging'));
    } else if (mover && piece) {
      const [x, y] = table.corner(to);
      mover.dataset.square = to;
      piece.setAttribute('transform', `translate(${x} ${y})`);
      svg.dataset.number = String(table.plies + 1);
      svg.dataset.moves = steps(table, other(piece.classList.contains('white') ? 'white' : 'black')).join(' ');
    }
    table.renewed();
  }

  initSpeech() {
    const button = document.getElementById('speaks');
    if (!button || !('speechSynthesis' in window)) { button?.remove(); return; }
    const show = () => button.setAttribute('aria-pressed', String(localStorage.getItem(KEPT) === 'yes'));
    button.addEventListener('click', () => {
      localStorage.setItem(KEPT, localStorage.getItem(KEPT) === 'yes' ? 'no' : 'yes');
      show();
    });
    show();
  }

  /** Speaks an announcement, if the players have switched that on. @param {string | undefined} words */
  speak(words) {
    if (localStorage.getItem(KEPT) !== 'yes' || !('speechSynthesis' in window) || !words) return;
    const spoken = new SpeechSynthesisUtterance(words);
    spoken.lang = document.documentElement.lang;
    speechSynthesis.cancel();
    speechSynthesis.speak(spoken);
  }
}
