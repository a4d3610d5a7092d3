"""Measure whether characters can be told apart by their play: `python -m bench.characters`.

Bots of one level play each other, with a random character (or none) at each seat. Games are grouped
into batches of `--games` per character, and some traits of each batch are measured blindly. A
classifier that has learnt the mean and deviation of each character's traits from `--learn` batches
names the characters of `--tell` others: the nearest, in units of deviation.

With `--talk NODES` they also make pacts, which they value by searches of so many nodes, and what
each player said and what became of its promises is measured beside what it did.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from random import Random
from statistics import fmean, pstdev

from djambi import Position
from djambi.bots import CHARACTERS, BotSettings, make
from djambi.bots.characters import character, maze_proximity
from djambi.bots.negotiator import Negotiator
from djambi.bots.simple import material_balance
from djambi.bots.talk_table import TalkTable
from djambi.pacts import GameLine
from djambi.position.outcome import HappeningKind, outcome
from djambi.position.turn import Turn

NO_CHARACTER = "none"
LABELS = (*(each.name for each in CHARACTERS), NO_CHARACTER)
TRAITS = (
    "kills",
    "near",
    "reign",
    "march",
    "vengeance",
    "strongest",
    "weakest",
    "throws",
    "regicide",
)
WORDS = ("proposes", "signs", "secrets", "breaks")
"""The traits of what is said: proposals and signatures per turn, the part of signed pacts that is
secret, and the part of promises that is broken."""

MAX_PLIES = 400
MAX_VALUE_TIME_S = 600.0


@dataclass
class Tally:
    """Counts of what one player did in one or more games; each trait is a ratio of two of them."""

    turns: int = 0
    kills: int = 0
    throws: int = 0
    corpses: int = 0
    near: float = 0.0
    reign: int = 0
    march: float = 0.0
    # Acts on others, those of them that struck back, and what chance would have struck back.
    acts: int = 0
    provoked: int = 0
    vengeance: int = 0
    strongest: int = 0
    weakest: int = 0
    hunted: int = 0
    ruled: int = 0
    regicide: int = 0
    proposed: int = 0
    signed: int = 0
    secret: int = 0
    kept: int = 0
    broken: int = 0

    def add(self, other: Tally) -> None:
        for name, value in asdict(other).items():
            setattr(self, name, getattr(self, name) + value)

    def traits(self) -> dict[str, float]:
        """Return the player's traits, in the order of `TRAITS` and `WORDS`."""
        return {
            "kills": self.kills / max(1, self.turns),
            "near": self.near / max(1, self.corpses),
            "reign": self.reign / max(1, self.turns),
            "march": self.march / max(1, self.turns),
            "vengeance": self.vengeance / max(1, self.provoked),
            "strongest": self.strongest / max(1, self.hunted),
            "weakest": self.weakest / max(1, self.hunted),
            "throws": self.throws / max(1, self.turns),
            "regicide": self.regicide / max(1, self.ruled),
            "proposes": self.proposed / max(1, self.turns),
            "signs": self.signed / max(1, self.turns),
            "secrets": self.secret / max(1, self.signed),
            "breaks": self.broken / max(1, self.kept + self.broken),
        }


def played(job: tuple[str, int, int]) -> dict[str, Tally]:
    """Play a game and return the counts of each character in it.

    A job is a level, the number of the game, and the nodes of searches for the value of pacts, 0
    for a game without words.
    """
    level, number, nodes = job
    chance = Random(number)
    position = Position.start()
    letters = position.variant.parties
    seats = dict(zip(letters, chance.sample(LABELS, len(letters)), strict=True))
    bots = {
        party: make(level if name == NO_CHARACTER else f"{level}:{name}", chance.getrandbits(32))
        for party, name in seats.items()
    }
    speakers: dict[str, Negotiator] = {}
    if nodes:
        settings = BotSettings(nodes=nodes, seconds=MAX_VALUE_TIME_S)
        speakers = {
            party: Negotiator(
                party, None if name == NO_CHARACTER else character(name), str(number), settings
            )
            for party, name in seats.items()
        }
    table = TalkTable(position, speakers)
    line = [position]
    turns: list[Turn] = []
    while not position.is_over and position.ply < MAX_PLIES:
        party = position.mover or ""
        table.before_turn(position, party, bots[party])
        turns.append(bots[party].choose(position))
        line.append(position.play(turns[-1]))
        table.after_turn(GameLine(position, party, turns[-1], line[-1]))
        position = line[-1]
    tallies = watched(line, turns)
    for party, tally in tallies.items():
        heard(table, party, tally)
    return {seats[party]: tally for party, tally in tallies.items()}


def heard(table: TalkTable, party: str, tally: Tally) -> None:
    """Add what a party said in a game, and what became of its promises."""
    talk = table.seat_talk(party)
    tally.proposed, tally.signed = talk.proposed, talk.signed
    tally.kept, tally.broken = talk.kept, talk.broken
    tally.secret = sum(pact.secret for pact in table.pacts() if party in pact.parties)


