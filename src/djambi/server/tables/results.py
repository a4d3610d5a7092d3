"""Record everybody's result of a finished online game, and continue its series."""

from __future__ import annotations

from djambi.server.game.rated import uncounted_because
from djambi.server.game.table_queries import require_online
from djambi.server.live.room import GameRoom
from djambi.server.people import ratings
from djambi.server.storage.database import Database


async def store_results(database: Database, room: GameRoom) -> None:
    """Store what came of each seat, once; whose account sat there when the game began has it."""
    state = room.state
    online = require_online(state)
    shares = state.position.result or {}
    # Where nobody may know who played, no result tells it either.
    first = dict[str, str]() if online.terms.anonymous else online.first
    seats = [
        ratings.SeatResult(party, first.get(party), float(shares.get(party, 0.0)))
        for party in state.seats
    ]
    async with database.writing() as connection:
        await ratings.finish(
            connection,
            database,
            room.id,
            state.start.variant.name,
            seats,
            online.turn_at,
            online.terms.rated and uncounted_because(state, online) is None,
        )
