"""Moved to `djambi.puzzles.attempt`."""

from djambi.forwarding import moved

__getattr__ = moved(__name__, "djambi.puzzles.attempt")
