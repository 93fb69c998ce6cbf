// A draft of a set-up: a letter for each cell, as who deploys sees it from his own side, the front row first and each
// row from his left; '.' where nothing stands. Pure functions: the same file runs under node in the tests.

export const FILES = 9;
export const EMPTY = '.';
/** The ranks in the order of the rules' table. */
export const RANKS = [...'54321CLMKABTPSF'];

/** @param {DeployRules} ruleSet */
export const size = (ruleSet) => FILES * ruleSet.rows;

/** @param {DeployRules} ruleSet */
export const empty = (ruleSet) => EMPTY.repeat(size(ruleSet));

/**
 * Whether a text is a draft under these rules, legal or not.
 * @param {unknown} text @param {DeployRules} ruleSet @returns {text is string}
 */
export function isDraft(text, ruleSet) {
  return typeof text === 'string' && text.length === size(ruleSet) && [...text].every((letter) => letter === EMPTY || RANKS.includes(letter));
}

/**
 * The name of a cell's square; Black sees the board turned by 180 degrees.
 * @param {number} at @param {DeployRules} ruleSet @param {Color} color @returns {Square}
 */
export function square(at, ruleSet, color) {
  const file = at % FILES;
  const row = ruleSet.rows - 1 - Math.floor(at / FILES);
  if (color === 'black') return `${'abcdefghi'[FILES - 1 - file]}${8 - row}`;
  return `${'abcdefghi'[file]}${row + 1}`;
}

/** @param {string} draft @param {Rank} rank */
export const count = (draft, rank) => [...draft].filter((letter) => letter === rank).length;

/**
 * How many pieces of a rank are still to be placed; never below 0.
 * @param {string} draft @param {DeployRules} ruleSet @param {Rank} rank
 */
export const left = (draft, ruleSet, rank) => Math.max(0, (ruleSet.army[rank] ?? 0) - count(draft, rank));

/** @param {string} draft @param {DeployRules} ruleSet */
export const toPlace = (draft, ruleSet) => RANKS.reduce((sum, rank) => sum + left(draft, ruleSet, rank), 0);

/** @typedef {{ kind: 'border' | 'count', cells: number[], rank?: Rank, count?: number, have?: number, want?: number }} Fault */

/**
 * All that is wrong, in the order of crates/salpakan/src/rules/deployment.rs: the border, then each rank whose count is another.
 * @param {string} draft @param {DeployRules} ruleSet
 */
export function faults(draft, ruleSet) {
  /** @type {Fault[]} */
  const all = [];
  const border = ruleSet.rows === 4 ? [...draft.slice(0, FILES)].flatMap((letter, at) => (letter === EMPTY ? [] : [at])) : [];
  if (border.length > 1) all.push({ kind: 'border', count: border.length, cells: border });
  for (const rank of RANKS) {
    const [have, want] = [count(draft, rank), ruleSet.army[rank] ?? 0];
    const cells = have > want ? [...draft].flatMap((letter, at) => (letter === rank ? [at] : [])) : [];
    if (have !== want) all.push({ kind: 'count', rank, have, want, cells });
  }
  return all;
}

/** The draft with another letter in a cell. @param {string} draft @param {number} at @param {string} letter */
export const put = (draft, at, letter) => draft.slice(0, at) + letter + draft.slice(at + 1);

/** The draft with two cells changed with each other. @param {string} draft @param {number} one @param {number} other */
export const swap = (draft, one, other) => put(put(draft, one, draft[other]), other, draft[one]);

/** @param {string} draft @returns {string[]} */
const rows = (draft) => draft.match(/.{9}/g) ?? [];

/** Left and right changed. @param {string} draft */
export const mirrored = (draft) => rows(draft).map((row) => [...row].reverse().join('')).join('');

/** A side's set-up in the notation: an empty border is left out. @param {string} draft @param {DeployRules} ruleSet @param {Color} color */
export function notation(draft, ruleSet, color) {
  const all = rows(draft);
  const whole = (all.length === 4 && all[0] === EMPTY.repeat(FILES) ? all.slice(1) : all).join('/');
  return color === 'black' ? [...whole].reverse().join('') : whole;
}

/** The draft that the notation writes, or null. @param {string} text @param {DeployRules} ruleSet @param {Color} color */
export function fromNotation(text, ruleSet, color) {
  const whole = color === 'black' ? [...text.trim()].reverse().join('') : text.trim();
  const all = whole.split('/');
  if (all.length < 3 || all.length > ruleSet.rows || all.some((row) => row.length !== FILES)) return null;
  const draft = EMPTY.repeat(FILES * (ruleSet.rows - all.length)) + all.join('');
  return isDraft(draft, ruleSet) ? draft : null;
}

/** Drafts one after the other, to go back and forth between. */
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

  undo() {
    const draft = this.past.pop();
    if (draft === undefined) return false;
    this.future.push(this.now);
    this.now = draft;
    return true;
  }

  redo() {
    const draft = this.future.pop();
    if (draft === undefined) return false;
    this.past.push(this.now);
    this.now = draft;
    return true;
  }
}
