"""The game that follows a finished one: a rematch, or the next of a series."""

from __future__ import annotations

from djambi.server.errors import Refused
from djambi.server.game.events import Followed
from djambi.server.game.table_queries import require_online
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom
from djambi.server.tables.creation import next_table


async def followed(hub: GameRegistry, table: GameRoom, account: str) -> str:
    """The game that follows this one; it is made if there is none yet.

    `account` asks for it ("": the series goes on). Raises Refused while the game is played.
    """
    if require_online(table.ledger).next:
        return require_online(table.ledger).next
    if table.ledger.mover is not None:
        raise Refused("not_over")
    game = await hub.make(next_table(table.id, table.ledger, account))
    stored: list[int] = []
    await table.change(
        None, lambda: None if require_online(table.ledger).next else Followed(game), stored.append
    )
    if not stored:
        # Somebody else was faster: everybody goes to his.
        await hub.store.hide(game)
    return require_online(table.ledger).next


async def go_on(hub: GameRegistry, table: GameRoom) -> None:
    """Make the next game of a series, if there is to be one."""
    online = table.ledger.online
    if online is not None and online.round < online.terms.rounds:
        await followed(hub, table, "")
