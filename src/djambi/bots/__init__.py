"""Bots: programs that choose a turn. A bot is a subclass of `Bot` with one method."""

from djambi.bots.base import Bot
from djambi.bots.characters import CHARACTERS, Character
from djambi.bots.contestants import YARDSTICKS, is_bot, make, spoken
from djambi.bots.levels import ADVISER, LEVELS, USUAL, Level
from djambi.bots.simple import GreedyBot, RandomBot
from djambi.bots.thinking import Mind, ThinkingBot
from djambi.bots.yardsticks import PublishedBot

__all__ = [
    "ADVISER",
    "CHARACTERS",
    "LEVELS",
    "USUAL",
    "YARDSTICKS",
    "Bot",
    "Character",
    "GreedyBot",
    "Level",
    "Mind",
    "PublishedBot",
    "RandomBot",
    "ThinkingBot",
    "is_bot",
    "make",
    "spoken",
]
