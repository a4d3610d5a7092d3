"""Check who may play or sit down at a table, and deliver what was kept for those who come."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from djambi.server.background import BackgroundTasks
from djambi.server.errors import RequestRefused
from djambi.server.game.events import LogEvent
from djambi.server.game.state import GameState
from djambi.server.game.table_presenter import AccountName
from djambi.server.game.table_queries import kept_for, people_at
from djambi.server.live.registry import ClientJoined
from djambi.server.live.room import GameRoom
from djambi.server.security.current_user import check_playing
from djambi.server.security.devices import NO_ACCOUNT_KEY, Device
from djambi.server.storage.people import Account, PeopleStore
from djambi.server.tables.commands import arrival_event, departure_event


class Admission:
    """Lets accounts play; `standing` looks an account up for each change that it asks for."""

    def __init__(
        self,
        people: PeopleStore,
        standing: Callable[[str], Awaitable[Account | None]],
        tasks: BackgroundTasks,
    ) -> None:
        self._people = people
        self._standing = standing
        self._tasks = tasks

    async def check_playing(self, account: str) -> None:
        """Raise RequestRefused if an account may not play (any more), whatever it has open."""
        if account != NO_ACCOUNT_KEY:
            check_playing(await self._standing(account))

    async def sit_down(
        self,
        room: GameRoom,
        account: str,
        make: Callable[[], LogEvent | None],
        acknowledge: Callable[[int], None],
    ) -> None:
        """Make the change by which an account sits down (`GameRoom.change`), if it may play here.

        Raises RequestRefused if it may not.
        """
        found = check_playing((await self._people.accounts([account])).get(account))
        room.people[account] = AccountName(found.name, found.guest)
        await self._seat(room, account, make, acknowledge)

    async def _seat(
        self,
        room: GameRoom,
        account: str,
        make: Callable[[], LogEvent | None],
        acknowledge: Callable[[int], None] | None = None,
    ) -> None:
        """Make a change by which an account gets a seat, among people whom it may meet.

        Raises RequestRefused if it is not to meet one of them.
        """
        while True:
            others = _others(room.state, account)
            await self._check_welcome(room, account, others)
            with suppress(_SomebodyCame):
                await room.change(
                    None, partial(_made_among, others, room, account, make), acknowledge
                )
                return

    async def _check_welcome(self, room: GameRoom, account: str, others: frozenset[str]) -> None:
        """Raise RequestRefused if somebody is among these with whom an account is not to meet.

        People who have blocked each other are not to meet at a table; at an anonymous one, though,
        saying so would tell who is who. Those who block somebody there are told so; those who are
        blocked only hear what everybody hears who is not wanted at a table.
        """
        terms = room.state.terms
        if terms is None or terms.anonymous or not others:
            return
        pairs = await self._people.blocks_between({account, *others})
        if any(account == blocker for blocker, _ in pairs):
            raise RequestRefused("blocked_here")
        if any(account == blocked for _, blocked in pairs):
            raise RequestRefused("not_here")

    def joined(self, event: ClientJoined) -> None:
        """Greet in the background whoever comes to a table where something was kept for them."""
        room, device = event.room, event.listener.device
        if not event.listener.may_play:
            return  # a token that may only look on
        if room.state.mover is not None and arrival_event(room.state, device.key) is not None:
            self._tasks.start(self.greet(room, device))

    async def greet(self, room: GameRoom, device: Device) -> None:
        """Seat an account for whom a seat was kept, or give it back its own from a bot."""
        account = device.key
        people = await self._people.accounts([account])
        if account in people:
            room.people[account] = AccountName(people[account].name, people[account].guest)

        def arrival() -> LogEvent | None:
            return arrival_event(room.state, account, device.traits)

        if account not in kept_for(room.state):
            await room.change(None, arrival)
            return
        try:
            await self._seat(room, account, arrival)
        except RequestRefused:
            # The seat waits for somebody else, so that the others can begin.
            await room.change(None, lambda: departure_event(room.state, account))


class _SomebodyCame(Exception):
    """Somebody sat down while it was looked up whom an account may meet."""


def _others(state: GameState, account: str) -> frozenset[str]:
    """Return whom an account would meet: of two for whom seats are kept, who comes first plays."""
    there, awaited = people_at(state), kept_for(state)
    return there if account in awaited else there | awaited


def _made_among(
    others: frozenset[str], room: GameRoom, account: str, make: Callable[[], LogEvent | None]
) -> LogEvent | None:
    """Return the event, if nobody but these is there now; else raise _SomebodyCame."""
    if not _others(room.state, account) <= others:
        raise _SomebodyCame
    return make()
