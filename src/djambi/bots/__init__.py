"""Bots: programs that choose a turn. A bot is a subclass of `Bot` with one method."""

from djambi.bots.base import Bot
from djambi.bots.levels import ADVISER, LEVELS, USUAL, Level, make
from djambi.bots.simple import GreedyBot, RandomBot
from djambi.bots.thinking import Mind, ThinkingBot
from djambi.bots.yardsticks import PublishedBot

__all__ = [
    "ADVISER",
    "LEVELS",
    "USUAL",
    "Bot",
    "GreedyBot",
    "Level",
    "Mind",
    "PublishedBot",
    "RandomBot",
    "ThinkingBot",
    "make",
]
