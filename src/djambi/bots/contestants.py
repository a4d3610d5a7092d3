"""Everything that can play in a match, by name: levels, yardsticks, and full strength by time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from djambi.bots.base import Bot
from djambi.bots.levels import LEVELS
from djambi.bots.thinking import Mind, ThinkingBot
from djambi.bots.yardsticks import PublishedBot
from djambi.errors import DjambiError, quoted

FULL: Final = "full:"
"""Before a number of seconds a turn: the search as strong as it is, for so long."""

LONGEST: Final = 600.0
"""Seconds a turn, at most."""


def contestant(name: str) -> Callable[[int | None], Bot]:
    """Return what makes a bot of this name, from a seed.

    Args:
        name: a level, ``published`` (`djambi.bots.yardsticks`) or ``full:SECONDS``.

    Raises:
        DjambiError: nobody has that name, or the seconds are not from 0.001 to 600.

    >>> type(contestant("full:0.5")(1)).__name__
    'ThinkingBot'
    """
    if name == "published":
        return PublishedBot
    if name.startswith(FULL):
        return partial(ThinkingBot, Mind(seconds=_seconds(name)))
    for level in LEVELS:
        if level.name == name:
            return level.maker
    known = ", ".join(level.name for level in LEVELS)
    raise DjambiError(f"unknown player {quoted(name)}; known: {known}, published, full:SECONDS")


def _seconds(name: str) -> float:
    try:
        seconds = float(name.removeprefix(FULL))
    except ValueError:
        seconds = 0.0
    if not 0.001 <= seconds <= LONGEST:
        raise DjambiError(f"{quoted(name)}: seconds a turn must be from 0.001 to {LONGEST:.0f}")
    return seconds
