// Playing by itself: at a fixed pace, or in real time from the clocks.
import { thinking } from './model.js';

const FIXED = 1000;
const LONGEST = 15000;

export class Player {
  constructor(replay, step, changed) {
    Object.assign(this, { spent: thinking(replay), length: replay.plies.length, step, changed, timer: null, speed: '1' });
  }

  get playing() { return this.timer !== null; }

  toggle(ply) {
    if (this.playing) this.stop();
    else this.start(ply >= this.length ? 0 : ply);
  }

  start(ply) {
    this.step(ply);
    this.schedule(ply);
    this.changed(true);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.changed(false);
  }

  /** Another speed, from now on: a long wait at the old one ends. */
  pace(speed, ply) {
    this.speed = speed;
    if (!this.playing) return;
    clearTimeout(this.timer);
    this.schedule(ply);
  }

  schedule(ply) {
    if (ply >= this.length) { this.stop(); return; }
    this.timer = setTimeout(() => { this.step(ply + 1); this.schedule(ply + 1); }, this.delay(ply));
  }

  /** Milliseconds before the ply after `ply`. */
  delay(ply) {
    const seconds = this.spent[ply];
    // A pause of minutes on the clock is cut: the replay shows the rhythm, not the wait.
    if (this.speed === 'real') return seconds === null ? FIXED : Math.min(LONGEST, Math.max(300, seconds * 1000));
    return FIXED / Number(this.speed);
  }
}
