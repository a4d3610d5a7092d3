"""Choose puzzles: that of a day, those of a month, and a storm of rising difficulty."""

from __future__ import annotations

from calendar import monthrange
from datetime import date
from functools import cache
from itertools import pairwise
from random import Random
from typing import Final

from djambi.puzzles.puzzle import ENDING, Puzzle, puzzles

STORM_PUZZLES: Final = 60
"""Puzzles in a storm: more than anybody solves in its few minutes."""


@cache
def _order() -> tuple[Puzzle, ...]:
    # Not every kernel has the endings, and the day's puzzle is everybody's.
    order = sorted((e for e in puzzles() if e.kind != ENDING), key=lambda each: each.name)
    Random("daily").shuffle(order)
    return tuple(order)


def daily(day: date) -> Puzzle:
    """Return the puzzle of a day: always the same order, so that none comes twice in a round.

    A round takes as many days as there are puzzles without the endings: more than a year.

    >>> daily(date(2026, 11, 21)) == daily(date(2026, 11, 21))
    True
    """
    return _order()[day.toordinal() % len(_order())]


def month_of_puzzles(day: date) -> list[tuple[date, Puzzle]]:
    """Return the puzzles of all days of the month that a day is in.

    >>> len(month_of_puzzles(date(2028, 2, 9)))
    29
    """
    days = range(1, monthrange(day.year, day.month)[1] + 1)
    return [(each, daily(each)) for each in (day.replace(day=number) for number in days)]


def storm(seed: int) -> list[Puzzle]:
    """Return puzzles of rising difficulty, one of each band of ratings; a seed chooses them.

    >>> ratings = [each.rating for each in storm(7)]
    >>> ratings == sorted(ratings) and storm(7) == storm(7)
    True
    """
    random = Random(f"storm {seed}")
    every = puzzles()
    many = min(STORM_PUZZLES, len(every))
    bounds = [len(every) * number // many for number in range(many + 1)]
    return [every[random.randrange(low, high)] for low, high in pairwise(bounds)]
