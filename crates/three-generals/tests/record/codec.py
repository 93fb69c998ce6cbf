#!/usr/bin/env python3
"""The stored form of a game, written from docs/codec.md with the second referee's legal plies.

  codec.py < PLIES > data/codec.txt    for each line of plies, optionally with clocks behind ' | ': the line and its bytes
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "rules"))
from referee import Game, START  # noqa: E402

TROOPS = "PARFQCB"
GENERALS = "GJS"


def index(square):
    return (int(square[1]) - 1) * 9 + "abcdefghi".index(square[0])


def place(ply):
    """The key by which the legal plies of a position are ordered: kind, from, to, turn."""
    if ply[1] == "@":
        return (1, TROOPS.index(ply[0]), index(ply[2:]), 0)
    if "*" in ply:
        return (2, index(ply[:2]), index(ply[3:]), 0)
    turn = 0
    if "@" in ply:
        turn = 2 + GENERALS.index(ply[6]) * 81 + index(ply[8:])
    elif ply.endswith("+"):
        turn = 1
    return (0, index(ply[:2]), index(ply[3:5]), turn)


def varint(number):
    out = b""
    while number >= 128:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def rans(symbols):
    state, words = 1 << 16, []
    for i, n in reversed(symbols):
        low, high = -(-i * 16384 // n), -(-(i + 1) * 16384 // n)
        if state >= (high - low) << 18:
            words.append(state & 0xFFFF)
            state >>= 16
        state = (state // (high - low) << 14) + state % (high - low) + low
    head = state.to_bytes(3 if state < 1 << 24 else 4, "little")
    return head + b"".join(word.to_bytes(2, "little") for word in reversed(words))


def clock_section(clocks):
    sides = [[c for c in clocks[s::2] if c is not None] for s in (0, 1)]
    base = max(side[0] for side in sides if side)
    rises = [b - a for side in sides for a, b in zip(side, side[1:])]
    increment = max([r for r in rises if 0 <= r <= 120] + [0])
    missing = [i for i, c in enumerate(clocks) if c is None]
    out = varint(base) + bytes([increment]) + varint(len(missing))
    after = 0
    for i in missing:
        out += varint(i - after)
        after = i + 1
    last = [base, base]
    for i, clock in enumerate(clocks):
        if clock is None:
            continue
        used = last[i % 2] + increment - clock
        out += varint(used + 1) if used >= 0 else b"\0" + varint(-used)
        last[i % 2] = clock
    return out


def encode(plies, clocks):
    game, symbols, forced = Game(START), [], 0
    for ply in plies:
        legal = sorted(map(place, game.plies()))
        symbols.append((legal.index(place(ply)), len(legal)))
        forced = forced + 1 if len(legal) == 1 else 0
        game.play(ply)
    timed = any(clock is not None for clock in clocks)
    out = bytes([1 | (16 if timed else 0) | (32 if forced else 0)])
    if forced:
        out += varint(forced)
    if timed:
        out += varint(len(clocks)) + clock_section(clocks)
    return out + (rans(symbols) if symbols else b"")


for line in sys.stdin:
    if line.startswith("#") or not line.strip():
        print(line, end="")
        continue
    plies, _, clocks = line.rstrip("\n").partition(" | ")
    clocks = clocks.partition(" | ")[0]
    numbers = [None if c == "-" else int(c) for c in clocks.split()]
    print(f"{plies} | {clocks} | {encode(plies.split(), numbers).hex()}")
