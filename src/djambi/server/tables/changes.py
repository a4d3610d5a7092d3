"""A change that somebody asks of an online table, carried out: stored before it is acknowledged."""

from __future__ import annotations

from collections.abc import Callable

from djambi.server import messages as m
from djambi.server.events import LogEvent
from djambi.server.storage.store import now
from djambi.server.table import Table
from djambi.server.tables import views as o
from djambi.server.tables.asking import Asked, event_online, greeting, voter
from djambi.server.tables.fold import of
from djambi.server.tables.service import Tables
from djambi.server.tables.shown import parties_of
from djambi.server.words import Refused


async def change_online(
    tables: Tables, table: Table, account: str, asked: Asked, acknowledge: Callable[[int], None]
) -> None:
    """Make one change for an account; `acknowledge` is called when it is stored.

    Only what concerns the position is Stale once that has changed. Raises Stale, Refused, and what
    the rules raise.
    """

    def make() -> LogEvent:
        return event_online(table.ledger, account, asked, now())

    tables.limits.take("vote" if isinstance(asked, o.Call) else "change", account)
    if isinstance(asked, o.Ballot) and _is_secret(table, asked.vote):
        voter(table.ledger, parties_of(table.ledger, account), asked.vote)
        await tables.ballot(table, account, asked.vote, asked.agree)
        acknowledge(table.ledger.number)
    elif isinstance(asked, o.Call):
        if asked.vote != "draw":
            await table.change(asked.after, make, acknowledge)
            return
        # Who calls agrees; it is acknowledged when that is stored too.
        stored: list[int] = []
        await table.change(asked.after, make, stored.append)
        await tables.ballot(table, account, stored[0], agree=True)
        acknowledge(stored[0])
    else:
        if isinstance(asked, m.Sit):
            await tables.may_sit_down(table, account)
        elif isinstance(asked, m.Turn) and greeting(table.ledger, account) is not None:
            # Who plays without a socket is here all the same.
            await tables.greet(table, account)
        seen = asked.after if isinstance(asked, m.Turn) else None
        await table.change(seen, make, acknowledge)


def _is_secret(table: Table, number: int) -> bool:
    vote = of(table.ledger).vote
    if vote is None or vote.number != number:
        raise Refused("no_vote")
    return vote.kind == "draw"
