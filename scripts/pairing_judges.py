"""Rounds of Swiss tournaments, paired by `adjutant pair` and by py4swiss: see scripts/pairing-judges.

Every round of each file is paired again from what was known before it, and must be paired by us as it was published:
else the check fails. Where py4swiss alone pairs otherwise, that is told and counted. Of tournaments that are made up
nobody knows better than the two: each difference is to be looked at (`adjutant pair --explain FILE`), and its TRF is
kept beside the judge.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import TrfParser

DATA = Path(__file__).resolve().parent.parent / "tests" / "pairing" / "data"
FIRST_ROUND, WIDTH = 91, 10
BYES = {"F", "H", "Z"}


@dataclass
class Points:
    win: float = 1.0
    draw: float = 0.5

    def of(self, result: str) -> float:
        if result in "1+FU":
            return self.win
        return self.draw if result in "=H" else 0.0


@dataclass
class Tournament:
    """Each player's rounds as (opponent, color, result); an opponent of 0 is a bye."""

    name: str
    ratings: dict[int, int]
    rounds: int
    points: Points = field(default_factory=Points)
    initial: str = "white1"
    played: dict[int, list[tuple[int, str, str]]] = field(default_factory=dict)

    def trf(self, before: int) -> str:
        """As it stood before a round, counted from 0; byes of that round are known."""
        lines = [f"012 {self.name}", f"XXR {self.rounds}", f"XXC {self.initial}"]
        win, draw = self.points.win, self.points.draw
        if (win, draw) != (1.0, 0.5):
            lines.append(f"162  W {win:.1f}    D {draw:.1f}")
            worth = {"WW": win, "BW": win, "WD": draw, "BD": draw, "WL": 0, "BL": 0, "ZPB": 0,
                     "HPB": draw, "FPB": win, "PAB": win, "FW": win, "FL": 0}
            lines.append("XXS " + " ".join(f"{code}={points:.1f}" for code, points in worth.items()))
        for number, rating in self.ratings.items():
            known = self.played[number][:before]
            ahead = self.played[number][before:before + 1]
            known += [one for one in ahead if one[0] == 0 and one[2] in BYES]
            # The other program counts the points of such a bye already; ours takes either.
            score = sum(self.points.of(result) for _, _, result in known)
            rounds = "".join(
                f"  {opponent:>4} {color} {result}" if opponent else f"  0000 - {result}"
                for opponent, color, result in known
            )
            line = f"001 {number:>4}      {f'Player {number:04}':<33} {rating:>4}"
            lines.append(f"{line:<80}{score:>4.1f} {number:>4}{rounds}")
        return "\n".join(lines) + "\n"

    def pairs(self, of_round: int) -> set[tuple[int, int]]:
        """The pairs of a round as it was played, White first; the bye is against 0."""
        found = set()
        for number, rounds in self.played.items():
            opponent, color, result = rounds[of_round]
            if opponent == 0 and result == "U":
                found.add((number, 0))
            elif opponent and color == "w":
                found.add((number, opponent))
        return found


def read(path: Path) -> Tournament:
    """A file of the data: everything that is needed here stands in columns."""
    tournament = Tournament(path.name, {}, 0)
    for line in path.read_text().splitlines():
        if line.startswith("162"):
            tournament.points = Points(float(line[6:11]), float(line[15:20]))
        if not line.startswith("001"):
            continue
        number = int(line[4:8])
        tournament.ratings[number] = int(line[48:52] or 0)
        rounds = []
        for at in range(FIRST_ROUND, len(line.rstrip()), WIDTH):
            opponent, color, result = line[at:at + 4].strip(), line[at + 5], line[at + 7]
            rounds.append((int(opponent or 0), color, result.strip() or "Z"))
        tournament.played[number] = rounds
    tournament.rounds = max(len(rounds) for rounds in tournament.played.values())
    for rounds in tournament.played.values():
        rounds += [(0, "-", "Z")] * (tournament.rounds - len(rounds))
    tournament.initial = initial(tournament)
    return tournament


def initial(tournament: Tournament) -> str:
    """The color that the first player had, by the first round with games."""
    for of_round in range(tournament.rounds):
        there = [rounds[of_round] for rounds in tournament.played.values() if rounds[of_round][2] not in BYES]
        for at, (opponent, color, _) in enumerate(there):
            if opponent and color in "wb":
                return "white1" if (color == "w") == (at % 2 == 0) else "black1"
    return "white1"


def ours(program: str, trf: str) -> set[tuple[int, int]] | None:
    done = subprocess.run([program, "pair", "-"], input=trf, capture_output=True, text=True)
    if done.returncode == 1:
        return None
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return {tuple(map(int, line.split())) for line in done.stdout.splitlines()[1:]}


