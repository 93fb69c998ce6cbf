// Drawing: the cells, the tray with what is still to be placed, and the buttons. It knows no rules: what it shows
// is handed to it, and what is done on it is told by events that the component listens to.

/** @import { Texts } from '../replay/texts.js' */
/** How pieces look: whose they are, the pictures, and the words. @typedef {{ color: Color, sprite: string, texts: Texts }} Look */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Makes an element; `on` are attributes, `false` and `null` among them are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name @param {Record<string, string | number | boolean | null>} on @param {(Node | string)[]} inside
 */
export function make(name, on = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(on)) if (value !== false && value !== null) element.setAttribute(key, String(value));
  element.append(...inside);
  return element;
}

/** A piece with its insignia and its label; both are read out by what it stands in. @param {Rank} rank @param {Look} look */
export function face(rank, { color, sprite, texts }) {
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('viewBox', '2 1 60 44');
  const use = document.createElementNS(SVG, 'use');
  for (const [key, value] of Object.entries({ href: `${sprite}#rank-${rank}`, width: '64', height: '64' })) use.setAttribute(key, value);
  picture.append(use);
  return make('span', { class: `face ${color}`, 'aria-hidden': 'true' }, picture, make('b', {}, texts.labels[rank]));
}

/** The board: a grid in which one cell has the keyboard at a time. */
export class Grid {
  /** @param {Square[]} names @param {number} files @param {Look} look */
  constructor(names, files, look) {
    this.names = names;
    this.look = look;
    this.at = 0;
    this.cells = names.map((name, at) => make('div', { class: 'cell', role: 'gridcell', 'data-at': at, tabindex: -1 }));
    const rows = [];
    for (let at = 0; at < names.length; at += files) {
      rows.push(make('div', { class: names.length > 3 * files && at === 0 ? 'row border' : 'row', role: 'row' }, ...this.cells.slice(at, at + files)));
    }
    this.element = make('div', { class: 'deploy-board', role: 'grid', 'aria-label': look.texts.fill('deploy-board') }, ...rows);
    this.focusOn(names.length - files);
  }

  /** Which cell Tab comes to. @param {number} at */
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
      cell.replaceChildren(rank ? face(rank, this.look) : make('span', { class: 'name', 'aria-hidden': 'true' }, this.names[at]));
    });
  }
}

/** The pieces of the army with how many of each are still to be placed; one has the keyboard at a time. */
export class Tray {
  /** `army`: how many pieces of each letter there are. @param {Rank[]} ranks @param {Record<Rank, number>} army @param {Look} look */
  constructor(ranks, army, look) {
    this.army = army;
    this.look = look;
    this.index = 0;
    this.buttons = ranks.map((rank) => make('button', { type: 'button', class: 'stock', 'data-rank': rank, tabindex: -1, title: look.texts.strings.ranks[rank] }, face(rank, look), make('span', { class: 'left', 'aria-hidden': 'true' })));
    this.element = make('div', { class: 'deploy-tray', role: 'toolbar', 'aria-label': look.texts.fill('deploy-tray') }, ...this.buttons);
    this.focusOn(0);
  }

  /** @param {number} index */
  focusOn(index) {
    this.index = index;
    this.buttons.forEach((button, own) => button.setAttribute('tabindex', own === index ? '0' : '-1'));
  }

  /** Takes the keyboard to a neighbour. @param {number} by */
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
      // Drawn by the style, for it is in the label already.
      button.querySelector('.left').dataset.left = this.army[rank] > 1 ? String(left) : '';
    }
  }
}
