#!/usr/bin/env python3
"""A second referee of the Game of Three Generals, written from the text of its rules alone.

It shares nothing with the crate: squares are pairs in a dictionary, pieces are letters, and every ply is found by
walking over the board. It is slow, and meant to be.

  referee.py perft DEPTH POSITION [PLY ...]   paths of exactly DEPTH plies
  referee.py plies < CASES                    for each case its last position, its ending and its legal plies
  referee.py count DEPTH < CASES              for each case its paths of exactly DEPTH plies
  referee.py make SEED > data/positions.txt   cases from random games that cover every rule, with their counts

A case is a line: a position, its plies, the rules it covers and its counts, separated by ' | '.
"""

import multiprocessing
import random
import sys

FILES = "abcdefghi"
START = "arafqfcbc/1g2j2s1/ppppppppp/9/9/9/PPPPPPPPP/1S2J2G1/CBCFQFARA w -"
STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]
DIAGONAL = [(1, 1), (-1, 1), (1, -1), (-1, -1)]
# The table of pieces: directions as the owner sees them (forward is up), and how far.
WALKS = {
    "P": ([(0, 1), (-1, 1), (1, 1)], 1),
    "A": ([(-1, 1), (1, 1)], 8),
    "R": (STRAIGHT, 8),
    "F": ([(0, 1), (-1, 1), (1, 1)], 8),
    "Q": (STRAIGHT + DIAGONAL, 8),
    "C": ([(0, 1)], 8),
    "B": (DIAGONAL, 8),
    "G": (STRAIGHT + [(-1, 1), (1, 1)], 1),
    "J": (STRAIGHT + DIAGONAL, 1),
    "S": ([(0, 1)] + DIAGONAL, 1),
}
COMMANDER = {"A": "G", "R": "G", "F": "J", "Q": "J", "C": "S", "B": "S"}
OTHER_FACE = {"A": "R", "R": "A", "F": "Q", "Q": "F", "C": "B", "B": "C"}
ONLY_FORWARD = "PAFC"
GENERALS = "GJS"
IN_HAND = "PARFQCB"
PALACE_FILES = {("w", "S"): "abc", ("w", "J"): "def", ("w", "G"): "ghi",
                ("b", "G"): "abc", ("b", "J"): "def", ("b", "S"): "ghi"}


def enemy(side):
    return "b" if side == "w" else "w"


def ranks_from_far(side):
    """The ranks, the farthest from the side's own first."""
    return [9, 8, 7, 6, 5, 4, 3, 2, 1] if side == "w" else [1, 2, 3, 4, 5, 6, 7, 8, 9]


LAST_RANK = {side: ranks_from_far(side)[0] for side in "wb"}
FAR_RANKS = {side: ranks_from_far(side)[:3] for side in "wb"}
PALACE = {(side, general): [(file, rank) for rank in ranks_from_far(side)[-3:] for file in files]
          for (side, general), files in PALACE_FILES.items()}


def square(name):
    return (name[0], int(name[1]))


def name_of(place):
    return f"{place[0]}{place[1]}"


def walk(place, step, side, furthest=8):
    """The squares from a place in a direction as the side sees it, to the edge of the board."""
    file, rank = FILES.index(place[0]), place[1]
    for _ in range(furthest):
        file += step[0]
        rank += step[1] if side == "w" else -step[1]
        if not (0 <= file <= 8 and 1 <= rank <= 9):
            return
        yield (FILES[file], rank)


# Where each piece would go from each square of an empty board, line by line.
PATHS = {(side, kind, (file, rank)): [line for line in ([*walk((file, rank), step, side, furthest)] for step in steps) if line]
         for side in "wb" for kind, (steps, furthest) in WALKS.items() for file in FILES for rank in range(1, 10)}


