"""Moved to `djambi.pacts.sentences`."""

from djambi.forwarding import moved

__getattr__ = moved(__name__, "djambi.pacts.sentences")
