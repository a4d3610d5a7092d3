"""A cheap WebSocket client, so that thousands fit beside the server on one machine.

It opens, sends text, and parses of each message only what a measurement needs.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable
from dataclasses import dataclass

_NUMBER = re.compile(rb'"number":(\d+)')
_MOVER = re.compile(rb'"mover":(?:"(.)"|null)')
_POSITION = re.compile(rb'"position":"([^"]*)"')


@dataclass(frozen=True, slots=True)
class SocketState:
    """The contents of a state or an update."""

    number: int = 0
    mover: str = ""
    position: str = ""


class Socket(asyncio.Protocol):
    """A connection; it calls `on_told` at each state and update, which is in `last`."""

    def __init__(self) -> None:
        self.last = SocketState()
        self.on_told: Callable[[Socket], None] = lambda socket: None
        self._told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = bytearray()
        self._why = b""
        self._open = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport of the new connection."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Wake everybody who waits for this connection."""
        del exc
        if not self._told.done():
            self._told.set_exception(ConnectionError(f"closed: {self._why!r}"))

    def data_received(self, data: bytes) -> None:
        """Split received bytes into frames."""
        self._buffer += data
        if not self._open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert head.startswith(b"HTTP/1.1 101"), bytes(head[:200])
            self._open, self._buffer = True, rest
        while (frame := self._frame()) is not None:
            self._look(frame)

    def _frame(self) -> bytes | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, begin = buffer[1] & 127, 2
        if size == 126:
            size, begin = int.from_bytes(buffer[2:4]), 4
        elif size == 127:
            size, begin = int.from_bytes(buffer[2:10]), 10
        if len(buffer) < begin + size:
            return None
        kind, frame = buffer[0] & 15, bytes(buffer[begin : begin + size])
        del buffer[: begin + size]
        if kind == 8:
            self._why = frame
        if kind == 9:
            self._write(10, frame)
        return frame if kind == 1 else b""

    def _look(self, frame: bytes) -> None:
        if not frame.startswith((b'{"type":"state"', b'{"type":"update"')):
            return
        number, mover, position = (p.search(frame) for p in (_NUMBER, _MOVER, _POSITION))
        assert number is not None
        assert position is not None
        at_move = (mover.group(1) or b"").decode() if mover else ""
        self.last = SocketState(int(number.group(1)), at_move, position.group(1).decode())
        if not self._told.done():
            self._told.set_result(None)
        self.on_told(self)

    def _write(self, kind: int, data: bytes) -> None:
        size = len(data)
        head = bytes([128 | kind, 128 | size]) if size < 126 else (
            bytes([128 | kind, 254]) + size.to_bytes(2)
        )  # fmt: skip
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[i & 3] for i, byte in enumerate(data))
        if self._transport is not None:
            self._transport.write(head + mask + masked)

    def greet(self, port: int, path: str, cookie: str) -> None:
        """Request a WebSocket, as a page of the server would."""
        here = f"127.0.0.1:{port}"
        lines = (
            f"GET {path} HTTP/1.1",
            f"Host: {here}",
            f"Origin: http://{here}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            f"Cookie: {cookie}",
        )
        if self._transport is not None:
            self._transport.write("\r\n".join((*lines, "", "")).encode())

    def send(self, text: str) -> None:
        """Send a message."""
        self._write(1, text.encode())

    async def until_told(self) -> None:
        """Wait for the first state or update."""
        await self._told

    def close(self) -> None:
        """Cut the connection."""
        if self._transport is not None:
            self._transport.abort()


async def open_socket(port: int, path: str, cookie: str) -> Socket:
    """Connect to a server on this machine, like a browser with a cookie."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(Socket, "127.0.0.1", port)
    socket.greet(port, path, cookie)
    return socket
