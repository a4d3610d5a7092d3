"""Calibrate the ratings of puzzles by the bots that solve them.

Method: every level of bots, with a rating of its own on the usual scale, tries each turn of the
solution several times, and the turn's rating is the most probable one by the logistic model of Elo
and Rasch:

    P(a level of rating L finds a turn of rating R) = 1 / (1 + 10^((R - L) / 400))

with a normal prior for turns that all levels find, or none. A puzzle is solved by whoever finds all
of its turns: its rating is the level that does so every second time. People find it harder than
bots to see turns that strike nobody: such puzzles are rated higher.

Sources: Arpad E. Elo (1978), The Rating of Chessplayers, Past and Present. Georg Rasch (1960),
Probabilistic Models for Some Intelligence and Attainment Tests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import log, prod, sqrt
from random import Random
from typing import TYPE_CHECKING, Final

from djambi.bots import LEVELS, SearchBot
from djambi.forwarding import renamed
from djambi.position.position import Position
from djambi.puzzles.attempt import solution_line
from djambi.puzzles.proof import Prover
from djambi.puzzles.puzzle import Puzzle

LEVEL_RATINGS: Final = {each.name: 700 + 200 * i for i, each in enumerate(LEVELS)}
"""The rating of each level, as its place on the scale of puzzles."""

TRIES_PER_LEVEL: Final = 4
"""How often each level tries a turn."""

PRIOR_MEAN: Final = 1400
"""The expected rating of a turn that nobody has tried."""

PRIOR_DEVIATION: Final = 350
"""The deviation of that expectation."""

MIN_RATING: Final = 600
"""The lowest rating."""

MAX_RATING: Final = 2600
"""The highest rating."""

QUIET_POINTS: Final = 100
"""Points if no solution strikes or carries anything."""

_LOGISTIC: Final = log(10) / 400


def found_turns(puzzle: Puzzle) -> list[dict[str, int]]:
    """Return for each own turn of the solution how many tries of each level find a right one."""
    random = Random(f"rating {puzzle.name}")
    found: list[dict[str, int]] = []
    for number, part in enumerate(solution_line(puzzle)):
        right = puzzle.solutions
        if number:
            right = tuple(Prover(part.before).solutions("win", puzzle.moves - number))
        tries = {
            each.name: [
                SearchBot(each.settings, random.getrandbits(64)).choose(part.before)
                for _ in range(TRIES_PER_LEVEL)
            ]
            for each in LEVELS
        }
        found.append({name: sum(str(t) in right for t in tries[name]) for name in tries})
    return found


def calibrated(solved: dict[str, int]) -> tuple[float, float]:
    """Return the most probable rating of a turn and its deviation.

    Args:
        solved: how many of `TRIES_PER_LEVEL` tries found it, by level.

    >>> easy, _ = calibrated(dict.fromkeys(LEVEL_RATINGS, TRIES_PER_LEVEL))
    >>> hard, deviation = calibrated(dict.fromkeys(LEVEL_RATINGS, 0))
    >>> easy < 800 < 2100 < hard, deviation < PRIOR_DEVIATION
    (True, True)
    """

    def is_too_low(rating: float) -> bool:
        # The slope of the logarithm of the posterior: it falls with the rating.
        slope = (PRIOR_MEAN - rating) / PRIOR_DEVIATION**2
        for name, level in LEVEL_RATINGS.items():
            expected = TRIES_PER_LEVEL * _chance(level, rating)
            slope += _LOGISTIC * (expected - solved[name])
        return slope > 0

    rating = _bisected(is_too_low)
    chances = [_chance(level, rating) for level in LEVEL_RATINGS.values()]
    known = TRIES_PER_LEVEL * _LOGISTIC**2 * sum(each * (1 - each) for each in chances)
    return rating, 1 / sqrt(1 / PRIOR_DEVIATION**2 + known)


def rating_of_all(turns: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the rating of a puzzle, and its deviation, from those of all of its turns.

    >>> [round(number) for number in rating_of_all([(1500.0, 90.0)])]
    [1500, 90]
    >>> [round(number) for number in rating_of_all([(1500.0, 90.0), (1500.0, 90.0)])]
    [1653, 64]
    """
    level = _bisected(lambda level: prod(_chance(level, rating) for rating, _ in turns) < 0.5)
    # How much the whole depends on each: those that are found anyhow do not count.
    misses = [1 - _chance(level, rating) for rating, _ in turns]
    doubt = sqrt(
        sum((miss * deviation) ** 2 for miss, (_, deviation) in zip(misses, turns, strict=True))
    )
    return level, doubt / sum(misses)


def _bisected(is_too_low: Callable[[float], bool]) -> float:
    """Return the point of the scale of ratings from which on it is not too low any more."""
    low, high = 0.0, 4000.0
    # So many halvings leave less than a hundred-millionth of a point.
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if is_too_low(middle) else (low, middle)
    return (low + high) / 2


def _chance(level: float, rating: float) -> float:
    return float(1 / (1 + 10 ** ((rating - level) / 400)))


def with_rating(puzzle: Puzzle) -> Puzzle:
    """Return the same puzzle with its rating."""
    position = Position.parse(puzzle.position)
    rating, deviation = rating_of_all([calibrated(each) for each in found_turns(puzzle)])
    rating += QUIET_POINTS * all(_is_quiet(position, text) for text in puzzle.solutions)
    bounded = min(max(rating, MIN_RATING), MAX_RATING)
    return replace(puzzle, rating=round(bounded), deviation=round(deviation))


def _is_quiet(position: Position, text: str) -> bool:
    turn = position.turn(text)
    # An Assassin that kills places nothing; who strikes on leaving the maze has acted before.
    return set(turn.marks(position)) <= {"-"} and not turn.victims


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        rated="with_rating",
    )
