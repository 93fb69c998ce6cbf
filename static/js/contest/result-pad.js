// Results by large buttons, for a phone or tablet in the hall: one table at a time.
import { html } from '../dom.js';

const KEPT = 'result-pad';

export class ResultPad {
  /** The row whose result the buttons enter. @type {HTMLSelectElement | null} */
  row = null;
  isOn = false;

  /** @param {{ choose: (row: HTMLSelectElement, key: string) => void, mark: (key: string) => string, showRow: (row: HTMLSelectElement) => void }} desk */
  constructor(desk) {
    this.desk = desk;
    this.part = document.getElementById('pad');
    this.toggle = document.getElementById('pad-on');
    this.toggle.addEventListener('click', () => this.#turn(!this.isOn, true));
    document.getElementById('pad-previous').addEventListener('click', () => this.#step(-1));
    document.getElementById('pad-next').addEventListener('click', () => this.#step(1));
    let kept = null;
    try { kept = localStorage.getItem(KEPT); } catch { /* Then the device decides. */ }
    this.#turn(kept ? kept === 'on' : matchMedia('(pointer: coarse)').matches, false);
  }

  /** @returns {HTMLSelectElement[]} */
  #rows() {
    return [...document.getElementById('results').querySelectorAll('select[name=result]')];
  }

  /** @param {boolean} on @param {boolean} keep */
  #turn(on, keep) {
    this.isOn = on;
    this.part.hidden = !on;
    this.toggle.setAttribute('aria-pressed', String(on));
    try { if (keep) localStorage.setItem(KEPT, on ? 'on' : 'off'); } catch { /* Next time the device decides. */ }
    if (on) this.show();
  }

  /** @param {number} step */
  #step(step) {
    const all = this.#rows();
    const next = this.row && all[all.indexOf(this.row) + step];
    if (next) this.go(next);
  }

  /** Shows another table. @param {HTMLSelectElement} row */
  go(row) {
    this.row = row;
    this.show();
    this.desk.showRow(row);
  }

  show() {
    if (!this.isOn) return;
    const all = this.#rows();
    if (!this.row?.isConnected) this.row = all.find((one) => one.dataset.recorded === 'none') ?? all[0] ?? null;
    const row = this.row;
    if (!row) return;
    const label = row.closest('li')?.querySelector('label');
    document.getElementById('pad-table').textContent = row.dataset.table ?? '';
    document.getElementById('pad-names').textContent = (label?.textContent ?? '').replace(/^\s*\d+\s*/, '').trim();
    const stands = row.selectedOptions[0]?.textContent?.trim() ?? '';
    document.getElementById('pad-stands').textContent = stands === '–' ? '' : stands;
    const choices = [...row.options].filter((one) => one.value);
    const text = choices.map((one) => one.textContent).join('|') + row.dataset.game;
    const buttons = document.getElementById('pad-results');
    if (buttons.dataset.text === text) return;
    buttons.dataset.text = text;
    // As on a score sheet, a draw stands between the two others.
    const [first, second, drawn, ...absent] = choices;
    buttons.replaceChildren(...[first, drawn, second, ...absent].filter(Boolean).map((one) => this.#button(row, one)));
  }

  /** @param {HTMLSelectElement} row @param {HTMLOptionElement} one */
  #button(row, one) {
    const key = one.value.split('.').pop() ?? '';
    const label = (one.textContent ?? '').trim().replace(/^\d · /, '');
    const made = html('button', { type: 'button', value: key }, html('b', {}, this.desk.mark(key)), html('span', {}, label));
    made.addEventListener('click', () => this.desk.choose(row, key));
    return made;
  }
}
