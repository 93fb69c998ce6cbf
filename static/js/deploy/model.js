// A draft of a set-up: a letter for each square of the rule data, in its order; '.' where nothing stands. A draft stays in the
// page, so it is checked here, by the numbers that the page embeds. Pure functions: the same file runs under node in the tests.

export const EMPTY = '.';

/** @param {DeployRules} ruleSet */
export const empty = (ruleSet) => EMPTY.repeat(ruleSet.squares.length);

/** How many pieces of a rank the army has. @param {DeployRules} ruleSet @param {string} rank */
export const wanted = (ruleSet, rank) => ruleSet.army.find(([own]) => own === rank)?.[1] ?? 0;

/**
 * Whether a text is a draft under these rules, legal or not.
 * @param {unknown} text @param {DeployRules} ruleSet @returns {text is string}
 */
export function isDraft(text, ruleSet) {
  const letters = [EMPTY, ...ruleSet.army.map(([rank]) => rank)];
  return typeof text === 'string' && text.length === ruleSet.squares.length && [...text].every((letter) => letters.includes(letter));
}

/** The cells that meet a condition. @param {string} draft @param {(letter: string, at: number) => boolean} holds */
const cellsWhere = (draft, holds) => [...draft].flatMap((letter, at) => (holds(letter, at) ? [at] : []));

/** @param {string} draft @param {Rank} rank */
const count = (draft, rank) => cellsWhere(draft, (letter) => letter === rank).length;

/**
 * How many pieces of a rank are still to be placed; never below 0.
 * @param {string} draft @param {DeployRules} ruleSet @param {Rank} rank
 */
export const left = (draft, ruleSet, rank) => Math.max(0, wanted(ruleSet, rank) - count(draft, rank));

/** @param {string} draft @param {DeployRules} ruleSet */
export const toPlace = (draft, ruleSet) => ruleSet.army.reduce((sum, [rank]) => sum + left(draft, ruleSet, rank), 0);

/** @typedef {{ kind: 'border' | 'count', cells: number[], rank?: Rank, count?: number, have?: number, want?: number }} Fault */

/** All that is wrong: too many pieces on the border, then each rank whose count is another. @param {string} draft @param {DeployRules} ruleSet */
export function faults(draft, { army, border }) {
  /** @type {Fault[]} */
  const all = [];
  if (border) {
    const cells = cellsWhere(draft, (letter, at) => at < border.squares && letter !== EMPTY);
    if (cells.length > border.most) all.push({ kind: 'border', count: cells.length, cells });
  }
  for (const [rank, want] of army) {
    const have = count(draft, rank);
    const cells = have > want ? cellsWhere(draft, (letter) => letter === rank) : [];
    if (have !== want) all.push({ kind: 'count', rank, have, want, cells });
  }
  return all;
}

/** The draft with another letter in a cell. @param {string} draft @param {number} at @param {string} letter */
export const put = (draft, at, letter) => draft.slice(0, at) + letter + draft.slice(at + 1);

/** The draft with two cells swapped. @param {string} draft @param {number} one @param {number} other */
export const swap = (draft, one, other) => put(put(draft, one, draft[other]), other, draft[one]);

/** @param {string} draft @param {DeployRules} ruleSet */
const rows = (draft, { files }) => Array.from({ length: draft.length / files }, (_, row) => draft.slice(row * files, (row + 1) * files));

/** @param {string} text */
const reversed = (text) => [...text].reverse().join('');

/** Left and right swapped. @param {string} draft @param {DeployRules} ruleSet */
export const mirrored = (draft, ruleSet) => rows(draft, ruleSet).map(reversed).join('');

/** A side's set-up in the notation: an empty border is left out. @param {string} draft @param {DeployRules} ruleSet @param {Color} color */
export function notation(draft, ruleSet, color) {
  const border = ruleSet.border?.squares ?? 0;
  const bare = draft.startsWith(EMPTY.repeat(border)) ? draft.slice(border) : draft;
  const text = rows(bare, ruleSet).join('/');
  return color === 'black' ? reversed(text) : text;
}

/** The draft that the notation writes, or null. @param {string} text @param {DeployRules} ruleSet @param {Color} color */
export function fromNotation(text, ruleSet, color) {
  const { squares, files, border } = ruleSet;
  const all = (color === 'black' ? reversed(text.trim()) : text.trim()).split('/');
  if (all.some((row) => row.length !== files)) return null;
  const written = all.join('');
  const missing = squares.length - written.length;
  if (missing !== 0 && missing !== border?.squares) return null;
  const draft = EMPTY.repeat(missing) + written;
  return isDraft(draft, ruleSet) ? draft : null;
}

/** The history of a draft, for undo and redo. */
export class Drafts {
  /** @param {string} first */
  constructor(first) {
    /** @type {string[]} */
    this.past = [];
    this.now = first;
    /** @type {string[]} */
    this.future = [];
  }

  /** @param {string} draft */
  to(draft) {
    if (draft === this.now) return false;
    this.past.push(this.now);
    this.now = draft;
    this.future = [];
    return true;
  }

  undo() { return this.step(this.past, this.future); }

  redo() { return this.step(this.future, this.past); }

  /** @param {string[]} from @param {string[]} to */
  step(from, to) {
    const draft = from.pop();
    if (draft === undefined) return false;
    to.push(this.now);
    this.now = draft;
    return true;
  }
}
