"""Bots: programs that choose a turn. Every bot is a subclass of `Bot` with one method."""

from typing import TYPE_CHECKING

from djambi.bots.base import Bot
from djambi.bots.baselines import PublishedBot
from djambi.bots.bot_settings import BotSettings
from djambi.bots.characters import CHARACTERS, Character
from djambi.bots.contestants import BASELINES, display_name, is_bot, make
from djambi.bots.levels import DEFAULT_LEVEL, HINT_LEVEL, LEVELS, Level
from djambi.bots.search_bot import SearchBot
from djambi.bots.simple import GreedyBot, RandomBot
from djambi.forwarding import renamed

__all__ = [
    "BASELINES",
    "CHARACTERS",
    "DEFAULT_LEVEL",
    "HINT_LEVEL",
    "LEVELS",
    "Bot",
    "BotSettings",
    "Character",
    "GreedyBot",
    "Level",
    "PublishedBot",
    "RandomBot",
    "SearchBot",
    "display_name",
    "is_bot",
    "make",
]


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        ADVISER="HINT_LEVEL",
        Mind="BotSettings",
        ThinkingBot="SearchBot",
        USUAL="DEFAULT_LEVEL",
        YARDSTICKS="BASELINES",
        spoken="display_name",
    )
