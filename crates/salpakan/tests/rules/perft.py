#!/usr/bin/env python3
"""An independent arbiter for Game of the Generals, for its numbers only.

Written from the rules' text (RULES.md of this project, "Challenges", "Turns and moves",
"How a game ends", "Rule-sets") without a look at the Rust code: squares are names, boards are
dictionaries, nothing is fast. It writes the data files that the Rust tests compare with:

    python3 tests/rules/perft.py challenges > tests/rules/data/challenges.txt
    python3 tests/rules/perft.py perft      > tests/rules/data/perft.json
"""

import json
import random
import sys

FILES = "abcdefghi"
OFFICERS = "54321CLMKABT"  # from General of the Army down to Sergeant
STANDARD = OFFICERS + "PPPPPPSSF"
ELEVEN = "FSPPP54321C"
HOME = {"white": [3, 2, 1], "black": [8, 7, 6]}  # as a set-up writes the rows
BORDER = {"white": 4, "black": 5}
GOAL = {"white": "8", "black": "1"}
OTHER = {"white": "black", "black": "white"}


def neighbours(square):
    file, row = FILES.index(square[0]), int(square[1])
    for f, r in ((file, row + 1), (file, row - 1), (file - 1, row), (file + 1, row)):
        if 0 <= f < 9 and 1 <= r <= 8:
            yield FILES[f] + str(r)


NEXT = {f + str(r): sorted(neighbours(f + str(r))) for f in FILES for r in range(1, 9)}


def survivors(challenger, defender):
    """Whether the challenger and whether the defender stays: rules 1 to 6 in their order."""
    if challenger == defender:  # 1
        return (True, False) if challenger == "F" else (False, False)
    if challenger == "F":  # 2
        return False, True
    if defender == "F":  # 2 and 6
        return True, False
    if challenger == "S" and defender in OFFICERS:  # 3
        return True, False
    if defender == "S" and challenger in OFFICERS:
        return False, True
    if challenger == "P" and defender == "S":
        return True, False
    if defender == "P" and challenger == "S":
        return False, True
    if challenger in OFFICERS and defender == "P":  # 4
        return True, False
    if defender in OFFICERS and challenger == "P":
        return False, True
    higher = OFFICERS.index(challenger) < OFFICERS.index(defender)  # 5
    return (True, False) if higher else (False, True)


SYMBOL = {(True, False): "+", (False, True): "-", (False, False): "="}


class Game:
    def __init__(self, key, setups, first):
        preset, *options = key.split("+")
        self.at_once = preset == "electronic"
        self.promotion = "promotion" in options
        self.pieces = {}
        for color, text in setups.items():
            rows = list(HOME[color])
            if text.count("/") == 3:
                rows = [BORDER[color]] + rows if color == "white" else rows + [BORDER[color]]
            for row, letters in zip(rows, text.split("/")):
                for file, letter in zip(FILES, letters):
                    if letter != ".":
                        self.pieces[file + str(row)] = (color, letter)
        self.turn = first
        self.due = None  # whose Flag stands on the goal and wins after this turn
        self.ended = None  # (winner, how)

    def copy(self):
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.pieces = dict(self.pieces)
        return twin

    def moves(self):
        for square, (color, _) in self.pieces.items():
            if color == self.turn:
                for to in NEXT[square]:
                    if to not in self.pieces or self.pieces[to][0] != color:
                        yield square, to

    def play(self, start, to):
        """Makes the ply; returns the challenge's symbol, or an empty string."""
        mover = self.turn
        color, piece = self.pieces.pop(start)
        assert color == mover and self.ended is None
        enemy = self.pieces.pop(to, None)
        symbol = ""
        if enemy is None:
            self.pieces[to] = (mover, piece)
        else:
            stays = survivors(piece, enemy[1])
            symbol = SYMBOL[stays]
            if stays[0]:
                self.pieces[to] = (mover, piece)
            elif stays[1]:
                self.pieces[to] = enemy
            if enemy[1] == "F" and not stays[1]:
                self.ended = (mover, "flag-captured")
            elif piece == "F" and not stays[0]:
                self.ended = (OTHER[mover], "flag-captured")
        if self.ended is None and self.due is not None:
            self.ended = (self.due, "flag-reached")
        if self.ended is None and enemy is None and piece == "F" and to[1] == GOAL[mover]:
            beside = any(self.pieces.get(n, (mover,))[0] != mover for n in NEXT[to])
            if self.at_once or not beside:
                self.ended = (mover, "flag-reached")
            else:
                self.due = mover
        if self.promotion and self.pieces.get(to) == (mover, "P") and to[1] == GOAL[mover]:
            self.pieces[to] = (mover, "S")
        self.turn = OTHER[mover]
        return symbol


COUNTERS = ["paths", "won", "lost", "split", "flag-captured", "flag-reached"]
INDEX = {"+": 1, "-": 2, "=": 3}


