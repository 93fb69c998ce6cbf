"""Tie-breaks by another program: `scripts/tie-break-judges` says how it is run.

The values that are judged are those of crates/swiss/tests/pairing/standings, which the tests hold `crates/swiss/src/tiebreak` to.
Each is worked out again by tiebreak-core (rules `fide-2026`). Differences are told one by one; they are expected in
Fore Buchholz alone, where a game of the last round was lost by default (docs/tie-breaks.md), and the exit status is 1 where there is another.
"""

import pathlib
import sys

from tiebreak_core import fide2026, models

HERE = pathlib.Path(__file__).resolve().parent.parent / "tests" / "pairing" / "standings"
CODES = {
    "BH": "buchholz",
    "BH/C1": "buchholz_cut1",
    "BH/C2": "buchholz_cut2",
    "BH/M1": "median_buchholz",
    "BH/M2": "median_buchholz_2",
    "SB": "sonneborn_berger",
    "SB/C1": "sonneborn_berger_cut1",
    "SB/C2": "sonneborn_berger_cut2",
    "AOB": "aob",
    "AOB/F": "aob_fb",
    "FB": "fore_buchholz",
    "FB/C1": "fore_buchholz_cut1",
    "WIN": "wins",
    "WON": "won",
    "BPG": "games_black",
    "BWG": "wins_black",
    "PS": "progressive",
    "REP": "rounds_elected",
}
FORE = {"FB", "FB/C1", "AOB/F"}
# Of how many scores a value is the product: tiebreak-core knows no other points than 1, 0.5 and 0, and is given those.
PRODUCT = {"SB": 2, "SB/C1": 2, "SB/C2": 2, "WIN": 0, "WON": 0, "BPG": 0, "BWG": 0, "REP": 0}


class Round:
    """A round of a player: opponent (0 for none), color and result as the file has them, and the points."""

    def __init__(self, text):
        opponent, self.color, self.result = text[:4].strip(), text[5:6], text[7:8].upper()
        self.opponent = int(opponent) if opponent.strip("0") else 0


def read(path):
    """Players by number, each with rating, points and rounds; and what win, draw, loss and byes give."""
    players, scores = {}, {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line[:3] == "001":
            rounds, at = [], 91
            while at < len(line):
                rounds.append(Round(line[at : at + 8].ljust(8)))
                at += 10
            rating = line[48:52].strip()
            points = line[80:84].strip()
            players[int(line[4:8])] = (int(rating or 0), float(points or 0), rounds)
        elif line[:3] == "162":
            for part in (line[4 + 9 * n : 13 + 9 * n] for n in range(12)):
                if part.strip():
                    scores[part.strip()[0].upper()] = float(part.split()[-1])
    win, draw = scores.get("W", 1.0), scores.get("D", 0.5)
    values = {"1": win, "W": win, "=": draw, "D": draw, "0": scores.get("L", 0.0)}
    values.update({"L": scores.get("L", 0.0), "+": win, "-": scores.get("A", 0.0)})
    values.update({"F": win, "U": scores.get("P", win), "H": draw, "Z": scores.get("Z", 0.0)})
    return players, values, win


def kind_of(one):
    """What tiebreak-core calls the round."""
    if one.opponent and one.result in "1=0WDL":
        return models.PLAYED
    if one.opponent:
        return models.FORFEIT_WIN if one.result in "+" else models.FORFEIT_LOSS
    return models.PAIRING_BYE if one.result in ("F", "U") else models.REQUESTED_BYE


def judged(path):
    """All players as tiebreak-core knows them, the number of rounds, and what a win gives."""
    players, values, win = read(path)
    rounds = max(len(one) for _, _, one in players.values())
    known = {}
    for number, (rating, _, own) in players.items():
        games = []
        padded = own + [Round("0000 - Z")] * (rounds - len(own))
        for at, one in enumerate(padded, 1):
            score = values.get(one.result, 0.0) / win
            other = players.get(one.opponent)
            kind = kind_of(one)
            known_other = other is not None and len(other[2]) >= at
            theirs = values.get(other[2][at - 1].result, 0.0) / win if known_other else None
            color = {"w": "white", "b": "black"}.get(one.color, "")
            rated = other[0] if other else 0
            opponent = one.opponent or -1
            games.append(models.GameRecord(opponent, rated, score, color, at, kind, theirs))
        total = sum(game.score for game in games)
        known[number] = models.PlayerTiebreakData(number, rating, total, games)
    return known, rounds, win


def last_default(known, rounds):
    """Whether a game of the last round was lost by default."""
    kinds = (models.FORFEIT_WIN, models.FORFEIT_LOSS)
    return any(
        game.kind in kinds and game.round_number == rounds for one in known.values() for game in one.games
    )


def table(path):
    """The file of the tournament, whether it is a Swiss, the codes, and the rows."""
    lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    lines = [line for line in lines if line]
    return lines[0][1], lines[0][2] == "swiss", lines[1][1:], lines[2:]


def main():
    values, strange, fore = 0, 0, 0
    for path in sorted(HERE.glob("*.values")):
        name, is_swiss, codes, rows = table(path)
        if not is_swiss:
            continue
        known, rounds, win = judged(HERE / name)
        for code in [code for code in codes if code in CODES]:
            at = codes.index(code) + 1
            for row in rows:
                ours = float(row[at])
                function = fide2026.FIDE2026_REGISTRY[CODES[code]]
                theirs = function(known[int(row[0])], known, rounds) * win ** PRODUCT.get(code, 1)
                values += 1
                if abs(round(theirs, 2) - ours) < 0.011:
                    continue
                expected = code in FORE and last_default(known, rounds)
                fore, strange = fore + expected, strange + (not expected)
                why = "a default in the last round" if expected else "!"
                print(f"{path.name}: {row[0]} {code}: {ours:g} here, {theirs:g} there:", why)
    print(f"{values} values: {fore} of Fore Buchholz")
    print(f"differ as docs/tie-breaks.md says, {strange} otherwise")
    return 1 if strange else 0


if __name__ == "__main__":
    sys.exit(main())
