"""All games of this server: made, loaded, kept in memory while they are used."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from weakref import WeakValueDictionary

from djambi.errors import DjambiError
from djambi.server.errors import RequestRefused
from djambi.server.game import records
from djambi.server.game.clocks import Outages
from djambi.server.game.events import Created, LogEvent
from djambi.server.game.library_game import game_of
from djambi.server.game.reducer import replay, state_of_events
from djambi.server.game.summaries import RECENT_GAMES, summary_of, summary_view, table_made
from djambi.server.game.visibility import may_watch
from djambi.server.identifiers import new_id
from djambi.server.live.game_store import GameStore
from djambi.server.live.listener import Listener
from djambi.server.live.new_games import created, created_game
from djambi.server.live.room import GameRoom
from djambi.server.publisher import AwaitedEvent, EventPublisher, PublishedEvent
from djambi.server.schemas.requests import NewGameBody, RecentGamesView
from djambi.server.security.devices import Device
from djambi.server.timekeeping import iso
from djambi.views.press import FrontPageView, front_page_view

HOME_SOCKETS = 400
"""Sockets at once of a computer's own server, at most."""

_MAX_IDLE_ROOMS = 64
"""Games in memory that nobody is at, at most, beside those that bots play on."""

_MAX_SKIPPED_GAMES = 1_000_000
"""Games that are skipped in the list of games, at most."""


@dataclass(frozen=True, slots=True)
class RoomLoaded(AwaitedEvent):
    """A game comes into memory: nobody is let in before all that belongs to it is there."""

    room: GameRoom


@dataclass(frozen=True, slots=True)
class TableCreated(PublishedEvent):
    """A new online table is stored."""

    room: GameRoom


@dataclass(frozen=True, slots=True)
class ClientJoined(PublishedEvent):
    """A socket has come to a game, and was sent its state.

    It had seen event `since` and `said` asides before (0: nothing).
    """

    room: GameRoom
    listener: Listener
    since: int
    said: int


@dataclass(frozen=True, slots=True)
class ClientLeft(PublishedEvent):
    """A socket of a device (an account) has gone from a game.

    `came` is since when it was there, if it is gone with it; None: others of it are still there, or
    it was only looked on with.
    """

    room: GameRoom
    account: str
    came: int | None


