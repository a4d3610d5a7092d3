"""Online tables as states, for tests of what follows from them without a server."""

from __future__ import annotations

import pytest

from djambi import Position
from djambi.server.errors import RequestRefused
from djambi.server.game.events import Begun, Created, Numbered, SeatRow
from djambi.server.game.reducer import apply, replay
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import require_online
from djambi.server.game.table_state import Vote
from djambi.server.schemas.messages import SitRequest
from djambi.server.schemas.terms import Terms
from djambi.server.tables.commands import TableCommand, event_for_command

KEY = "the-link"


def waiting(terms: Terms = Terms(), *rows: SeatRow) -> GameState:  # noqa: B008 - frozen
    """A table that "R" made and sits at as red; the others are open, unless `rows` say."""
    named = {row.party: row for row in (SeatRow("r", "person", device="R"), *rows)}
    seats = tuple(named.get(p, SeatRow(p, "open")) for p in "rbyg")
    created = Created(str(Position.start()), seats, terms, "R", KEY)
    return replay([Numbered(1, 0, created)])


def playing(terms: Terms = Terms(), *rows: SeatRow) -> GameState:  # noqa: B008 - frozen
    """A table under way: "R", "B", "Y", "G" play, unless `rows` say."""
    four = [SeatRow(p, "person", device=p.upper()) for p in "rbyg"]
    return apply(waiting(terms, *four, *rows), Begun())


def does(state: GameState, account: str, asked: TableCommand, at: int = 1000) -> GameState:
    """The table after somebody asked for something."""
    return apply(state, event_for_command(state, account, asked, at), at)


def refused(state: GameState, account: str, asked: TableCommand, at: int = 1000) -> str:
    """Why somebody may not."""
    with pytest.raises(RequestRefused) as caught:
        does(state, account, asked, at)
    return caught.value.code


def sit(party: str, key: str = "") -> SitRequest:
    return SitRequest(1, 0, party, key)


def seats(state: GameState) -> list[str]:
    return [row.device or row.player for row in state.seats.values()]


def vote_of(state: GameState) -> Vote:
    vote = require_online(state).vote
    assert vote is not None
    return vote
