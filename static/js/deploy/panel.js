// Beside the board: the buttons, what is wrong with the draft, and share codes.
import { copyText, html } from '../dom.js';
/** @import { Texts } from '../replay/texts.js' */
/** @import { Fault } from './model.js' */
/** @typedef {keyof typeof TOOLS} Tool */

const TOOLS = { undo: '↶', redo: '↷', off: '⤓', mirror: '⇄', random: '⚄', clear: '✕' };

export class Panel {
  /** @param {Texts} texts @param {DeployData['own']} own */
  constructor(texts, own) {
    this.texts = texts;
    this.own = own;
    this.tools = Object.entries(TOOLS).map(([name, sign]) => {
      const icon = html('span', { 'aria-hidden': 'true' }, sign);
      return html('button', { type: 'button', 'data-tool': name }, icon, texts.fill(`deploy-${name}`));
    });
    this.said = html('p', { class: 'visually-hidden', role: 'status' });
    this.state = html('b', { class: 'state' });
    this.list = html('ul', { class: 'plain fault-list' });
    const verbatim = { spellcheck: 'false', autocapitalize: 'none', autocomplete: 'off' };
    this.code = html('input', { type: 'text', id: 'deploy-code', maxlength: 80, ...verbatim });
    this.codeFault = html('p', { class: 'error', id: 'deploy-code-error', role: 'alert' });
    this.loads = html('button', { type: 'button' }, texts.fill('deploy-load'));
    this.ownCode = html('code', { class: 'secret', translate: 'no' });
    this.copies = html('button', { type: 'button' }, texts.fill('deploy-copy'));
    const shareLabel = html('span', { class: 'soft' }, texts.fill('deploy-own-code'));
    this.shared = html('div', { class: 'share' }, shareLabel, this.ownCode, this.copies);
    // The code takes the place of the faults, so that the height stays the same.
    const group = { class: 'deploy-check', role: 'group', tabindex: -1, 'aria-label': texts.fill('deploy-faults') };
    this.check = html('div', group, this.state, this.list, this.shared);
    const keys = html('p', { class: 'soft by-keys' }, texts.fill('deploy-keys'));
    this.elements = [this.toolbar(), this.said, this.check, this.codes(), keys];
  }

  toolbar() {
    return html('div', { class: 'deploy-tools', role: 'group', 'aria-label': this.texts.fill('deploy-tools') }, ...this.tools);
  }

  codes() {
    const label = html('label', { class: 'grow', for: 'deploy-code' }, this.texts.fill('deploy-code'), this.code);
    const load = html('div', { class: 'inline' }, label, this.loads);
    const from = this.own.length > 0 ? [this.savedSetUps()] : [];
    return html('div', { class: 'deploy-codes' }, load, this.codeFault, ...from);
  }

  /** A choice of saved set-ups. */
  savedSetUps() {
    const none = html('option', { value: '' }, this.texts.fill('deploy-from-none'));
    const options = this.own.map(({ name }, index) => html('option', { value: index }, name));
    this.from = html('select', { id: 'deploy-from', autocomplete: 'off' }, none, ...options);
    return html('label', { for: 'deploy-from' }, this.texts.fill('deploy-from'), this.from);
  }

  /**
   * `on` listens to an element; the others are called for a tool, a share code and a saved set-up.
   * @param {Listen} on
   * @param {{ act: (tool: Tool) => void, load: (text: string) => void, start: (draft: string) => void }} handlers
   */
  listen(on, { act, load, start }) {
    for (const button of this.tools) {
      on(button, 'click', () => {
        if (button.getAttribute('aria-disabled') !== 'true') act(/** @type {Tool} */ (button.dataset.tool));
      });
    }
    on(this.loads, 'click', () => load(this.code.value));
    on(this.code, 'keydown', (event) => { if (event.key === 'Enter') { event.preventDefault(); load(this.code.value); } });
    on(this.copies, 'click', () => this.copy());
    const { from } = this;
    if (from) on(from, 'change', () => { if (from.value !== '') start(this.own[Number(from.value)].draft); });
  }

  async copy() {
    if (await copyText(this.ownCode.textContent, this.ownCode)) this.copies.textContent = this.texts.fill('copied');
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

  /** Says what keeps the draft from being sent: so many pieces in hand, or what is listed. @param {number} missing */
  refuse(missing) {
    if (missing > 0) this.state.textContent = this.texts.fill('deploy-missing', { count: missing });
    this.check.classList.add('refused');
    this.said.textContent = this.state.textContent;
    this.check.focus();
  }

  /** A fault: in full for screen readers, and short for the eye, which has the tray above it. @param {Fault} fault */
  fault({ kind, rank, cells, ...values }) {
    const words = this.texts.fill(`deploy-${kind}`, { ...values, rank: rank && this.texts.name(rank) });
    const about = { class: cells.length > 0 ? 'bad' : false };
    if (!rank) return html('li', about, words);
    const short = html('span', { 'aria-hidden': 'true' }, `${this.texts.labels[rank]} ${values.have}/${values.want}`);
    return html('li', about, short, html('span', { class: 'visually-hidden' }, words));
  }

  /** @param {{ said?: string, wrong: Fault[], missing: number, code: string, can: Record<Tool, boolean> }} state */
  show({ said, wrong, missing, code, can }) {
    if (said !== undefined) this.said.textContent = said;
    for (const button of this.tools) button.setAttribute('aria-disabled', String(!can[/** @type {Tool} */ (button.dataset.tool)]));
    const complete = wrong.length === 0;
    this.check.classList.toggle('complete', complete);
    this.check.classList.remove('refused');
    this.state.textContent = this.texts.fill(complete ? 'deploy-ready' : missing > 0 ? 'deploy-still' : 'deploy-faults', { count: missing });
    this.list.replaceChildren(...wrong.map((fault) => this.fault(fault)));
    this.shared.hidden = !complete;
    if (this.ownCode.textContent !== code) {
      this.ownCode.textContent = code;
      this.copies.textContent = this.texts.fill('deploy-copy');
    }
  }
}
