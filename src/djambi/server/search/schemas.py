"""Answers to searches for games."""

from __future__ import annotations

from djambi.server.schemas.base import StrictStruct
from djambi.server.schemas.tables import TableCardView


class FoundGameView(StrictStruct):
    """A game that was found: after `lines` lines of its list the position looked for stood there.

    Without a position it is 0.
    """

    table: TableCardView
    lines: int


class SearchView(StrictStruct):
    """Answer of GET /api/search: the games last played first; `more` gets the next ones, as
    `before` ("": there are none)."""

    games: list[FoundGameView]
    more: str
