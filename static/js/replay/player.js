// Autoplay, at a fixed pace or in real time by the clocks.
import { thinking } from './model.js';

const FIXED = 1000;
const LONGEST = 15000;

export class Player {
  /** @param {Replay} replay @param {(ply: number) => void} step @param {(on: boolean) => void} changed */
  constructor(replay, step, changed) {
    this.spent = thinking(replay);
    this.length = replay.plies.length;
    this.step = step;
    this.changed = changed;
    /** @type {number | null} */
    this.timer = null;
    this.speed = '1';
  }

  get playing() { return this.timer !== null; }

  /** @param {number} ply */
  toggle(ply) {
    if (this.playing) this.stop();
    else this.start(ply >= this.length ? 0 : ply);
  }

  /** @param {number} ply */
  start(ply) {
    this.step(ply);
    this.schedule(ply);
    this.changed(true);
  }

  stop() {
    clearTimeout(this.timer ?? 0);
    this.timer = null;
    this.changed(false);
  }

  /** Changes the speed at once, even during a long wait. @param {string} speed @param {number} ply */
  pace(speed, ply) {
    this.speed = speed;
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.schedule(ply);
  }

  /** @param {number} ply */
  schedule(ply) {
    if (ply >= this.length) { this.stop(); return; }
    this.timer = setTimeout(() => { this.step(ply + 1); this.schedule(ply + 1); }, this.delay(ply));
  }

  /** Milliseconds before the ply after `ply`. @param {number} ply */
  delay(ply) {
    const seconds = this.spent[ply];
    // Long waits are cut: the replay shows the rhythm.
    if (this.speed === 'real') return seconds === null ? FIXED : Math.min(LONGEST, Math.max(300, seconds * 1000));
    return FIXED / Number(this.speed);
  }
}
