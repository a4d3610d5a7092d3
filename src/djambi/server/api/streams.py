"""A game as lines of JSON, for programs that read a stream more easily than a socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from litestar import get
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from djambi.server.errors import RequestRefused
from djambi.server.live.listener import Listener
from djambi.server.people.disconnections import end_if_cut
from djambi.server.schemas.base import JSON_LINES
from djambi.server.schemas.messages import AnyServerMessage
from djambi.server.security.endpoints import NO_STORE, Endpoint
from djambi.server.security.http_requests import HttpRequest, device_of
from djambi.server.sessions.session import GameServices, number_in_query

KEEPALIVE_S = 15.0
"""Seconds after which an empty line says that the stream still lives."""

# nginx keeps streams back unless it is told not to.
STREAM_HEADERS = {**NO_STORE, "x-accel-buffering": "no"}


@get("/api/games/{game:str}/stream", lines=AnyServerMessage, endpoint=Endpoint(is_lasting=True))
async def get_stream(
    request: HttpRequest,
    game: FromPath[str],
    after: FromQuery[str] = "0",
    said: FromQuery[str] = "0",
    key: FromQuery[str] = "",
) -> Stream:
    """Stream what happens at a game after event `after` and the first `said` asides.

    The lines are what its socket sends: first `update` or, if `after` names no event of the game or
    too much has happened since, `state`. After some seconds of silence comes an empty line. When
    the stream ends, come back with the number of the last event seen.
    """
    services: GameServices = request.app.state.game_services
    registry = services.registry
    device = device_of(request)
    room = await registry.open(game, device, key)
    if registry.is_full:
        raise RequestRefused("away")
    seen = number_in_query(after), number_in_query(said)
    await services.prepare(room, device, *seen)

    async def lines() -> AsyncGenerator[bytes]:
        listener = Listener(device, key)
        try:
            registry.join(room, listener, *seen)
            await end_if_cut(request, listener.cut)
            async for line in lines_of(listener.queue):
                yield line
        finally:
            registry.leave(room, listener)

    return Stream(lines(), media_type=JSON_LINES, headers=STREAM_HEADERS)


async def lines_of(queue: asyncio.Queue[bytes | None]) -> AsyncGenerator[bytes]:
    """Yield what is queued, a line each, until None comes; an empty line after a silence."""
    while True:
        try:
            data = await asyncio.wait_for(queue.get(), KEEPALIVE_S)
        except TimeoutError:
            yield b"\n"
            continue
        if data is None:
            return
        yield data + b"\n"
