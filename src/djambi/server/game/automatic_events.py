"""Events that follow by themselves: a table begins, a vote is carried, who has no player is out."""

from __future__ import annotations

import random
from collections.abc import Mapping

from msgspec.structs import replace as with_fields

from djambi.server.game.events import (
    Begun,
    LogEvent,
    Paused,
    Resigned,
    Resumed,
    SeatRow,
    Undone,
    VoteClosed,
)
from djambi.server.game.levels import somebody_else
from djambi.server.game.rated import uncounted_because
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import electorate, voters
from djambi.server.game.table_state import OnlineTable, Vote

_dice = random.SystemRandom()


def next_automatic_event(state: GameState) -> LogEvent | None:
    """Return the event that now follows by itself, if one does."""
    online = state.online
    if state.mover is None:
        return None
    if (online is None or online.begun) and state.unseated:
        # It woke, and nobody plays it: it resigns, as in a match (`bots.matches`).
        return Resigned(state.unseated[0])
    if online is None:
        return None
    if not online.begun:
        if not is_full(state) or uncounted_because(state, online):
            # One that will not count, as its terms say, begins if its owner wants it all the same.
            return None
        return begin_event(state, online)
    asked = electorate(state)
    if state.paused and not asked:
        # The last of those who could have agreed to go on is out, and the bots play to the end.
        return Resumed()
    vote = online.vote
    if vote is None:
        return None
    if vote.kind != "resume" and asked != voters(state):
        # A bot sits in for one of them, who cannot say yes.
        return VoteClosed()
    agree = bool(asked) and set(asked) <= set(vote.agreed)
    return carried_event(vote) if agree else None


def is_full(state: GameState) -> bool:
    """Return whether every seat is taken, if only by a stand-in, and somebody is there."""
    rows = state.seats.values()
    taken = all(row.player != "open" or (row.stand_in is not None and not row.kept) for row in rows)
    return taken and any(row.player == "person" for row in rows)


def begin_event(state: GameState, online: OnlineTable, level: str | None = None) -> Begun:
    """Return the event with which a table begins; at an anonymous one seats are shuffled first.

    Otherwise whoever saw them sit down one after the other would know who plays what. With a
    `level`, bots of that level play on the seats that are still open until somebody comes.
    """
    rows = _with_stand_ins(state.seats, level)
    if not online.terms.anonymous:
        # Seats with a stand-in are all written: version 1.0 forgets the bot of a seat from which
        # somebody got up.
        written = (
            row for p, row in rows.items() if row != state.seats[p] or row.stand_in is not None
        )
        return Begun(tuple(written))
    people = [row for row in rows.values() if row.player == "person"]
    accounts = [row.device for row in people]
    _dice.shuffle(accounts)
    moved = (with_fields(r, device=a) for r, a in zip(people, accounts, strict=True))
    return Begun(tuple({**rows, **{row.party: row for row in moved}}.values()))


def _with_stand_ins(seats: Mapping[str, SeatRow], level: str | None) -> dict[str, SeatRow]:
    """Return the seats with nobody of the cast at two; with a `level`, none is left open."""
    rows = dict(seats)
    seated = [row for row in seats.values() if row.player == "bot"]
    for party, row in seats.items():
        bot = level if row.stand_in is None and row.player == "open" else row.stand_in
        if bot is not None:
            rows[party] = with_fields(row, stand_in=somebody_else(bot, seated))
            seated.append(rows[party])
    return rows


def carried_event(vote: Vote) -> LogEvent | None:
    """Return what a unanimous vote brings about; None where bots are asked too."""
    match vote.kind:
        case "undo":
            return Undone(vote.kept or 0)
        case "pause":
            return Paused()
        case "resume":
            return Resumed()
        case "draw" | "return":
            return None
