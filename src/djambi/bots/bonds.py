"""Moved to `djambi.bots.promise_keeping`."""

from djambi.forwarding import moved

__getattr__ = moved(__name__, "djambi.bots.promise_keeping")
