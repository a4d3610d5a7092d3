"""Bots: programs that choose a turn. A bot is a subclass of `Bot` with one method."""

from djambi.bots.base import Bot
from djambi.bots.levels import LEVELS, Level, make
from djambi.bots.simple import GreedyBot, RandomBot

__all__ = ["LEVELS", "Bot", "GreedyBot", "Level", "RandomBot", "make"]
