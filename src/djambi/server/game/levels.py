"""The bots that may take a seat, as `djambi.bots` lists them."""

from __future__ import annotations

from djambi.bots import CHARACTERS, DEFAULT_LEVEL, LEVELS, is_bot
from djambi.server.errors import Refused, words
from djambi.server.schemas.views import BotView, CharacterView


def bot_views() -> list[BotView]:
    """All levels, the weakest first."""
    return [
        BotView(
            level.name,
            level.name == DEFAULT_LEVEL,
            words(f"bot.{level.name}"),
            words(f"bot.{level.name}.about"),
        )
        for level in LEVELS
    ]


def character_views() -> list[CharacterView]:
    """All characters that a bot of any level may have."""
    return [
        CharacterView(
            each.name, words(f"character.{each.name}"), words(f"character.{each.name}.about")
        )
        for each in CHARACTERS
    ]


def known_level(name: str | None) -> str:
    """`name` if a bot has it, the usual one for None; raises Refused otherwise.

    Levels that older versions had are still played.

    >>> known_level("greedy"), known_level("club:avenger")
    ('greedy', 'club:avenger')
    """
    if name is None:
        return DEFAULT_LEVEL
    if not is_bot(name):
        raise Refused("no_level", level=name)
    return name
