#!/usr/bin/env python3
"""Events of plays in bytes, written from docs/codec.md "Events of plays" apart from the Rust code.

Usage: python3 tests/play/data/events.py > tests/play/data/events.txt
"""

FILES = "abcdefghi"
WHITE, BLACK, SYSTEM = 0, 1, 3
TERMINATIONS = "flag-captured flag-reached resignation agreement time default adjudication - - left".split()
RANKS = "54321CLMKABTPSF"
AT = 1_763_800_000_123_456


def number(n):
    out = bytearray()
    while n > 127:
        out.append(n % 128 + 128)
        n //= 128
    out.append(n)
    return bytes(out)


def text(words):
    return number(len(words.encode())) + words.encode()


def square(name):
    return (int(name[1]) - 1) * 9 + FILES.index(name[0])


def result(outcome, termination):
    return bytes([("1-0", "0-1", "1/2-1/2").index(outcome), TERMINATIONS.index(termination)])


def ruling(account, reason):
    return number(account) + text(reason)


def by_official(account, reason):
    return bytes([2]) + ruling(account, reason)


def footing(squares, flag=None):
    bits = sum(1 << square(name) for name in squares)
    return bits.to_bytes(9, "little") + bytes([255 if flag is None else square(flag)])


def ply(color, start, to, spent, credited, left, received, verdict=0, end=0, winner=WHITE, declared=""):
    bits = verdict + 4 * end + 16 * winner + (32 if declared else 0)
    head = bytes([color, square(start), square(to), bits] + [RANKS.index(rank) for rank in declared])
    return head + b"".join(map(number, (spent, credited, left, received)))


def event(name, kind, rest=b"", at=AT, command=None):
    mark = b"\x00" if command is None else b"\x01" + command
    print(name, (bytes([1, kind]) + number(at) + mark + rest).hex())


COMMAND = bytes(range(0x10, 0x20))
PLAY = bytes(range(10))
SEED = bytes(range(32))
NONCE = bytes(range(255, 223, -1))
TERMS = ("rules=standard pace=1200+5 rated=no venue=online spectators=public disclosure=game "
         "deployment=600 credit=0 confirm=at-once claims=yes")
LONG = "Naubusan ng kuryente sa bulwagan; ang dalawang panig ay sumang-ayon na ipagpatuloy bukas ng umaga, ñ."

print("# Printed by tests/play/data/events.py.")
event("created", 1, PLAY + text(TERMS) + SEED)
event("created-at-0", 1, PLAY + text(TERMS) + SEED, at=0)
event("opened", 2)
event("ready", 3, bytes([BLACK]) + NONCE, command=COMMAND)
event("begun", 4, bytes([BLACK]) + SEED + footing(["a1", "i3"]) + footing(["i8", "a6", "e7"]))
event("begun-open-flag", 4, bytes([WHITE]) + SEED + footing(["a1", "i3"], "a1") + footing(["i8", "h8"], "i8"))
event("ply", 5, ply(WHITE, "e3", "e4", 1_500_000, 0, 1_203_500_000, AT - 250), command=COMMAND)
event("ply-challenge", 5, ply(BLACK, "e5", "e4", 0, 120_000, 127, 0, verdict=2), command=COMMAND)
event("ply-split", 5, ply(BLACK, "e5", "e4", 127, 128, 16_384, 1, verdict=3), command=COMMAND)
event("ply-captured", 5, ply(BLACK, "a2", "b2", 1, 0, 1, AT, verdict=1, end=1, winner=BLACK), command=COMMAND)
event("ply-reached", 5, ply(WHITE, "a7", "a8", 1, 0, 1, AT, end=2), command=COMMAND)
event("ply-declared", 5, ply(WHITE, "i4", "i5", 1, 0, 1, AT, verdict=1, end=1, declared="FF"), command=COMMAND)
event("ply-reply", 5, ply(BLACK, "i4", "i5", 1, 0, 1, AT, verdict=2, end=2, declared="P5"), command=COMMAND)
event("offered", 6, bytes([WHITE]), command=COMMAND)
event("declined", 7, bytes([BLACK]), command=COMMAND)
event("withdrawn", 8, bytes([WHITE]), command=COMMAND)
event("flag-shown", 9, bytes([BLACK, square("d8")]), command=COMMAND)
event("asked", 10, bytes([BLACK]), command=COMMAND)
event("paused-agreed", 11, bytes([WHITE]) + number(77), command=COMMAND)
event("paused-official", 11, by_official(300, LONG) + number(0), command=COMMAND)
event("resumed-system", 12, bytes([SYSTEM]))
event("resumed-official", 12, by_official(2 ** 32 - 1, "Tuloy"), command=COMMAND)
event("time-added", 13, bytes([BLACK]) + number(15_000_000) + bytes([WHITE]), command=COMMAND)
event("over-resigned", 14, result("0-1", "resignation") + bytes([WHITE]) + number(3), command=COMMAND)
event("over-agreed", 14, result("1/2-1/2", "agreement") + bytes([BLACK]) + number(0), command=COMMAND)
event("over-time", 14, result("1-0", "time") + bytes([SYSTEM]) + number(1_200_000_001))
event("over-default", 14, result("1-0", "default") + by_official(7, "Hindi dumating") + number(0), command=COMMAND)
event("over-adjudicated", 14, result("1/2-1/2", "adjudication") + by_official(7, "x") + number(9), command=COMMAND)
event("over-left", 14, result("0-1", "left") + bytes([BLACK]) + number(5), command=COMMAND)
event("confirmed", 15, number(128), command=COMMAND)
event("corrected", 16, result("0-1", "adjudication") + ruling(1, "Mali ang naitala"), command=COMMAND)
event("aborted-white", 17, bytes([0]), command=COMMAND)
event("aborted-not-ready", 17, bytes([3]))
event("aborted-nobody-ready", 17, bytes([4]))
event("annulled", 17, bytes([5]) + ruling(1, "Maling set-up ang naipasok"), command=COMMAND)
event("recorded", 18)
event("revealed", 19)
event("taken-back", 22, bytes([BLACK]), command=COMMAND)
event("reinstated", 20, ruling(12, "Binawi ang pagsuko"), command=COMMAND)
event("accepted", 21, bytes([1]), command=COMMAND)
event("created-three-generals", 23, PLAY + text(TERMS.replace("standard", "three-generals")))
event("ready-three-generals", 24, bytes([BLACK]), command=COMMAND)
event("started", 25)
TIMES = b"".join(map(number, (1_500_000, 0, 1_203_500_000, AT - 250)))
for name, color, written, end in (
    ("ply-move", WHITE, "c3-c4", 0),
    ("ply-drop", BLACK, "R@e5", 1),
    ("ply-returns", WHITE, "c8xd9+G@h2", 0),
    ("ply-shot", BLACK, "e8*e2", 2),
):
    event(name, 26, bytes([color]) + text(written) + bytes([end]) + TIMES, command=COMMAND)
