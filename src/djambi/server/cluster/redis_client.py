"""Redis as this server uses it: a client whose types say what it does."""

from __future__ import annotations

from typing import Any, Final, Protocol, cast

from redis.asyncio import Redis
from redis.exceptions import RedisError

REDIS_ERRORS: Final = (RedisError, OSError)
"""What a client may raise: OSError where Redis cannot be reached, or does not answer in time."""

HEALTH_CHECK_INTERVAL_S = 10.0
"""Seconds of silence after which a connection is tried."""


class Channel(Protocol):
    """A subscription, with a connection of its own."""

    async def subscribe(self, *channels: str) -> None: ...
    async def get_message(self, *, timeout: float) -> dict[str, Any] | None: ...
    async def ping(self) -> bool: ...
    async def aclose(self) -> None: ...


class Client(Protocol):
    """A pool of connections."""

    async def ping(self) -> bool: ...
    async def publish(self, channel: str, message: bytes) -> int: ...
    async def set(self, name: str, value: int, *, ex: int) -> bool | None: ...
    async def exists(self, *names: str) -> int: ...
    async def eval(self, script: str, numkeys: int, *keys_and_args: str) -> list[bytes]: ...
    async def delete(self, *names: str) -> int: ...
    def pubsub(self) -> Channel: ...
    async def aclose(self) -> None: ...


def connect(url: str) -> Client:
    """Return a client of the Redis at `url` (`redis://host:6379/0`) that does not wait for ever.

    It connects when it is first used. Raises ValueError for what is no URL of Redis.
    """
    made: Any = Redis.from_url(  # pyright: ignore[reportUnknownMemberType]
        url,
        socket_connect_timeout=2,
        socket_timeout=3 * HEALTH_CHECK_INTERVAL_S,
        socket_keepalive=True,
    )
    return cast("Client", made)


def database_number(client: Client) -> int:
    """Return which of Redis' databases the client uses."""
    made: Any = client
    return int(made.connection_pool.connection_kwargs.get("db") or 0)
