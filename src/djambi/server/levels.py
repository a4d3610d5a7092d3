"""The bots that may take a seat, as `djambi.bots` lists them."""

from __future__ import annotations

from djambi.bots import LEVELS, USUAL
from djambi.server.views import BotView
from djambi.server.words import Refused, words


def bot_views() -> list[BotView]:
    """All levels, the weakest first."""
    return [
        BotView(level.name, words(f"bot.{level.name}"), words(f"bot.{level.name}.about"))
        for level in LEVELS
    ]


def known_level(name: str | None) -> str:
    """`name` if it is a level, the usual one for None; raises Refused otherwise.

    >>> known_level("greedy")
    'greedy'
    """
    if name is None:
        return USUAL
    if all(level.name != name for level in LEVELS):
        raise Refused("no_level", level=name)
    return name
