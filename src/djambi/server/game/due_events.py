"""When somebody has to look at a table even if nobody plays, and what is due then.

Pure: what is due follows from the state, the time, and since when who is to move has been away.
A deadline may be looked at twice, or too early; it acts once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from djambi.server.game.automatic_events import next_automatic_event
from djambi.server.game.clocks import time_after
from djambi.server.game.events import Flagged, LogEvent, StoodIn
from djambi.server.game.levels import stand_in_for
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import person_plays
from djambi.server.game.table_state import OnlineTable

BOT_CHECK_MS = 60_000
"""Milliseconds after which somebody looks whether the bot that is to move still lives."""

Away = Callable[[str], int | None]
"""Since when an account has been away (milliseconds, UTC); None while it is there."""


@dataclass(frozen=True, slots=True)
class DueEvent:
    """Something to be done at a time: the vote ends, or `event` comes.

    It comes because the mover is late, or follows by itself and could not be stored when it did.
    """

    at: int
    what: Literal["vote", "late", "follows"]
    event: LogEvent | None = None


def next_due(state: GameState, away: Away) -> DueEvent | None:
    """Return what has to be done next at an online table, and when; None if nothing."""
    online = state.online
    if online is None or state.mover is None:
        return None
    follows = next_automatic_event(state)
    if follows is not None:
        return DueEvent(online.turn_at, "follows", follows)
    if not online.begun:
        return None
    found = [clock_due(state), _absence(state, online, away), _vote(online)]
    return min((due for due in found if due is not None), key=lambda due: due.at, default=None)


def _vote(online: OnlineTable) -> DueEvent | None:
    return None if online.vote is None else DueEvent(online.vote.until, "vote")


def clock_due(state: GameState) -> DueEvent | None:
    """Return what happens when the running clock is over, and when; None if none runs."""
    until = state.clock.until()
    party = state.mover
    if until is None or party is None:
        return None
    return DueEvent(until, "late", timeout_event(state, party))


def timeout_event(state: GameState, party: str) -> LogEvent:
    """Return what happens to a party whose time is up.

    A game's whole time over is a party out; at an online table where there is time for every turn,
    a bot may sit in.
    """
    terms = state.terms
    if terms is not None and terms.absence == "bot" and terms.clock.kind != "fischer":
        return StoodIn(party, stand_in_for(state, party), "clock")
    return Flagged(party, "clock")


def _absence(state: GameState, online: OnlineTable, away: Away) -> DueEvent | None:
    """Return the event of an absent player who is to move, at tables that require presence."""
    terms, party = online.terms, state.mover
    if party is None or state.paused or terms.absence == "wait" or terms.clock.kind == "days":
        return None
    row = state.seat(party)
    since = away(row.device) if person_plays(row) else None
    if since is None:
        return None
    if terms.absence == "bot":
        late: LogEvent = StoodIn(party, stand_in_for(state, party))
    else:
        late = Flagged(party, "absence")
    waits = time_after(max(online.turn_at, since), terms.grace * 1000, state.clock.outages.gaps)
    return DueEvent(waits, "late", late)


def turn_until(state: GameState) -> int | None:
    """Return by when who is to move must have played, or come to the table; None: at any time."""
    online = state.online
    if online is None or not online.begun:
        return None
    found = [clock_due(state), _absence(state, online, lambda _: online.turn_at)]
    return min((due.at for due in found if due is not None), default=None)


def next_look(state: GameState) -> int | None:
    """Return when to look at a table without knowing who is there; None: never."""
    online = state.online
    if online is None or state.mover is None:
        return None
    if next_automatic_event(state) is not None:
        return online.turn_at
    if not online.begun:
        return None
    times = [turn_until(state), None if online.vote is None else online.vote.until]
    if not state.paused and state.seat(state.mover).bot is not None:
        times.append(online.turn_at + BOT_CHECK_MS)
    return min((t for t in times if t is not None), default=None)
