"""Present an online table: to everybody, and to one who is there.

At an anonymous table nothing says who plays: no account, no name, not who is there, not who made
it. What is shown to one device alone (`place_of`) is about itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from djambi.server.game.events import SeatRow
from djambi.server.game.presenter import seat_view
from djambi.server.game.rated import uncounted_because
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import (
    free_seats,
    parties_of,
    present_parties,
    stage_of,
    voters,
)
from djambi.server.game.table_state import OnlineTable, Vote
from djambi.server.schemas.tables import ClockView, PlaceView, TableView, VoteView
from djambi.server.schemas.terms import Terms
from djambi.views.games import SeatView


@dataclass(frozen=True, slots=True)
class AccountName:
    """The part of an account that its seat shows."""

    name: str
    guest: bool = False


def seat_online(row: SeatRow, terms: Terms, who: Callable[[str], AccountName]) -> SeatView:
    """Return a seat of an online table as everybody may see it."""
    view = seat_view(row)
    view.stand_in = row.stand_in
    if row.player == "person":
        view.holder = "online"
        if not terms.anonymous:
            known = who(row.device)
            view.name, view.guest, view.account = known.name, known.guest, row.device
    return view


def clock_view(state: GameState, at: int) -> ClockView:
    """Return the clocks as they stand at a time."""
    clock = state.clock
    running = clock.mover if clock.since is not None else None
    return ClockView(at, running, clock.until(), clock.shown(at), state.paused)


def vote_view(vote: Vote | None, state: GameState) -> VoteView | None:
    """Return the vote that is held; nothing tells who called one on a draw or agrees."""
    if vote is None:
        return None
    return VoteView(
        number=vote.number,
        kind=vote.kind,
        party=vote.party,
        agreed=vote.agreed,
        voters=voters(state),
        kept=vote.kept,
        until=vote.until,
    )


def table_view(
    state: GameState, online: OnlineTable, present: Callable[[str], bool], watching: int, at: int
) -> TableView:
    """Return the table beside its game; `present` says whether an account is there."""
    return TableView(
        terms=online.terms,
        stage=stage_of(state),
        present=present_parties(state, online, present),
        watching=watching,
        free=free_seats(state),
        kept="".join(p for p, row in state.seats.items() if row.kept),
        owner="" if online.terms.anonymous else parties_of(state, online.owner),
        clock=clock_view(state, at),
        overdue=online.overdue,
        vote=vote_view(online.vote, state),
        round=online.round,
        next=online.next or None,
        uncounted=uncounted_because(state, online),
    )


def place_of(state: GameState, online: OnlineTable, account: str, ballot: bool | None) -> PlaceView:
    """Return what an account is at a table, beside the parties that it plays."""
    mine = parties_of(state, account)
    owner = account == online.owner
    return PlaceView(
        owner=owner,
        invite=online.invite if mine or owner else "",
        kept="".join(p for p, row in state.seats.items() if row.kept and row.kept == account),
        ballot=ballot,
        watcher=not mine,
    )
