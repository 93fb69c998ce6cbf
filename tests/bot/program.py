"""A program for `adjutant match`: it plays any legal move. What it must know is where pieces stand."""

import random
import sys

FILES, ROWS = "abcdefghi", "12345678"
SETUPS = {"white": "5.CLMKAP./4321SSPP./FTBPPP...", "black": "FTBPPP.../4321SSPP./5.CLMKAP."}
own, enemies, color, turn = set(), set(), "white", "white"


def squares(setup, top):
    rows = setup.split("/")
    return {FILES[x] + str(top - y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "."}


def play(text):
    """Follows a ply of either side: `e3-e4`, or `e4xe5` with `+`, `-` or `=`."""
    global turn
    here, there = (own, enemies) if turn == color else (enemies, own)
    start, to, said = text[:2], text[3:5], text[5:6]
    here.discard(start)
    if said != "-":
        there.discard(to)
    if said in ("", "+"):
        here.add(to)
    turn = "black" if turn == "white" else "white"


def moves():
    for start in sorted(own):
        x, y = FILES.index(start[0]), ROWS.index(start[1])
        for to_x, to_y in ((x, y + 1), (x + 1, y), (x - 1, y), (x, y - 1)):
            if 0 <= to_x < 9 and 0 <= to_y < 8 and FILES[to_x] + ROWS[to_y] not in own:
                yield f"{start}-{FILES[to_x]}{ROWS[to_y]}"


for line in sys.stdin:
    word, *rest = line.split()
    if word == "salpakan":
        print("ready")
    elif word == "deploy":
        color = rest[1]
        own = squares(SETUPS[color], 3 if color == "white" else 8)
        print("setup", SETUPS[color])
    elif word == "enemy":
        enemies = set(rest)
    elif word == "first":
        turn = rest[0]
    elif word == "ply":
        play(rest[1])
    elif word == "go":
        print("move", random.Random(rest[0]).choice(list(moves())))
    elif word == "quit":
        break
    sys.stdout.flush()
