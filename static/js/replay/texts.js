// Texts in the page's language: the page embeds the templates, scripts have no words of their own.

export class Texts {
  /** @param {Strings} strings */
  constructor(strings) {
    this.strings = strings;
    this.labels = strings.labels;
  }

  /** @param {string} key @param {Record<string, unknown>} values */
  fill(key, values = {}) {
    const template = this.strings[key] ?? key;
    return template.replace(/%(\w+)%/g, (_, name) => String(values[name] ?? ''));
  }

  /** @param {Color} color */
  color(color) { return this.strings[color]; }

  /** @param {Rank | null} rank */
  name(rank) { return rank ? this.strings.ranks[rank] : this.strings.hidden; }

  /**
   * The label and the name: an accessible name contains the visible label (WCAG 2.5.3).
   * @param {Rank | null} rank
   */
  rank(rank) { return rank ? `${this.labels[rank]} ${this.strings.ranks[rank]}` : this.strings.hidden; }

  /** @param {Color} color @param {Rank | null} rank @param {Square} square */
  piece(color, rank, square) {
    return this.fill('piece', { side: this.color(color), rank: this.rank(rank), square });
  }

  /** @param {Color} color @param {Rank | null} rank @param {{ ply: number }} one */
  fallen(color, rank, one) {
    return this.fill('fallen', { side: this.color(color), rank: this.rank(rank), ply: one.ply });
  }

  /** @param {{ ply: number, side: Color, from: Square, to: Square, verdict: Verdict, attacker: Rank | null, defender: Rank | null }} fight */
  fight({ ply, side, from, to, verdict, attacker, defender }) {
    const name = (/** @type {Rank | null} */ rank) => (rank ? this.strings.ranks[rank] : this.strings['fight-piece']);
    const other = this.color(side === 'white' ? 'black' : 'white');
    const values = { ply, from, to, other, side: this.color(side), attacker: name(attacker), defender: name(defender) };
    return this.fill(`fight-${verdict}`, values);
  }

  /** @param {Color} color @param {Rank | null} rank */
  short(color, rank) {
    return `${this.strings[color].slice(0, 1)} ${rank ? this.labels[rank] : '?'}`;
  }
}
