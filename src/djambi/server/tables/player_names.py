"""The names of the accounts that a table shows, learned as they come and when they change."""

from __future__ import annotations

from djambi.server.background import BackgroundTasks
from djambi.server.game.table_presenter import AccountName
from djambi.server.game.table_queries import people_at
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom
from djambi.server.storage.people import PeopleStore


class PlayerNames:
    """Learns the names of who plays at the tables of a process."""

    def __init__(self, registry: GameRegistry, people: PeopleStore, tasks: BackgroundTasks) -> None:
        self._registry = registry
        self._people = people
        self._tasks = tasks

    async def learn(self, room: GameRoom, *others: str) -> None:
        """Load the names of all who play at a table, and of some others who have spoken there."""
        if room.state.online is None:
            return
        unknown = people_at(room.state).union(others) - set(room.people)
        if unknown:
            found = await self._people.accounts(unknown)
            room.people.update((i, AccountName(p.name, p.guest)) for i, p in found.items())

    def followed(self, room: GameRoom) -> None:
        """Load in the background who sat down by another process, and send it to the table."""
        self._tasks.start(self._learn_and_tell(room))

    async def _learn_and_tell(self, room: GameRoom) -> None:
        known = len(room.people)
        await self.learn(room)
        if len(room.people) != known:
            room.tell_again()

    def renamed(self, account: str) -> None:
        """Reload the name of an account at the tables that show it."""
        for room in self._registry.loaded:
            if account in room.people:
                del room.people[account]
                self._tasks.start(self.learn(room, account))
