#!/usr/bin/env python3
"""A second referee for records, written from RULES.md and NOTATION.md alone.

    referee.py generate SEED COUNT > games.ggn    random games of all rule-sets and ends, half of them spoilt
    referee.py judge < games.ggn                  a verdict a line, as `adjutant verify --json` gives it

It is slow and simple on purpose: a board is a dictionary from a square's name to (side, letter), and
each check is a sentence of those documents. A fault has no line and no message here, but its ply.
"""

import json
import random
import re
import sys

LETTERS = "54321CLMKABTPSF"
OFFICERS = "54321CLMKABT"
FILES = "abcdefghi"
ARMIES = {"standard": OFFICERS + "PPPPPP" + "SS" + "F", "eleven": "FSPPP54321C"}
ARMIES["electronic"] = ARMIES["krig"] = ARMIES["standard"]
BY_RULE = ("flag-captured", "flag-reached")
OTHER = {"White": "Black", "Black": "White"}
WIN = {"White": "1-0", "Black": "0-1"}
FITTING = {
    "resignation": ["1-0", "0-1"], "time": ["1-0", "0-1"], "default": ["1-0", "0-1"],
    "left": ["1-0", "0-1"], "agreement": ["1/2-1/2"], "adjudication": ["1-0", "0-1", "1/2-1/2"],
    "abandoned": ["*"], "unterminated": ["*"], "flag-captured": [], "flag-reached": [],
}


class Fault(Exception):
    def __init__(self, ply=None):
        self.ply = ply


def rules_of(key):
    preset, *options = key.split("+")
    if preset not in ARMIES:
        raise Fault()
    rules = {"preset": preset, "army": sorted(ARMIES[preset]), "options": []}
    for option in options:
        name = option.split("=")[0]
        if name in rules["options"]:
            raise Fault()
        rules["options"].append(name)
        if name == "army" and "=" in option:
            letters = option.split("=")[1]
            if len(letters) > 27 or letters.count("F") != 1 or set(letters) - set(LETTERS):
                raise Fault()
            rules["army"] = sorted(letters)
        elif option not in ("open-flag", "open-challenges", "promotion"):
            raise Fault()
    return rules


def rows_of(side, count):
    return list(range(count, 0, -1)) if side == "White" else list(range(8, 8 - count, -1))


def deployment(rules, side, text):
    rows = text.split("/")
    if len(rows) not in ((3, 4) if rules["preset"] == "krig" else (3,)):
        raise Fault()
    pieces = {}
    for row, letters in zip(rows_of(side, len(rows)), rows):
        if len(letters) != 9 or set(letters) - set(LETTERS + "."):
            raise Fault()
        pieces.update({f + str(row): (side, c) for f, c in zip(FILES, letters) if c != "."})
    border = [square for square in pieces if square[1] == {"White": "4", "Black": "5"}[side]]
    if sorted(c for _, c in pieces.values()) != rules["army"] or len(border) > 1:
        raise Fault()
    return pieces


def beside(square):
    file, row = FILES.index(square[0]), int(square[1])
    around = [(file, row + 1), (file, row - 1), (file + 1, row), (file - 1, row)]
    return [FILES[f] + str(r) for f, r in around if 0 <= f < 9 and 1 <= r <= 8]


def falls(challenger, defender):
    """Which of the two fall: the six paragraphs of 'Challenges'."""
    if challenger == defender:
        return "d" if challenger == "F" else "cd"
    if "F" in (challenger, defender):
        return "c" if challenger == "F" else "d"
    for one, other, loser in ((challenger, defender, "d"), (defender, challenger, "c")):
        if one == "S" and other in OFFICERS or one == "P" and other == "S":
            return loser
        if one in OFFICERS and other == "P":
            return loser
    return "d" if OFFICERS.index(challenger) < OFFICERS.index(defender) else "c"


class Game:
    def __init__(self, rules, board, first):
        self.rules, self.board, self.turn = rules, board, first
        self.waiting, self.end = None, None

    def legal(self):
        for square, (side, _) in self.board.items():
            if side == self.turn:
                for to in beside(square):
                    if self.board.get(to, ("nobody",))[0] != side:
                        yield square, to

    def play(self, start, to):
        """Plays a ply and returns its outcome, '' for a plain move; None where it is illegal."""
        if self.end or self.board.get(start, ("nobody",))[0] != self.turn or to not in beside(start):
            return None
        side, letter = self.board[start]
        if self.board.get(to, ("nobody",))[0] == side:
            return None
        waited, goal = self.waiting, to[1] == {"White": "8", "Black": "1"}[side]
        outcome = ""
        if to in self.board:
            enemy = self.board[to][1]
            fallen = falls(letter, enemy)
            outcome = {"d": "+", "c": "-", "cd": "="}[fallen]
            if enemy == "F":
                self.end = (WIN[side], "flag-captured")
            elif letter == "F":
                self.end = (WIN[OTHER[side]], "flag-captured")
            if "d" in fallen:
                del self.board[to]
            if "c" not in fallen:
                self.board[to] = self.board[start]
        else:
            self.board[to] = self.board[start]
        del self.board[start]
        if not self.end and waited:
            self.end = (WIN[waited], "flag-reached")
        if not self.end and letter == "F" and goal and not outcome:
            near = any(self.board.get(s, (side,))[0] != side for s in beside(to))
            if near and self.rules["preset"] != "electronic":
                self.waiting = side
            else:
                self.end = (WIN[side], "flag-reached")
        if "promotion" in self.rules["options"] and goal and self.board.get(to) == (side, "P"):
            self.board[to] = (side, "S")
        self.turn = OTHER[self.turn]
        return outcome


