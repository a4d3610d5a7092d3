"""The game that follows a finished one: a rematch, or the next of a series."""

from __future__ import annotations

from collections.abc import Iterable

from djambi.server.errors import RequestRefused
from djambi.server.game.events import Followed
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import kept_for, people_at, require_online
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom
from djambi.server.storage.people import PeopleStore
from djambi.server.storage.tables import TablesStore
from djambi.server.tables.creation import next_game_event


async def next_game(
    registry: GameRegistry, people: PeopleStore, room: GameRoom, account: str
) -> str:
    """Return the game that follows this one; it is made if there is none yet.

    `account` asks for it ("": the series goes on). No seat is kept for who has been erased, nor for
    the later of two who block each other; it is hidden if this one is. Raises RequestRefused while
    the game is played.
    """
    if require_online(room.state).next:
        return require_online(room.state).next
    if room.state.mover is not None:
        raise RequestRefused("not_over")
    played = people_at(room.state) | kept_for(room.state) | {require_online(room.state).owner}
    known = await people.accounts(played)
    gone = {each for each in played if each not in known or known[each].erased}
    if not require_online(room.state).terms.anonymous:
        gone |= await _unwelcome(people, [account, *_in_seat_order(room.state)])
    # Its name, say, is the same, and was not to be seen.
    hidden = await TablesStore(people.database).is_hidden(room.id)
    game = await registry.make(next_game_event(room.id, room.state, account, gone), hidden)
    stored: list[int] = []
    await room.change(
        None, lambda: None if require_online(room.state).next else Followed(game), stored.append
    )
    if not stored:
        # Somebody else was faster: everybody goes to the game that they made.
        await registry.store.hide(game)
    return require_online(room.state).next


def _in_seat_order(state: GameState) -> list[str]:
    """Return the accounts that have a seat, or for whom one is kept."""
    return [row.device or row.kept for row in state.seats.values()]


async def _unwelcome(people: PeopleStore, accounts: Iterable[str]) -> set[str]:
    """Return those of some accounts who block one before them, or are blocked by one."""
    order = [each for each in dict.fromkeys(accounts) if each]
    pairs = {frozenset(pair) for pair in await people.blocks_between(order)}
    found: set[str] = set()
    for index, each in enumerate(order):
        staying = (other for other in order[:index] if other not in found)
        if any(frozenset((each, other)) in pairs for other in staying):
            found.add(each)
    return found


async def continue_series(registry: GameRegistry, people: PeopleStore, room: GameRoom) -> None:
    """Create the next game of a series, if there is to be one."""
    online = room.state.online
    if online is not None and online.round < online.terms.rounds:
        await next_game(registry, people, room, "")
