"""The server in the page: the rooms of a computer's own server, in a worker of the browser.

It is asked as a server is: requests by method and address, and for each game that is open a
connection that carries the messages of its socket. Only numbers and texts cross the border to
JavaScript: calls return at once, and answers go to one object, the sink.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Coroutine
from http import HTTPStatus
from typing import Any, Final, Protocol, cast
from urllib.parse import parse_qs

import msgspec

from djambi._version import __version__
from djambi.errors import DjambiError
from djambi.server.analysis.service import AnalysisService
from djambi.server.apps.local_talk import LocalTalk
from djambi.server.background import end_tasks
from djambi.server.bots.runner import BOT_DELAY_S, BotRunner
from djambi.server.close_codes import COME_BACK, NO_GAME
from djambi.server.errors import RequestRefused, error_answer, failed_message
from djambi.server.live.deadlines import LocalClocks
from djambi.server.live.listener import Listener
from djambi.server.live.registry import ClientJoined, GameRegistry
from djambi.server.live.room import TableChanged, TableFollowed
from djambi.server.page.addresses import (
    READER,
    Address,
    Call,
    PageServices,
    TextAnswer,
    find_address,
)
from djambi.server.page.asides import PageAsides
from djambi.server.page.everything import Everything
from djambi.server.page.requests import PageRequest, decoded_body, page_request
from djambi.server.page.store import PageStore, StorageUnreadable, StoreBridge
from djambi.server.page.tabs import PageTabs, TabsBridge
from djambi.server.publisher import EventPublisher
from djambi.server.schemas.base import JSON_LINES
from djambi.server.schemas.requests import ErrorView
from djambi.server.sessions.session import GameServices, SocketSession, number_in_query

JSON: Final = "application/json"

_log = logging.getLogger("djambi.server")


class PageSink(Protocol):
    """Where answers go; what its methods return is ignored."""

    def answer(self, number: int, status: int, kind: str, text: str, last: bool) -> object:
        """Handle an answer of this media type to a request, or a part of it, up to the `last`."""
        ...

    def message(self, number: int, text: str) -> object:
        """Handle a message of a connection."""
        ...

    def closed(self, number: int, code: int, reason: str) -> object:
        """Handle a connection that was closed on this side."""
        ...

    def storage(self, saved: bool, reason: str) -> object:
        """Handle news of storage: not everything is saved from now on, and why, or all is again."""
        ...


class PageApp:
    """The application of one worker. All calls belong to its event loop.

    Args:
        bridge: the browser's database.
        sink: where answers go.
        build: what is running, by a hash: another build's thoughts about positions are its own.
        tabs: which tabs show a game; None where there are no others.
        bot_delay: seconds between two turns of bots.
    """

    def __init__(
        self,
        bridge: StoreBridge,
        sink: PageSink,
        build: str = "",
        tabs: TabsBridge | None = None,
        bot_delay: float = BOT_DELAY_S,
    ) -> None:
        self._sink = sink
        self._tabs = PageTabs(tabs)
        events = EventPublisher()
        store = PageStore(bridge, sink.storage)
        self.registry = GameRegistry(store, events)
        self._talk = LocalTalk(PageAsides(store), events, bot_delay)
        self.runner = BotRunner(bot_delay, threads=1, briefing=self._talk.negotiation)
        # Nothing runs beside the loop: another thread would only make the steps longer.
        engine = f"{__version__} {build}"
        self.analysis = AnalysisService(store, threads=1, engine=engine)
        self._services = PageServices(
            store,
            self.registry,
            self.analysis,
            Everything(store, self.registry, self._talk.follow),
        )
        self._games = GameServices(
            self.registry,
            self.runner,
            _refusal,
            self.analysis.searches,
            talks=self._talk.service,
        )
        self._requests: dict[int, asyncio.Task[None]] = {}
        self._connections: dict[int, _Connection] = {}
        self._beside: set[asyncio.Task[None]] = set()
        events.subscribe(TableChanged, lambda event: self.runner.wake(event.room))
        LocalClocks(self.registry, events, self._tabs.shown_elsewhere)
        # Another tab's bots may have gone with it.
        events.subscribe(TableFollowed, lambda event: self.runner.wake(event.room))
        events.subscribe(ClientJoined, lambda event: self.runner.wake(event.room))

    # --- requests -------------------------------------------------------------------------------

    def request(self, number: int, method: str, address: str, body: str) -> None:
        """Answer a request (`body` "": none) to the sink, under its number."""
        work = self._answer(number, method, address, body)
        task = self._requests[number] = asyncio.create_task(work)
        task.add_done_callback(lambda _: self._requests.pop(number, None))

    def cancel(self, number: int) -> None:
        """Answer a request no further: nobody reads it any more."""
        task = self._requests.pop(number, None)
        if task is not None:
            task.cancel()

    async def _answer(self, number: int, method: str, address: str, body: str) -> None:
        try:
            await self._found(number, page_request(method, address, body))
        except DjambiError as error:
            self._refuse(number, error)
        except Exception as error:
            _log.exception("%s %s failed", method, address.partition("?")[0])
            self._refuse(number, _refusal(error))

    async def _found(self, number: int, asked: PageRequest) -> None:
        address, status = find_address(asked)
        if address is None:
            known = status == HTTPStatus.METHOD_NOT_ALLOWED
            no_method = RequestRefused("no_method", method=asked.method)
            self._refuse(number, no_method if known else RequestRefused("no_page"))
            return
        if len(asked.body.encode(errors="replace")) > address.max_bytes:
            self._refuse(number, RequestRefused("too_long"), 413)
            return
        found = _called(address, asked, self._services)
        if isinstance(found, Awaitable):
            found = await cast("Awaitable[object]", found)
        if isinstance(found, AsyncIterator):
            await self._stream(number, cast("AsyncIterator[object]", found))
        elif isinstance(found, TextAnswer):
            self._send(number, status, found.type, found.text)
        else:
            text = "" if found is None else _json(found)
            self._send(number, status, JSON, text)

    async def _stream(self, number: int, lines: AsyncIterator[object]) -> None:
        """Send a line for each value; the iterator is closed when nobody reads it any more."""
        try:
            async for line in lines:
                self._send(number, 200, JSON_LINES, _json(line) + "\n", last=False)
        finally:
            close = getattr(lines, "aclose", None)
            if close is not None:
                await close()
        self._send(number, 200, JSON_LINES, "")

    def _refuse(self, number: int, error: DjambiError, status: int | None = None) -> None:
        answer = error_answer(error)
        view: ErrorView = answer.view
        self._send(number, status or answer.status, JSON, _json(view))

    def _send(self, number: int, status: int, kind: str, text: str, last: bool = True) -> None:
        # The worker's own function, which takes no names.
        self._sink.answer(number, status, kind, text, last)

    # --- games ----------------------------------------------------------------------------------

    def connect(self, number: int, game: str, query: str) -> None:
        """Open a connection to a game; `query` may say which event was seen last and
        how many asides (`after=12&said=3`).
        """
        asked = parse_qs(query)
        after, said = (number_in_query(asked.get(name, [""])[0]) for name in ("after", "said"))
        connection = _Connection(number, self._games, self._sink, self._tabs)
        self._connections[number] = connection
        connection.begin(game, after, said)
        connection.task.add_done_callback(lambda _: self._connections.pop(number, None))

    def take(self, number: int, text: str) -> None:
        """Handle a message of a connection."""
        connection = self._connections.get(number)
        if connection is not None:
            connection.inbox.put_nowait(text)

    def close(self, number: int) -> None:
        """Close a connection."""
        connection = self._connections.pop(number, None)
        if connection is not None:
            connection.task.cancel()

    def changed(self, game: str) -> None:
        """Apply what another tab has stored of a game."""
        room = self.registry.known(game)
        if room is not None:
            self._do_beside(self._follow(game))

    async def _follow(self, game: str) -> None:
        room = self.registry.known(game)
        if room is not None:
            try:
                await room.catch_up()
                await self._talk.follow(room)
            except (DjambiError, StorageUnreadable):
                _log.warning("game %s could not be read again", game, exc_info=True)

    def _do_beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)


class _Connection:
    """One page at one game: what it sends waits in `inbox` until the game is there."""

    def __init__(self, number: int, services: GameServices, sink: PageSink, tabs: PageTabs) -> None:
        self.number = number
        self.inbox: asyncio.Queue[str] = asyncio.Queue()
        self._services = services
        self._sink = sink
        self._tabs = tabs

    def begin(self, game: str, after: int, said: int) -> None:
        """Serve the page until its task is cancelled."""
        self.task = asyncio.create_task(self._serve(game, after, said))

    async def _serve(self, game: str, after: int, said: int) -> None:
        registry = self._services.registry
        try:
            room = await registry.open(game, READER)
        except Exception as error:
            refused = error if isinstance(error, DjambiError) else _refusal(error)
            self._sink.message(self.number, _json(failed_message(None, refused)))
            self._sink.closed(self.number, NO_GAME, "no such game")
            return
        session = SocketSession(self._services, room, Listener(READER))
        self._tabs.show(game)
        registry.join(room, session.listener, after, said)
        reader = asyncio.create_task(self._read(session))
        try:
            while (data := await session.listener.queue.get()) is not None:
                self._sink.message(self.number, data.decode())
            self._sink.closed(self.number, COME_BACK, "come back")
        finally:
            # Of two tabs that leave at once, the one that asks last is to find nobody.
            self._tabs.leave(game)
            registry.leave(room, session.listener)
            session.end()
            await end_tasks(reader)

    async def _read(self, session: SocketSession) -> None:
        while True:
            await session.take(await self.inbox.get())


def _called(address: Address, asked: PageRequest, services: PageServices) -> object:
    body: object = None
    if address.body is str:
        body = asked.body
    elif address.body is not None:
        body = decoded_body(asked.body, address.body)
    return address.answer(Call(services, address.named(asked.parts) or "", asked.query), body)


def _refusal(error: Exception) -> RequestRefused:
    """Return what a page is told of an unexpected error."""
    return RequestRefused("no_storage" if isinstance(error, StorageUnreadable) else "internal")


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
