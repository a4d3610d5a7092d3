"""A table on a server: its present state, and what one can do there.

A separate thread listens to the table's socket, reconnects with the number of the last event
after a lost connection, and delivers answers to the callers. All methods may be called from any
thread.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NoAnswer
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import quote, urlencode

import httpx
import msgspec
from websockets import Origin
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from djambi._version import PROTOCOL_NUMBER
from djambi.client import wire
from djambi.client.errors import Lost, OnlineError, Refused, Stale
from djambi.errors import DjambiError, require
from djambi.forwarding import renamed
from djambi.interrupts import INTERRUPT_INTERVAL_S
from djambi.position.position import Position
from djambi.position.turn import Turn

FIRST_RETRY_S: Final = 0.5
"""Seconds until a lost connection is tried again; doubled each time, up to `LONGEST_RETRY_S`."""

LONGEST_RETRY_S: Final = 15.0

MAX_MESSAGE_BYTES: Final = 128_000_000
"""Bytes of the longest message that a server may send: more is no game, and fills the memory.

Servers keep up to 10,000 asides of a table and import games of 100,000 events, less than 1 KB each.
"""

_FINAL: Final = frozenset({4403, 4404, 4426})
"""Close codes after which reconnecting is pointless: forbidden, no such game, another protocol."""

_TOO_BIG: Final = 1009
"""Close code with which we refuse a message of more than `MAX_MESSAGE_BYTES`."""

_FINAL_CODES: Final = frozenset({"client_newer", "client_older"})
"""Refusals that hold however often one comes back: the server has been replaced meanwhile."""


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """An immutable snapshot of a table after event `number`.

    Args:
        number: of the last event.
        start: the text of the first position.
        position: the position of the game.
        lines: the list of turns.
        seats: who plays, by party.
        mine: the parties that I play.
        facts: the table's state beside its game; None at a computer's own server.
        place: my role at the table.
    """

    number: int
    start: str
    position: Position
    lines: tuple[wire.TurnLine, ...]
    seats: dict[str, wire.SeatInfo]
    mine: str
    facts: wire.TableFacts | None
    place: wire.OwnPlace | None

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.position.is_over

    @property
    def plays(self) -> bool:
        """Return whether turns can be played: the game has begun and has not ended."""
        return not self.is_over and (self.facts is None or self.facts.stage == "playing")

    @property
    def my_turn(self) -> bool:
        """Return whether a party of mine is to play."""
        mover = self.position.mover
        return self.plays and mover is not None and mover in self.mine


class TableHost(Protocol):
    """What a table asks of its server."""

    @property
    def origin(self) -> str:
        """Return the server's address: `https://djambi.example`."""
        ...

    @property
    def timeout(self) -> float:
        """Return how many seconds to wait for an answer."""
        ...

    @property
    def is_local(self) -> bool:
        """Return whether it is this computer's own server."""
        ...

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers to send along with every request."""
        ...


class Table:
    """A table that is being followed; as a context manager, it closes itself.

    `on_change`, if set, is called from the table's own thread after every change; `asides`
    holds what was said and promised beside the game, as the server sends it.
    """

    def __init__(self, server: TableHost, game: str, key: str = "") -> None:
        require(game, str, "game", "a game's id")
        require(key, str, "key")
        self.server = server
        self.game = game
        self.key = key
        self.on_change: Callable[[], None] | None = None
        self.asides: list[dict[str, Any]] = []
        self._changed = threading.Condition()
        self._leaving = threading.Event()
        self._seen: TableSnapshot | None = None
        self._error: OnlineError | None = None
        self._socket: ClientConnection | None = None
        self._asked: dict[int, Future[wire.Message]] = {}
        self._last = 0
        threading.Thread(target=self._follow, name=f"table {game}", daemon=True).start()
        try:
            self._first()
        except OnlineError:
            self.close()
            raise

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the table and stop following it."""
        self._leaving.set()
        socket = self._socket
        if socket is not None:
            with suppress(OSError, WebSocketException):
                socket.close()
        self._drop(Lost("the table was left"))

    # --- what is seen ---------------------------------------------------------------------------

    @property
    def seen(self) -> TableSnapshot:
        """Return the latest snapshot of the table."""
        if self._seen is None:
            raise self._error or Lost(f"{self.server.origin} does not answer")
        return self._seen

    @property
    def is_connected(self) -> bool:
        """Return whether the connection is up; if not, it is being re-established."""
        return self._socket is not None

    def wait(self, seen: TableSnapshot, timeout: float | None = None) -> TableSnapshot:
        """Wait until the table differs from `seen`, and return the new snapshot.

        After `timeout` seconds it returns even if nothing happened. Raises Refused if the server
        no longer lets me in, Lost if the table was closed.
        """
        end = inf if timeout is None else monotonic() + timeout
        with self._changed:
            while self._seen is seen and self._error is None and (left := end - monotonic()) > 0:
                self._changed.wait(min(left, INTERRUPT_INTERVAL_S))
            if self._error is not None:
                raise self._error
            return self.seen

    def _first(self) -> None:
        """Wait for the first state."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._seen is not None or self._error is not None, self.server.timeout
            )
            if self._error is not None:
                raise self._error
            _ = self.seen

    # --- what is done ---------------------------------------------------------------------------

    def play(self, turn: Turn | str, seen: TableSnapshot | None = None) -> None:
        """Play a turn for the party to play; when this returns, it has been stored, and is `seen`.

        `seen` is the snapshot that it was chosen for: if the position has changed since, Stale is
        raised and nothing is changed.
        """
        match self.ask("turn", after=(seen or self.seen).number, text=str(turn)):
            case wire.ReceivedOther("done", _, {"number": int(number)}):
                self._reach(number)
            case _:
                pass

    def _reach(self, number: int) -> None:
        """Wait for the state after an event of mine: the server answers first, then tells all."""
        with self._changed:
            self._changed.wait_for(
                lambda: self.seen.number >= number or self._error is not None, self.server.timeout
            )

    def sit(self, party: str) -> None:
        """Take a free seat; before the game begins, in exchange for the one taken before."""
        self._change("sit", party=party, key=self.key)

    def leave(self, party: str) -> None:
        """Leave a seat."""
        self._change("leave", party=party)

    def resign(self, party: str) -> None:
        """Resign for a party."""
        self._change("resign", party=party)

    def say(self, text: str, room: str = "") -> None:
        """Send a message to the table, or to a room (the letters of its parties)."""
        self.ask("talk", room=room, text=text)

    def _change(self, kind: str, **fields: object) -> None:
        """Request a change that is wanted however the game has gone on; retry while it is stale."""
        while True:
            with suppress(Stale):
                self.ask(kind, after=self.seen.number, **fields)
                return

    def ask(self, kind: str, **fields: object) -> wire.Message:
        """Send any message of the protocol (docs/online/api.md) and return its answer.

        Raises Refused if it is rejected, Stale if the message changes something (it has `after`)
        and the game has moved on, Lost if no answer came: it may then have taken effect or not.
        """
        socket = self._socket
        if socket is None:
            raise self._error or Lost(f"{self.server.origin} does not answer")
        with self._changed:
            self._last += 1
            number = self._last
            answer = self._asked[number] = Future[wire.Message]()
        try:
            socket.send(msgspec.json.encode({"type": kind, "id": number, **fields}).decode())
            said = answer.result(self.server.timeout)
        except (NoAnswer, OSError, ConnectionClosed) as error:
            raise Lost(f"{self.server.origin} does not answer") from error
        finally:
            self._asked.pop(number, None)
        if isinstance(said, wire.ReceivedFailed):
            raise Refused(said.code, said.words)
        if isinstance(said, wire.ReceivedState) and "after" in fields and kind != "resume":
            raise Stale
        return said

    # --- listening ------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Listen until the table is left; whatever goes wrong here, callers hear of it."""
        try:
            self._keep_listening()
        except Exception as error:
            # A thread that ended without a word would let those who wait do so for ever.
            failed = OnlineError(f"{self.server.origin}: {type(error).__name__}: {error}")
            failed.__cause__ = error
            self._end(failed)
            self._socket = None
            self._drop(failed)

    def _keep_listening(self) -> None:
        pause = FIRST_RETRY_S
        while not self._leaving.is_set():
            before = self._seen
            try:
                self._listen()
            except ConnectionClosed as error:
                code = error.rcvd.code if error.rcvd is not None else 0
                too_big = error.sent is not None and error.sent.code == _TOO_BIG
                if code in _FINAL or too_big:
                    self._end(OnlineError(f"{self.server.origin}: {error}"))
            except InvalidStatus as error:
                if error.response.status_code in (401, 403, 404):
                    self._end(OnlineError(f"{self.server.origin}: {error}"))
            except (OSError, WebSocketException) as error:
                if before is None:
                    self._end(Lost(f"{self.server.origin}: {error or type(error).__name__}"))
            except DjambiError as error:
                self._end(OnlineError(str(error)))
            except msgspec.MsgspecError as error:
                self._end(OnlineError(f"{self.server.origin} is not understood: {error}"))
            self._socket = None
            self._drop(Lost(f"{self.server.origin} was lost"))
            self._tell()
            pause = FIRST_RETRY_S if self._seen is not before else min(pause * 2, LONGEST_RETRY_S)
            self._leaving.wait(pause)

    def _listen(self) -> None:
        seen = self._seen
        known = {} if seen is None else {"after": seen.number, "said": len(self.asides)}
        key = {"key": self.key} if self.key else {}
        asked = urlencode({"protocol": PROTOCOL_NUMBER, **known, **key})
        server = self.server
        with connect(
            f"{server.origin.replace('http', 'ws', 1)}/api/games/{quote(self.game, safe='')}"
            f"/socket?{asked}",
            origin=Origin(server.origin),
            additional_headers=server.headers,
            # A Python from python.org for macOS knows no authorities by itself, as httpx does.
            ssl=httpx.create_ssl_context() if server.origin.startswith("https:") else None,
            open_timeout=server.timeout,
            max_size=MAX_MESSAGE_BYTES,
            compression=None,
            proxy=None if server.is_local else True,
        ) as socket:
            self._socket = socket
            while True:
                self._hear(socket, wire.read(socket.recv()))

    def _hear(self, socket: ClientConnection, message: wire.Message) -> None:
        match message:
            case wire.ReceivedState():
                self._see(_seen_of(message))
            case wire.ReceivedUpdate():
                self._update(socket, message)
            case wire.ReceivedPresence(present, watching):
                seen = self._seen
                if seen is not None and seen.facts is not None:
                    facts = msgspec.structs.replace(seen.facts, present=present, watching=watching)
                    self._see(replace(seen, facts=facts))
            case wire.ReceivedFailed():
                if message.id is None and (self._seen is None or message.code in _FINAL_CODES):
                    self._end(Refused(message.code, message.words))
            case wire.ReceivedOther("asides", _, said):
                asides = msgspec.convert(said, wire.ReceivedAsides)
                self.asides[asides.since :] = asides.entries
                self._tell()
            case wire.ReceivedOther():
                pass
        answers = getattr(message, "id", None)
        asked = self._asked.get(answers) if isinstance(answers, int) else None
        if asked is not None and not asked.done():
            asked.set_result(message)

    def _update(self, socket: ClientConnection, update: wire.ReceivedUpdate) -> None:
        seen = self._seen
        if seen is None or update.since > seen.number:
            # Events are missing in between.
            number = 0 if seen is None else seen.number
            ask = {"type": "resume", "id": 0, "after": number}
            socket.send(msgspec.json.encode(ask).decode())
        elif update.number >= seen.number:
            self._see(
                replace(
                    seen,
                    number=update.number,
                    position=_position(update.view, seen),
                    lines=(*seen.lines[: update.kept], *update.lines),
                    seats={seat.party: seat for seat in update.seats},
                    mine=update.you.parties,
                    facts=update.table,
                    place=update.you.place,
                )
            )

    def _see(self, seen: TableSnapshot) -> None:
        self._seen = seen
        self._tell()

    def _tell(self) -> None:
        with self._changed:
            self._changed.notify_all()
        if self.on_change is not None and not self._leaving.is_set():
            self.on_change()

    def _end(self, error: OnlineError) -> None:
        """End for good, with an error; the first reason given is the better one."""
        if self._error is None:
            self._error = error
        self._leaving.set()

    def _drop(self, error: OnlineError) -> None:
        """Fail all requests that are still waiting for an answer."""
        with self._changed:
            if self._leaving.is_set() and self._error is None:
                self._error = error
            for asked in tuple(self._asked.values()):
                if not asked.done():
                    asked.set_exception(error)
            self._changed.notify_all()


def _seen_of(state: wire.ReceivedState) -> TableSnapshot:
    return TableSnapshot(
        number=state.number,
        start=state.game.start,
        position=Position.parse(state.view.position),
        lines=state.lines,
        seats={seat.party: seat for seat in state.seats},
        mine=state.you.parties,
        facts=state.table,
        place=state.you.place,
    )


def _position(view: wire.PositionText, seen: TableSnapshot) -> Position:
    if view.position == str(seen.position):
        return seen.position
    return Position.parse(view.position)


if not TYPE_CHECKING:
    __getattr__ = renamed(__name__, Seen="TableSnapshot")
