"""The bots that people choose from, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from djambi.bots.base import Bot
from djambi.bots.simple import GreedyBot, RandomBot
from djambi.bots.thinking import Mind, ThinkingBot
from djambi.errors import DjambiError, quoted


@dataclass(frozen=True, slots=True)
class Level:
    """A bot to choose; the text ``bot.<name>`` names it, ``bot.<name>.about`` describes it."""

    name: str
    maker: Callable[[int | None], Bot]


_CARELESS: Final = (("now", 0.0), ("soon", 0.0), ("late", 0.0))
"""Weights of one who does not see what is attacked."""

MINDS: Final = {
    "novice": Mind(
        nodes=300, depth=1, noise=0.04, blind=0.4, places=1, root_places=2, weights=_CARELESS
    ),
    "learner": Mind(nodes=400, depth=1, noise=0.12, blind=0.45, places=1, root_places=2),
    "casual": Mind(nodes=1_200, depth=2, noise=0.05, blind=0.25, places=1, root_places=4),
    "club": Mind(nodes=2_500, noise=0.025, blind=0.12, places=2),
    "expert": Mind(nodes=8_000),
    "master": Mind(nodes=100_000),
}
"""What the levels that look ahead can see. Nodes, not seconds, make them alike everywhere."""


def _thinking(name: str) -> Level:
    return Level(name, partial(ThinkingBot, MINDS[name]))


LEVELS: Final = (
    Level("random", RandomBot),
    _thinking("novice"),
    _thinking("learner"),
    Level("greedy", GreedyBot),
    _thinking("casual"),
    _thinking("club"),
    _thinking("expert"),
    _thinking("master"),
)
"""All bots, the weakest first."""

USUAL: Final = "casual"
"""Who plays where nobody chose: fun for a first game."""

ADVISER: Final = LEVELS[-1].name
"""Who is asked for a hint."""


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
