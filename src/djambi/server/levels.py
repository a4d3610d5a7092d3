"""The bots that may take a seat, as `djambi.bots` lists them."""

from __future__ import annotations

from djambi.bots import LEVELS
from djambi.server.views import BotView
from djambi.server.words import Refused, words

DEFAULT_LEVEL = LEVELS[len(LEVELS) // 2].name
"""Who plays where nobody chose: one of the middle."""


def bot_views() -> list[BotView]:
    """All levels, the weakest first."""
    return [
        BotView(level.name, words(f"bot.{level.name}"), words(f"bot.{level.name}.about"))
        for level in LEVELS
    ]


def known_level(name: str | None) -> str:
    """`name` if it is a level, the default one for None; raises Refused otherwise.

    >>> known_level("greedy")
    'greedy'
    """
    if name is None:
        return DEFAULT_LEVEL
    if all(level.name != name for level in LEVELS):
        raise Refused("no_level", level=name)
    return name
