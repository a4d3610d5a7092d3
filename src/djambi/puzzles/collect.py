"""Look for puzzles in games of bots."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Final, Protocol

from djambi.bots import BotSettings, GreedyBot, RandomBot, SearchBot
from djambi.kernel.rules.codes import FROZEN, HELD, INHERITED
from djambi.position.position import Position
from djambi.puzzles.proof import ProofTooLong, Prover
from djambi.puzzles.puzzle import Puzzle, puzzle_in


class Progress(Protocol):
    """Passes steps on and shows how far they have come."""

    def __call__(self, steps: Iterable[int], what: str, /) -> Iterator[int]:
        """Pass them on."""
        ...


SETTINGS: Final = (
    *("square-4 original",) * 5,
    *("square-4 bga", "square-4 hallepee", "square-3 original", "hex-3 harcourt"),
    *("square-4 djambinet", "square-4 wikipedia", "hex-3 hallepee"),
)
"""Where games are played, in turn."""

MAX_LEGAL_TURNS: Final = 1200
"""Positions with more legal turns are passed over."""

MAX_PROOF_TURNS: Final = 400_000
"""A proof may play so many turns."""

MAX_SOLUTION_RATIO: Final = 0.05
"""At most this part of all turns may solve a puzzle; and at most MAX_SOLUTIONS of them."""

MAX_SOLUTIONS: Final = 12
ROUND_TURNS: Final = 8
"""As many turns as there can be before the player's next: all that can follow is played."""

GREEDY_SEEDS: Final = 6
SAMPLE_TURNS: Final = 24


def find_puzzles(number: int, seed: int) -> list[Puzzle]:
    """Return the puzzles found in one game, at most two, from different turns."""
    random = Random(f"tactics {seed} {number}")  # noqa: S311 - games of bots, no secrets
    where = SETTINGS[number % len(SETTINGS)]
    position = Position.start(*where.split())
    quick = SearchBot(BotSettings(nodes=400, seconds=3600.0, noise=0.03), random.getrandbits(64))
    stray = RandomBot(random.getrandbits(64))
    found: list[Puzzle] = []
    source = f"a game of bots, seed {seed}, number {number}"
    last = -20
    while not position.is_over and position.ply < 400 and len(found) < 2:
        if position.ply > last + 12:
            puzzle = as_puzzle(position, random, source)
            if puzzle is not None:
                found.append(puzzle)
                last = position.ply
        bot = stray if random.random() < 0.15 else quick
        position = position.play(bot.choose(position))
    return found


def as_puzzle(position: Position, random: Random, source: str) -> Puzzle | None:
    """Return the puzzle that a position is, if it is one that greed does not solve."""
    prover = Prover(position, MAX_PROOF_TURNS)
    turns = prover.turns()
    if not 20 <= len(turns) <= MAX_LEGAL_TURNS:
        return None
    try:
        for goal, depth in _goals(prover, turns, random):
            prover.plays = 0
            prover.ends = set()
            solved = prover.solutions(goal, depth)
            if not 1 <= len(solved) <= min(
                MAX_SOLUTIONS, MAX_SOLUTION_RATIO * len(turns)
            ) or is_solved_by_greed(position, solved):
                continue
            if goal != "win":
                depth = ROUND_TURNS
                prover.plays = 0
                if prover.solutions(goal, depth) != solved:
                    continue
            name = f"{position.variant.name}-{position.key:016x}"
            return Puzzle(
                name, _kind(goal, prover.ends), goal, depth, str(position), tuple(solved),
                len(turns), prover.plays, source,
            )  # fmt: skip
    except ProofTooLong:
        return None
    return None


def is_not_ahead(position: Position) -> bool:
    """Return whether the player controls at most half of the pieces that anybody controls.

    Who has more wins anyhow, one way or another.
    """
    lords = [position.controller(piece.party) for piece in position.pieces.values()]
    return 2 * lords.count(position.mover) <= len(lords) - lords.count(None)


def is_solved_by_greed(
    position: Position, solved: Sequence[str], tries: int = GREEDY_SEEDS
) -> bool:
    """Return whether the bot that takes what it can solves this, with any of some seeds."""
    return any(str(GreedyBot(seed).choose(position)) in solved for seed in range(tries))


def _goals(prover: Prover, turns: Sequence[int], random: Random) -> Iterator[tuple[str, int]]:
    """Yield the goals that a position may be a puzzle for, by a sample of its turns."""
    sample = random.sample(turns, min(SAMPLE_TURNS, len(turns)))
    if 4 * sum(prover.reaches(turn, "keep", 1) for turn in sample) <= len(sample):
        yield "keep", 1
    if not is_not_ahead(prover.position):
        return
    kills = [turn for turn in turns if prover.reaches(turn, "kill", 0)]
    if kills and not all(prover.reaches(turn, "kill", 1) for turn in kills):
        yield "kill", 1
    if len(prover.position.active) == 2 and not kills:
        # A duel: one turn, any answer, and another turn that wins.
        yield "win", 2


def _kind(goal: str, ends: set[int]) -> str:
    if goal != "keep":
        return goal
    return "walls" if ends <= {FROZEN, HELD, INHERITED} else "chief"


def search_games(log: Path, games: int, seed: int, show: Progress) -> list[Puzzle]:
    """Look through games and note each in a file, so that the work can be broken off.

    Args:
        log: the file of what is done, a game to a line.
        games: how many, from number 0.
        show: what shows how far the work has come: it is given the steps and what they are.
    """
    lines = log.read_text("utf-8").splitlines() if log.exists() else []
    known = {json.loads(line)["number"] for line in lines}
    for number in show([each for each in range(games) if each not in known], "games"):
        row = {"number": number, "puzzles": [asdict(each) for each in find_puzzles(number, seed)]}
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
    rows = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    return [puzzle_in(each) for row in rows for each in row["puzzles"]]