class Position:
    """board: {square: (side, what it is, what it was at the start)}; hands: {side: {letter: number}}."""

    def __init__(self, text):
        rows, self.side, hands = text.split(" ")
        self.board = {}
        self.hands = {"w": {}, "b": {}}
        for rank, row in zip(range(9, 0, -1), rows.split("/")):
            file, turned = 0, False
            for sign in row:
                if sign == "+":
                    turned = True
                elif sign.isdigit():
                    file += int(sign)
                else:
                    kind = sign.upper()
                    origin = OTHER_FACE[kind] if turned else kind
                    self.board[(FILES[file], rank)] = ("w" if sign.isupper() else "b", kind, origin)
                    file, turned = file + 1, False
        number = ""
        for sign in hands.replace("-", ""):
            if sign.isdigit():
                number += sign
            else:
                self.hands["w" if sign.isupper() else "b"][sign.upper()] = int(number or 1)
                number = ""

    def text(self):
        rows = []
        for rank in range(9, 0, -1):
            row, empty = "", 0
            for file in FILES:
                piece = self.board.get((file, rank))
                if piece is None:
                    empty += 1
                    continue
                side, kind, origin = piece
                row += (str(empty) if empty else "") + ("+" if kind != origin else "")
                row += kind if side == "w" else kind.lower()
                empty = 0
            rows.append(row + (str(empty) if empty else ""))
        hands = ""
        for side in "wb":
            for kind in IN_HAND:
                number = self.hands[side].get(kind, 0)
                if number:
                    hands += (str(number) if number > 1 else "") + (kind if side == "w" else kind.lower())
        return f"{'/'.join(rows)} {self.side} {hands or '-'}"

    def identity(self):
        hands = tuple(self.hands[side].get(kind, 0) for side in "wb" for kind in IN_HAND)
        return (self.side, hands, frozenset(self.board.items()))

    def copy(self):
        other = Position.__new__(Position)
        other.side = self.side
        other.board = dict(self.board)
        other.hands = {side: dict(hand) for side, hand in self.hands.items()}
        return other

    def lost_generals(self, side):
        there = {kind for owner, kind, _ in self.board.values() if owner == side}
        return [general for general in GENERALS if general not in there]

    def legal(self):
        """All legal plies, as they are written."""
        side, board = self.side, self.board
        lost = self.lost_generals(side)
        # What may stand behind a Pawn's move that promotes.
        returns = ["+"] + [f"+{general}@{name_of(place)}" for general in lost
                           for place in PALACE[(side, general)] if place not in board]
        plies = []
        for place, (owner, kind, _) in board.items():
            if owner != side or COMMANDER.get(kind) in lost:
                continue
            for line in PATHS[(side, kind, place)]:
                for target in line:
                    there = board.get(target)
                    if there is not None and there[0] == side:
                        break
                    if kind in GENERALS and target not in PALACE[(side, kind)]:
                        break
                    ply = f"{name_of(place)}{'-' if there is None else 'x'}{name_of(target)}"
                    plies.extend(ply + end for end in self.ends(kind, place, target, returns))
                    if there is not None:
                        break
            if kind in GENERALS:
                plies.extend(self.shots(place, kind))
        plies.extend(self.drops())
        return plies

    def ends(self, kind, place, target, returns):
        """What may be written behind a move: nothing, or that it turns."""
        far, last = FAR_RANKS[self.side], LAST_RANK[self.side]
        near_far_ranks = place[1] in far or target[1] in far
        if kind in GENERALS or not near_far_ranks:
            return [""]
        if kind == "P":
            return returns if target[1] == last else [""] + returns
        if target[1] == last:
            return ["+"] if kind in ONLY_FORWARD else [""]
        return ["", "+"]

    def shots(self, place, kind):
        for step in STRAIGHT + DIAGONAL:
            for target in walk(place, step, "w"):
                there = self.board.get(target)
                if there is None:
                    continue
                if there[0] != self.side and there[1] == kind:
                    yield f"{name_of(place)}*{name_of(target)}"
                break

    def drops(self):
        side = self.side
        files_with_pawn = {file for (file, _), (owner, kind, _) in self.board.items() if owner == side and kind == "P"}
        for kind, number in self.hands[side].items():
            if number == 0:
                continue
            for rank in range(1, 10):
                if kind in ONLY_FORWARD and rank == LAST_RANK[side]:
                    continue
                for file in FILES:
                    if (file, rank) in self.board or (kind == "P" and file in files_with_pawn):
                        continue
                    yield f"{kind}@{file}{rank}"

    def take(self, place):
        """Takes what stands there off the board; anything but a General goes into the mover's hand."""
        piece = self.board.pop(place, None)
        if piece is not None and piece[1] not in GENERALS:
            hand = self.hands[self.side]
            hand[piece[2]] = hand.get(piece[2], 0) + 1

    def play(self, ply):
        """The position after a legal ply."""
        after = self.copy()
        side, board = self.side, after.board
        if ply[1] == "@":
            after.hands[side][ply[0]] -= 1
            board[square(ply[2:4])] = (side, ply[0], ply[0])
        elif ply[2] == "*":
            after.take(square(ply[3:5]))
        else:
            place, target, end = square(ply[0:2]), square(ply[3:5]), ply[5:]
            _, kind, origin = board.pop(place)
            after.take(target)
            if not end:
                board[target] = (side, kind, origin)
            elif kind != "P":
                board[target] = (side, OTHER_FACE[kind], origin)
            elif end != "+":
                board[square(end[3:5])] = (side, end[1], end[1])
        after.side = enemy(side)
        return after


