"""How hard a puzzle is: for a search, and for eyes that look for something that strikes."""

from __future__ import annotations

from dataclasses import replace
from math import log
from random import Random
from typing import Final

from djambi.bots import BotSettings, SearchBot
from djambi.position.position import Position
from djambi.puzzles.puzzle import Puzzle

BUDGETS: Final = (60, 250, 1_000, 4_000, 16_000, 64_000)
"""Nodes, each four times the one before."""

SEEDS: Final = 2
EASIEST: Final = 800
MISSED: Final = 800
"""What it adds if no search finds a solution, however long."""
RARE: Final = 400
"""What it adds if one turn in a thousand is a solution (nothing at one in twenty)."""
QUIET: Final = 200
"""What it adds if no solution kills."""


def rating_of(puzzle: Puzzle) -> int:
    """The rating, from 800 to 2200: what searches miss, how rare solutions are, how quiet."""
    position = Position.parse(puzzle.position)
    rare = log(puzzle.turns / len(puzzle.solutions) / 20) / log(1000 / 20)
    quiet = not any(position.turn(text).place for text in puzzle.solutions)
    added = MISSED * missed(puzzle) + RARE * min(1.0, max(0.0, rare)) + QUIET * quiet
    return round(EASIEST + added)


def missed(puzzle: Puzzle) -> float:
    """The part of all searches, of every budget and seed, that find no solution."""
    position = Position.parse(puzzle.position)
    random = Random(f"rating {puzzle.name}")  # noqa: S311 - it plays, it keeps no secrets
    failed = 0
    for nodes in BUDGETS:
        for _ in range(SEEDS):
            bot = SearchBot(BotSettings(nodes=nodes, seconds=3600.0), random.getrandbits(64))
            failed += str(bot.choose(position)) not in puzzle.solutions
    return failed / (len(BUDGETS) * SEEDS)


def rated(puzzle: Puzzle) -> Puzzle:
    """The same puzzle with its rating."""
    return replace(puzzle, rating=rating_of(puzzle))
