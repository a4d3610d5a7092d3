"""What a finished online game brings with it: everybody's result, and the series goes on."""

from __future__ import annotations

from djambi.server.people import ratings
from djambi.server.storage.database import Database
from djambi.server.table import Table
from djambi.server.tables.fold import of


async def store_results(database: Database, table: Table) -> None:
    """Store what came of each seat, once; whose account sat there when the game began has it.

    Of a game that nobody played to its end against anybody (one line, say) there is a result too.
    """
    ledger = table.ledger
    online = of(ledger)
    shares = ledger.position.result or {}
    seats = [
        ratings.Seat(party, online.first.get(party), float(shares.get(party, 0.0)))
        for party in ledger.seats
    ]
    async with database.writing() as connection:
        await ratings.finish(
            connection,
            database,
            table.id,
            ledger.start.variant.name,
            seats,
            table.log[ledger.entries[-1].event - 1].at,
            online.terms.rated and not online.terms.anonymous,
        )
