"""Moved to `djambi.analysis.analyser`."""

from djambi.forwarding import moved

__getattr__ = moved(__name__, "djambi.analysis.analyser")
