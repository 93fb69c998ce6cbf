// The player's own ranks on a device that hides them: they are on the page only while the button or the key P is held. They
// are kept in the memory of this module until the position changes.

import { fetchPage } from '../dom.js';
/** @import { Texts } from '../replay/texts.js' */

const KEY = 'p';

export class Peek {
  /** `address` is the game's; `texts` has the words. @param {string} address @param {Texts} texts */
  constructor(address, texts) {
    this.address = address;
    this.held = false;
    /** @type {Document | null} */
    this.known = null;
    /** @type {[Element, Element][] | null} */
    this.covered = null;
    const button = document.getElementById('peek');
    if (!button) return;
    button.textContent = texts.fill('play-peek');
    button.title = texts.fill('play-peek-hold');
    button.setAttribute('role', 'button');
    button.addEventListener('click', (event) => event.preventDefault());
    button.addEventListener('contextmenu', (event) => event.preventDefault());
    button.addEventListener('pointerdown', (event) => { if (event.button === 0) { event.preventDefault(); button.focus(); this.hold(); } });
    button.addEventListener('keydown', (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); this.hold(); } });
    document.addEventListener('keydown', (event) => { if (this.isKey(event)) this.hold(); });
    document.addEventListener('keyup', (event) => { if (['Enter', ' '].includes(event.key) || event.key.toLowerCase() === KEY) this.release(); });
    for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, () => this.release());
    window.addEventListener('blur', () => this.release());
    document.addEventListener('visibilitychange', () => this.release());
  }

  /** @param {KeyboardEvent} event */
  isKey(event) {
    const typing = ['INPUT', 'TEXTAREA', 'SELECT'].includes(event.target.tagName);
    return event.key.toLowerCase() === KEY && !typing && !event.altKey && !event.ctrlKey && !event.metaKey;
  }

  async hold() {
    if (this.held) return;
    this.held = true;
    this.known ??= await fetchPage(`${this.address}?peek=1`).catch(() => null);
    if (!this.known) this.held = false;
    else if (this.held) this.show(this.known);
  }

  /** The elements that show ranks: the pieces, both graveyards, the set-up of a player who waits. @param {Document} root */
  static places(root) {
    return ['#table .pieces', '#graveyard-white', '#graveyard-black', '.waiting'].map((one) => root.querySelector(one));
  }

  /** @param {Document} known */
  show(known) {
    if (this.covered) return;
    const open = Peek.places(known);
    this.covered = Peek.places(document).flatMap((place, at) => {
      const found = open[at];
      if (!place || !found) return [];
      const shown = document.importNode(found, true);
      place.replaceWith(shown);
      return [/** @type {[Element, Element]} */ ([shown, place])];
    });
  }

  release() {
    this.held = false;
    for (const [shown, place] of this.covered ?? []) shown.replaceWith(place);
    this.covered = null;
  }

  /** Changes the position on the page itself, which is covered while ranks are shown. @param {() => void} change */
  uncovered(change) {
    const { held } = this;
    this.release();
    this.known = null;
    change();
    if (held) this.hold();
  }

  /** To be called when the page has another position. */
  renewed() {
    this.known = null;
    const held = this.held;
    this.covered = null;
    this.held = false;
    if (held) this.hold();
  }
}