def count(game, depth, totals):
    """Adds the last plies of all sequences of exactly `depth` plies, by kind."""
    if game.ended:
        return
    for start, to in list(game.moves()):
        after = game.copy()
        symbol = after.play(start, to)
        if depth > 1:
            count(after, depth - 1, totals)
            continue
        totals[0] += 1
        if symbol:
            totals[INDEX[symbol]] += 1
        if after.ended:
            totals[4 if after.ended[1] == "flag-captured" else 5] += 1


def random_setup(color, army, border, rng):
    home = [file + str(row) for row in HOME[color] for file in FILES]
    pieces = list(army)
    rng.shuffle(pieces)
    placed = {}
    if border:
        placed[rng.choice(FILES) + str(BORDER[color])] = pieces.pop()
    placed.update(zip(rng.sample(home, len(pieces)), pieces))
    rows = list(HOME[color])
    if border:
        rows = [BORDER[color]] + rows if color == "white" else rows + [BORDER[color]]
    return "/".join("".join(placed.get(f + str(r), ".") for f in FILES) for r in rows)


def army_of(key):
    for option in key.split("+")[1:]:
        if option.startswith("army="):
            return option[5:]
    return ELEVEN if key.startswith("eleven") else STANDARD


# rule-set, first, border pieces for (white, black), plies played before the count, depth, seed
CASES = [
    ("standard", "white", (False, False), 0, 4, 1),
    ("standard", "black", (False, False), 0, 4, 2),
    ("standard", "white", (False, False), 60, 3, 3),
    ("standard", "black", (False, False), 140, 3, 4),
    ("standard", "white", (False, False), 301, 4, 5),
    ("electronic", "white", (False, False), 220, 3, 6),
    ("krig", "white", (True, True), 0, 4, 7),
    ("krig", "black", (True, False), 25, 3, 8),
    ("eleven", "white", (False, False), 0, 4, 9),
    ("eleven", "black", (False, False), 75, 4, 10),
    ("standard+promotion", "white", (False, False), 260, 4, 11),
    ("eleven+open-challenges+open-flag+promotion", "white", (False, False), 90, 4, 12),
    ("standard+army=FPPPS+promotion", "white", (False, False), 31, 5, 13),
    ("standard+army=FP", "white", (False, False), 12, 6, 14),
    ("electronic+army=FP", "black", (False, False), 13, 6, 14),
    ("standard+army=F5S", "white", (False, False), 14, 6, 16),
    ("standard+army=FTTPSS", "black", (False, False), 40, 4, 17),
    ("krig+army=FPP+promotion", "white", (True, True), 9, 5, 18),
    ("standard+army=FPPSS", "white", (False, False), 24, 5, 20),
    ("standard+army=FPPSS+promotion", "black", (False, False), 35, 5, 21),
    ("standard+army=FPPPPPPPPPPPPSSSSSS54321CLM", "white", (False, False), 0, 4, 19),
]


def opening(key, first, border, plies, rng):
    """A random game of so many plies that has not ended, and its set-ups."""
    while True:
        setups = {c: random_setup(c, army_of(key), b, rng) for c, b in zip(("white", "black"), border)}
        game, played = Game(key, setups, first), []
        while len(played) < plies and not game.ended:
            # Forward moves twice as likely, so that the armies meet.
            choices = sorted(game.moves())
            up = 1 if game.turn == "white" else -1
            ahead = [m for m in choices if (int(m[1][1]) - int(m[0][1])) * up > 0]
            start, to = rng.choice(ahead if ahead and rng.random() < 0.4 else choices)
            played.append(f"{start}{'x' if to in game.pieces else '-'}{to}{game.play(start, to)}")
        if len(played) == plies and not game.ended:
            return setups, played, game


def perft_cases():
    for key, first, border, plies, depth, seed in CASES:
        setups, played, game = opening(key, first, border, plies, random.Random(seed))
        counts = []
        for d in range(1, depth + 1):
            totals = [0] * len(COUNTERS)
            count(game, d, totals)
            counts.append(dict(zip(COUNTERS, totals)))
        yield {"ruleset": key, "first": first, "setups": setups, "plies": played, "counts": counts}


def main():
    what = sys.argv[1] if len(sys.argv) > 1 else ""
    if what == "perft":
        source = "tests/rules/perft.py, an independent implementation of the rules' text"
        cases = ",\n ".join(json.dumps(case) for case in perft_cases())
        print(f'{{"source": "{source}",\n "cases": [\n {cases}]}}')
    elif what == "challenges":
        ranks = OFFICERS + "PSF"
        print("# Source: tests/rules/perft.py. A row is the challenger, a column the defender.")
        print("# + the challenger wins, - the defender wins, = both fall.")
        print("  " + " ".join(ranks))
        for one in ranks:
            print(one, *(SYMBOL[survivors(one, other)] for other in ranks))
    else:
        sys.exit(__doc__)


main()
