"""Summarise a game beside its log, so that lists need no replay."""

from __future__ import annotations

import msgspec

from djambi.server.game.due_events import next_look
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import free_seats, stage_of
from djambi.server.game.table_state import OnlineTable
from djambi.server.storage import GameSummary, TableListing, TableSummary


def summary_of(state: GameState) -> GameSummary:
    """Return what the list of games says of a state."""
    result = state.position.result
    return GameSummary(
        seats=msgspec.json.encode(list(state.seats.values())).decode(),
        position=str(state.position),
        ply=state.position.ply,
        mover=state.mover,
        winners=None if result is None else "".join(p for p, share in result.items() if share),
        beside=None if state.online is None else _table_summary(state, state.online),
    )


def _table_summary(state: GameState, online: OnlineTable) -> TableSummary:
    stage = stage_of(state)
    watched = stage == "playing" and online.terms.watch == "all"
    awaits = any(row.player == "person" for row in state.seats.values()) and free_seats(state)
    return TableSummary(
        stage="ended" if stage == "over" else stage,
        invite=online.invite,
        listed=watched or (stage == "waiting" and online.terms.listed and bool(awaits)),
        deadline=next_look(state),
        players=frozenset(_players(state, online)),
        shown=not online.terms.anonymous,
    )


def _players(state: GameState, online: OnlineTable) -> list[tuple[str, str]]:
    """Everybody who sits there, is awaited there, or was the first on a seat."""
    rows = state.seats.values()
    sitting = [(row.device, row.party) for row in rows if row.player == "person"]
    awaited = [(row.kept, row.party) for row in rows if row.kept]
    return [*sitting, *awaited, *((account, party) for party, account in online.first.items())]


def table_made(game: str, state: GameState) -> TableListing | None:
    """Return what a new table is found by; None for a game at this computer."""
    online = state.online
    if online is None:
        return None
    terms = msgspec.json.encode(online.terms).decode()
    return TableListing(online.owner, terms, online.series or game)
