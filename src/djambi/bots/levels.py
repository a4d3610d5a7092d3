"""The bots that people choose from, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from djambi.bots.base import Bot
from djambi.bots.simple import GreedyBot, RandomBot
from djambi.errors import DjambiError, quoted


@dataclass(frozen=True, slots=True)
class Level:
    """A bot to choose; the text ``bot.<name>`` names it, ``bot.<name>.about`` describes it."""

    name: str
    maker: Callable[[int | None], Bot]


LEVELS: Final = (Level("random", RandomBot), Level("greedy", GreedyBot))
"""All bots, the weakest first."""


def make(name: str, seed: int | None = None) -> Bot:
    """Return a new bot of a level.

    Raises:
        DjambiError: there is no such level.

    >>> type(make("greedy", 1)).__name__
    'GreedyBot'
    """
    for level in LEVELS:
        if level.name == name:
            return level.maker(seed)
    known = ", ".join(level.name for level in LEVELS)
    raise DjambiError(f"unknown bot {quoted(name)}; known: {known}")