class Game:
    """A position with the number of times that each position has occurred on the way to it."""

    def __init__(self, text, plies=()):
        self.position = Position(text)
        self.seen = {self.position.identity(): 1}
        for ply in plies:
            self.play(ply)

    def play(self, ply):
        if self.is_drawn() or ply not in self.position.legal():
            raise ValueError(f"{ply} is not legal in {self.position.text()}")
        self.position = self.position.play(ply)
        identity = self.position.identity()
        self.seen[identity] = self.seen.get(identity, 0) + 1

    def is_drawn(self):
        return self.seen[self.position.identity()] >= 4

    def plies(self):
        return [] if self.is_drawn() else self.position.legal()

    def ending(self):
        if self.is_drawn():
            return "repetition"
        return "playing" if self.position.legal() else "no-move"

    def perft(self, depth):
        return paths(self.position, self.seen, depth)


def paths(position, seen, depth):
    """Paths of exactly `depth` plies; one that has ended goes no further."""
    if depth == 0:
        return 1
    if seen[position.identity()] >= 4:
        return 0
    plies = position.legal()
    if depth == 1:
        return len(plies)
    total = 0
    for ply in plies:
        after = position.play(ply)
        identity = after.identity()
        seen[identity] = seen.get(identity, 0) + 1
        total += paths(after, seen, depth - 1)
        seen[identity] -= 1
    return total


# What a case covers: every name here must be covered by some.

def covered(game):
    """The rules that the legal plies of a game's last position have to do with."""
    position = game.position
    side, board = position.side, position.board
    plies, lost = game.plies(), position.lost_generals(position.side)
    rules = set()
    if game.is_drawn():
        return {"fourth-occurrence"}
    if not plies:
        rules.add("no-move")
    if 3 in game.seen.values():
        rules.add("third-occurrence-before")
    for ply in plies:
        if ply[1] == "@":
            rules |= covered_by_drop(position, ply, lost)
        elif ply[2] == "*":
            rules.add({0: "shot-on-file", 1: "shot-on-diagonal", -1: "shot-on-other-diagonal"}[slope(ply)])
        else:
            rules |= covered_by_move(position, ply, lost)
    pawns = [file for (file, _), (owner, kind, _) in board.items() if owner == side and kind == "P"]
    if len(pawns) != len(set(pawns)):
        rules.add("two-pawns-on-a-file")
    if position.hands[side].get("P") and pawns:
        rules.add("pawn-not-dropped-on-its-file")
    if any(position.hands[side].get(kind) for kind in ONLY_FORWARD):
        rules.add("not-dropped-on-last-rank")
    for place, (owner, kind, _) in board.items():
        if owner == side and COMMANDER.get(kind) in lost:
            rules.add("stone")
        if owner == side and kind in GENERALS:
            around = [target for line in PATHS[(side, kind, place)] for target in line]
            if any(board.get(target, ("", ""))[0] != side and target not in PALACE[(side, kind)] for target in around):
                rules.add(f"palace-of-{kind}")
        if owner == side and kind in GENERALS and board_shield(board, place, side, kind):
            rules.add("shot-blocked")
    return rules


