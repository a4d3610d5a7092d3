"""The names of the accounts that a table shows, learned as they come and when they change."""

from __future__ import annotations

from collections.abc import Set
from functools import partial
from weakref import WeakSet

from djambi.server.background import BackgroundTasks
from djambi.server.game.table_presenter import AccountName
from djambi.server.game.table_queries import people_at
from djambi.server.live.room import GameRoom
from djambi.server.storage.people import PeopleStore


class PlayerNames:
    """Learns the names of who plays at the tables of a process."""

    def __init__(self, people: PeopleStore, tasks: BackgroundTasks) -> None:
        self._people = people
        self._tasks = tasks
        # Those too that are still being read from the store.
        self._rooms: WeakSet[GameRoom] = WeakSet()
        self._changes = 0

    async def learn(self, room: GameRoom, *others: str) -> None:
        """Load the names of all who play at a table, and of some others who have spoken there."""
        if room.state.online is None:
            return
        self._rooms.add(room)
        unknown = people_at(room.state).union(others) - set(room.people)
        if unknown:
            room.people.update(await self._names_of(unknown))

    async def _names_of(self, accounts: Set[str]) -> dict[str, AccountName]:
        """Return the names of those of some accounts that exist, as they are now."""
        while True:
            changes = self._changes
            found = await self._people.accounts(accounts)
            # Somebody may have another name since it was read.
            if changes == self._changes:
                return {i: AccountName(p.name, p.guest) for i, p in found.items()}

    def followed(self, room: GameRoom) -> None:
        """Load in the background who sat down by another process, and send it to the table."""
        self._tasks.start(self._learn_and_tell(room))

    async def _learn_and_tell(self, room: GameRoom) -> None:
        known = len(room.people)
        await self.learn(room)
        if len(room.people) != known:
            room.tell_again()

    def renamed(self, account: str) -> None:
        """Load the new name of an account, and send it to the tables that show it."""
        self._changes += 1
        self._tasks.insist(partial(self._learn_anew, {account}))

    def look_again(self) -> None:
        """Load the names of all who are shown here: somebody may have another one."""
        self._changes += 1
        shown = {account for room in self._rooms for account in room.people}
        self._tasks.insist(partial(self._learn_anew, shown))

    async def _learn_anew(self, accounts: Set[str]) -> None:
        shown = [room for room in self._rooms if accounts & room.people.keys()]
        if not shown:
            return
        names = await self._names_of(accounts)
        for room in shown:
            before = room.people.copy()
            for account in accounts & before.keys():
                room.people[account] = names.get(account, AccountName(""))
            # An erased account has none any more: that it gets up is told.
            renamed = any(name.name for i, name in room.people.items() if name != before[i])
            terms = room.state.terms
            # Where nobody has a name, a frame would tell that somebody has another one.
            if renamed and terms is not None and not terms.anonymous:
                room.tell_again()