def watched(line: Sequence[Position], turns: Sequence[Turn]) -> dict[str, Tally]:
    """Return the counts of each party in a game."""
    board = line[0].board
    near = dict(zip(board.cells, maze_proximity(board), strict=True))
    tallies: dict[str, Tally] = defaultdict(Tally)
    wronged: dict[str, str] = {}
    for (before, after), turn in zip(pairwise(line), turns, strict=True):
        party = before.mover or ""
        tally = tallies[party]
        tally.turns += 1
        tally.reign += after.ruler == party
        chief = after.chief_of(party)
        tally.march += near[chief] if chief is not None else 0.0
        others = [*before.opponents(party)]
        rank = sorted(others, key=lambda letter: material_balance(before, letter))
        for told in outcome(before, turn, after):
            if told.what in (HappeningKind.KILLED, HappeningKind.EXHUMED):
                tally.corpses += 1
                tally.near += near[told.target or ""]
            if told.what not in (HappeningKind.KILLED, HappeningKind.DISPLACED):
                continue
            tally.kills += told.what is HappeningKind.KILLED
            tally.throws += told.what is HappeningKind.DISPLACED
            victim = before.controller(told.party or "")
            if victim is None or victim == party:
                continue
            if len(others) > 1:
                tally.hunted += 1
                tally.strongest += victim == rank[-1]
                tally.weakest += victim == rank[0]
                tally.ruled += before.ruler in others
                tally.regicide += victim == before.ruler
                if wronged.get(party) in others:
                    tally.provoked += 1
                    tally.vengeance += victim == wronged[party]
            if told.what is HappeningKind.KILLED:
                wronged[victim] = party
    return tallies


def batches(games: Iterable[Mapping[str, Tally]], size: int) -> dict[str, list[dict[str, float]]]:
    """Return the traits of each character, one row for each batch of `size` of its games."""
    waiting: dict[str, list[Tally]] = defaultdict(list)
    found: dict[str, list[dict[str, float]]] = defaultdict(list)
    for game in games:
        for name, tally in game.items():
            waiting[name].append(tally)
            if len(waiting[name]) == size:
                together = Tally()
                for each in waiting.pop(name):
                    together.add(each)
                found[name].append(together.traits())
    return found


def told_apart(
    found: Mapping[str, Sequence[Mapping[str, float]]],
    learn: int,
    tell: int,
    traits: Sequence[str],
) -> Counter[tuple[str, str]]:
    """Return how often a batch of one character was classified as each of the others."""
    spread = {
        trait: fmean(pstdev(b[trait] for b in found[name][:learn]) for name in found) or 1.0
        for trait in traits
    }
    centre = {
        name: {trait: fmean(b[trait] for b in found[name][:learn]) for trait in traits}
        for name in found
    }
    taken: Counter[tuple[str, str]] = Counter()
    for name in found:
        for batch in found[name][learn : learn + tell]:
            guess = min(
                centre,
                key=lambda other: sum(
                    ((batch[trait] - centre[other][trait]) / spread[trait]) ** 2 for trait in traits
                ),
            )
            taken[name, guess] += 1
    return taken


def main() -> None:
    """Play, measure and classify; print a table."""
    parser = argparse.ArgumentParser(prog="python -m bench.characters", description=__doc__)
    parser.add_argument("--level", default="club")
    parser.add_argument("--games", type=int, default=20, help="games in a batch")
    parser.add_argument("--learn", type=int, default=4, help="batches learnt from, a character")
    parser.add_argument("--tell", type=int, default=4, help="batches told apart, a character")
    parser.add_argument("--talk", type=int, default=0, metavar="NODES", help="let them make pacts")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    wanted = asked.games * (asked.learn + asked.tell)
    games: list[dict[str, Tally]] = []
    seen: Counter[str] = Counter()
    with multiprocessing.get_context("spawn").Pool(asked.jobs) as pool:
        jobs = ((asked.level, number, asked.talk) for number in range(100 * wanted))
        # In the order of the numbers, so that the same command gives the same figures.
        for game in pool.imap(played, jobs):
            games.append(game)
            seen.update(game.keys())
            if sys.stderr.isatty():
                print(f"\r{min(seen.values())} of {wanted}", end="", file=sys.stderr)
            if len(seen) == len(LABELS) and min(seen.values()) >= wanted:
                break
        pool.terminate()
    if sys.stderr.isatty():
        print(file=sys.stderr)
    found = batches(games, asked.games)
    shown = (*TRAITS, *WORDS) if asked.talk else TRAITS
    taken = told_apart(found, asked.learn, asked.tell, shown)
    right = sum(many for (name, guess), many in taken.items() if name == guess)
    if asked.json:
        report = {
            "right": right, "of": taken.total(), "games": len(games),
            "traits": {name: found[name][0] for name in LABELS},
        }  # fmt: skip
        print(json.dumps(report))
        return
    print("| character | " + " | ".join(shown) + " | told right | taken for |")
    print("|---" * (len(shown) + 3) + "|")
    for name in LABELS:
        means = (f"{fmean(b[trait] for b in found[name]):.3f}" for trait in shown)
        wrong = ", ".join(
            f"{guess} {many}" for (own, guess), many in taken.items() if own == name != guess
        )
        print(f"| {name} | {' | '.join(means)} | {taken[name, name]} of {asked.tell} | {wrong} |")
    print(f"\n{right} of {taken.total()} batches told right; {len(games)} games")


if __name__ == "__main__":
    main()
