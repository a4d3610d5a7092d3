"""Lines of games, written as JSON once and sent often.

As objects they take seven times the memory, and making one takes as long as sending a hundred. The
lines of all games of a process stand in one cache: what nobody asked for longest is made anew.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, cast

import msgspec

from djambi.server.game.history import HistoryEntry
from djambi.server.game.presenter import line_with_remark
from djambi.server.game.state import GameState
from djambi.views.games import LineView

MAX_LINES = 40_000
"""Lines that are kept; each takes about 400 bytes."""

_lines: OrderedDict[tuple[str, int], msgspec.Raw] = OrderedDict()


def json_lines(game: str, state: GameState, since: int) -> list[LineView]:
    """Return the lines of a game from the one of index `since` on, to be put into a message."""
    # A number is never given to another event of the game, also after a turn is taken back.
    lines = [_known((game, event)) for event in state.entries.events(since)]
    if None in lines:
        first = lines.index(None)
        for index, entry in enumerate(state.entries.since(since + first), first):
            lines[index] = lines[index] or _new(game, state, since + index, entry)
    return cast("list[LineView]", lines)


def forget_lines(game: str) -> None:
    """Drop the cached lines of a game that went another way."""
    for key in [key for key in _lines if key[0] == game]:
        del _lines[key]


def _known(key: tuple[str, int]) -> msgspec.Raw | None:
    if key in _lines:
        _lines.move_to_end(key)
    return _lines.get(key)


def _new(game: str, state: GameState, index: int, entry: HistoryEntry) -> msgspec.Raw:
    line: msgspec.Raw = raw_json(line_with_remark(game, state, index, entry))
    _lines[game, entry.event] = line
    entry.before.release()
    if len(_lines) > MAX_LINES:
        _lines.popitem(last=False)
    return line


def raw_json(value: object) -> Any:
    """Return a value as it will be sent; in a message it stands for itself."""
    return msgspec.Raw(msgspec.json.encode(value))
