"""Account feeds: a socket for browsers, and lines of JSON for programs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Any, Final

from litestar import WebSocket, get, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.response import Stream

from djambi.server.api.socket import closing
from djambi.server.api.streams import STREAM_HEADERS
from djambi.server.background import end_tasks
from djambi.server.close_codes import COME_BACK
from djambi.server.notifications.feed import Feed, FeedLine, Feeds
from djambi.server.people.disconnections import end_if_cut
from djambi.server.schemas.base import JSON_LINES
from djambi.server.security.current_user import account_or_none
from djambi.server.security.endpoints import Endpoint
from djambi.server.security.http_requests import Connection, HttpRequest

_ALIVE: Final = '{"type":"alive"}'
"""What a socket sends where a stream has an empty line: a page does not see the socket's pings."""


async def _feed(connection: Connection) -> Feed:
    feeds: Feeds = connection.app.state.feeds
    account = account_or_none(connection)
    feed = feeds.of(None if account is None else account.id)
    await end_if_cut(connection, feed.cut)
    return feed


@get("/api/feed", lines=FeedLine, endpoint=Endpoint(is_lasting=True))
async def get_feed(request: HttpRequest) -> Stream:
    """Stream what happens at all of my tables, and in the lobby, line by line.

    The lines say where to look, and may be lost or come twice; the first one, `hello`, and every
    other one of its kind say: look at everything. After some seconds of silence comes an empty
    line. Without an account one hears of the lobby only.
    """
    feed = await _feed(request)

    async def lines() -> AsyncGenerator[bytes]:
        async with aclosing(feed.lines()) as feed_lines:
            async for line in feed_lines:
                yield line + b"\n"

    return Stream(lines(), media_type=JSON_LINES, headers=STREAM_HEADERS)


@websocket("/api/feed/socket", endpoint=Endpoint())
async def feed_socket(socket: WebSocket[Any, Any, State]) -> None:
    """Send the same on a socket, `{"type":"alive"}` for an empty line; nothing there is read."""
    await socket.accept()
    async with closing(socket):
        writer = asyncio.create_task(_write(socket, await _feed(socket)))
        try:
            while not writer.done():
                event = await socket.receive()
                if event["type"] == "websocket.disconnect":
                    return
        finally:
            await end_tasks(writer)


async def _write(socket: WebSocket[Any, Any, State], feed: Feed) -> None:
    """Send the lines, and close at their end; it is over too when the other side is gone."""
    with suppress(WebSocketDisconnect):
        async with aclosing(feed.lines()) as feed_lines:
            async for line in feed_lines:
                await socket.send_data(line.decode() or _ALIVE, mode="text")
        await socket.close(COME_BACK, "come back")
