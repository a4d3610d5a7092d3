"""Moved to `djambi.analysis.game_review`."""

from djambi.forwarding import moved

__getattr__ = moved(__name__, "djambi.analysis.game_review")
