"""Account feeds: tell a person that it is their turn, a table began, or the lobby changed.

The lines come from the bus and may be lost; "hello" says: look at everything anew. It comes first,
after a gap, and instead of more lines than anybody would read.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from random import random
from typing import Final, Literal, cast, get_args
from weakref import WeakSet

import msgspec

from djambi.server.cluster.bus import Bus
from djambi.server.database_errors import DATABASE_ERRORS
from djambi.server.schemas.base import StrictStruct

NewsKind = Literal["hello", "turn", "begun", "over", "invited", "table", "lobby"]

GATHER_INTERVAL_S: Final = 0.1
"""Seconds in which lines are gathered: one look at the store counts for all of them."""

LOBBY_INTERVAL_S: Final = 1.0
"""Seconds between two lines on the lobby."""

LOBBY_READERS: Final = 15
"""Feeds a second that are told of the lobby, and read it then; of more, some are told later."""

MAX_WAITING_LINES: Final = 50
"""Lines that wait at most."""

KEEPALIVE_S: Final = 15.0
"""Seconds after which an empty line says that the feed still lives."""

# Timers may be early by as much.
_TIMER_SLACK_S: Final = 0.001

_NEWS_KINDS: Final = get_args(NewsKind)


class News(msgspec.Struct):
    """A message on the bus for a person (`person:ACCOUNT`) or for the `lobby`."""

    what: str
    game: str | None = None


class FeedLine(StrictStruct):
    """Something happened: look at the game, or (without one) at everything.

    `turn`: somebody played there, and it may be my turn; `begun`, `over`: the game began or ended;
    `invited`: a seat is kept for me; `table`: something else there; `lobby`: other tables wait.
    `turns` counts my games where I am to move.
    """

    what: NewsKind
    game: str | None
    turns: int


class Feed:
    """The lines for one account (None: for somebody without one, who hears of the lobby).

    `turns` counts the games where the account is to move.
    """

    def __init__(
        self,
        bus: Bus,
        account: str | None,
        turns: Callable[[str], Awaitable[int]],
        spread: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._spread = spread
        self._bus = bus
        self.account = account
        self._turns = turns
        self._waiting: dict[tuple[NewsKind, str | None], None] = {("hello", None): None}
        self._cut = asyncio.Event()
        self._lobby_again = 0.0
        self._lobby_due: float | None = None
        self._something = asyncio.Event()
        self._something.set()

    async def lines(self) -> AsyncGenerator[bytes]:
        """Yield the lines as JSON, as long as somebody reads them; b"" after a silence.

        They end when the account is cut, or the store away: whoever comes back looks at everything.
        """
        topics = ["lobby"] if self.account is None else ["lobby", f"person:{self.account}"]
        for topic in topics:
            await self._bus.listen(topic, self._heard)
        turns = 0
        try:
            while not self._cut.is_set():
                try:
                    await asyncio.wait_for(self._something.wait(), KEEPALIVE_S)
                except TimeoutError:
                    yield b""
                    continue
                await asyncio.sleep(GATHER_INTERVAL_S)
                if self._cut.is_set():
                    return
                waiting = self._due()
                if self.account is not None and any(what != "lobby" for what, _ in waiting):
                    try:
                        turns = await self._turns(self.account)
                    except DATABASE_ERRORS:
                        return
                for what, game in waiting:
                    yield msgspec.json.encode(FeedLine(what, game, turns))
        finally:
            for topic in topics:
                await self._bus.leave(topic, self._heard)

    def _due(self) -> list[tuple[NewsKind, str | None]]:
        """Return what is to be told now; the lobby may have to wait."""
        self._something.clear()
        waiting, self._waiting = self._waiting, {}
        lobby: tuple[NewsKind, str | None] = ("lobby", None)
        if lobby in waiting and not self._is_lobby_due():
            del waiting[lobby]
        return list(waiting)

    def _is_lobby_due(self) -> bool:
        """Return whether to announce the lobby now; if not, check again when it is time."""
        loop = asyncio.get_running_loop()
        at = loop.time()
        if self._lobby_due is None:
            # Not all at once: whoever is told asks for the lobby in the same moment.
            late = self._spread() * random()  # noqa: S311 - it keeps no secret
            self._lobby_due = max(self._lobby_again, at + late)
            if self._lobby_due > at:
                loop.call_at(self._lobby_due, self._wait, "lobby", None)
        if at < self._lobby_due - _TIMER_SLACK_S:
            return False
        self._lobby_due, self._lobby_again = None, at + max(LOBBY_INTERVAL_S, self._spread())
        return True

    def cut(self) -> None:
        """End: the account's sessions have ended."""
        self._cut.set()
        self._something.set()

    def _heard(self, data: bytes) -> None:
        try:
            news = msgspec.json.decode(data, type=News)
        except msgspec.DecodeError:
            # b"": something may have been missed.
            news = News("hello")
        if news.what == "lobby" and self._lobby_due is not None:
            # It will be told of already.
            return
        if news.what in _NEWS_KINDS:
            # Of the lobby only that something changed there is told: then one line does for all.
            self._wait(cast("NewsKind", news.what), None if news.what == "lobby" else news.game)

    def _wait(self, what: NewsKind, game: str | None) -> None:
        if len(self._waiting) >= MAX_WAITING_LINES:
            self._waiting = {("hello", None): None}
        self._waiting[what, game] = None
        self._something.set()


class Feeds:
    """Makes the feeds of a process."""

    def __init__(self, bus: Bus, turns: Callable[[str], Awaitable[int]]) -> None:
        self._bus = bus
        self._turns = turns
        self._open: WeakSet[Feed] = WeakSet()

    @property
    def open(self) -> int:
        """Return how many feeds are read."""
        return len(self._open)

    @property
    def spread(self) -> float:
        """Return the seconds over which the readers of one change are spread."""
        return max(0.0, (self.open - LOBBY_READERS) / LOBBY_READERS)

    def of(self, account: str | None) -> Feed:
        """Return a feed for an account, or for somebody without one."""
        feed = Feed(self._bus, account, self._turns, lambda: self.spread)
        self._open.add(feed)
        return feed

    def cut(self, account: str) -> None:
        """End the feeds of an account: its sessions have ended."""
        for feed in tuple(self._open):
            if feed.account == account:
                feed.cut()