def judge(text):
    head, _, body = text.partition("\n\n")
    tags = {}
    for line in head.split("\n"):
        tag = re.fullmatch(r'\[([A-Za-z]\w*) "((?:[^"\\]|\\["\\])*)"\]', line)
        if not tag or tag[1] in tags:
            raise Fault()
        tags[tag[1]] = tag[2]
    rules, first = rules_of(tags.get("Ruleset", "standard")), tags.get("First", "White")
    result, termination = tags.get("Result"), tags.get("Termination")
    if first not in OTHER or result not in (None, "1-0", "0-1", "1/2-1/2", "*"):
        raise Fault()
    if termination is not None and termination not in FITTING:
        raise Fault()
    sides = {s: tags.get(s + "Setup") for s in OTHER}
    board = {}
    for side, setup in sides.items():
        board.update(deployment(rules, side, setup) if setup is not None else {})
    game, count, closed = Game(rules, board, first), 0, False
    for token in re.finditer(r"\{[^}]*\}|;[^\n]*|[^\s{;]+|\{", body):
        word = token[0]
        if word == "{":
            raise Fault(count or None)
        if word[0] in "{;":
            clock = re.search(r"\[%clk(.*)", word)
            if clock and not re.match(r"\s+\d+:[0-5]\d:[0-5]\d\]", clock[1]):
                raise Fault(count or None)
            continue
        if word in ("1-0", "0-1", "1/2-1/2", "*"):
            if closed or result not in (None, word):
                raise Fault()
            result, closed = word, True
            continue
        if closed:
            raise Fault(count + 1)
        number = re.match(r"(\d+)(\.\.\.|\.)", word)
        if number:
            if int(number[1]) != count // 2 + 1 or (number[2] == "...") != (count % 2 == 1):
                raise Fault(count + 1)
            word = word[number.end():]
            if not word:
                continue
        count += 1
        ply = re.fullmatch(r"([a-i][1-8])([-x]?)([a-i][1-8])([-+=]?)(#?)", word)
        if ply and None in sides.values():
            raise Fault()
        outcome = game.play(ply[1], ply[3]) if ply else None
        if outcome is None or ply[2] and (ply[2] == "x") != (outcome != ""):
            raise Fault(count)
        if ply[4] and ply[4] != outcome or ply[5] and not game.end:
            raise Fault(count)
    if game.end:
        if result not in (None, game.end[0]) or termination not in (None, game.end[1]):
            raise Fault()
        result, termination = game.end
    elif termination is None:
        if result != "*":
            raise Fault()
        termination = "unterminated"
    elif result is None:
        if len(FITTING[termination]) != 1:
            raise Fault()
        result = FITTING[termination][0]
    if not game.end and (result not in FITTING[termination] or termination == "default" and count):
        raise Fault()
    return {"valid": True, "plies": count, "result": result, "termination": termination}


def verdict(number, text):
    try:
        return {"game": number, **judge(text)}
    except Fault as fault:
        return {"game": number, "valid": False, "ply": fault.ply}


def random_rules(rng):
    preset = rng.choice(list(ARMIES))
    options = [o for o in ("open-challenges", "open-flag", "promotion") if rng.random() < 0.25]
    if rng.random() < 0.5:
        letters = "".join(rng.choice(LETTERS[:-1]) for _ in range(rng.randint(0, 12)))
        options.append("army=F" + letters)
    rng.shuffle(options)
    return "+".join([preset] + options)


def random_setup(rng, rules, side):
    count = 4 if rules["preset"] == "krig" and rng.random() < 0.5 else 3
    rows = rows_of(side, count)
    squares = [f + str(r) for r in rows if r not in (4, 5) for f in FILES]
    if count == 4:
        border = {"White": "4", "Black": "5"}[side]
        squares.append(rng.choice(FILES) + border)
    placed = dict(zip(rng.sample(squares, len(squares)), rules["army"]))
    return "/".join("".join(placed.get(f + str(r), ".") for f in FILES) for r in rows)


