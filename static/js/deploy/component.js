// The deployment board of any page: mount(element, options) fills the element. The draft stays in memory: nothing is sent or
// stored, and the page learns of each change.
import { html } from '../dom.js';
import { Grid, Tray, face } from './board.js';
import { draggable } from './drag.js';
import { Drafts, EMPTY, empty, faults, fromNotation, isDraft, left, mirrored, notation, put, swap, toPlace, wanted } from './model.js';
import { Panel } from './panel.js';
import { decode, encode, random } from './share-code.js';
import { Texts } from '../replay/texts.js';
/** @import { Fault } from './model.js' */
/** @import { Tool } from './panel.js' */

/**
 * @typedef {object} Options
 * @property {DeployRules} ruleSet
 * @property {Color} [color]
 * @property {string} [draft]
 * @property {DeployData['own']} [own]
 * @property {Strings} strings
 * @property {string} sprite
 * @property {(draft: string, faults: Fault[]) => void} [onChange]
 */

/**
 * Fills `element`.
 * - `ruleSet`: the rules as the page embeds them;
 * - `color`: whose pieces they are; the board is shown from their side;
 * - `draft`: what stands there first (see model.js); nothing if it is left out;
 * - `own`: saved set-ups to start from;
 * - `strings`, `sprite`: the texts and the pictures (`deploy-strings` and the sprite's address of the page);
 * - `onChange(draft, faults)`: called for every change.
 * Returns what `handle` lists.
 * @param {HTMLElement} element @param {Options} options
 */
export function mount(element, options) {
  return new Deployment(element, options).handle();
}

class Deployment {
  /** @param {HTMLElement} element @param {Options} options */
  constructor(element, { ruleSet, color = 'white', draft, own = [], strings, sprite, onChange = () => {} }) {
    this.element = element;
    this.ruleSet = ruleSet;
    this.color = color;
    this.onChange = onChange;
    this.texts = new Texts(strings);
    this.look = { color, sprite, texts: this.texts };
    this.drafts = new Drafts(isDraft(draft, ruleSet) ? draft : empty(ruleSet));
    /** What is selected: `{ at }`, a cell with a piece, or `{ rank }`, one of the tray. @type {{ at?: number, rank?: Rank } | null} */
    this.chosen = null;
    this.names = ruleSet.squares;
    this.grid = new Grid(ruleSet, this.look);
    this.tray = new Tray(ruleSet.army.filter(([, count]) => count > 0), this.look);
    this.panel = new Panel(this.texts, own);
    const edge = (/** @type {string} */ key) => html('p', { class: `edge ${key}`, 'aria-hidden': 'true' }, this.texts.fill(`deploy-${key}`));
    const taps = html('p', { class: 'soft taps' }, this.texts.fill('deploy-taps'));
    element.replaceChildren(taps, edge('front'), this.grid.element, edge('edge'), this.tray.element, ...this.panel.elements);
    this.stop = new AbortController();
    this.stopDragging = this.listen();
    this.show();
  }

  handle() {
    return {
      draft: () => this.draft,
      notation: () => notation(this.draft, this.ruleSet, this.color),
      faults: () => faults(this.draft, this.ruleSet),
      set: (/** @type {string} */ draft) => isDraft(draft, this.ruleSet) && this.to(draft, ''),
      load: (/** @type {string} */ text) => this.load(text),
      showFaults: () => this.panel.refuse(toPlace(this.draft, this.ruleSet)),
      focus: () => this.grid.cells[this.grid.at].focus(),
      unmount: () => { this.stop.abort(); this.stopDragging(); this.element.replaceChildren(); },
    };
  }

  get draft() { return this.drafts.now; }

  // Actions.

  /** Changes the draft, and announces what was done. @param {string} draft @param {string} said */
  to(draft, said) {
    this.chosen = null;
    const changed = this.drafts.to(draft);
    this.show(said);
    if (changed) this.onChange(draft, faults(draft, this.ruleSet));
  }

  /** @param {string} key @param {Record<string, unknown>} [values] */
  text(key, values) { return this.texts.fill(key, values); }

  /** @param {number} at */
  rankAt(at) { return this.draft[at] === EMPTY ? null : this.draft[at]; }

  /**
   * Puts a rank of the tray into a cell; what stood there goes back. The only piece of its rank comes from where it stands. A rank
   * that was selected in the tray stays selected while there is more of it.
   * @param {Rank} rank @param {number} at
   */
  place(rank, at, fromTray = false) {
    const values = { rank: this.texts.name(rank), square: this.names[at] };
    if (this.draft[at] === rank) return this.show('');
    if (left(this.draft, this.ruleSet, rank) > 0) {
      const more = fromTray && left(this.draft, this.ruleSet, rank) > 1;
      this.to(put(this.draft, at, rank), this.text('deploy-placed', values));
      if (more) this.choose({ rank }, true);
      return undefined;
    }
    if (wanted(this.ruleSet, rank) === 1) return this.move(this.draft.indexOf(rank), at);
    return this.show(this.text('deploy-out', values));
  }