class GameRegistry:
    """The games. All methods belong to the server's event loop.

    `outages`: when no server lived, and clocks stood still; what is added to them holds for all
    games.
    """

    def __init__(
        self,
        store: GameStore,
        events: EventPublisher,
        outages: Outages | None = None,
        most_sockets: int = HOME_SOCKETS,
    ) -> None:
        self.store = store
        self.events = events
        self._most_sockets = most_sockets
        self._outages = outages or Outages()
        self._rooms: dict[str, GameRoom] = {}
        # Those of them that nobody is at, the one first that was used longest ago.
        self._idle: OrderedDict[str, GameRoom] = OrderedDict()
        # A game that somebody still holds is never loaded a second time beside it.
        self._used: WeakValueDictionary[str, GameRoom] = WeakValueDictionary()
        # A lock is there for as long as somebody holds it or waits for it.
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def room(self, game: str) -> GameRoom:
        """Return the game of this name; raises RequestRefused if there is none."""
        lock = self._loading.setdefault(game, asyncio.Lock())
        async with lock:
            room = self._used.get(game)
            if room is None:
                room = self._used[game] = await self._load(game)
            self._keep(room)
            return room

    async def open(self, game: str, device: Device, key: str = "") -> GameRoom:
        """Return the game of this name for somebody who may see it.

        Who may not is told that there is none.
        """
        room = await self.room(game)
        if not may_watch(room.state, device.key, key):
            raise RequestRefused("no_game")
        return room

    async def _load(self, game: str) -> GameRoom:
        gaps = self._outages.gaps
        try:
            log = await self.store.events(game)
            # A long game takes a while to replay, and nobody else is to wait.
            state = await asyncio.to_thread(replay, log, self._outages) if log else None
        except DjambiError as error:
            raise RequestRefused("damaged", detail=error) from error
        if state is None:
            raise RequestRefused("no_game")
        room = GameRoom(game, self.store, log, state, self.events)
        await self.events.deliver(RoomLoaded(room))
        if self._outages.gaps != gaps:
            # An outage has come to light meanwhile, and the game was not yet known to be here.
            await room.count_anew(0)
        if state.online is None:
            # What follows by itself and was not stored when it did; of tables: `due_events`.
            await room.change(None, lambda: None)
        return room

    def _keep(self, room: GameRoom) -> None:
        """Mark a room as most recently used and evict idle ones beyond the limit."""
        self._rooms[room.id] = room
        if room.listeners:
            self._idle.pop(room.id, None)
            return
        self._idle[room.id] = room
        self._idle.move_to_end(room.id)
        for _ in range(len(self._idle) - _MAX_IDLE_ROOMS):
            game, oldest = self._idle.popitem(last=False)
            if oldest.is_occupied:
                self._idle[game] = oldest
            else:
                del self._rooms[game]

    def known(self, game: str) -> GameRoom | None:
        """Return the game of this name if it is in memory."""
        return self._used.get(game)

    def is_loading(self, game: str) -> bool:
        """Return whether a game is being read from the store."""
        return game in self._loading and game not in self._used

    async def once_loaded(self, game: str) -> GameRoom | None:
        """Return the game of this name if it is in memory, or is being read from the store."""
        lock = self._loading.get(game)
        if lock is not None:
            async with lock:
                pass
        return self._used.get(game)

    def in_memory(self) -> list[str]:
        """Return the names of the games in memory."""
        return list(self._used)

    @property
    def sockets(self) -> int:
        """Return how many sockets are open."""
        return sum(len(room.listeners) for room in self._rooms.values())

    @property
    def is_full(self) -> bool:
        """Return whether as many sockets are open as there may be."""
        return self.sockets >= self._most_sockets

    @property
    def loaded(self) -> tuple[GameRoom, ...]:
        """Return the games that are in memory."""
        return tuple(self._rooms.values())

    @property
    def people(self) -> int:
        """Return how many accounts (or devices) have sockets here."""
        rooms = self._rooms.values()
        return len({each.device.key for room in rooms for each in room.listeners} - {"-"})

    def watching(self, game: str) -> int:
        """Return how many sockets watch a game."""
        room = self._rooms.get(game)
        return 0 if room is None else room.watching

    def join(self, room: GameRoom, listener: Listener, since: int, said: int = 0) -> None:
        """Admit a socket that has seen event `since` and `said` asides (0: nothing).

        One that may not see the game any more, since it was let in, is cut off.
        """
        if not may_watch(room.state, listener.device.key, listener.key):
            listener.cut()
            return
        self._keep(room)
        room.join(listener)
        # It is there itself, and is told so.
        listener.send(room.news(since, listener.device))
        self._idle.pop(room.id, None)
        self.events.publish(ClientJoined(room, listener, since, said))

    def leave(self, room: GameRoom, listener: Listener) -> None:
        """Record that a socket is gone."""
        came = room.leave(listener)
        if self._used.get(room.id) is room:
            self._keep(room)
        self.events.publish(ClientLeft(room, listener.device.key, came))

    def forget(self, game: str) -> None:
        """Drop a game that has been deleted, and disconnect whoever is there."""
        room = self._used.pop(game, None)
        self._rooms.pop(game, None)
        self._idle.pop(game, None)
        if room is not None:
            room.cut()

    def cut(self, account: str) -> None:
        """Disconnect an account whose sessions have ended."""
        for room in self._rooms.values():
            room.cut(account)

    # --- new games ------------------------------------------------------------------------------

    async def create(self, new: NewGameBody, game: str = "") -> str:
        """Start a game, by this name or a new one; returns its name.

        Raises DjambiError for what cannot be.
        """
        return await self._store([created_game(new)], game)

    async def rematch(self, game: str, device: Device) -> str:
        """Start the same game again, with the same players.

        Raises RequestRefused("host_only") for a device that neither plays it nor is the host.
        """
        room = await self.room(game)
        if not device.host and not room.parties_of(device):
            raise RequestRefused("host_only")
        state = room.state
        seats = tuple(state.seats.values())
        return await self._store([created(state.start, seats, state.clock.terms, talk=state.talk)])

    async def load(self, text: str) -> str:
        """Create a game from the first one in a record; its people are at this computer."""
        return await self._store(await asyncio.to_thread(records.read, text))

    async def record(self, game: str) -> Callable[[], str]:
        """Return what writes the record of a game as it is now (NOTATION 3), in any thread."""
        room = await self.room(game)
        names = {seat.party: seat.name for seat in room.seats()}
        return partial(records.write, room.state, iso(room.created), names)

    async def paper(self, game: str, device: Device) -> Callable[[], FrontPageView]:
        """Return what writes the front page of a game that is over, in any thread."""
        room = await self.room(game)
        created, seats, mine = iso(room.created), room.seats(), room.parties_of(device)
        state = room.state
        return lambda: front_page_view(game_of(state), game, created, seats, mine)

    async def make(self, created: Created, hidden: bool = False) -> str:
        """Store a new online table, `hidden` from lists or not; returns the name of its game."""
        game = await self._store([created])
        if hidden:
            await self.store.hide(game)
        room = await self.room(game)
        self.events.publish(TableCreated(room))
        # It may be full already, and then it begins.
        await room.change(None, lambda: None)
        return game

    async def _store(self, events: Sequence[LogEvent], game: str = "") -> str:
        state = state_of_events(events)
        game = game or new_id()
        start = state.start
        await self.store.create(
            game,
            start.variant.name,
            str(start.rules),
            events,
            summary_of(state),
            table_made(game, state),
        )
        return game

    # --- the list -------------------------------------------------------------------------------

    async def hide(self, game: str) -> None:
        """Remove a game from the list; raises RequestRefused("no_game") if there is none."""
        if not await self.store.hide(game):
            raise RequestRefused("no_game")

    async def recent(self, skip: int = 0) -> RecentGamesView:
        """Return a page of the games last played, newest first, without the first `skip`.

        Raises RequestRefused("not_understood") for a number of games that nobody has.
        """
        if not 0 <= skip <= _MAX_SKIPPED_GAMES:
            raise RequestRefused("not_understood")
        rows = await self.store.recent(skip, RECENT_GAMES + 1)
        games = [summary_view(row) for row in rows[:RECENT_GAMES]]
        return RecentGamesView(games, len(rows) > RECENT_GAMES)

    async def close(self) -> None:
        """End: connections are cut, the store is closed."""
        for room in self._rooms.values():
            room.cut()
        await self.store.close()
