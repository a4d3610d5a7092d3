"""Logs of games, as a store has them."""

from __future__ import annotations

from collections.abc import Iterable

from djambi.server.game.events import LogEvent, Numbered


def log_of(events: Iterable[LogEvent], first: int = 1) -> list[Numbered]:
    """The log of these events, the first with this number; all happened at once."""
    return [Numbered(number, 0, event) for number, event in enumerate(events, first)]


def timed_log_of(events: Iterable[tuple[int, LogEvent]]) -> list[Numbered]:
    """The log of these events, each after so many seconds."""
    return [Numbered(number, at * 1000, event) for number, (at, event) in enumerate(events, 1)]