  /** @param {number} from @param {number} at */
  move(from, at) {
    if (from === at) return this.drop();
    const [rank, other] = [this.rankAt(from), this.rankAt(at)];
    const values = { rank: this.texts.name(rank), square: this.names[at], other: other && this.texts.name(other), from: this.names[from] };
    return this.to(swap(this.draft, from, at), this.text(other ? 'deploy-swapped' : 'deploy-moved', values));
  }

  /** @param {number} at */
  takeOff(at) {
    const rank = this.rankAt(at);
    if (rank) this.to(put(this.draft, at, EMPTY), this.text('deploy-taken', { rank: this.texts.name(rank), square: this.names[at] }));
  }

  /** @param {{ at?: number, rank?: Rank }} what @param {boolean} [silently] */
  choose(what, silently) {
    this.chosen = what;
    const rank = what.rank ?? this.rankAt(what.at ?? -1) ?? null;
    this.show(silently ? undefined : this.text('deploy-chosen', { rank: this.texts.name(rank) }));
  }

  drop() {
    this.chosen = null;
    this.show(this.text('deploy-dropped'));
  }

  /** A press on a cell: selects, places, moves or swaps. @param {number} at */
  press(at) {
    const { chosen } = this;
    if (chosen?.rank) return this.place(chosen.rank, at, true);
    if (chosen?.at !== undefined) return this.move(chosen.at, at);
    if (this.rankAt(at)) return this.choose({ at });
    return this.show('');
  }

  /** A press on the tray: selects a rank, or takes the selected piece off the board. @param {Rank} rank */
  pressTray(rank) {
    if (this.chosen?.at !== undefined) return this.takeOff(this.chosen.at);
    if (this.chosen?.rank === rank) return this.drop();
    if (left(this.draft, this.ruleSet, rank) > 0) return this.choose({ rank });
    return this.show(this.text('deploy-out', { rank: this.texts.name(rank) }));
  }

  /** @param {Tool} name */
  act(name) {
    const actions = {
      undo: () => this.back(this.drafts.undo(), 'deploy-undone'),
      redo: () => this.back(this.drafts.redo(), 'deploy-redone'),
      off: () => this.chosen?.at !== undefined && this.takeOff(this.chosen.at),
      mirror: () => this.to(mirrored(this.draft, this.ruleSet), this.text('deploy-mirrored')),
      random: () => this.to(random(this.ruleSet), this.text('deploy-filled')),
      clear: () => this.to(empty(this.ruleSet), this.text('deploy-cleared')),
    };
    actions[name]();
  }

  /** @param {boolean} changed @param {string} key */
  back(changed, key) {
    if (!changed) return;
    this.chosen = null;
    this.show(this.text(key));
    this.onChange(this.draft, faults(this.draft, this.ruleSet));
  }

  /** Loads a share code, or a set-up in the notation. @param {string} text */
  load(text) {
    const written = text.includes('/') ? fromNotation(text, this.ruleSet, this.color) : null;
    const found = written ? { draft: written } : decode(text, this.ruleSet);
    if ('fault' in found) return this.panel.refuseCode(this.text(`code-${found.fault}`, found));
    this.panel.refuseCode('');
    return this.to(found.draft, this.text('deploy-loaded'));
  }

  // Display.

  /** Draws everything, and announces `said` unless it is undefined. @param {string} [said] */
  show(said) {
    const { draft, ruleSet, chosen } = this;
    const wrong = faults(draft, ruleSet);
    this.grid.show(draft, { chosen: chosen?.at, wrong: new Set(wrong.flatMap((fault) => fault.cells)) });
    this.tray.show((rank) => left(draft, ruleSet, rank), chosen?.rank);
    this.element.classList.toggle('choosing', chosen !== null);
    this.panel.show({
      said,
      wrong,
      missing: toPlace(draft, ruleSet),
      code: wrong.length === 0 ? encode(draft, ruleSet) : '',
      can: {
        undo: this.drafts.past.length > 0,
        redo: this.drafts.future.length > 0,
        off: chosen?.at !== undefined,
        clear: draft !== empty(ruleSet),
        mirror: draft !== mirrored(draft, ruleSet),
        random: true,
      },
    });
  }

  // Events.

