"""A game as lines of JSON, for programs that read a stream more easily than a socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from litestar import get
from litestar.params import FromPath, FromQuery
from litestar.response import Stream
from litestar.types import ControllerRouterHandler

from djambi.server.hub import Hub
from djambi.server.messages import ServerMessage
from djambi.server.routes import Asked, device_of
from djambi.server.table import Listener
from djambi.server.words import Refused

LINES = "application/x-ndjson"

QUIET = 15.0
"""Seconds after which an empty line says that the stream still lives."""

# nginx keeps streams back unless it is told not to.
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


@get("/api/games/{game:str}/stream", lines=ServerMessage)
async def get_stream(
    request: Asked, game: FromPath[str], after: FromQuery[str] = "0", key: FromQuery[str] = ""
) -> Stream:
    """What happens at a game, line by line, from event `after` on.

    The lines are what its socket sends: first `state` or, if `after` names an event of the game,
    `update`. After some seconds of silence comes an empty line. When the stream ends, come back
    with the number of the last event seen.
    """
    hub: Hub = request.app.state.hub
    table = await hub.open(game, device_of(request), key)
    if hub.sockets >= hub.most_sockets:
        raise Refused("busy")
    since = int(after) if after.isascii() and after.isdecimal() else 0

    async def lines() -> AsyncGenerator[bytes]:
        listener = Listener(device_of(request), key)
        hub.join(table, listener, since)
        try:
            async for line in lines_of(listener.queue):
                yield line
        finally:
            hub.leave(table, listener)

    return Stream(lines(), media_type=LINES, headers=HEADERS)


async def lines_of(queue: asyncio.Queue[bytes | None]) -> AsyncGenerator[bytes]:
    """What is queued, a line each, until None comes; an empty line where nothing does."""
    while True:
        try:
            data = await asyncio.wait_for(queue.get(), QUIET)
        except TimeoutError:
            yield b"\n"
            continue
        if data is None:
            return
        yield data + b"\n"


STREAM_HANDLERS: list[ControllerRouterHandler] = [get_stream]
