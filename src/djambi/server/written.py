"""Lines of games, written as JSON once and sent often.

As structs they take seven times the memory, and making one takes as long as sending a hundred. The
lines of all games of a process stand in one cache: what nobody asked for longest is made anew.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, cast

import msgspec

from djambi.server.ledger import Ledger
from djambi.server.shown import line_view
from djambi.server.views import Line

MOST = 40_000
"""Lines that are kept; each takes about 400 bytes."""

_lines: OrderedDict[tuple[str, int], msgspec.Raw] = OrderedDict()


def lines_of(game: str, ledger: Ledger, since: int) -> list[Line]:
    """The lines of a game from the one of index `since` on, to be put into a message."""
    return [_line(game, ledger, index) for index in range(since, len(ledger.entries))]


def _line(game: str, ledger: Ledger, index: int) -> Line:
    # A number is never given to another event of the game, also after a turn is taken back.
    key = (game, ledger.entries[index].event)
    line = _lines.get(key)
    if line is None:
        line = _lines[key] = written(line_view(ledger, index))
        ledger.before(index).release()
        if len(_lines) > MOST:
            _lines.popitem(last=False)
    else:
        _lines.move_to_end(key)
    return cast("Line", line)


def written(value: msgspec.Struct) -> Any:
    """A value as it will be sent; in a message it stands for itself."""
    return msgspec.Raw(msgspec.json.encode(value))
