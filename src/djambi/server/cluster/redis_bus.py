"""The bus of many processes: one channel of Redis, on which each tells all others.

What a process publishes within a few milliseconds goes out as one message, numbered: who misses
a number, or was cut off for a while, knows that there was a gap. Redis may be away, be killed or
lose everything: nothing waits for it, and all is well again within a second of its return.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncGenerator

import msgspec

from djambi.server.background import end_tasks
from djambi.server.cluster.bus import Bus
from djambi.server.cluster.redis_client import (
    HEALTH_CHECK_INTERVAL_S,
    REDIS_ERRORS,
    Channel,
    connect,
    database_number,
)

BATCH_INTERVAL_S = 0.01
"""Seconds for which messages are gathered into one."""

RECONNECT_INTERVAL_S = 0.5
"""Seconds between two tries to reach Redis."""

MAX_QUEUED_MESSAGES = 10_000
"""Messages that wait for Redis; more are dropped (the others will see a gap)."""

_log = logging.getLogger("djambi.server")


class _Batch(msgspec.Struct, frozen=True, array_like=True):
    """A message on the channel: number `number` of a process, and what it publishes."""

    sender: bytes
    number: int
    said: list[tuple[str, bytes]]


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(_Batch)


class RedisBus(Bus):
    """The driver over Redis; `url` as redis-py knows it (`redis://host:6379/0`)."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._redis = connect(url)
        # Redis' databases (the number in the URL) share their channels: the name tells them apart.
        self._channel = f"djambi:{database_number(self._redis)}"
        self._sender = secrets.token_bytes(8)
        self._number = 0
        self._said: list[tuple[str, bytes]] = []
        self._something = asyncio.Event()
        self._connected = asyncio.Event()
        self._last: dict[bytes, int] = {}
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_connected(self) -> bool:
        """Return whether the others are heard."""
        return self._connected.is_set()

    async def open(self) -> None:
        """Connect; if Redis is away, go on trying in the background."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._read()), loop.create_task(self._write())]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._connected.wait(), 2.0)

    async def close(self) -> None:
        """Stop; what waits to be sent is dropped."""
        await end_tasks(*self._tasks)
        await self._redis.aclose()

    def publish(self, topic: str, data: bytes) -> None:
        """Notify the listeners here at once, the others in a moment."""
        self._tell(topic, data)
        if len(self._said) < MAX_QUEUED_MESSAGES:
            self._said.append((topic, data))
            self._something.set()
        else:
            # A Redis that only stood still is back without anybody being cut off.
            self._number += 1

    # --- sending --------------------------------------------------------------------------------

    async def _write(self) -> None:
        while True:
            await self._something.wait()
            await asyncio.sleep(BATCH_INTERVAL_S)
            await self._connected.wait()
            self._something.clear()
            said, self._said = self._said, []
            self._number += 1
            batch = _encoder.encode(_Batch(self._sender, self._number, said))
            try:
                await self._redis.publish(self._channel, batch)
            except Exception as error:
                # It is lost, but the next message, an empty one if need be, tells that it was.
                if not isinstance(error, REDIS_ERRORS):
                    _log.exception("the other processes could not be told")
                self._something.set()
                await asyncio.sleep(RECONNECT_INTERVAL_S)

    # --- hearing --------------------------------------------------------------------------------

    async def _read(self) -> None:
        cut = False
        while True:
            try:
                async with self._subscribed() as channel:
                    if cut:
                        _log.info("Redis is back")
                        self._last.clear()
                        self._gap()
                    cut = True
                    self._connected.set()
                    await self._hear(channel)
            except Exception as error:
                if self.is_connected or not cut:
                    is_ours = not isinstance(error, REDIS_ERRORS)
                    _log.warning("Redis is away: %s", error, exc_info=is_ours)
                cut = True
                self._connected.clear()
                await asyncio.sleep(RECONNECT_INTERVAL_S)

    @contextlib.asynccontextmanager
    async def _subscribed(self) -> AsyncGenerator[Channel]:
        channel = self._redis.pubsub()
        try:
            await channel.subscribe(self._channel)
            # Redis says when it has; what is published from then on is heard.
            await channel.get_message(timeout=HEALTH_CHECK_INTERVAL_S)
            yield channel
        finally:
            await channel.aclose()

    async def _hear(self, channel: Channel) -> None:
        while True:
            message = await channel.get_message(timeout=HEALTH_CHECK_INTERVAL_S)
            if message is None:
                # A connection that is open at our end only would be silent for ever.
                await channel.ping()
                message = await channel.get_message(timeout=HEALTH_CHECK_INTERVAL_S)
                if message is None:
                    raise ConnectionError("it does not answer")
            if message["type"] == "message":
                self._take(message["data"])

    def _take(self, data: bytes) -> None:
        try:
            batch = _decoder.decode(data)
        except msgspec.DecodeError:
            _log.warning("something on Redis' channel %s is not ours", self._channel)
            return
        if batch.sender == self._sender:
            return
        last = self._last.get(batch.sender)
        self._last[batch.sender] = batch.number
        if last is not None and batch.number != last + 1:
            self._gap()
            return
        for topic, heard in batch.said:
            self._tell(topic, heard)