def slope(ply):
    across = FILES.index(ply[3]) - FILES.index(ply[0])
    return 0 if across == 0 else across // abs(across) * (1 if int(ply[4]) > int(ply[1]) else -1)


def board_shield(board, place, side, kind):
    """Whether the other General of this kind stands on a line with this one, and something between."""
    for step in STRAIGHT + DIAGONAL:
        between = 0
        for target in walk(place, step, "w"):
            there = board.get(target)
            if there is not None and there[0] != side and there[1] == kind:
                return between > 0
            between += there is not None
    return False


def covered_by_drop(position, ply, lost):
    rules = {f"drop-{ply[0]}"}
    if COMMANDER.get(ply[0]) in lost:
        rules.add("dropped-as-stone")
    if int(ply[3]) == LAST_RANK[position.side]:
        rules.add("dropped-on-last-rank")
    return rules


def covered_by_move(position, ply, lost):
    side, board = position.side, position.board
    place, target, end = square(ply[0:2]), square(ply[3:5]), ply[5:]
    kind, last, far = board[place][1], LAST_RANK[side], FAR_RANKS[side]
    taken = board.get(target)
    rules = set()
    if taken is not None:
        rules.add("general-captured" if taken[1] in GENERALS else "capture")
        if taken[1] != taken[2]:
            rules.add("turned-piece-captured")
        if COMMANDER.get(taken[1]) in position.lost_generals(enemy(side)):
            rules.add("stone-captured")
    if kind == "P" and target[1] in far:
        with_lost = "with" if lost else "without"
        if end and target[1] == last:
            rules.add(f"pawn-must-promote-{with_lost}-lost-general")
        elif end:
            rules.add(f"pawn-promotes-{with_lost}-lost-general")
        else:
            rules.add("pawn-declines-promotion")
        if lost and end == "+":
            rules.add("pawn-brings-nobody-back")
        if len(end) > 1:
            rules.add(f"back-comes-{end[1]}")
            if any(owner == side and COMMANDER.get(one) == end[1] for owner, one, _ in board.values()):
                rules.add("stone-wakes")
    if kind in OTHER_FACE and target[1] == last:
        rules.add("must-turn" if end else "must-not-turn")
    elif kind in OTHER_FACE and end:
        where = "out-of" if target[1] not in far else "into" if place[1] not in far else "within"
        rules.add(f"turns-{where}")
        rules.add("promotion" if kind in ONLY_FORWARD else "demotion")
        if board[place][1] != board[place][2]:
            rules.add("turns-back")
    return rules


# Cases for the tests of the crate.

WANTED = 300
# Of each rule; so that none is covered by a single odd position.
AT_LEAST = 5
# A case with more paths of two plies takes too long to count at three.
AT_MOST = 20000

ALL_RULES = {
    "fourth-occurrence", "third-occurrence-before", "no-move", "capture", "general-captured", "turned-piece-captured",
    "stone-captured", "stone", "stone-wakes", "dropped-as-stone", "dropped-on-last-rank", "not-dropped-on-last-rank",
    "two-pawns-on-a-file", "pawn-not-dropped-on-its-file", "pawn-declines-promotion", "pawn-brings-nobody-back",
    "pawn-promotes-with-lost-general", "pawn-promotes-without-lost-general",
    "pawn-must-promote-with-lost-general", "pawn-must-promote-without-lost-general",
    "back-comes-G", "back-comes-J", "back-comes-S", "palace-of-G", "palace-of-J", "palace-of-S",
    "shot-on-file", "shot-on-diagonal", "shot-on-other-diagonal", "shot-blocked",
    "must-turn", "must-not-turn", "turns-into", "turns-within", "turns-out-of", "turns-back", "promotion", "demotion",
} | {f"drop-{kind}" for kind in IN_HAND}