def theirs(trf: str) -> set[tuple[int, int]] | None:
    with tempfile.NamedTemporaryFile("w", suffix=".trf") as file:
        file.write(trf)
        file.flush()
        try:
            pairs = DutchEngine.generate_pairings(TrfParser.parse(Path(file.name)))
        except PairingError:
            return None
    return {(pair.white, pair.black) for pair in pairs}


@dataclass
class Count:
    tournaments: int = 0
    rounds: int = 0
    unpaired: int = 0
    wrong: int = 0
    apart: int = 0


class Court:
    def __init__(self, program: str, keep: Path) -> None:
        self.program, self.keep, self.count = program, keep, Count()

    def round(self, tournament: Tournament, number: int, published: set | None) -> set | None:
        """Pairs a round by both, and tells where they, or what was published, differ."""
        trf = tournament.trf(number)
        own, other = ours(self.program, trf), theirs(trf)
        self.count.rounds += 1
        self.count.unpaired += own is None and other is None
        wrong = published is not None and own != published
        self.count.wrong += wrong
        self.count.apart += own != other
        if wrong or own != other:
            kept = self.keep / f"{tournament.name}-round-{number + 1}.trf"
            kept.write_text(trf)
            both = {} if own is None or other is None else own & other
            print(f"{tournament.name}, round {number + 1}: {'NOT AS PUBLISHED: ' if wrong else ''}"
                  f"adjutant {told(own, both)}, py4swiss {told(other, both)}; see {kept}")
        return own

    def file(self, path: Path) -> None:
        tournament = read(path)
        self.count.tournaments += 1
        for number in range(tournament.rounds):
            self.round(tournament, number, tournament.pairs(number))

    def made(self, seed: int, most: int) -> None:
        """A tournament with byes, defaults and absences, which goes on with what we pair."""
        chance = random.Random(seed)
        players, rounds = chance.randint(4, most), chance.randint(3, 11)
        strength = sorted((chance.randint(800, 2400) for _ in range(players)), reverse=True)
        points = Points(2.0, 1.0) if chance.random() < 0.5 else Points()
        color = chance.choice(["white1", "black1"])
        tournament = Tournament(f"made-{seed}", dict(enumerate(strength, 1)), rounds, points, color,
                                {number: [] for number in range(1, players + 1)})
        self.count.tournaments += 1
        away, default = chance.choice([0, 0, 0.05, 0.2]), chance.choice([0, 0.03])
        for number in range(rounds):
            for own in tournament.played.values():
                # Who has not come to the first round has no number yet, and py4swiss knows nothing of that.
                if number > 0 and chance.random() < away:
                    own.append((0, "-", chance.choice("ZHZF")))
            pairs = self.round(tournament, number, None)
            if not pairs:
                return
            for white, black in sorted(pairs):
                for player, result in zip((white, black), outcome(chance, strength, white, black, default)):
                    side = "w" if player == white else "b"
                    other = black if player == white else white
                    if player:
                        tournament.played[player].append((other, side if other else "-", result))


def outcome(chance: random.Random, strength: list[int], white: int, black: int, default: float) -> str:
    """What came of a game for White and for Black."""
    if black == 0:
        return "U "
    if chance.random() < default:
        return chance.choice(["+-", "-+", "--"])
    expected = 1 / (1 + 10 ** ((strength[black - 1] - strength[white - 1]) / 400))
    if chance.random() < 0.25:
        return "=="
    return "10" if chance.random() < expected else "01"


def told(pairs: set | None, both: set) -> str:
    own = None if pairs is None else ", ".join(f"{white}-{black}" for white, black in sorted(pairs - set(both)))
    return "finds none" if own is None else f"pairs {own[:200]}"


def say(what: str, count: Count) -> None:
    print(f"{what}: {count.tournaments} tournaments, {count.rounds} rounds, {count.unpaired} of them without a legal "
          f"pairing by both; {count.wrong} not as they were published, {count.apart} otherwise by py4swiss", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="adjutant's pairings beside py4swiss's")
    parser.add_argument("--program", required=True)
    parser.add_argument("--made", type=int, default=200, help="so many tournaments are made up")
    parser.add_argument("--seed", type=int, default=1, help="of the first of them")
    parser.add_argument("--players", type=int, default=32, help="a tournament that is made up has 4 to so many")
    parser.add_argument("files", nargs="*", type=Path, help="instead of the data of the tests")
    asked = parser.parse_args()
    keep = Path(sys.prefix)
    known, made = Court(asked.program, keep), Court(asked.program, keep)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(known.file, asked.files or sorted(DATA.glob("*.trf"))))
        say("files", known.count)
        seeds = range(asked.seed, asked.seed + asked.made)
        list(pool.map(lambda seed: made.made(seed, asked.players), seeds))
        say("made up", made.count)
    return 1 if known.count.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
