"""Moved to `djambi.bots.search_bot`."""

from djambi.forwarding import moved

__getattr__ = moved(__name__, "djambi.bots.search_bot")
