"""Moved to `djambi.analysis.statistics`."""

from djambi.forwarding import moved

__getattr__ = moved(__name__, "djambi.analysis.statistics")
