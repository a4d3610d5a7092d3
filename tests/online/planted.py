"""Games put into the store behind the server's back, for tests of what comes of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import insert
from tests.online.people import OnlineServed
from tests.server.stores import with_store

from djambi.position.position import Position
from djambi.server.game.events import Created, SeatRow
from djambi.server.game.reducer import state_of_events
from djambi.server.game.summaries import summary_of
from djambi.server.identifiers import new_id
from djambi.server.people.ratings import SeatResult, finish
from djambi.server.storage import Store
from djambi.server.storage.models import PlayerModel


def plant(
    online: OnlineServed, players: Mapping[str, str], shown: bool = True, variant: str = "square-4"
) -> str:
    """A game whose parties are these accounts' (by letter), the others bots'; returns its id."""
    start = Position.start(variant)
    rows = tuple(
        SeatRow(party, "person", device=players[party])
        if party in players
        else SeatRow(party, "bot", level="random")
        for party in start.variant.players_from(start.active)
    )
    events = [Created(str(start), rows)]

    async def work(store: Store) -> str:
        game = new_id()
        summary = summary_of(state_of_events(events))
        await store.create(game, variant, str(start.rules), events, summary)
        async with store.database.writing() as connection:
            for party, account in players.items():
                row = {"game": game, "account": account, "party": party, "shown": shown}
                await connection.execute(insert(PlayerModel).values(**row))
        return game

    return with_store(online.where, work)


def end(
    online: OnlineServed,
    game: str,
    seats: Sequence[tuple[str, str | None, float]],
    at: int = 1_700_000_000_000,
    rated: bool = True,
    variant: str = "square-4",
) -> bool:
    """Store what came of a game; False if that was stored before."""

    async def work(store: Store) -> bool:
        async with store.database.writing() as connection:
            found = [SeatResult(*each) for each in seats]
            return await finish(connection, store.database, game, variant, found, at, rated)

    return with_store(online.where, work)
