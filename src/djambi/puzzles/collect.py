"""Search games of bots for puzzles."""

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
    """A function that passes steps on and shows the progress."""

    def __call__(self, steps: Iterable[int], what: str, /) -> Iterator[int]:
        """Yield the steps."""
        ...


SETTINGS: Final = (
    *("square-4 original",) * 5,
    *("square-4 bga", "square-4 hallepee", "square-3 original", "hex-3 harcourt"),
    *("square-4 djambinet", "square-4 wikipedia", "hex-3 hallepee"),
)
"""The variants and editions that games are played by, in turn."""

MAX_PLIES: Final = 400
"""The longest game, in plies."""

STRAY_RATE: Final = 0.15
"""The part of all turns that are played at random, so that games differ."""

MAX_PUZZLES_PER_GAME: Final = 2
"""The most puzzles taken from one game."""

PUZZLE_GAP_PLIES: Final = 12
"""Plies after a puzzle in which the same game is not searched for another."""

MIN_LEGAL_TURNS: Final = 20
"""Positions with fewer legal turns are skipped: they are too easy."""

MAX_LEGAL_TURNS: Final = 1200
"""Positions with more legal turns are skipped: their proofs take too long."""

MAX_PROOF_TURNS: Final = 400_000
"""The most turns that a proof may play."""

MAX_SOLUTION_RATIO: Final = 0.05
"""The largest part of all turns that may solve a puzzle."""

MAX_SOLUTIONS: Final = 12
"""The most turns that may solve a puzzle."""

ROUND_TURNS: Final = 8
"""A number of turns that always reaches the player's next one, so that everything is played out."""

GREEDY_SEEDS: Final = 6
"""The seeds with which the greedy bot tries to solve a puzzle."""

SAMPLE_TURNS: Final = 24
"""Turns sampled to see whether a position needs saving."""


def find_puzzles(number: int, seed: int) -> list[Puzzle]:
    """Play a game of bots and return the puzzles found in it.

    Args:
        number: the number of the game, which decides its variant and edition.
        seed: the seed; with the number it decides the game.
    """
    random = Random(f"tactics {seed} {number}")  # noqa: S311 - games of bots, no secrets
    where = SETTINGS[number % len(SETTINGS)]
    position = Position.start(*where.split())
    quick = SearchBot(
        BotSettings(nodes=400, seconds=3600.0, evaluation_noise=0.03), random.getrandbits(64)
    )
    stray = RandomBot(random.getrandbits(64))
    found: list[Puzzle] = []
    source = f"a game of bots, seed {seed}, number {number}"
    last = -PUZZLE_GAP_PLIES - 1
    while not position.is_over and position.ply < MAX_PLIES and len(found) < MAX_PUZZLES_PER_GAME:
        if position.ply > last + PUZZLE_GAP_PLIES:
            puzzle = as_puzzle(position, random, source)
            if puzzle is not None:
                found.append(puzzle)
                last = position.ply
        bot = stray if random.random() < STRAY_RATE else quick
        position = position.play(bot.choose(position))
    return found


def as_puzzle(position: Position, random: Random, source: str) -> Puzzle | None:
    """Return the puzzle in a position, None if there is none or greed solves it.

    Args:
        position: the position.
        random: a source for the sample of its turns.
        source: where it comes from.
    """
    prover = Prover(position, MAX_PROOF_TURNS)
    turns = prover.turns()
    if not MIN_LEGAL_TURNS <= len(turns) <= MAX_LEGAL_TURNS:
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
    """Return whether the player controls at most half of all controlled pieces.

    A player with more wins anyhow, one way or another.
    """
    lords = [position.controller(piece.party) for piece in position.pieces.values()]
    return 2 * lords.count(position.mover) <= len(lords) - lords.count(None)


def is_solved_by_greed(
    position: Position, solved: Sequence[str], tries: int = GREEDY_SEEDS
) -> bool:
    """Return whether the greedy bot finds a solution with any of some seeds."""
    return any(str(GreedyBot(seed).choose(position)) in solved for seed in range(tries))


def _goals(prover: Prover, turns: Sequence[int], random: Random) -> Iterator[tuple[str, int]]:
    """Yield the goals and depths that a position may be a puzzle for."""
    sample = random.sample(turns, min(SAMPLE_TURNS, len(turns)))
    if 4 * sum(prover.reaches(turn, "keep", 1) for turn in sample) <= len(sample):
        yield "keep", 1
    if not is_not_ahead(prover.position):
        return
    kills = [turn for turn in turns if prover.reaches(turn, "kill", 0)]
    if kills and not all(prover.reaches(turn, "kill", 1) for turn in kills):
        yield "kill", 1
    if len(prover.position.active) == 2 and not kills:
        # A duel: one turn, any reply, and another turn that wins.
        yield "win", 2


def _kind(goal: str, ends: set[int]) -> str:
    if goal != "keep":
        return goal
    return "walls" if ends <= {FROZEN, HELD, INHERITED} else "chief"


def search_games(log: Path, games: int, seed: int, show: Progress) -> list[Puzzle]:
    """Search games for puzzles, recording each game in a file so that the work can be resumed.

    Args:
        log: a file of JSON lines, one per game.
        games: how many games to search, from number 0.
        seed: the seed of the games.
        show: shows the progress.
    """
    lines = log.read_text("utf-8").splitlines() if log.exists() else []
    known = {json.loads(line)["number"] for line in lines}
    for number in show([each for each in range(games) if each not in known], "games"):
        row = {"number": number, "puzzles": [asdict(each) for each in find_puzzles(number, seed)]}
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
    rows = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    return [puzzle_in(each) for row in rows for each in row["puzzles"]]