def random_game(rng):
    key = random_rules(rng)
    rules, first = rules_of(key), rng.choice(list(OTHER))
    setups = {side: random_setup(rng, rules, side) for side in OTHER}
    board = {s: p for side in OTHER for s, p in deployment(rules, side, setups[side]).items()}
    game, plies, written = Game(rules, board, first), rng.choice([0, 3, 20, 400, 400]), []
    while len(written) < plies and not game.end:
        moves = sorted(game.legal())
        ahead = [m for m in moves if (m[1][1] > m[0][1]) == (game.turn == "White") and m[0][1] != m[1][1]]
        flag = [m for m in ahead if game.board[m[0]][1] == "F"]
        choice = rng.random()
        pool = (flag if choice < 0.15 else ahead if choice < 0.8 else moves) or ahead or moves
        start, to = rng.choice(pool)
        outcome = game.play(start, to)
        written.append(start + ("x" if outcome else "-") + to + outcome + "#" * bool(game.end))
    others = [t for t in FITTING if t not in BY_RULE and (t != "default" or not written)]
    termination = game.end[1] if game.end else rng.choice(others)
    result = game.end[0] if game.end else rng.choice(FITTING[termination])
    tags = {"Event": "e", "White": 'a "b" \\', "Result": result, "Ruleset": key, "First": first,
            "Termination": termination, "WhiteSetup": setups["White"], "BlackSetup": setups["Black"]}
    return tags, written


def written_loosely(rng, written):
    """The move text with what may be left out left out here and there."""
    words, loose = [], rng.random() * rng.choice([0, 1])
    for index, ply in enumerate(written):
        if rng.random() > loose:
            words.append(f"{index // 2 + 1}." if index % 2 == 0 else rng.choice(["", f"{index // 2 + 1}..."]))
        if rng.random() < loose:
            ply = re.sub(r"#$", "", ply)
        if rng.random() < loose:
            ply = re.sub(r"[-+=](#?)$", r"\1", ply)
        if rng.random() < loose:
            ply = ply[:2] + ply[3:]
        words.append(ply)
        if rng.random() < 0.1:
            words.append(rng.choice(["{[%clk 0:01:02]}", "{x\n y}", "; z\n", "{[%flag reveal]}"]))
    return words


def spoilt(rng, tags, words):
    kind, at = rng.randrange(12), rng.randrange(len(words) + 1)
    if kind == 0:
        tags["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*", "2-0"])
    elif kind == 1:
        tags["Termination"] = rng.choice(list(FITTING) + ["mate"])
    elif kind == 2:
        tags["First"] = OTHER[tags["First"]]
    elif kind == 3:
        tags["Ruleset"] = rng.choice([random_rules(rng), "standard", "chess", "krig+krig"])
    elif kind == 4:
        tags.pop(rng.choice(list(tags)))
    elif kind in (5, 6):
        name = rng.choice(["WhiteSetup", "BlackSetup"])
        letters = list(tags[name])
        one, two = rng.randrange(len(letters)), rng.randrange(len(letters))
        letters[one], letters[two] = letters[two], letters[one]
        if rng.random() < 0.3:
            letters[one] = rng.choice(LETTERS + ".x")
        tags[name] = "".join(letters)
    elif kind == 7:
        del words[at:at + 1]
    elif kind == 8:
        words[at:at] = [rng.choice(["e4-e5", "a1a2", "7.", "x", "{", "{[%clk 1:2]}", "1-0", "*", "#"])]
    elif kind == 9:
        words[at:at] = words[at:at + 1]
    elif words:
        at = min(at, len(words) - 1)
        word = list(words[at] or "?")
        word[rng.randrange(len(word))] = rng.choice("abdeghi12345678x-+=#.")
        words[at] = "".join(word)


def random_text(rng):
    tags, written = random_game(rng)
    words = written_loosely(rng, written)
    if rng.random() < 0.5:
        words.append(tags["Result"])
    if rng.random() < 0.5:
        spoilt(rng, tags, words)
    escape = lambda value: value.replace("\\", "\\\\").replace('"', '\\"')
    head = "".join(f'[{name} "{escape(value)}"]\n' for name, value in tags.items())
    body = " ".join(word for word in words if word)
    if rng.random() < 0.05:
        body = body[:rng.randrange(len(body) + 1)]
    return head + "\n" + body + "\n"


def main():
    if sys.argv[1] == "generate":
        rng = random.Random(int(sys.argv[2]))
        print("\n".join(random_text(rng) for _ in range(int(sys.argv[3]))))
    else:
        texts = re.split(r"\n\n+(?=\[[A-Za-z])", sys.stdin.read().strip("\n"))
        for number, text in enumerate(texts, 1):
            print(json.dumps(verdict(number, text)))


main()
