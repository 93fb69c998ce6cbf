#!/usr/bin/env python3
"""The stored form of a game, written again from docs/codec.md: prints the golden cases.

Usage: python3 tests/record/data/codec/make.py > tests/record/data/codec/games.txt
"""
from math import comb, factorial

RANKS = "54321CLMKABTPSF"
ARMIES = {"standard": "54321CLMKABTPPPPPPSSF", "electronic": "54321CLMKABTPPPPPPSSF",
          "krig": "54321CLMKABTPPPPPPSSF", "eleven": "54321CPPPSF"}
PRESETS = ["standard", "electronic", "eleven", "krig"]
BITS = {"open-challenges": 0x20, "open-flag": 0x40, "promotion": 0x80}


def varint(n):
    out = b""
    while n >= 128:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def fixed(n, count):
    return n.to_bytes(max(0, (count - 1).bit_length() + 7) // 8, "little")


class Rules:
    def __init__(self, key):
        self.preset, *options = key.split("+")
        self.army = ARMIES[self.preset]
        self.bits, self.custom = PRESETS.index(self.preset), b""
        for option in options:
            if option.startswith("army="):
                self.army = option[5:]
                self.bits |= 0x10
                self.custom = bytes(self.army.count(r) for r in RANKS[:-1])
            else:
                self.bits |= BITS[option]
        self.open = "open-challenges" in options

    def footprints(self):
        k = len(self.army)
        return comb(27, k) + (9 * comb(27, k - 1) if self.preset == "krig" else 0)

    def arrangements(self):
        n = factorial(len(self.army))
        for r in RANKS:
            n //= factorial(self.army.count(r))
        return n


def setup(text, color):
    """Local square (own back row first) -> letter."""
    rows = text.split("/")
    if color == 0:
        rows = rows[::-1]
    return {d * 9 + f: c for d, row in enumerate(rows) for f, c in enumerate(row) if c != "."}


def footprint(rules, army):
    k = len(rules.army)
    home = sorted(s for s in army if s < 27)
    number = sum(comb(s, i) for i, s in enumerate(home, 1))
    border = [s - 27 for s in army if s >= 27]
    if border:
        number += comb(27, k) + border[0] * comb(27, k - 1)
    return number


def arrangement(rules, army):
    left = [rules.army.count(r) for r in RANKS]

    def ways():
        n = factorial(sum(left))
        for c in left:
            n //= factorial(c)
        return n
    number = 0
    for square in sorted(army):
        for r, letter in enumerate(RANKS):
            if letter == army[square]:
                left[r] -= 1
                break
            if left[r]:
                left[r] -= 1
                number += ways()
                left[r] += 1
    return number


def board_square(local, color):
    depth, file = divmod(local, 9)
    return (depth if color == 0 else 7 - depth) * 9 + file


def steps(own):
    out = []
    for dr, df in [(1, 0), (0, 1), (0, -1), (-1, 0)]:
        for s in sorted(own):
            r, f = s // 9 + dr, s % 9 + df
            if 0 <= r < 8 and 0 <= f < 9 and r * 9 + f not in own:
                out.append((s, r * 9 + f))
    return out


def judge(a, b):
    beats = lambda x, y: (x != "F" and (y == "F" or (x == "S" and y not in "PS") or
                          (x == "P" and y == "S") or
                          (x not in "PS" and (y == "P" or (y not in "S" and RANKS.index(x) < RANKS.index(y))))))
    if a == b == "F" or beats(a, b):
        return 0
    return 1 if beats(b, a) else 2


def rans(symbols):
    """(index, n) in order -> bytes."""
    state, words = 1 << 16, []
    start = lambda i, n: -(-i * 16384 // n)
    for i, n in reversed(symbols):
        lo, size = start(i, n), start(i + 1, n) - start(i, n)
        if state >= size << 18:
            words.append(state & 0xffff)
            state >>= 16
        state = (state // size << 14) + state % size + lo
    head = state.to_bytes(3 if state < 1 << 24 else 4, "little")
    return head + b"".join(w.to_bytes(2, "little") for w in reversed(words))


def clock_section(clocks):
    sides = [[c for c in clocks[s::2] if c is not None] for s in (0, 1)]
    base = max([side[0] for side in sides if side])
    rises = [b - a for side in sides for a, b in zip(side, side[1:])]
    increment = max([r for r in rises if 0 <= r <= 120] + [0])
    missing = [i for i, c in enumerate(clocks) if c is None]
    out = varint(base) + bytes([increment]) + varint(len(missing))
    after = 0
    for i in missing:
        out += varint(i - after)
        after = i + 1
    last = [base, base]
    for i, c in enumerate(clocks):
        if c is not None:
            used = last[i % 2] + increment - c
            out += varint(used + 1) if used >= 0 else b"\0" + varint(-used)
            last[i % 2] = c
    return out


def name_square(s):
    return "abcdefghi"[s % 9] + str(s // 9 + 1)


def square(name):
    return "abcdefghi".index(name[0]) + (int(name[1]) - 1) * 9


def encode(case):
    """Plies are moves `e3e4`; an end by rule is stated, not found."""
    rules = Rules(case["rules"])
    armies = [setup(case["white"], 0), setup(case["black"], 1)]
    first = ["White", "Black"].index(case["first"])
    ranks = [{board_square(s, c): r for s, r in armies[c].items()} for c in (0, 1)]
    symbols, texts, mover = [], [], first
    for text in case["moves"].split():
        mv = (square(text[:2]), square(text[2:]))
        options = steps(set(ranks[mover]))
        symbols.append((options.index(mv), len(options)))
        mine, theirs = ranks[mover], ranks[1 - mover]
        a, b = mine.pop(mv[0]), theirs.get(mv[1])
        if b is None:
            mine[mv[1]] = a
            texts.append(f"{text[:2]}-{text[2:]}")
        else:
            verdict = judge(a, b)
            symbols += [(RANKS.index(a), 15), (RANKS.index(b), 15)] if rules.open else [(verdict, 3)]
            if verdict != 1:
                theirs.pop(mv[1])
            if verdict == 0:
                mine[mv[1]] = a
            texts.append(f"{text[:2]}x{text[2:]}{'+-='[verdict]}")
        mover = 1 - mover
    clocks = [None if c == "-" else int(c) for c in case.get("clocks", "").split()]
    flags = [case.get("white-flag"), case.get("black-flag")]
    end = {None: 0, "captured": 2, "reached": 4}[case.get("end")]
    if end:
        texts[-1] += "#"
    bits = first | end | (8 if case.get("winner") == "Black" else 0)
    bits |= (0x40 if clocks else 0) | (0x80 if any(flags) else 0)
    out = bytes([1, bits, rules.bits]) + rules.custom
    for army in armies:
        out += fixed(footprint(rules, army), rules.footprints())
    if any(flags):
        out += bytes([(1 if flags[0] else 0) | (2 if flags[1] else 0)])
        for flag in filter(None, flags):
            origin, since = flag.split("@")
            out += bytes([square(origin)]) + varint(int(since))
    out += varint(len(texts))
    if clocks:
        out += clock_section(clocks)
    if texts:
        out += rans(symbols)
    print(f"name {case['name']}\nrules {case['rules']}\nfirst {case['first']}")
    print(f"white {case['white']}\nblack {case['black']}\nplies {' '.join(texts)}")
    for key in ("clocks", "white-flag", "black-flag"):
        if case.get(key):
            print(f"{key} {case[key]}")
    print(f"public {out.hex()}")
    for color, army in zip(("white", "black"), armies):
        print(f"{color}-army {fixed(arrangement(rules, army), rules.arrangements()).hex()}")
        number = footprint(rules, army) * rules.arrangements() + arrangement(rules, army)
        print(f"{color}-number {number}")


def random_moves(case, seed, plies):
    """A game of any legal moves, by a little generator of its own; stops at an end by rule."""
    ranks = [{board_square(s, c): r for s, r in setup(case[n], c).items()} for c, n in ((0, "white"), (1, "black"))]
    mover, moves = ["White", "Black"].index(case["first"]), []
    while len(moves) < plies:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        options = steps(set(ranks[mover]))
        mv = options[(seed >> 33) % len(options)]
        a, b = ranks[mover].get(mv[0]), ranks[1 - mover].get(mv[1])
        if "F" in (a, b):
            continue
        ranks[mover].pop(mv[0])
        verdict = 0 if b is None else judge(a, b)
        if b is not None and verdict != 1:
            ranks[1 - mover].pop(mv[1])
        if verdict == 0:
            ranks[mover][mv[1]] = a
        moves.append(name_square(mv[0]) + name_square(mv[1]))
        mover = 1 - mover
    return " ".join(moves)


PAPER = {"white": "3..PL5P../.ASKTP.4S/BMCPPF12P", "black": "...3FT.../12SLPASKM/BPP4P5PPC", "first": "White"}
SMALL = {"white": "......54F/CPP...321/..PS.....", "black": "F..54321C/...PPP.../S........", "first": "Black"}
CASES = [
    {"name": "published-example", "rules": "standard", "moves": "e3e4 e6e5 e4e5 f6f5 e5f5 f5f4 f3f4 d6d5",
     "clocks": "1198 1201 - - - - - -", **PAPER},
    {"name": "no-plies", "rules": "standard", "moves": "", **PAPER},
    {"name": "four-hundred-plies-with-clocks", "rules": "standard+promotion", **PAPER,
     "clocks": " ".join(str(1200 - 2 * (i // 2) + (i * 7 % 5)) if i % 97 else str(1300 + i) for i in range(400)), "black-flag": "e8@300"},
    {"name": "open-eleven", "rules": "eleven+open-challenges+open-flag", "white-flag": "i3@0", "black-flag": "a8@0", **SMALL},
    {"name": "krig-on-the-border", "rules": "krig", "first": "White",
     "white": "....5..../3..PL.P../.ASKTP.4S/BMCPPF12P", "black": "...3FT.../12SLPASKM/BPP4.PPPC/........5",
     "moves": "e4e5 i5i4"},
    {"name": "flag-captured-with-a-custom-army", "rules": "standard+army=FPP", "first": "White",
     "white": "F......../........./P.P......", "black": "........./.......PP/F........",
     "moves": "a3a4 h7h6 a4a5 h6h5 a5a6", "end": "captured"},
]
CASES[2]["moves"] = random_moves(CASES[2], 1, 400)
CASES[3]["moves"] = random_moves(CASES[3], 2, 120)
if __name__ == "__main__":
    for number, case in enumerate(CASES):
        if number:
            print()
        encode(case)
