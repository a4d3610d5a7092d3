"""Moved to `djambi.bots.negotiator`."""

from djambi.forwarding import moved

__getattr__ = moved(__name__, "djambi.bots.negotiator")
