"""Follow what other processes do at the games that this one has in memory.

They say on the bus what they have stored, and it is applied here; where something is missed or
comes late, the store is read. Once in a while, and after every gap on the bus, all games in memory
are compared with the store: that is enough by itself, only slower.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Protocol

import msgspec
from sqlalchemy import func, select

from djambi.server.background import RETRIED, end_tasks
from djambi.server.cluster.bus import Bus
from djambi.server.database_errors import DATABASE_ERRORS
from djambi.server.game.events import Numbered, decode, encode, version_of
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom, TableChanged
from djambi.server.storage.database import Database
from djambi.server.storage.models import AsideModel, EventModel

SWEEP_INTERVAL_S = 15.0
"""Seconds between two looks at the store."""

CUT_OFF_SWEEP_INTERVAL_S = 1.0
"""The same while the bus does not reach the others."""

GAMES_PER_QUERY = 500
"""Games that are asked after in one query."""

LOADING_RETRY_S = 0.05
"""Seconds until a game that is being loaded is looked at again."""

Row = tuple[int, int, int, str]
"""A stored event as it goes over the bus: number, time, form, text."""


class ReplicaUpdate(msgspec.Struct, frozen=True, array_like=True):
    """The events of a game that a process has stored.

    `view` is the position after the last event as it is shown, written already (b"": it was not
    shown there): working it out costs more than all the rest.
    """

    rows: list[Row]
    view: bytes = b""


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(ReplicaUpdate)
_log = logging.getLogger("djambi.server")


def encode_update(happened: Iterable[Numbered], view: bytes) -> bytes:
    """Return stored events, and the `view` they led to, as they go over the bus (`game:ID`)."""
    rows = [(n.number, n.at, version_of(n.event), encode(n.event)) for n in happened]
    return _encoder.encode(ReplicaUpdate(rows, view))


def announce(bus: Bus, change: TableChanged) -> None:
    """Publish to the other processes what this one has stored.

    If more has happened than a room remembers, they see a gap, and read the store.
    """
    room = change.room
    bus.publish(
        f"game:{room.id}", encode_update(room.recent.since(change.before.number), room.shown)
    )


def announce_aside(bus: Bus, game: str, number: int) -> None:
    """Publish to the other processes the number of an aside that this one has stored."""
    bus.publish(f"talk:{game}", b"%d" % number)


class FollowedTalk(Protocol):
    """The talk of the games in memory, as far as it has to follow other processes."""

    def last_aside(self, room: GameRoom) -> int | None:
        """Return the number of the last aside known here; None for a game without talk."""
        ...

    async def follow(self, room: GameRoom) -> None:
        """Read what was said by way of other processes."""
        ...


class ReplicaFollower:
    """A follower of the other processes; `begin()` before, `await end()` after."""

    def __init__(
        self, registry: GameRegistry, talk: FollowedTalk, bus: Bus, database: Database
    ) -> None:
        self._registry = registry
        self._talk = talk
        self._bus = bus
        self._database = database
        self._sent: dict[str, ReplicaUpdate] = {}
        self._spoken: set[str] = set()
        self._all = False
        self._something = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.gaps = 0
        self.followed = 0
        bus.listen_to_all("game", self._heard)
        bus.listen_to_all("talk", self._heard_talk)

    def begin(self) -> None:
        """Start to follow them."""
        self._task = asyncio.get_running_loop().create_task(self._run(), name="other processes")

    async def end(self) -> None:
        """Stop following them."""
        await end_tasks(self._task)

    def _heard(self, game: str, data: bytes) -> None:
        if not data:
            self.gaps += 1
            self._look_at_all()
            return
        room = self._registry.known(game)
        if room is None and not self._registry.is_loading(game):
            return
        sent = _sent_in(data)
        # What was stored here is known here.
        if room is None or not sent.rows or sent.rows[-1][0] > room.state.number:
            self._put(game, sent)
            self._something.set()

    def _put(self, game: str, sent: ReplicaUpdate) -> None:
        """Put what was said of a game to what waits."""
        before = self._sent.get(game)
        if before is not None:
            sent = ReplicaUpdate([*before.rows, *sent.rows], sent.view)
        self._sent[game] = sent

    def _look_at_all(self) -> None:
        self._all = True
        self._something.set()

    def _heard_talk(self, game: str, data: bytes) -> None:
        room = self._registry.known(game)
        known = None if room is None else self._talk.last_aside(room)
        new = known is not None and data.isdigit() and int(data) > known
        if new or self._registry.is_loading(game):
            self._spoken.add(game)
            self._something.set()

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                cut_off = self._bus.is_connected is False
                every = CUT_OFF_SWEEP_INTERVAL_S if cut_off else SWEEP_INTERVAL_S
                await asyncio.wait_for(self._something.wait(), every)
            if not self._something.is_set():
                self._all = True
            self._something.clear()
            try:
                await self._take_all()
                if self._all:
                    self._all = False
                    await self._compare()
            except Exception:
                _log.warning("the store could not be asked what others did", exc_info=True)
                self._all = True
                await asyncio.sleep(1.0)

    async def _take_all(self) -> None:
        sent, self._sent = self._sent, {}
        spoken, self._spoken = self._spoken, set()
        for game, update in sent.items():
            if self._registry.is_loading(game):
                self._put(game, update)
                self._look_again_soon()
            else:
                await self._take(game, update)
        for game in spoken:
            if self._registry.is_loading(game):
                self._spoken.add(game)
                self._look_again_soon()
            else:
                await self._hear(game)

    def _look_again_soon(self) -> None:
        """Look again when a game is here that is being read, perhaps without what was stored."""
        asyncio.get_running_loop().call_later(LOADING_RETRY_S, self._something.set)

    async def _take(self, game: str, sent: ReplicaUpdate) -> None:
        """Bring a game in memory to what the others have stored; `sent`: what they said."""
        room = self._registry.known(game)
        if room is None:
            return
        try:
            happened = [Numbered(n, at, decode(text, form)) for n, at, form, text in sent.rows]
            if await room.catch_up(happened, sent.view):
                self.followed += 1
        except DATABASE_ERRORS:
            raise
        except Exception:
            # One that is damaged, or that shows a fault of ours, keeps no other from following.
            _log.exception("game %s could not follow what others did", game, extra=RETRIED)

    async def _hear(self, game: str) -> None:
        """Read what was said at a game by way of other processes."""
        room = self._registry.known(game)
        if room is None:
            return
        try:
            await self._talk.follow(room)
            self.followed += 1
        except DATABASE_ERRORS:
            raise
        except Exception:
            _log.exception(
                "game %s could not follow what was said by way of others", game, extra=RETRIED
            )

    async def _compare(self) -> None:
        games = self._registry.in_memory()
        for begin in range(0, len(games), GAMES_PER_QUERY):
            part = games[begin : begin + GAMES_PER_QUERY]
            last = await self._last(EventModel, part)
            for game in set(part) - set(last):
                self._registry.forget(game)
            for game, number in last.items():
                room = self._registry.known(game)
                if room is not None and room.state.number < number:
                    await self._take(game, ReplicaUpdate([]))
            for game, number in (await self._last(AsideModel, part)).items():
                room = self._registry.known(game)
                known = None if room is None else self._talk.last_aside(room)
                if known is not None and known < number:
                    await self._hear(game)

    async def _last(
        self, model: type[EventModel] | type[AsideModel], games: Sequence[str]
    ) -> dict[str, int]:
        """Return the last numbers that the store has of some games."""
        query = (
            select(model.game, func.max(model.number))
            .where(model.game.in_(games))
            .group_by(model.game)
        )
        rows = await self._database.rows(query)
        return {row[0]: row[1] for row in rows}


def _sent_in(data: bytes) -> ReplicaUpdate:
    """Return the events of a bus message; none if it is not understood: the store is read then."""
    try:
        return _decoder.decode(data)
    except msgspec.DecodeError:
        return ReplicaUpdate([])
