// Draws the cells and the tray with what is still to be placed. It knows no rules: the component passes what to show, and
// listens to the events.
import { html, svg } from '../dom.js';
/** @import { Texts } from '../replay/texts.js' */
/** How pieces look: their color, the pictures, and the texts. @typedef {{ color: Color, sprite: string, texts: Texts }} Look */

/** A piece with its insignia and its label, which the element around it says to screen readers. @param {Rank} rank @param {Look} look */
export function face(rank, { color, sprite, texts }) {
  const picture = svg('svg', { viewBox: '2 1 60 44' }, svg('use', { href: `${sprite}#rank-${rank}`, width: 64, height: 64 }));
  return html('span', { class: `face ${color}`, 'aria-hidden': 'true' }, picture, html('b', {}, texts.labels[rank]));
}

/** The board: a grid with one tab stop. */
export class Grid {
  /** @param {DeployRules} ruleSet @param {Look} look */
  constructor({ squares: names, files, border }, look) {
    this.names = names;
    this.look = look;
    this.at = 0;
    this.cells = names.map((name, at) => html('div', { class: 'cell', role: 'gridcell', 'data-at': at, tabindex: -1 }));
    const rows = [];
    for (let at = 0; at < names.length; at += files) {
      rows.push(html('div', { class: at < (border?.squares ?? 0) ? 'row border' : 'row', role: 'row' }, ...this.cells.slice(at, at + files)));
    }
    this.element = html('div', { class: 'deploy-board', role: 'grid', 'aria-label': look.texts.fill('deploy-board') }, ...rows);
    this.focusOn(names.length - files);
  }

  /** Makes a cell the tab stop. @param {number} at */
  focusOn(at) {
    this.at = at;
    this.cells.forEach((cell, own) => cell.setAttribute('tabindex', own === at ? '0' : '-1'));
  }

  /** @param {string} draft @param {{ chosen?: number, wrong: Set<number> }} marks */
  show(draft, { chosen, wrong }) {
    const { texts } = this.look;
    this.cells.forEach((cell, at) => {
      const rank = draft[at] === '.' ? null : draft[at];
      const isWrong = wrong.has(at);
      const key = !rank ? 'deploy-empty' : isWrong ? 'deploy-wrong' : 'deploy-piece';
      cell.setAttribute('aria-label', texts.fill(key, { square: this.names[at], rank: rank && texts.rank(rank) }));
      cell.setAttribute('aria-selected', String(chosen === at));
      cell.classList.toggle('has', rank !== null);
      cell.classList.toggle('chosen', chosen === at);
      cell.classList.toggle('wrong', isWrong);
      if (cell.dataset.rank === (rank ?? '')) return;
      cell.dataset.rank = rank ?? '';
      cell.replaceChildren(rank ? face(rank, this.look) : html('span', { class: 'name', 'aria-hidden': 'true' }, this.names[at]));
    });
  }
}

/** The ranks of the army with how many pieces of each are still to be placed; one tab stop. */
export class Tray {
  /** @param {DeployRules['army']} army @param {Look} look */
  constructor(army, look) {
    this.single = new Set(army.flatMap(([rank, count]) => (count === 1 ? [rank] : [])));
    this.look = look;
    this.index = 0;
    this.buttons = army.map(([rank]) => {
      const attributes = { type: 'button', class: 'stock', 'data-rank': rank, tabindex: -1, title: look.texts.strings.ranks[rank] };
      return html('button', attributes, face(rank, look), html('span', { class: 'left', 'aria-hidden': 'true' }));
    });
    this.element = html('div', { class: 'deploy-tray', role: 'toolbar', 'aria-label': look.texts.fill('deploy-tray') }, ...this.buttons);
    this.focusOn(0);
  }

  /** @param {number} index */
  focusOn(index) {
    this.index = index;
    this.buttons.forEach((button, own) => button.setAttribute('tabindex', own === index ? '0' : '-1'));
  }

  /** Moves the focus to a neighbour. @param {number} by */
  step(by) {
    this.focusOn((this.index + by + this.buttons.length) % this.buttons.length);
    this.buttons[this.index].focus();
  }

  /** @param {(rank: Rank) => number} leftOf @param {Rank} [chosen] */
  show(leftOf, chosen) {
    const { texts } = this.look;
    for (const button of this.buttons) {
      const rank = button.dataset.rank ?? '';
      const left = leftOf(rank);
      button.setAttribute('aria-label', texts.fill(left > 0 ? 'deploy-left' : 'deploy-none', { rank: texts.rank(rank), count: left }));
      button.setAttribute('aria-pressed', String(chosen === rank));
      button.classList.toggle('spent', left === 0);
      // Drawn by the style, because the label says it already.
      button.querySelector('.left').dataset.left = this.single.has(rank) ? '' : String(left);
    }
  }
}
