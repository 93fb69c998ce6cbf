// The page's language: templates come from the page, so that a script has no words of its own.

export class Texts {
  constructor(strings) {
    this.strings = strings;
    this.labels = strings.labels;
  }

  fill(key, values) {
    const template = this.strings[key] ?? key;
    return template.replace(/%(\w+)%/g, (_, name) => values[name] ?? '');
  }

  color(color) { return this.strings[color]; }

  rank(rank) { return rank ? `${this.labels[rank]} ${this.strings.ranks[rank]}` : this.strings.hidden; }

  piece(color, rank, square) {
    return this.fill('piece', { side: this.color(color), rank: this.rank(rank), square });
  }

  fallen(color, rank, one) {
    return this.fill('fallen', { side: this.color(color), rank: this.rank(rank), ply: one.ply });
  }

  short(color, rank) {
    return `${this.strings[color].slice(0, 1)} ${rank ? this.labels[rank] : '?'}`;
  }
}
