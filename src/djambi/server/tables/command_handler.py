"""A change that somebody asks of an online table, carried out: stored before it is acknowledged."""

from __future__ import annotations

from collections.abc import Callable

from djambi.errors import DjambiError
from djambi.server.errors import Refused
from djambi.server.game.events import LogEvent
from djambi.server.game.reducer import apply
from djambi.server.game.table_queries import parties_of, require_online
from djambi.server.live.room import GameRoom, Stale
from djambi.server.schemas import messages as m
from djambi.server.schemas import tables as o
from djambi.server.security.access import Device
from djambi.server.tables.commands import Asked, event_online, greeting, voter
from djambi.server.tables.service import Tables
from djambi.server.timekeeping import now


async def change_online(
    tables: Tables,
    table: GameRoom,
    device: Device,
    asked: Asked,
    acknowledge: Callable[[int], None],
) -> None:
    """Make one change for the account of a device; `acknowledge` is called when it is stored.

    Only what concerns the position is Stale once that has changed. Raises Stale, Refused, and what
    the rules raise.
    """

    account = device.key

    def make() -> LogEvent:
        return event_online(table.ledger, account, asked, now(), device.traits)

    await tables.check_playing(account)
    tables.limits.take("vote" if isinstance(asked, o.Call) else "change", account)
    if isinstance(asked, o.Ballot) and _is_secret(table, asked.vote):
        voter(table.ledger, parties_of(table.ledger, account), asked.vote)
        await tables.ballot(table, account, asked.vote, asked.agree)
        acknowledge(table.ledger.number)
    elif isinstance(asked, o.Call):
        if asked.vote != "draw":
            await table.change(asked.after, make, acknowledge)
            return
        await _call_secretly(tables, table, account, asked, acknowledge)
    else:
        if isinstance(asked, m.Sit):
            await tables.may_sit_down(table, account)
        elif isinstance(asked, m.Turn) and greeting(table.ledger, account) is not None:
            # Who plays without a socket is here all the same.
            await tables.greet(table, device)
        seen = asked.after if isinstance(asked, m.Turn) else None
        await table.change(seen, make, acknowledge)


async def _call_secretly(
    tables: Tables, table: GameRoom, account: str, asked: o.Call, acknowledge: Callable[[int], None]
) -> None:
    """Call the vote on a draw: who calls agrees, and that is stored before anybody hears of it."""
    event = event_online(table.ledger, account, asked, now())
    number = apply(table.ledger, event, now()).number
    await tables.store.set_ballot(table.id, account, number, agree=True)
    table.ballots[account] = (number, True)

    def make() -> LogEvent:
        if table.ledger.number + 1 != number:
            raise Stale
        return event

    try:
        await table.change(asked.after, make, acknowledge)
    except (DjambiError, Stale):
        await tables.store.set_ballot(table.id, account, 0, agree=False)
        raise


def _is_secret(table: GameRoom, number: int) -> bool:
    vote = require_online(table.ledger).vote
    if vote is None or vote.number != number:
        raise Refused("no_vote")
    return vote.kind == "draw"
