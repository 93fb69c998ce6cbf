// The connection to the server: its events, who is connected, and whether it is still there. The server sends something every
// second, so silence is a lost connection, also where the browser has not noticed.

const SILENCE = 1900;
const REOPEN = 4000;
/** A page that is loaded again is away for a moment. */
const AWAY = 500;

/** @typedef {Record<Color, boolean>} Present */

export class Line {
  /**
   * `heard(event)` gets the events of the game, `state(online, present)` what to show, `renew()` requests the page again.
   * @param {string} address
   * @param {{ heard: (event: PlayEvent) => void, state: (online: boolean, present: Present | null) => void, renew: () => void }} on
   */
  constructor(address, { heard, state, renew }) {
    this.address = address;
    this.heard = heard;
    this.state = state;
    this.renew = renew;
    this.online = true;
    /** @type {Present | null} */
    this.present = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.settling = undefined;
    this.last = performance.now();
    this.opened = this.last;
    this.open();
    setInterval(() => this.watch(), 250);
    window.addEventListener('offline', () => this.lost());
    window.addEventListener('online', () => this.open());
  }

  open() {
    this.source?.close();
    this.opened = performance.now();
    const source = new EventSource(this.address);
    this.source = source;
    source.addEventListener('message', (event) => { this.found(); this.heard(JSON.parse(event.data)); });
    // Clocks can stop or go on without an event of the game.
    source.addEventListener('clocks', () => { this.found(); this.renew(); });
    source.addEventListener('tick', () => this.found());
    source.addEventListener('presence', (event) => { this.found(); this.attended(JSON.parse(event.data)); });
  }

  watch() {
    const now = performance.now();
    if (now - this.last > SILENCE) this.lost();
    if (!this.online && now - Math.max(this.last, this.opened) > REOPEN) this.open();
  }

  found() {
    this.last = performance.now();
    if (this.online) return;
    this.online = true;
    this.state(true, this.present);
    this.renew();
  }

  lost() {
    if (!this.online) return;
    this.online = false;
    this.state(false, this.present);
  }

  /** @param {Present} present */
  attended(present) {
    clearTimeout(this.settling);
    const shown = () => { this.present = present; this.state(this.online, present); };
    const gone = this.present && (['white', 'black']).some((color) => this.present?.[/** @type {Color} */ (color)] && !present[/** @type {Color} */ (color)]);
    if (gone) this.settling = setTimeout(shown, AWAY);
    else shown();
  }
}
