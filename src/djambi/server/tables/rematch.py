"""The game that follows a finished one: a rematch, or the next of a series."""

from __future__ import annotations

from djambi.server.errors import RequestRefused
from djambi.server.game.events import Followed
from djambi.server.game.table_queries import require_online
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom
from djambi.server.tables.creation import next_game_event


async def next_game(registry: GameRegistry, room: GameRoom, account: str) -> str:
    """Return the game that follows this one; it is made if there is none yet.

    `account` asks for it ("": the series goes on). Raises RequestRefused while the game is played.
    """
    if require_online(room.state).next:
        return require_online(room.state).next
    if room.state.mover is not None:
        raise RequestRefused("not_over")
    game = await registry.make(next_game_event(room.id, room.state, account))
    stored: list[int] = []
    await room.change(
        None, lambda: None if require_online(room.state).next else Followed(game), stored.append
    )
    if not stored:
        # Somebody else was faster: everybody goes to the game that they made.
        await registry.store.hide(game)
    return require_online(room.state).next


async def continue_series(registry: GameRegistry, room: GameRoom) -> None:
    """Create the next game of a series, if there is to be one."""
    online = room.state.online
    if online is not None and online.round < online.terms.rounds:
        await next_game(registry, room, "")
