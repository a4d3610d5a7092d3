"""Rate the difficulty of puzzles: for a search, and for readers who look for forcing turns.

The rating is 800, plus 800 times the part of all searches that miss every solution, plus up to 400
for rare solutions, plus 200 if no solution kills.
"""

from __future__ import annotations

from dataclasses import replace
from math import log
from random import Random
from typing import TYPE_CHECKING, Final

from djambi.bots import BotSettings, SearchBot
from djambi.forwarding import renamed
from djambi.position.position import Position
from djambi.puzzles.puzzle import Puzzle

NODE_BUDGETS: Final = (60, 250, 1_000, 4_000, 16_000, 64_000)
"""The node limits of the searches, each four times the one before."""

SEEDS_PER_BUDGET: Final = 2
"""Searches for each node limit."""

BASE_RATING: Final = 800
"""The rating of the easiest puzzles."""

MISS_POINTS: Final = 800
"""Points if no search finds a solution, however long."""

RARITY_POINTS: Final = 400
"""Points if one turn in a thousand is a solution (none at one in twenty)."""

QUIET_POINTS: Final = 200
"""Points if no solution kills."""


def rating_of(puzzle: Puzzle) -> int:
    """Return the rating of a puzzle, from 800 to 2200."""
    position = Position.parse(puzzle.position)
    rare = log(puzzle.turns / len(puzzle.solutions) / 20) / log(1000 / 20)
    quiet = not any(position.turn(text).place for text in puzzle.solutions)
    added = (
        MISS_POINTS * miss_rate(puzzle)
        + RARITY_POINTS * min(1.0, max(0.0, rare))
        + QUIET_POINTS * quiet
    )
    return round(BASE_RATING + added)


def miss_rate(puzzle: Puzzle) -> float:
    """Return the part of all searches, of every budget and seed, that find no solution."""
    position = Position.parse(puzzle.position)
    random = Random(f"rating {puzzle.name}")  # noqa: S311 - it plays, it keeps no secrets
    failed = 0
    for nodes in NODE_BUDGETS:
        for _ in range(SEEDS_PER_BUDGET):
            bot = SearchBot(BotSettings(nodes=nodes, seconds=3600.0), random.getrandbits(64))
            failed += str(bot.choose(position)) not in puzzle.solutions
    return failed / (len(NODE_BUDGETS) * SEEDS_PER_BUDGET)


def with_rating(puzzle: Puzzle) -> Puzzle:
    """Return the same puzzle with its rating."""
    return replace(puzzle, rating=rating_of(puzzle))


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        missed="miss_rate",
        rated="with_rating",
    )
