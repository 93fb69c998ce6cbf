#!/usr/bin/env python3
"""Share codes of set-ups, from the words of docs/codec.md ("An army", "A share code") alone.

Squares are names and set-ups are dictionaries; numbers are found by counting what comes before, not
by the sums that the Rust code uses. For small armies every set-up is listed and the code is checked
to be its place in the list. It writes the data file that the Rust tests compare with:

    python3 tests/record/share_codes.py > tests/record/data/share-codes.txt
"""
import random
from functools import lru_cache
from itertools import combinations, permutations

DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
RANKS = "54321CLMKABTPSF"
STANDARD = "54321CLMKABTPPPPPPSSF"
ARMIES = {
    "standard": STANDARD,
    "electronic": STANDARD,
    "krig": STANDARD,
    "eleven": "54321CPPPSF",
    "standard+open-flag+promotion": STANDARD,
    "standard+army=F": "F",
    "krig+army=F": "F",
    "krig+army=FP": "FP",
    "standard+army=FPP": "FPP",
    "krig+army=FSSPP5432": "FSSPP5432",
    "standard+army=FSSPPPPPPPPP54321CLMKABTTTT": "FSSPPPPPPPPP54321CLMKABTTTT",
    "krig+army=FSSPP5544332211CCLLMMKKAABT": "FSSPP5544332211CCLLMMKKAABT",
}
HOME = [file + row for row in "123" for file in "abcdefghi"]
BORDER = [file + "4" for file in "abcdefghi"]


@lru_cache(None)
def subsets(among, size):
    """How many ways to take so many of the first `among` squares, by taking the last or not."""
    if size == 0:
        return 1
    if among == 0:
        return 0
    return subsets(among - 1, size) + subsets(among - 1, size - 1)


def subset_place(chosen, size):
    """The place among all sets of that size that are ordered by their last square, then the one before."""
    before = 0
    for n, square in enumerate(sorted(chosen, reverse=True)):
        before += subsets(square, size - n)  # all the sets whose next square lies below this one
    return before


@lru_cache(None)
def orders(counts):
    """How many different orders of pieces with these counts: the last kind takes its places first."""
    if not counts:
        return 1
    return subsets(sum(counts), counts[-1]) * orders(counts[:-1])


def order_place(letters):
    """The place among all different orders of these letters, ranks in the order of the rules' table."""
    counts = [letters.count(rank) for rank in RANKS]
    before = 0
    for letter in letters:
        for other in range(RANKS.index(letter)):
            if counts[other] > 0:
                counts[other] -= 1
                before += orders(tuple(counts))
                counts[other] += 1
        counts[RANKS.index(letter)] -= 1
    return before


def footprints(key, size):
    return subsets(27, size) + (9 * subsets(27, size - 1) if key.startswith("krig") else 0)


def number(key, setup):
    """`setup`: square of White's -> letter."""
    size = len(setup)
    home = [HOME.index(square) for square in setup if square in HOME]
    border = [BORDER.index(square) for square in setup if square in BORDER]
    place = subset_place(home, len(home))
    if border:
        place += subsets(27, size) + border[0] * subsets(27, size - 1)
    letters = [setup[square] for square in HOME + BORDER if square in setup]
    return place * orders(counts_of(letters)) + order_place(letters)


def counts_of(letters):
    return tuple(letters.count(rank) for rank in RANKS)


def total(key):
    army = ARMIES[key]
    return footprints(key, len(army)) * orders(counts_of(army))


def digits(key):
    n = 0
    while 32**n < total(key):
        n += 1
    return n


def code(key, setup):
    value, text = number(key, setup), ""
    for _ in range(digits(key)):
        text = DIGITS[value % 32] + text
        value //= 32
    assert value == 0
    return text


def notation(setup, turned):
    """White's rows, or those of Black who sees the same from his own side."""
    rows = "4321" if any(square[1] == "4" for square in setup) else "321"
    lines = ["".join(setup.get(file + row, ".") for file in "abcdefghi") for row in rows]
    whole = "/".join(lines)
    return whole[::-1] if turned else whole


def check_small(key):
    """Lists every set-up in its order and compares its place with its number."""
    army = ARMIES[key]
    sets = list(combinations(range(27), len(army)))
    sets.sort(key=lambda chosen: sorted(chosen, reverse=True))
    squares = [[HOME[n] for n in chosen] for chosen in sets]
    if key.startswith("krig"):
        less = list(combinations(range(27), len(army) - 1))
        less.sort(key=lambda chosen: sorted(chosen, reverse=True))
        squares += [[HOME[n] for n in chosen] + [square] for square in BORDER for chosen in less]
    arrangements = sorted(set(permutations(army)), key=lambda one: [RANKS.index(c) for c in one])
    listed = [dict(zip(taken, one)) for taken in squares for one in arrangements]
    assert len(listed) == total(key), key
    for place, setup in enumerate(listed):
        assert number(key, setup) == place, (key, setup)
    return listed


def any_setup(key, dice):
    army = list(ARMIES[key])
    dice.shuffle(army)
    zone = list(HOME)
    if key.startswith("krig") and (len(army) > 26 or dice.random() < 0.5):
        zone.append(dice.choice(BORDER))
    squares = dice.sample(zone, len(army))
    return dict(zip(squares, army))


def first(key):
    """The set-up with the number 0."""
    army = sorted(ARMIES[key], key=RANKS.index)
    return dict(zip(HOME, army))


def last(key):
    army = sorted(ARMIES[key], key=RANKS.index, reverse=True)
    if key.startswith("krig"):
        return dict(zip(HOME[27 - len(army) + 1 :] + ["i4"], army))
    return dict(zip(HOME[27 - len(army) :], army))


def example():
    rows = zip("321", "3..PL5P../.ASKTP.4S/BMCPPF12P".split("/"))
    letters = ((file + row, c) for row, line in rows for file, c in zip("abcdefghi", line))
    return {square: c for square, c in letters if c != "."}


def main():
    dice = random.Random(1970)
    print("# Share codes: rules, how many digits, White's set-up, Black's that looks the same from")
    print("# his side, code. Written by tests/record/share_codes.py from docs/codec.md, and of the rules")
    print("# with few pieces compared with a list of all set-ups.")
    for key in ARMIES:
        if len(ARMIES[key]) <= 3:
            check_small(key)
        setups = [first(key), last(key)] + [any_setup(key, dice) for _ in range(4)]
        if key == "standard":
            setups.append(example())
        assert number(key, setups[0]) == 0 and number(key, setups[1]) == total(key) - 1
        for setup in setups:
            print(key, digits(key), notation(setup, False), notation(setup, True), code(key, setup))


main()
