"""Questions about an online table's state: its stage, its free seats, who plays what. Pure."""

from __future__ import annotations

from collections.abc import Callable

from djambi.server.errors import RequestRefused
from djambi.server.game.events import SeatRow
from djambi.server.game.state import GameState
from djambi.server.game.table_state import OnlineTable, Vote
from djambi.server.identifiers import HOST_KEY
from djambi.server.schemas.terms import TableStage


def stage_of(state: GameState) -> TableStage:
    """Return how far a table is."""
    if state.mover is None:
        return "over"
    return "playing" if state.online is None or state.online.begun else "waiting"


def free_seats(state: GameState) -> str:
    """Return the parties of the seats that may be taken: open, or played by a bot meanwhile.

    A seat that is reserved (`kept`) is not among them, nor one whose party is out of the game, nor
    one whose time ran out this turn until a bot has played it.
    """
    online = state.online
    if online is None or state.mover is None:
        return ""
    if not online.begun:
        return "".join(p for p, row in state.seats.items() if row.player == "open" and not row.kept)
    active = state.position.active
    return "".join(
        p
        for p, row in state.seats.items()
        if p in active
        and p != online.overdue
        and not row.kept
        and (row.player == "open" or (row.away and online.terms.substitutes))
    )


def require_own_party(party: str, mine: str) -> None:
    """Raise RequestRefused("not_your_seat") for a party that is not among mine."""
    if party not in mine:
        raise RequestRefused("not_your_seat")


def present_parties(state: GameState, online: OnlineTable, present: Callable[[str], bool]) -> str:
    """Return the parties whose players are connected; "" at an anonymous table."""
    if online.terms.anonymous:
        return ""
    rows = state.seats.values()
    return "".join(r.party for r in rows if r.player == "person" and present(r.device))


def people_at(state: GameState) -> frozenset[str]:
    """Return the accounts (at this computer: the keys of devices) of all people with a seat."""
    return frozenset(row.device for row in state.seats.values() if row.player == "person")


def kept_for(state: GameState) -> frozenset[str]:
    """Return the accounts of all people whose seat is kept until they come."""
    return frozenset(row.kept for row in state.seats.values() if row.kept)


def talk_key(row: SeatRow) -> str:
    """Return the key of the person who speaks for a seat; "" if none does.

    >>> talk_key(SeatRow("r", "me")), talk_key(SeatRow("b", "bot"))
    ('host', '')
    """
    return (row.device or HOST_KEY) if row.player in ("me", "person") else ""


def parties_of(state: GameState, account: str) -> str:
    """Return the parties that an account plays, in seat order."""
    rows = state.seats.values()
    return "".join(r.party for r in rows if r.player == "person" and r.device == account)


def require_online(state: GameState) -> OnlineTable:
    """Return the table around a game; raises RequestRefused for a game at this computer."""
    if state.online is None:
        raise RequestRefused("not_online")
    return state.online


def person_plays(row: SeatRow) -> bool:
    """Return whether a person plays a seat now, with no bot standing in.

    >>> person_plays(SeatRow("r", "person")), person_plays(SeatRow("r", "person", stand_in="club"))
    (True, False)
    """
    return row.player in ("me", "person") and row.stand_in is None


def standing_vote(state: GameState) -> Vote | None:
    """Return the vote that is held at a table; None if there is none."""
    return None if state.online is None else state.online.vote


def electorate(state: GameState, kept: int | None = None) -> str:
    """Return who has to agree in a vote: the active parties with a person's seat, in seat order.

    If only the first `kept` lines are to stand (None: as in the vote that is held), that includes
    those that would be active again: nobody is put back into a game unasked.
    """
    vote = standing_vote(state)
    kept = vote.kept if kept is None and vote is not None else kept
    active = state.position.active
    if kept is not None:
        active += state.entries.before(kept).active
    return "".join(p for p, row in state.seats.items() if p in active and row.player == "person")


def voters(state: GameState) -> str:
    """Return who may speak in a vote: those of the electorate with no bot standing in."""
    return "".join(p for p in electorate(state) if person_plays(state.seats[p]))
