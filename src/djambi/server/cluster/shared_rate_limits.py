"""Limits of many processes: what each has taken is added up in Redis, a few times a second.

A process decides by what it knows, at once, and tells Redis what it took; the answer says what all
have taken together. So it gives no more than a tenth of a second's too many of a bucket that it has
not used lately. Redis forgets a bucket when it is full again; while Redis is away each process
counts for itself. Addresses and names stand there as hashes only.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from typing import Final

from djambi.server.background import end_tasks
from djambi.server.cluster.redis_client import REDIS_ERRORS, connect
from djambi.server.rate_limits import RateLimits, TakenTokens

_log = logging.getLogger("djambi.server")

SYNC_INTERVAL_S: Final = 0.1
"""Seconds between two times that Redis is told."""

RETRY_INTERVAL_S: Final = 1.0
"""Seconds until the next try when Redis did not answer."""

BUCKETS_PER_REQUEST: Final = 500
"""Buckets in one request."""

_ADD: Final = """
local t = redis.call('TIME')
local at = t[1] + t[2] / 1000000
local left = {}
for i, key in ipairs(KEYS) do
  local full = tonumber(redis.call('GET', key) or at)
  local window = tonumber(ARGV[2 * i])
  full = math.min(math.max(full, at) + tonumber(ARGV[2 * i - 1]), at + window)
  redis.call('SET', key, string.format('%.6f', full), 'PX', math.ceil((full - at) * 1000) + 1)
  left[i] = string.format('%.6f', full - at)
end
return left
"""
"""Fill buckets (KEYS) by so many seconds each, of so many at most (ARGV); when are they full?"""


class SharedRateLimits:
    """Shares `limits` with other processes by the Redis at `url`.

    `begin()` before, `await end()` after.
    """

    def __init__(self, limits: RateLimits, url: str) -> None:
        self._limits = limits
        self._redis = connect(url)
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start sharing counts through Redis."""
        self._limits.share(sharing=True)
        self._task = asyncio.create_task(self._run(), name="limits")

    async def end(self) -> None:
        """Stop sharing counts."""
        self._limits.share(sharing=False)
        await end_tasks(self._task)
        await self._redis.aclose()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(SYNC_INTERVAL_S)
            try:
                taken = self._limits.untold()
                for begin in range(0, len(taken), BUCKETS_PER_REQUEST):
                    await self._tell(taken[begin : begin + BUCKETS_PER_REQUEST])
            except Exception as error:
                # Every process has counted what it gave; the bus says that Redis is away.
                if not isinstance(error, REDIS_ERRORS):
                    _log.exception("limits could not be shared")
                await asyncio.sleep(RETRY_INTERVAL_S)

    async def _tell(self, taken: Sequence[TakenTokens]) -> None:
        figures = [str(figure) for each in taken for figure in (each.seconds, each.window)]
        keys = [_key(each) for each in taken]
        left = await self._redis.eval(_ADD, len(keys), *keys, *figures)
        for each, seconds in zip(taken, left, strict=True):
            self._limits.learn(each.action, each.who, float(seconds))


def _key(taken: TakenTokens) -> str:
    who = hashlib.blake2b(f"{taken.action} {taken.who}".encode(), digest_size=16)
    return f"djambi:limit:{who.hexdigest()}"
