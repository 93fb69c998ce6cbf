"""A program for `adjutant match --game three-generals`: Pawns only, straight ahead where that is free, and it gives up where it knows none."""

import random
import sys

ROWS = ["CBCFQFARA", ".S..J..G.", "PPPPPPPPP", ".........", ".........", ".........", "ppppppppp", ".g..j..s.", "arafqfcbc"]
board = {"abcdefghi"[x] + str(y + 1): piece for y, row in enumerate(ROWS) for x, piece in enumerate(row) if piece != "."}
turn = 0


def play(text):
    """Follows a ply of either side: `c3-c4`, `c3xd4+`, `c7-c8+G@h2`, `R@e5` or `e2*e8`."""
    global turn
    if text[1] == "@":
        board[text[2:]] = text[0] if turn % 2 == 0 else text[0].lower()
    elif text[2] == "*":
        del board[text[3:5]]
    else:
        piece = board.pop(text[:2])
        board[text[3:5]] = piece
        if "+" in text and piece in "Pp":
            del board[text[3:5]]
        if "@" in text:
            general = text[text.index("@") - 1]
            board[text[-2:]] = general if turn % 2 == 0 else general.lower()
    turn += 1


def moves():
    pawn, ahead = ("P", 1) if turn % 2 == 0 else ("p", -1)
    for start, piece in sorted(board.items()):
        row = int(start[1]) + ahead
        for file in range(ord(start[0]) - 1, ord(start[0]) + 2):
            to = chr(file) + str(row)
            if piece == pawn and "a" <= chr(file) <= "i" and 1 <= row <= 9:
                there = board.get(to)
                if there is None or there.isupper() != piece.isupper():
                    yield f"{start}{'-' if there is None else 'x'}{to}{'+' if row in (1, 9) else ''}"


for line in sys.stdin:
    word, *rest = line.split()
    if word == "three-generals":
        print("ready")
    elif word == "ply":
        play(rest[1])
    elif word == "go":
        found = list(moves())
        print("move", random.Random(rest[0]).choice(found) if found else "none")
    elif word == "quit":
        break
    sys.stdout.flush()
