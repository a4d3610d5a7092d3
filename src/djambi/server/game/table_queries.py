"""Questions about an online table's state: its stage, its free seats, who plays what. Pure."""

from __future__ import annotations

from collections.abc import Callable

from djambi.server.game.state import Ledger
from djambi.server.game.table_state import Online
from djambi.server.schemas.terms import TableStage


def stage_of(ledger: Ledger) -> TableStage:
    """Return how far a table is."""
    if ledger.mover is None:
        return "over"
    return "playing" if ledger.online is None or ledger.online.begun else "waiting"


def free_seats(ledger: Ledger) -> str:
    """Return the parties of the seats that may be taken: open, or played by a bot meanwhile.

    A seat that is reserved (`kept`) is not among them, nor one whose party is out of the game, nor
    one whose time ran out this turn until a bot has played it.
    """
    online = ledger.online
    if online is None or ledger.mover is None:
        return ""
    if not online.begun:
        return "".join(
            p for p, row in ledger.seats.items() if row.player == "open" and not row.kept
        )
    active = ledger.position.active
    return "".join(
        p
        for p, row in ledger.seats.items()
        if p in active
        and p != online.overdue
        and not row.kept
        and (row.player == "open" or (row.away and online.terms.substitutes))
    )


def present_parties(ledger: Ledger, online: Online, present: Callable[[str], bool]) -> str:
    """Return the parties whose players are connected; "" at an anonymous table."""
    if online.terms.anonymous:
        return ""
    rows = ledger.seats.values()
    return "".join(r.party for r in rows if r.player == "person" and present(r.device))


def parties_of(ledger: Ledger, account: str) -> str:
    """Return the parties that an account plays, in seat order."""
    rows = ledger.seats.values()
    return "".join(r.party for r in rows if r.player == "person" and r.device == account)