def sparse(chance):
    """A position with few pieces, which reaches ends that full boards hardly do."""
    position = Position("9/9/9/9/9/9/9/9/9 w -")
    for side in "wb":
        for general in GENERALS:
            if chance.random() < 0.6:
                position.board[chance.choice(PALACE[(side, general)])] = (side, general, general)
        for kind in chance.choices(IN_HAND, weights=[6, 2, 1, 2, 1, 2, 1], k=chance.choice([0, 1, 3, 6])):
            place = (chance.choice(FILES), chance.randint(1, 9))
            face = OTHER_FACE[kind] if kind != "P" and chance.random() < 0.3 else kind
            if place not in position.board and not (face in ONLY_FORWARD and place[1] == LAST_RANK[side]):
                position.board[place] = (side, face, kind)
    return position.text()


def one_game(chance):
    """The cases of one random game: its start, its plies so far, the game itself."""
    start = START if chance.random() < 0.5 else sparse(chance)
    game, plies = Game(start), []
    # Some games rush to capture and to shoot, others wander.
    greed = chance.choice([0.2, 0.5, 0.9])
    for _ in range(chance.choice([6, 30, 60, 120])):
        legal = sorted(game.plies())
        yield start, list(plies), game
        if not legal:
            return
        sharp = [ply for ply in legal if ply[2] in "*x" or "+" in ply]
        ply = chance.choice(sharp if sharp and chance.random() < greed else legal)
        plies.append(ply)
        game.play(ply)
    yield from to_and_fro(chance, start, plies, game)


def to_and_fro(chance, start, plies, game):
    """Both sides go back and forth until the position has occurred four times."""
    for _ in range(40):
        steps = []
        position = game.position
        for _ in range(2):
            quiet = [ply for ply in sorted(position.legal()) if ply[2] == "-" and len(ply) == 5]
            if not quiet:
                return
            steps.append(chance.choice(quiet))
            position = position.play(steps[-1])
        back = [f"{step[3:5]}-{step[0:2]}" for step in steps]
        for ply in back:
            if ply not in position.legal():
                break
            position = position.play(ply)
        else:
            for ply in (steps + back) * 3:
                if not game.plies():
                    return
                plies.append(ply)
                game.play(ply)
                yield start, list(plies), game
            return


def is_small(game):
    return game.is_drawn() or game.perft(2) <= AT_MOST


def choose(chance):
    """Cases until each rule is covered by enough of them and there are as many as wanted."""
    numbers, cases = dict.fromkeys(ALL_RULES, 0), []
    while len(cases) < WANTED or min(numbers.values()) < AT_LEAST:
        taken = 0
        for start, plies, game in one_game(chance):
            rules = covered(game)
            unknown = rules - ALL_RULES
            assert not unknown, unknown
            rare = any(numbers[rule] < AT_LEAST for rule in rules)
            common = taken < 2 and chance.random() < 0.05 and len(cases) < WANTED
            if not (rare or common) or not is_small(game):
                continue
            taken += 1
            cases.append((start, plies, sorted(rules)))
            for rule in rules:
                numbers[rule] += 1
    return cases


def counted(case):
    start, plies, rules = case
    counts = [str(Game(start, plies).perft(depth)) for depth in (1, 2, 3)]
    return " | ".join([start, " ".join(plies), " ".join(rules), " ".join(counts)])


def make(seed):
    cases = choose(random.Random(seed))
    print("# Cases of the Game of Three Generals with the paths of one, two and three plies, by")
    print(f"# `python3 crates/three-generals/tests/rules/referee.py make {seed}`.")
    print("# position | plies from it | what its legal plies cover | counts")
    with multiprocessing.Pool(2) as pool:
        for line in pool.imap(counted, cases, chunksize=4):
            print(line, flush=True)


def read_cases():
    for line in sys.stdin:
        if line.strip() and not line.startswith("#"):
            start, plies = line.rstrip("\n").split(" | ")[:2]
            yield Game(start, plies.split())


def main(arguments):
    match arguments:
        case ["perft", depth, position, *plies]:
            print(Game(START if position == "start" else position, plies).perft(int(depth)))
        case ["plies"]:
            for game in read_cases():
                print(f"{game.position.text()} | {game.ending()} | {' '.join(sorted(game.plies()))}")
        case ["count", depth]:
            for game in read_cases():
                print(game.perft(int(depth)))
        case ["make", seed]:
            make(int(seed))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
