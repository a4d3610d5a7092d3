"""The game that follows a finished one: a rematch, or the next of a series."""

from __future__ import annotations

from djambi.server.errors import RequestRefused
from djambi.server.game.events import Followed
from djambi.server.game.table_queries import kept_for, people_at, require_online
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom
from djambi.server.storage.people import PeopleStore
from djambi.server.tables.creation import next_game_event


async def next_game(
    registry: GameRegistry, people: PeopleStore, room: GameRoom, account: str
) -> str:
    """Return the game that follows this one; it is made if there is none yet.

    `account` asks for it ("": the series goes on). No seat is kept for who has been erased. Raises
    RequestRefused while the game is played.
    """
    if require_online(room.state).next:
        return require_online(room.state).next
    if room.state.mover is not None:
        raise RequestRefused("not_over")
    played = people_at(room.state) | kept_for(room.state) | {require_online(room.state).owner}
    known = await people.accounts(played)
    gone = frozenset(each for each in played if each not in known or known[each].erased)
    game = await registry.make(next_game_event(room.id, room.state, account, gone))
    stored: list[int] = []
    await room.change(
        None, lambda: None if require_online(room.state).next else Followed(game), stored.append
    )
    if not stored:
        # Somebody else was faster: everybody goes to the game that they made.
        await registry.store.hide(game)
    return require_online(room.state).next


async def continue_series(registry: GameRegistry, people: PeopleStore, room: GameRoom) -> None:
    """Create the next game of a series, if there is to be one."""
    online = room.state.online
    if online is not None and online.round < online.terms.rounds:
        await next_game(registry, people, room, "")
