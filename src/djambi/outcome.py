"""Moved to `djambi.position.outcome`."""

from djambi.forwarding import moved

__getattr__ = moved(__name__, "djambi.position.outcome")