  /** Returns what stops dragging. */
  listen() {
    /** @type {Listen} */
    const on = (element, type, act) => element.addEventListener(type, act, { signal: this.stop.signal });
    on(this.grid.element, 'click', (event) => this.atCell(event.target, (at) => { this.grid.focusOn(at); this.press(at); }));
    on(this.grid.element, 'focusin', (event) => this.atCell(event.target, (at) => this.grid.focusOn(at)));
    on(this.grid.element, 'keydown', (event) => this.atCell(event.target, (at) => this.key(event, at)));
    on(this.tray.element, 'click', (event) => { const rank = this.stockAt(event.target); if (rank) this.pressTray(rank); });
    on(this.tray.element, 'keydown', (event) => this.keyInTray(event));
    on(this.element, 'keydown', (event) => this.keyAnywhere(event));
    this.panel.listen(on, {
      act: (name) => this.act(name),
      load: (text) => this.load(text),
      start: (draft) => this.to(draft, this.text('deploy-loaded')),
    });
    return draggable(this.element, {
      source: (under) => this.sourceAt(under),
      target: (under) => this.targetAt(under),
      picture: ({ rank }) => face(rank, this.look),
      over: (where) => this.mark(where),
      drop: (what, where) => this.dropped(what, where),
    });
  }

  /** @param {Element} element @param {(at: number) => void} then */
  atCell(element, then) {
    const cell = element.closest?.('.cell');
    if (cell && this.grid.element.contains(cell)) then(Number(cell.dataset.at));
  }

  /** @param {Element | null} element */
  stockAt(element) { return element?.closest?.('.stock')?.dataset.rank; }

  /** @param {Element} element @returns {{ at?: number, rank: Rank } | null} */
  sourceAt(element) {
    const cell = element.closest?.('.cell');
    const at = Number(cell?.dataset.at);
    const own = cell && this.rankAt(at);
    if (cell) return own ? { at, rank: own } : null;
    const rank = this.stockAt(element);
    return rank && left(this.draft, this.ruleSet, rank) > 0 ? { rank } : null;
  }

  /** @param {Element | null} element @returns {{ at: number, tray?: undefined } | { tray: true, at?: undefined } | null} */
  targetAt(element) {
    const cell = element?.closest?.('.cell');
    if (cell && this.grid.element.contains(cell)) return { at: Number(cell.dataset.at) };
    return element?.closest?.('.deploy-tray') === this.tray.element ? { tray: true } : null;
  }

  /** @param {{ at?: number, tray?: boolean } | null} where */
  mark(where) {
    this.grid.cells.forEach((cell, at) => cell.classList.toggle('over', where?.at === at));
    this.tray.element.classList.toggle('over', where?.tray === true);
  }

  /** @param {{ at?: number, rank: Rank }} what @param {{ at: number, tray?: undefined } | { tray: true, at?: undefined }} where */
  dropped(what, where) {
    this.chosen = null;
    if (where.tray) return what.at === undefined ? this.show('') : this.takeOff(what.at);
    this.grid.focusOn(where.at);
    return what.at === undefined ? this.place(what.rank, where.at) : this.move(what.at, where.at);
  }

  /** @param {KeyboardEvent} event @param {number} at */
  key(event, at) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { files, squares: { length } } = this.ruleSet;
    const file = at % files;
    const [first, last] = [at - file, at - file + files - 1];
    /** @type {Record<string, number>} */
    const steps = {
      ArrowLeft: Math.max(first, at - 1),
      ArrowRight: Math.min(last, at + 1),
      ArrowUp: at - files,
      ArrowDown: at + files,
      Home: first,
      End: last,
      PageUp: file,
      PageDown: length - files + file,
    };
    const letter = event.key.toUpperCase();
    if (event.key in steps) {
      const next = steps[event.key];
      this.grid.cells[next]?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') this.press(at);
    else if (event.key === 'Delete' || event.key === 'Backspace') this.takeOff(at);
    else if (wanted(this.ruleSet, letter) > 0) this.place(letter, at);
    else return;
    event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  keyInTray(event) {
    const by = event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : 0;
    if (by) { event.preventDefault(); this.tray.step(by); }
  }

  /** @param {KeyboardEvent} event */
  keyAnywhere(event) {
    if (event.key === 'Escape' && this.chosen) { event.preventDefault(); this.drop(); return; }
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.tagName === 'INPUT') return;
    const letter = event.key.toLowerCase();
    const name = letter === 'y' || (letter === 'z' && event.shiftKey) ? 'redo' : letter === 'z' ? 'undo' : null;
    if (name) { event.preventDefault(); this.act(name); }
  }
}
