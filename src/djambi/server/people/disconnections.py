"""End what an account has open, wherever it was decided: here, in another process, by an admin.

What ends a session, bars or erases an account, or gives its name to somebody else, writes a *cut*
in the same transaction (`PeopleStore`). Every process asks the store for new cuts once a second,
and at once when the bus says that there is one; so a cut reaches sockets, streams and feeds also
where there is no bus and where the bus has lost something.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol

from djambi.server.background import end_tasks
from djambi.server.cluster.bus import Bus
from djambi.server.publisher import EventPublisher, PublishedEvent
from djambi.server.security.current_user import CurrentUser, visitor_of
from djambi.server.security.http_requests import Connection
from djambi.server.storage.people import Account, PeopleStore

CUT_TOPIC: Final = "cut"
"""The bus's topic: there is a new cut in the store."""

POLL_INTERVAL_S: Final = 1.0
"""Seconds between two looks at the store."""

LATE_CUTS: Final = 64
"""Cuts whose transactions may end in another order than they were numbered in."""

_REMEMBERED_ACCOUNTS: Final = 10_000

_log = logging.getLogger("djambi.server")


@dataclass(frozen=True, slots=True)
class AccountCut(PublishedEvent):
    """What an account has open is to end, here and everywhere."""

    account: str


@dataclass(frozen=True, slots=True)
class AccountErased(PublishedEvent):
    """An account was erased, and perhaps what it said, by any process."""

    account: str


class Disconnections:
    """Follows the cuts of a server; `await begin()` before, `await end()` after.

    It publishes each account whose connections are to end.
    """

    def __init__(self, store: PeopleStore, bus: Bus, events: EventPublisher) -> None:
        self._store = store
        self._bus = bus
        self._events = events
        self._last = 0
        self._seen: set[int] = set()
        self._looked = float("-inf")
        self._something = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._known: OrderedDict[str, Account | None] = OrderedDict()
        self._count = 0

    async def begin(self) -> None:
        """Start to follow them: whoever was cut off before has nothing open here."""
        await self._bus.listen(CUT_TOPIC, self._heard)
        self._last = await self._store.last_cut()
        self._seen = {number for number, _ in await self._store.cuts(self._last - LATE_CUTS)}
        self._task = asyncio.create_task(self._run(), name="cuts")

    async def end(self) -> None:
        """Stop following them."""
        await self._bus.leave(CUT_TOPIC, self._heard)
        await end_tasks(self._task)

    def _heard(self, data: bytes) -> None:
        self._something.set()

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._something.wait(), POLL_INTERVAL_S)
            self._something.clear()
            try:
                await self._look()
            except Exception:
                _log.warning("the store could not be asked whose connections end", exc_info=True)
                await asyncio.sleep(POLL_INTERVAL_S)

    async def _look(self) -> None:
        at = asyncio.get_running_loop().time()
        found = await self._store.cuts(self._last - LATE_CUTS)
        accounts = {account for number, account in found if number not in self._seen}
        self._seen = {number for number, _ in found}
        self._last = max(self._seen, default=self._last)
        for account in accounts:
            self._count += 1
            self._known.pop(account, None)
            self._events.publish(AccountCut(account))
        self._looked = at

    async def standing(self, account: str) -> Account | None:
        """Return an account as it stood at the last look or later; None if there is none.

        What is asked of a turn is asked hundreds of times a second: the store is read only for
        accounts that have not been asked after since they were cut, or when it could not be
        looked at for a while.
        """
        fresh = asyncio.get_running_loop().time() - self._looked < 2 * POLL_INTERVAL_S
        if fresh and account in self._known:
            self._known.move_to_end(account)
            return self._known[account]
        count = self._count
        found = await self._store.account(account)
        # Not if it was cut while it was being read.
        if count == self._count:
            self._known[account] = found
            if len(self._known) > _REMEMBERED_ACCOUNTS:
                self._known.popitem(last=False)
        return found


async def announce_erasure(store: PeopleStore, events: EventPublisher, account: str) -> None:
    """Publish that an account that was cut has been erased, if it has."""
    found = await store.account(account)
    if found is None or found.erased:
        events.publish(AccountErased(account))


class Sessions(Protocol):
    """A place that knows which sessions still exist."""

    async def is_signed_in(self, visitor: CurrentUser) -> bool:
        """Return whether a session has not ended since its visitor came in."""
        ...


async def end_if_cut(connection: Connection, end: Callable[[], None]) -> None:
    """End a connection whose session has ended while it was being made.

    Call it once a cut would reach the connection: before that nobody else ends it.
    """
    visitor = visitor_of(connection)
    people: Sessions | None = connection.app.state.get("people")
    if visitor is not None and people is not None and not await people.is_signed_in(visitor):
        end()
