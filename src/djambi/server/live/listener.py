"""A socket on a game, as its room sees it: what is to be sent to it waits here, within bounds."""

from __future__ import annotations

import asyncio
from collections import deque

import msgspec

from djambi.server.security.devices import Device

_QUEUE_MESSAGES = 256
_QUEUE_BYTES = 4 * 2**20

Encoded = bytes


class _Outbox(asyncio.Queue[Encoded | None]):
    """What waits to be sent; `sizes` are the bytes of each, in order."""

    def _init(self, maxsize: int) -> None:
        super()._init(maxsize)
        self.sizes: deque[int] = deque()

    def _put(self, item: Encoded | None) -> None:
        super()._put(item)
        self.sizes.append(len(item or b""))

    def _get(self) -> Encoded | None:
        self.sizes.popleft()
        return super()._get()


class Listener:
    """One socket on a game: what is to be sent to it, in order; `key` is that of its link."""

    def __init__(self, device: Device, key: str = "") -> None:
        self.device = device
        self.key = key
        self.queue = _Outbox(_QUEUE_MESSAGES)

    @property
    def may_play(self) -> bool:
        """Return whether it can do more than look on: only then is its player here."""
        return "play" in self.device.scopes

    def send(self, message: msgspec.Struct | Encoded) -> None:
        """Queue a message; a listener that does not keep up is cut off (it comes back later)."""
        data = message if isinstance(message, bytes) else msgspec.json.encode(message)
        sizes = (*self.queue.sizes, len(data))
        # One message may be large: without it nobody with a slow line could ever come back.
        if self.queue.full() or sum(sizes) - max(sizes) > _QUEUE_BYTES:
            self.cut()
        else:
            self.queue.put_nowait(data)

    def cut(self) -> None:
        """End the connection: what was queued is dropped."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)
