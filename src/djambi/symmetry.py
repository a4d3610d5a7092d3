"""Moved to `djambi.position.symmetry`."""

from djambi.forwarding import moved

__getattr__ = moved(__name__, "djambi.position.symmetry")
