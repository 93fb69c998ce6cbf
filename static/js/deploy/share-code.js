// Share codes: the number of a set-up among all of its army, in base 32. A second reader and writer of what docs/codec.md
// specifies, because a draft that is not sent can get its code in the page alone. Pure functions.

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
/** Digits of the longest code of any army. */
const LONGEST = 18;

/** The binomial coefficient. @param {number} n @param {number} k */
function choose(n, k) {
  if (k < 0 || k > n) return 0n;
  let ways = 1n;
  for (let i = 1n; i <= BigInt(k); i += 1n) ways = (ways * (BigInt(n) - i + 1n)) / i;
  return ways;
}

/** @param {DeployRules} ruleSet */
const counts = (ruleSet) => ruleSet.army.map(([, count]) => count);

/** How many squares are not of the border. @param {DeployRules} ruleSet */
const home = ({ squares, border }) => squares.length - (border?.squares ?? 0);

/** @param {DeployRules} ruleSet */
const pieces = (ruleSet) => counts(ruleSet).reduce((sum, n) => sum + n, 0);

/** How many different orders pieces with these counts have. @param {number[]} all */
function orders(all) {
  let placed = 0;
  return all.reduce((ways, n) => ways * choose((placed += n), n), 1n);
}

/** The counts with one piece of a kind less. @param {number[]} all @param {number} index */
const less = (all, index) => all.map((n, at) => (at === index ? n - 1 : n));

/** How many sets of squares an army may take. @param {DeployRules} ruleSet */
function footprints(ruleSet) {
  const [size, squares] = [pieces(ruleSet), home(ruleSet)];
  const withBorder = BigInt(ruleSet.border?.squares ?? 0) * choose(squares, size - 1);
  return choose(squares, size) + withBorder;
}

/** How many set-ups there are. @param {DeployRules} ruleSet */
export const total = (ruleSet) => footprints(ruleSet) * orders(counts(ruleSet));

/** How many digits the codes of these rules have. @param {DeployRules} ruleSet */
export function digits(ruleSet) {
  let length = 0;
  for (let largest = total(ruleSet) - 1n; largest > 0n; largest >>= 5n) length += 1;
  return length;
}

/**
 * The square of a cell in the order in which squares are numbered, own back row first; and a cell by its square.
 * @param {number} at @param {DeployRules} ruleSet
 */
function local(at, { squares, files }) {
  const file = at % files;
  return squares.length - files - (at - file) + file;
}

/** @param {string} draft @param {DeployRules} ruleSet */
function numberOf(draft, ruleSet) {
  const taken = [...draft].flatMap((letter, at) => (letter === '.' ? [] : [{ letter, at: local(at, ruleSet) }]));
  taken.sort((one, other) => one.at - other.at);
  const [size, squares] = [taken.length, home(ruleSet)];
  let place = 0n;
  taken.forEach(({ at }, index) => {
    place += at < squares ? choose(at, index + 1) : choose(squares, size) + BigInt(at - squares) * choose(squares, size - 1);
  });
  const rest = counts(ruleSet);
  let order = 0n;
  for (const { letter } of taken) {
    const own = ruleSet.army.findIndex(([rank]) => rank === letter);
    for (let other = 0; other < own; other += 1) {
      if (rest[other] > 0) order += orders(less(rest, other));
    }
    rest[own] -= 1;
  }
  return place * orders(counts(ruleSet)) + order;
}

/** So many squares of the first `squares`, by the number of their set. @param {bigint} number @param {number} size @param {number} squares */
function squaresAtHome(number, size, squares) {
  /** @type {number[]} */
  const taken = [];
  let rest = number;
  for (let at = squares - 1, more = size; more > 0; at -= 1) {
    const below = choose(at, more);
    if (rest < below) continue;
    rest -= below;
    more -= 1;
    taken.unshift(at);
  }
  return taken;
}

/** @param {bigint} number @param {DeployRules} ruleSet */
function squaresOf(number, ruleSet) {
  const [size, squares] = [pieces(ruleSet), home(ruleSet)];
  const beyond = number - choose(squares, size);
  if (beyond < 0n) return squaresAtHome(number, size, squares);
  const others = choose(squares, size - 1);
  return [...squaresAtHome(beyond % others, size - 1, squares), squares + Number(beyond / others)];
}

/** The draft with this number, which is below the total. @param {bigint} number @param {DeployRules} ruleSet */
export function draftOf(number, ruleSet) {
  const all = orders(counts(ruleSet));
  const cells = ruleSet.squares.map(() => '.');
  const rest = counts(ruleSet);
  let order = number % all;
  for (const at of squaresOf(number / all, ruleSet)) {
    for (let rank = 0; ; rank += 1) {
      if (rest[rank] === 0) continue;
      const ways = orders(less(rest, rank));
      if (order >= ways) { order -= ways; continue; }
      rest[rank] -= 1;
      cells[local(at, ruleSet)] = ruleSet.army[rank][0];
      break;
    }
  }
  return cells.join('');
}

/** The code of a complete draft. @param {string} draft @param {DeployRules} ruleSet */
export function encode(draft, ruleSet) {
  let code = '';
  let rest = numberOf(draft, ruleSet);
  for (let n = digits(ruleSet); n > 0; n -= 1, rest >>= 5n) code = DIGITS[Number(rest & 31n)] + code;
  return code;
}

/**
 * Decodes a share code to a `draft`, or to a `fault` (`none`, `other`, `large`) with the values of its message.
 * @param {string} text @param {DeployRules} ruleSet @returns {{ draft: string } | { fault: string, digits?: number, expected?: number }}
 */
export function decode(text, ruleSet) {
  const bare = text.replace(/\s/g, '').toLowerCase();
  const values = [...bare].map((digit) => DIGITS.indexOf(digit));
  if (bare.length === 0 || bare.length > LONGEST || values.includes(-1)) return { fault: 'none' };
  const expected = digits(ruleSet);
  if (bare.length !== expected) return { fault: 'other', digits: bare.length, expected };
  const number = values.reduce((sum, value) => (sum << 5n) | BigInt(value), 0n);
  return number < total(ruleSet) ? { draft: draftOf(number, ruleSet) } : { fault: 'large' };
}

/** A legal set-up, uniformly distributed; `fill` fills an array with random bytes. @param {DeployRules} ruleSet */
export function random(ruleSet, fill = (/** @type {Uint8Array<ArrayBuffer>} */ bytes) => crypto.getRandomValues(bytes)) {
  for (;;) {
    const bytes = fill(new Uint8Array(12));
    const number = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    // A number beyond the last whole round would favour the first set-ups.
    const rounds = (1n << 96n) / total(ruleSet);
    if (number < rounds * total(ruleSet)) return draftOf(number % total(ruleSet), ruleSet);
  }
}
