"""Lines of games, written as JSON once and sent often.

As objects they take seven times the memory, and making one takes as long as sending a hundred. The
lines of all games of a process stand in one cache: what nobody asked for longest is made anew.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Set
from typing import Any, cast

import msgspec

from djambi.server.game.presenter import line_with_remark
from djambi.server.game.state import GameState
from djambi.views.games import LineView

MAX_LINES = 40_000
"""Lines that are kept; each takes about 400 bytes."""

_lines: OrderedDict[tuple[str, int], msgspec.Raw] = OrderedDict()


def json_lines(game: str, state: GameState, since: int) -> list[LineView]:
    """Return the lines of a game from the one of index `since` on, to be put into a message."""
    # A number is never given to another event of the game, also after a turn is taken back.
    events = state.entries.events(since)
    lines = [_known((game, event)) for event in events]
    if None in lines:
        written = written_lines(game, state, since + lines.index(None), missing(game, events))
        keep_lines(game, written)
        lines = [line or written[event] for event, line in zip(events, lines, strict=True)]
    return cast("list[LineView]", lines)


def missing(game: str, events: Iterable[int]) -> frozenset[int]:
    """Return those of the events of a game whose lines are not in the cache."""
    return frozenset(event for event in events if _known((game, event)) is None)


def written_lines(
    game: str, state: GameState, since: int, events: Set[int]
) -> dict[int, msgspec.Raw]:
    """Return lines of a game as JSON, by their events; the first has index `since` or more.

    It does not touch the cache (`keep_lines` does), so any thread may do it.
    """
    written: dict[int, msgspec.Raw] = {}
    for index, entry in enumerate(state.entries.since(since), since):
        if entry.event in events:
            written[entry.event] = raw_json(line_with_remark(game, state, index, entry))
            entry.before.release()
    return written


def keep_lines(game: str, written: Mapping[int, msgspec.Raw]) -> None:
    """Put lines of a game into the cache."""
    for event, line in written.items():
        _lines[game, event] = line
        if len(_lines) > MAX_LINES:
            _lines.popitem(last=False)


def forget_lines(game: str) -> None:
    """Drop the cached lines of a game that went another way."""
    for key in [key for key in _lines if key[0] == game]:
        del _lines[key]


def _known(key: tuple[str, int]) -> msgspec.Raw | None:
    if key in _lines:
        _lines.move_to_end(key)
    return _lines.get(key)


def raw_json(value: object) -> Any:
    """Return a value as it will be sent; in a message it stands for itself."""
    return msgspec.Raw(msgspec.json.encode(value))
