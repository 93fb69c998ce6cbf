// Beside the board: the buttons, what is wrong with the draft, and share codes.
import { make } from './board.js';
/** @import { Texts } from '../replay/texts.js' */
/** @import { Fault } from './model.js' */
/** @typedef {keyof typeof TOOLS} Tool */

const TOOLS = { undo: '↶', redo: '↷', off: '⤓', mirror: '⇄', random: '⚄', clear: '✕' };

export class Panel {
  /** @param {Texts} texts @param {DeployData['own']} own */
  constructor(texts, own) {
    this.texts = texts;
    this.own = own;
    this.tools = Object.entries(TOOLS).map(([name, sign]) => make('button', { type: 'button', 'data-tool': name }, make('span', { 'aria-hidden': 'true' }, sign), texts.fill(`deploy-${name}`)));
    this.said = make('p', { class: 'visually-hidden', role: 'status' });
    this.state = make('b', { class: 'state' });
    this.list = make('ul', { class: 'plain fault-list' });
    this.code = make('input', { type: 'text', id: 'deploy-code', maxlength: 80, spellcheck: 'false', autocapitalize: 'none', autocomplete: 'off' });
    this.codeFault = make('p', { class: 'error', id: 'deploy-code-error', role: 'alert' });
    this.loads = make('button', { type: 'button' }, texts.fill('deploy-load'));
    this.ownCode = make('code', { class: 'secret', translate: 'no' });
    this.copies = make('button', { type: 'button' }, texts.fill('deploy-copy'));
    this.shared = make('div', { class: 'share' }, make('span', { class: 'soft' }, texts.fill('deploy-own-code')), this.ownCode, this.copies);
    // Its height stays the same: what is wrong gives way to the code.
    this.check = make('div', { class: 'deploy-check', role: 'group', tabindex: -1, 'aria-label': texts.fill('deploy-faults') }, this.state, this.list, this.shared);
    this.elements = [this.toolbar(), this.said, this.check, this.codes(), make('p', { class: 'soft keys' }, texts.fill('deploy-keys'))];
  }

  toolbar() {
    return make('div', { class: 'deploy-tools', role: 'group', 'aria-label': this.texts.fill('deploy-tools') }, ...this.tools);
  }

  codes() {
    const load = make('div', { class: 'inline' }, make('label', { class: 'grow', for: 'deploy-code' }, this.texts.fill('deploy-code'), this.code), this.loads);
    const from = this.own.length > 0 ? [this.beginning()] : [];
    return make('div', { class: 'deploy-codes' }, load, this.codeFault, ...from);
  }

  /** A choice among set-ups of one's own. */
  beginning() {
    const none = make('option', { value: '' }, this.texts.fill('deploy-from-none'));
    this.from = make('select', { id: 'deploy-from', autocomplete: 'off' }, none, ...this.own.map(({ name }, index) => make('option', { value: index }, name)));
    return make('label', { for: 'deploy-from' }, this.texts.fill('deploy-from'), this.from);
  }

  /**
   * `on` listens to an element; the rest hears of what is pressed, read and begun from.
   * @param {Listen} on
   * @param {{ act: (tool: Tool) => void, load: (text: string) => void, begin: (draft: string) => void }} hears
   */
  listen(on, { act, load, begin }) {
    for (const button of this.tools) on(button, 'click', () => { if (button.getAttribute('aria-disabled') !== 'true') act(/** @type {Tool} */ (button.dataset.tool)); });
    on(this.loads, 'click', () => load(this.code.value));
    on(this.code, 'keydown', (event) => { if (event.key === 'Enter') { event.preventDefault(); load(this.code.value); } });
    on(this.copies, 'click', () => this.copy());
    const { from } = this;
    if (from) on(from, 'change', () => { if (from.value !== '') begin(this.own[Number(from.value)].draft); });
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.ownCode.textContent);
      this.copies.textContent = this.texts.fill('copied');
    } catch {
      // Not everywhere may a page write to the clipboard: then the code is marked for who copies it himself.
      getSelection()?.selectAllChildren(this.ownCode);
    }
  }

  /** @param {string} words */
  refuseCode(words) {
    this.codeFault.textContent = words;
    if (words === '') this.code.value = '';
    for (const [name, value] of [['aria-invalid', 'true'], ['aria-describedby', 'deploy-code-error']]) {
      if (words === '') this.code.removeAttribute(name); else this.code.setAttribute(name, value);
    }
    if (words !== '') this.code.focus();
  }

  focusFaults() { this.check.focus(); }

  /** A fault in full for who hears it, and short for who sees the tray above it. @param {Fault} fault */
  fault({ kind, rank, cells, ...values }) {
    const words = this.texts.fill(`deploy-${kind}`, { ...values, rank: rank && this.texts.rank(rank) });
    const about = { class: cells.length > 0 ? 'bad' : false };
    if (!rank) return make('li', about, words);
    const short = make('span', { 'aria-hidden': 'true' }, `${this.texts.labels[rank]} ${values.have}/${values.want}`);
    return make('li', about, short, make('span', { class: 'visually-hidden' }, words));
  }

  /** @param {{ said?: string, wrong: Fault[], missing: number, code: string, can: Record<Tool, boolean> }} state */
  show({ said, wrong, missing, code, can }) {
    if (said !== undefined) this.said.textContent = said;
    for (const button of this.tools) button.setAttribute('aria-disabled', String(!can[/** @type {Tool} */ (button.dataset.tool)]));
    const complete = wrong.length === 0;
    this.check.classList.toggle('complete', complete);
    this.state.textContent = this.texts.fill(complete ? 'deploy-ready' : missing > 0 ? 'deploy-still' : 'deploy-faults', { count: missing });
    this.list.replaceChildren(...wrong.map((fault) => this.fault(fault)));
    this.shared.hidden = !complete;
    if (this.ownCode.textContent !== code) {
      this.ownCode.textContent = code;
      this.copies.textContent = this.texts.fill('deploy-copy');
    }
  }
}
