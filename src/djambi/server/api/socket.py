"""The socket of a game: reads a device's messages, answers them, sends what happens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State as AppState
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from djambi.errors import DjambiError
from djambi.server.background import end_tasks
from djambi.server.close_codes import COME_BACK, NO_GAME
from djambi.server.errors import RequestRefused, failed_message
from djambi.server.live.listener import Listener
from djambi.server.people.disconnections import end_if_cut
from djambi.server.schemas.base import StrictStruct
from djambi.server.security.endpoints import Endpoint
from djambi.server.security.http_requests import device_of
from djambi.server.sessions.session import GameServices, SocketSession, number_in_query

_log = logging.getLogger("djambi.server")


@asynccontextmanager
async def closing(socket: WebSocket[Any, Any, AppState]) -> AsyncGenerator[None]:
    """Serve an accepted socket; whatever fails, its client is asked to come back.

    The database may be away while it is looked up who has come.
    """
    try:
        yield
    except WebSocketDisconnect:
        pass
    except Exception:
        _log.exception("a socket failed: %s", socket.url.path)
        with suppress(WebSocketDisconnect):
            await socket.close(COME_BACK, "come back")


@websocket("/api/games/{game:str}/socket", endpoint=Endpoint())
async def game_socket(
    socket: WebSocket[Any, Any, AppState],
    game: FromPath[str],
    after: FromQuery[str] = "",
    key: FromQuery[str] = "",
    said: FromQuery[str] = "",
) -> None:
    """Serve one device on one game; `key` is that of an online table's link.

    `after` is the last event that it has seen, `said` how many asides.
    """
    services: GameServices = socket.app.state.game_services
    registry = services.registry
    device = device_of(socket)
    await socket.accept()
    async with closing(socket):
        try:
            room = await registry.open(game, device, key)
        except DjambiError as error:
            await socket.send_data(_encode(failed_message(None, error)), mode="text")
            await socket.close(NO_GAME, "no such game")
            return
        if registry.is_full:
            await socket.close(COME_BACK, "too many connections")
            return
        session = SocketSession(services, room, Listener(device, key))
        seen = number_in_query(after), number_in_query(said)
        await services.prepare(room, device, *seen)
        writer = asyncio.create_task(_write(socket, session.listener))
        try:
            registry.join(room, session.listener, *seen)
            await end_if_cut(socket, session.listener.cut)
            await _read(socket, session)
        finally:
            registry.leave(room, session.listener)
            session.end()
            await end_tasks(writer)


def _encode(message: StrictStruct) -> str:
    return msgspec.json.encode(message).decode()


async def _write(socket: WebSocket[Any, Any, AppState], listener: Listener) -> None:
    """Send what is queued, and close at its end; it is over too when the other side is gone."""
    with suppress(WebSocketDisconnect):
        while (data := await listener.queue.get()) is not None:
            await socket.send_data(data.decode(), mode="text")
        await socket.close(COME_BACK, "come back")


async def _read(socket: WebSocket[Any, Any, AppState], session: SocketSession) -> None:
    while True:
        event = await socket.receive()
        if event["type"] == "websocket.disconnect":
            return
        text = event.get("text")
        if isinstance(text, str):
            await session.take(text)
        else:
            session.fail(None, RequestRefused("not_text"))
