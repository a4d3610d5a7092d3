"""A game that is being played: its state, who listens, and the one way to change it.

The order of every change: validate, append to the store, acknowledge, broadcast. Nothing that a
client was told can be lost, and nothing is told that is not stored. The rest of the server hears of
it by events (`server.publisher`), after all that.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Generator, Sequence, Set
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import cast

import msgspec

from djambi._version import __version__
from djambi.server.game import table_presenter
from djambi.server.game.automatic_events import next_automatic_event
from djambi.server.game.events import (
    Begun,
    Created,
    LogEvent,
    Numbered,
    NumberTaken,
    Seated,
    SeatRow,
)
from djambi.server.game.presenter import current_view, event_view, seat_view
from djambi.server.game.reducer import apply, canonical, replay
from djambi.server.game.state import GameState
from djambi.server.game.summaries import summary_of
from djambi.server.game.table_presenter import AccountName
from djambi.server.game.table_queries import people_at, present_parties
from djambi.server.live.event_window import EventWindow
from djambi.server.live.game_store import GameStore
from djambi.server.live.json_cache import (
    forget_lines,
    json_lines,
    keep_lines,
    missing,
    raw_json,
    written_lines,
)
from djambi.server.live.listener import Encoded, Listener
from djambi.server.publisher import EventPublisher, PublishedEvent
from djambi.server.schemas.messages import BotPace, StateMessage, UpdateMessage, YouView
from djambi.server.schemas.tables import ClockView, PlaceView, PresenceMessage, TableView
from djambi.server.security.devices import Device
from djambi.server.timekeeping import iso, now
from djambi.views.games import GameView, LineView, SeatView, game_view
from djambi.views.positions import PositionView

_MAX_TRIES = 5

_log = logging.getLogger("djambi.server")


class StaleChange(Exception):
    """The sender had not seen the last event (online: that changed the position)."""


class _Overtaken(StaleChange):
    """Others were faster, and what was known before still holds: it may be tried again."""


class GameRoom:
    """One game. All methods belong to the server's event loop.

    Of an online table `people` has the accounts that are shown here, `elsewhere` those that are
    here by another process, and `ballots` what was said in the secret vote that event number
    called. `pace` is how fast bots play among themselves, `steps` how many turns they may play
    although they pause. `created` is when the game was made.
    """

    def __init__(
        self,
        game: str,
        store: GameStore,
        log: list[Numbered],
        state: GameState,
        events: EventPublisher,
    ) -> None:
        self.id = game
        self.listeners: set[Listener] = set()
        self.people: dict[str, AccountName] = {}
        self.elsewhere: frozenset[str] = frozenset()
        self.ballots: dict[str, tuple[int, bool]] = {}
        self.pace: BotPace = "usual"
        self.steps = 0
        self._stirred = asyncio.Event()
        self._events = events
        self._workers = 0
        self._here: Counter[str] = Counter()
        self._came: dict[str, int] = {}
        self._told_presence: PresenceMessage | None = None
        self._store = store
        self._lock = asyncio.Lock()
        self._writing = asyncio.Lock()
        self._shown: tuple[int, PositionView] | None = None
        self.created = log[0].at
        self.recent = EventWindow(log)
        self.state = state

    # --- what is shown --------------------------------------------------------------------------

    @property
    def game(self) -> GameView:
        """Return what does not change."""
        return game_view(self.id, self.state.start, iso(self.created))

    def view(self) -> PositionView:
        """Return the position now, with the mover's choices (encoded already)."""
        view = self._known_view
        if view is None:
            view = raw_json(current_view(self.state))
            self._shown = (self.state.number, view)
        return view

    @property
    def _known_view(self) -> PositionView | None:
        """Return the view of the position now if it is there already."""
        if self._shown is None or self._shown[0] != self.state.number:
            return None
        return self._shown[1]

    @property
    def shown(self) -> bytes:
        """Return the view of the position now as it was sent; b"" if nobody here was shown it."""
        view = self._known_view
        return b"" if view is None else msgspec.json.encode(view)

    def lines(self, since: int = 0) -> list[LineView]:
        """Return the list of turns, from the line of this index on (encoded already)."""
        return json_lines(self.id, self.state, since)

    def parties_of(self, device: Device) -> str:
        """Return the parties that a device plays, in seat order."""
        return "".join(p for p, row in self.state.seats.items() if _plays(row, device))

    def seats(self) -> list[SeatView]:
        """Return who plays, as everybody may see it."""
        terms = self.state.terms
        rows = self.state.seats.values()
        if terms is None:
            return [seat_view(row) for row in rows]
        return [table_presenter.seat_online(row, terms, self.known) for row in rows]

    def known(self, account: str) -> AccountName:
        """Return the name of an account."""
        return self.people.get(account, AccountName(""))

    def you(self, device: Device) -> YouView:
        """Return what a device may do here."""
        return YouView(self.parties_of(device), device.host, self._place(device))

    def _place(self, device: Device) -> PlaceView | None:
        online = self.state.online
        if online is None:
            return None
        number, ballot = self.ballots.get(device.key, (0, False))
        asked = online.vote is not None and online.vote.number == number
        return table_presenter.place_of(self.state, online, device.key, ballot if asked else None)

    def table_view(self) -> TableView | None:
        """Return the table beside the game; None for a game at this computer."""
        online = self.state.online
        if online is None:
            return None
        return table_presenter.table_view(self.state, online, self.is_here, self.watching, now())

    def clock_view(self) -> ClockView | None:
        """Return the clocks of a game at this computer; None if it has none."""
        if self.state.online is not None or not self.state.clock.ticks:
            return None
        return table_presenter.clock_view(self.state, now())

    def can_undo(self, mine: str) -> bool:
        """Return whether who plays these parties may take back the last person's turn.

        Online anybody's: there a vote does it.
        """
        state = self.state
        if state.terms is None:
            return state.undoes(mine)
        return state.terms.takeback and state.mover is not None and state.undo_to() is not None

    def snapshot(self, device: Device, answers: int | None = None) -> StateMessage:
        """Return the whole state for one device."""
        return StateMessage(
            number=self.state.number,
            version=__version__,
            game=self.game,
            seats=self.seats(),
            lines=self.lines(),
            view=self.view(),
            you=self.you(device),
            draw=self.state.draw,
            can_undo=self.can_undo(self.parties_of(device)),
            id=answers,
            table=self.table_view(),
            clock=self.clock_view(),
        )

    def news(
        self, since: int, device: Device, answers: int | None = None
    ) -> StateMessage | UpdateMessage:
        """Return what came after event `since`; the whole state if that is unknown, or long ago."""
        if not self._follows(since):
            return self.snapshot(device, answers)
        kept = self.state.entries.stood(since)
        return UpdateMessage(
            since=since,
            number=self.state.number,
            events=[event_view(n, iso(n.at)) for n in self.recent.since(since)],
            kept=kept,
            lines=self.lines(kept),
            view=self.view(),
            seats=self.seats(),
            you=self.you(device),
            draw=self.state.draw,
            can_undo=self.can_undo(self.parties_of(device)),
            id=answers,
            table=self.table_view(),
            clock=self.clock_view(),
        )

    def _follows(self, since: int) -> bool:
        """Return whether what came after event `since` is told alone, without the whole state."""
        return 1 <= since <= self.state.number and self.recent.reaches(since)

    async def prepare(self, since: int = 0) -> None:
        """Write what `news` since an event shows, where nobody was shown it yet, in a thread.

        A long game takes a while to write, and nobody else is to wait.
        """
        async with self._writing:
            state = self.state
            first = state.entries.stood(since) if self._follows(since) else 0
            lines = missing(self.id, state.entries.events(first))
            if self._known_view is not None and not lines:
                return
            view, written = await asyncio.to_thread(self._written, state, first, lines)
            keep_lines(self.id, written)
            if state is self.state and self._known_view is None:
                self._shown = (state.number, view)

    def _written(
        self, state: GameState, first: int, lines: Set[int]
    ) -> tuple[PositionView, dict[int, msgspec.Raw]]:
        view: PositionView = raw_json(current_view(state))
        return view, written_lines(self.id, state, first, lines)

    # --- who is there ---------------------------------------------------------------------------

    def join(self, listener: Listener) -> None:
        """Add a socket: from now on it is told what happens."""
        self.listeners.add(listener)
        if listener.may_play:
            self._here[listener.device.key] += 1
            self._came.setdefault(listener.device.key, now())
        self.tell_presence(but=listener)

    def leave(self, listener: Listener) -> int | None:
        """Remove a socket; return since when its device was here, if it is gone with it."""
        if listener not in self.listeners:
            return None
        self.listeners.discard(listener)
        came = None
        if listener.may_play:
            key = listener.device.key
            self._here[key] -= 1
            if not self._here[key]:
                del self._here[key]
                came = self._came.pop(key)
        self._stir()
        self.tell_presence()
        return came

    def cut(self, account: str | None = None) -> None:
        """Disconnect an account, or everybody."""
        for listener in tuple(self.listeners):
            if account in (None, listener.device.key):
                listener.cut()

    @property
    def here(self) -> frozenset[str]:
        """Return the devices (accounts) that are here by this process, and may play."""
        return frozenset(self._here)

    def is_here(self, key: str) -> bool:
        """Return whether an account is here by any process, and may play."""
        return key in self._here or key in self.elsewhere

    @property
    def watching(self) -> int:
        """Return how many sockets of this process belong to no player."""
        playing = people_at(self.state)
        return sum(listener.device.key not in playing for listener in self.listeners)

    def tell_presence(self, but: Listener | None = None) -> None:
        """Send everybody at an online table who is there, unless nothing has changed.

        At an anonymous table a frame, even an empty one, would tell when a player comes or goes.
        """
        presence = self._presence()
        if presence is None or presence == self._told_presence:
            return
        self._told_presence = presence
        encoded = msgspec.json.encode(presence)
        for listener in tuple(self.listeners):
            if listener is not but:
                listener.send(encoded)

    def _presence(self) -> PresenceMessage | None:
        """Return who is there; None at this computer, where nobody asks."""
        online = self.state.online
        if online is None:
            return None
        present = present_parties(self.state, online, self.is_here)
        return PresenceMessage(present, self.watching)

    def meet_elsewhere(self, accounts: frozenset[str]) -> None:
        """Update who is here by another process."""
        self.elsewhere = accounts

    def count_ballots(self, ballots: dict[str, tuple[int, bool]]) -> None:
        """Take the ballots of the secret vote as the store has them."""
        self.ballots = ballots

    def keep_pace(self, pace: BotPace, steps: int = 0) -> None:
        """Set the pace of bots among themselves; `steps`: turns to play although they pause."""
        self.pace, self.steps = pace, steps
        self._stir()

    def _stir(self) -> None:
        self._stirred.set()
        self._stirred = asyncio.Event()

    async def stirred(self, seconds: float | None) -> None:
        """Wait until the game or the pace changes or somebody leaves, or for so many seconds."""
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._stirred.wait(), seconds)

    # --- who works here -------------------------------------------------------------------------

    @contextmanager
    def occupied(self) -> Generator[None]:
        """Keep the game in memory while somebody works at it whom no socket shows (a bot)."""
        self._workers += 1
        try:
            yield
        finally:
            self._workers -= 1

    @property
    def is_occupied(self) -> bool:
        """Return whether somebody works at the game."""
        return self._workers > 0

    # --- changes --------------------------------------------------------------------------------

    async def change(
        self,
        seen: int | None,
        make: Callable[[], LogEvent | None],
        acknowledge: Callable[[int], None] | None = None,
    ) -> None:
        """Apply one change to the game as it was after event `seen`, and what follows from it.

        `make` says which event it is, given that nothing came between; it may raise DjambiError,
        or say that there is nothing to change now (None). `acknowledge` is called with the event's
        number once it is stored, before anybody else hears of it. Raises StaleChange if the game
        has gone on (an online table: if the position has changed), unless `seen` is None, and what
        `make` or the rules raise.
        """
        async with self._lock:
            before = self.state
            changed = await self._first(seen, make, acknowledge or _unheard)
            try:
                while await self._make(lambda: next_automatic_event(self.state), _unheard):
                    changed = True
            except StaleChange:
                # What another process was first to do needs no doing here.
                pass
            except Exception:
                # What was asked for is stored, and acknowledged; this is due now (`due_events`).
                _log.exception("what follows by itself in game %s failed", self.id)
        if changed:
            self._events.publish(TableChanged(self, before))

    async def _first(
        self,
        seen: int | None,
        make: Callable[[], LogEvent | None],
        acknowledge: Callable[[int], None],
    ) -> bool:
        """Make a change; again if another process was faster and it still makes sense."""
        for _ in range(_MAX_TRIES):
            if seen is not None and seen > self.state.number:
                # It was seen by way of another process, of which nothing was heard here yet.
                await self._reload()
            if not self.is_fresh(seen):
                raise StaleChange
            with suppress(_Overtaken):
                return await self._make(make, acknowledge)
        raise StaleChange

    def is_fresh(self, seen: int | None) -> bool:
        """Return whether a change to the game as it was after event `seen` still makes sense."""
        if seen is None:
            return True
        state = self.state
        if state.online is None:
            return seen == state.number
        return state.moved <= seen <= state.number

    async def _make(
        self, make: Callable[[], LogEvent | None], acknowledge: Callable[[int], None]
    ) -> bool:
        event = make()
        if event is None:
            return False
        at = max(now(), self.recent.at)
        before = self.state
        state = apply(before, event, at)
        event = canonical(event, state)
        try:
            numbered = await self._store.append(
                self.id,
                state.number,
                event,
                summary_of(state),
                at,
                seated=isinstance(event, (Created, Seated, Begun)),
            )
        except NumberTaken:
            raise (_Overtaken if await self._reload() else StaleChange) from None
        self.recent.add([numbered])
        self.state = state
        self._stir()
        acknowledge(state.number)
        self._broadcast(state.number - 1)
        self._events.publish(EventStored(self, state.number))
        return True

    async def catch_up(self, happened: Sequence[Numbered] = (), view: bytes = b"") -> bool:
        """Apply what another process has stored; returns whether there was anything new.

        `happened`: events another process reports as stored, in order; `view`: the resulting
        position, serialized. Without events, or after a gap, reload from the store.
        """
        async with self._lock:
            since = self.state.number
            new = [numbered for numbered in happened if numbered.number > since]
            if happened and not new:
                return False
            if not new or [n.number for n in new] != list(range(since + 1, since + len(new) + 1)):
                await self._reload()
                return self.state.number != since
            state = self.state
            for numbered in new:
                state = apply(state, numbered.event, numbered.at)
            self.recent.add(new)
            self.state = state
            self._stir()
            if view:
                self._shown = (state.number, cast("PositionView", msgspec.Raw(view)))
            self._broadcast(since)
            self._events.publish(TableFollowed(self))
            return True

    async def _reload(self) -> bool:
        """Read the game anew from the store, where another process has gone on with it.

        Return False if it went another way than was known here, where a store took an event only
        for the time being (`page.store`): then everybody is told the whole state.
        """
        since = self.state.number
        log = await self._store.events(self.id)
        stands = log[since - 1 : since] == self.recent.since(since - 1)
        self.recent = EventWindow(log)
        self.state = replay(log, self.state.clock.outages)
        self._stir()
        if self.state.number != since or not stands:
            self._shown = None
            if not stands:
                forget_lines(self.id)
            self._broadcast(since if stands else 0)
            self._events.publish(TableFollowed(self))
        return stands

    async def count_anew(self, since: int) -> None:
        """Reckon the clocks anew: an outage from `since` on has come to light.

        Events that were stored before it had took time from somebody who had not used it.
        """
        async with self._lock:
            if not self.state.clock.ticks or self.recent.at < since:
                return
            await self._reload()
            self.tell_again()
            self._events.publish(TableFollowed(self))

    def tell_again(self) -> None:
        """Send everybody the state of the game again: something beside it has changed."""
        self._broadcast(self.state.number)

    def tell_account(self, account: str) -> None:
        """Send one account the state of the game again, and nobody else so much as a frame."""
        for listener in tuple(self.listeners):
            if listener.device.key == account:
                listener.send(self.news(self.state.number, listener.device))

    def tell(self, message: msgspec.Struct) -> None:
        """Send everybody something that is not part of the game."""
        encoded = msgspec.json.encode(message)
        for listener in tuple(self.listeners):
            listener.send(encoded)

    def _broadcast(self, since: int) -> None:
        if not self.listeners:
            return
        # The news tells it too.
        self._told_presence = self._presence()
        encoded: dict[Encoded, Encoded] = {}
        news: StateMessage | UpdateMessage | None = None
        for listener in tuple(self.listeners):
            you = self.you(listener.device)
            key = msgspec.json.encode(you)
            if key not in encoded:
                # Made once for all; only what each one may do differs.
                news = news or self.news(since, listener.device)
                news.you = you
                news.can_undo = self.can_undo(you.parties)
                encoded[key] = msgspec.json.encode(news)
            listener.send(encoded[key])


@dataclass(frozen=True, slots=True)
class EventStored(PublishedEvent):
    """One more event of a game's log (a turn, say) is stored, acknowledged and broadcast."""

    room: GameRoom
    number: int


@dataclass(frozen=True, slots=True)
class TableChanged(PublishedEvent):
    """A change by this process is done, with all that follows by itself; `before` it stood so."""

    room: GameRoom
    before: GameState


@dataclass(frozen=True, slots=True)
class TableFollowed(PublishedEvent):
    """A room has caught up with what another process stored, and broadcast it."""

    room: GameRoom


def _unheard(number: int) -> None:
    """Ignore the acknowledgement: nobody waits for it."""


def _plays(row: SeatRow, device: Device) -> bool:
    return row.player in ("me", "person") and row.device == device.key
