"""A game that is being played: its ledger, who listens, and the one way to change it.

The order of every change: validate, append to the store, acknowledge, broadcast. Nothing that a
client was told can be lost, and nothing is told that is not stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec

from djambi._version import __version__
from djambi.server.access import Device
from djambi.server.events import LogEvent, Numbered, SeatRow
from djambi.server.ledger import Ledger
from djambi.server.messages import EventView, State, Update, You
from djambi.server.shown import event_view, game_view, line_view, position_view, seat_view
from djambi.server.storage import NumberTaken, Store, Summary
from djambi.server.views import GameView, Line, PositionView

_QUEUE = 256

Encoded = bytes


class Stale(Exception):
    """The sender had not seen the last event."""


class Listener:
    """One socket on a game: what is to be sent to it, in order."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.queue: asyncio.Queue[Encoded | None] = asyncio.Queue(_QUEUE)

    def send(self, message: msgspec.Struct | Encoded) -> None:
        """Queue a message; a listener that does not keep up is cut off (it comes back later)."""
        data = message if isinstance(message, bytes) else msgspec.json.encode(message)
        try:
            self.queue.put_nowait(data)
        except asyncio.QueueFull:
            self.cut()

    def cut(self) -> None:
        """End the connection: what was queued is dropped."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


@dataclass(frozen=True, slots=True)
class _Shown:
    """What is shown of one state, made once for everybody."""

    number: int
    view: PositionView


class Table:
    """One game. All methods belong to the server's event loop."""

    def __init__(self, game: str, store: Store, log: list[Numbered], ledger: Ledger) -> None:
        self.id = game
        self.listeners: set[Listener] = set()
        self.on_change: Callable[[Table], None] = lambda table: None
        self._store = store
        self._lock = asyncio.Lock()
        self._lines: dict[int, Line] = {}
        self._shown: _Shown | None = None
        self.log = log
        self.ledger = ledger

    # --- what is shown --------------------------------------------------------------------------

    @property
    def game(self) -> GameView:
        """What does not change."""
        return game_view(self.id, self.ledger.start, iso(self.log[0].at))

    def view(self) -> PositionView:
        """The position now, with what the person to play may choose."""
        if self._shown is None or self._shown.number != self.ledger.number:
            self._shown = _Shown(self.ledger.number, position_view(self.ledger))
        return self._shown.view

    def lines(self, since: int = 0) -> list[Line]:
        """The list of turns, from the line of this index on."""
        found: list[Line] = []
        for index in range(since, len(self.ledger.entries)):
            entry = self.ledger.entries[index]
            line = self._lines.get(entry.event)
            if line is None:
                line = self._lines[entry.event] = line_view(self.ledger, index)
            found.append(line)
        return found

    def parties_of(self, device: Device) -> str:
        """The parties that a device plays, in seat order."""
        return "".join(p for p, row in self.ledger.seats.items() if _plays(row, device))

    def you(self, device: Device) -> You:
        """What a device may do here."""
        return You(self.parties_of(device), device.host)

    def can_undo(self) -> bool:
        """Whether there is a person's turn to take back."""
        return self.ledger.undo_to() is not None

    def state(self, device: Device, answers: int | None = None) -> State:
        """The whole state for one device."""
        return State(
            number=self.ledger.number,
            version=__version__,
            game=self.game,
            seats=[seat_view(row) for row in self.ledger.seats.values()],
            lines=self.lines(),
            view=self.view(),
            you=self.you(device),
            draw=self.ledger.draw,
            can_undo=self.can_undo(),
            id=answers,
        )

    def news(self, since: int, device: Device, answers: int | None = None) -> State | Update:
        """What came after event `since`, or the whole state if there was no such event."""
        if not 1 <= since <= self.ledger.number:
            return self.state(device, answers)
        return self._update(since, self.you(device), answers)

    def _update(self, since: int, you: You, answers: int | None = None) -> Update:
        kept = min(self.ledger.kept[since - 1 :])
        return Update(
            since=since,
            number=self.ledger.number,
            events=[self._event(n) for n in self.log[since:]],
            kept=kept,
            lines=self.lines(kept),
            view=self.view(),
            seats=[seat_view(row) for row in self.ledger.seats.values()],
            you=you,
            draw=self.ledger.draw,
            can_undo=self.can_undo(),
            id=answers,
        )

    def _event(self, numbered: Numbered) -> EventView:
        return event_view(numbered, iso(numbered.at))

    # --- changes --------------------------------------------------------------------------------

    async def change(
        self, seen: int, make: Callable[[], LogEvent], acknowledge: Callable[[int], None]
    ) -> None:
        """Make one change on the game as it was after event `seen`.

        `make` says which event it is, given that nothing came between; it may raise DjambiError.
        `acknowledge` is called with the event's number once it is stored, before anybody else
        hears of it. Raises Stale if the game has gone on, and what `make` or the rules raise.
        """
        async with self._lock:
            if seen != self.ledger.number:
                raise Stale
            event = make()
            ledger = self.ledger.after(event)
            try:
                numbered = await self._store.append(
                    self.id, ledger.number, event, summary_of(ledger)
                )
            except NumberTaken:
                await self._reload()
                raise Stale from None
            self.log.append(numbered)
            self.ledger = ledger
            acknowledge(ledger.number)
            self._broadcast(ledger.number - 1)
        self.on_change(self)

    async def _reload(self) -> None:
        """Another process has gone on with this game: the store is the truth."""
        since = self.ledger.number
        self.log = await self._store.events(self.id)
        self.ledger = Ledger.replay(self.log)
        self._broadcast(since)

    def tell(self, message: msgspec.Struct) -> None:
        """Tell everybody something that is no part of the game."""
        encoded = msgspec.json.encode(message)
        for listener in tuple(self.listeners):
            listener.send(encoded)

    def _broadcast(self, since: int) -> None:
        encoded: dict[tuple[str, bool], Encoded] = {}
        for listener in tuple(self.listeners):
            you = self.you(listener.device)
            key = (you.parties, you.host)
            if key not in encoded:
                encoded[key] = msgspec.json.encode(self._update(since, you))
            listener.send(encoded[key])


def _plays(row: SeatRow, device: Device) -> bool:
    return row.player in ("me", "person") and row.device == device.key


def iso(at: int) -> str:
    """Milliseconds since 1970 as ISO 8601 in UTC.

    >>> iso(0)
    '1970-01-01T00:00:00.000Z'
    """
    moment = datetime.fromtimestamp(at / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def summary_of(ledger: Ledger) -> Summary:
    """What the list of games says of a state."""
    result = ledger.position.result
    return Summary(
        seats=msgspec.json.encode(list(ledger.seats.values())).decode(),
        position=str(ledger.position),
        ply=ledger.position.ply,
        mover=ledger.mover,
        winners=None if result is None else "".join(p for p, share in result.items() if share),
    )
