"""The one interface of jobs, and what every driver promises.

* A job has a name (what kind of work) and a key (on what: a game, an e-mail). Of one name and key
  one job at most waits at a time, and one at most runs at a time; asked for again while it runs, it
  runs once more.
* A job may be lost, or run twice: its work looks in the store what is to be done, does it there so
  that doing it twice does it once, and a sweep asks again for what has stayed undone.
* Work that fails is logged, and not tried again by itself.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable

Work = Callable[[str], Awaitable[None]]
"""What does a job, given its key."""

_log = logging.getLogger("djambi.server")


class Jobs(ABC):
    """A queue of jobs. All methods belong to one event loop; `open` before, `close` after."""

    def __init__(self) -> None:
        self._works: dict[str, Work] = {}

    def handle(self, name: str, work: Work) -> None:
        """Register the handler of all jobs of a name; to be called before `open`."""
        self._works[name] = work

    async def open(self) -> None:  # noqa: B027 - a driver that needs nothing says nothing
        """Begin to work. A driver whose server is away starts all the same, and keeps trying."""

    @abstractmethod
    async def close(self) -> None:
        """Stop: jobs that run are cancelled, those that wait are dropped."""

    @abstractmethod
    async def enqueue(self, name: str, key: str, at: int = 0) -> None:
        """Ask for a job; `at` is the earliest time (milliseconds since 1970). It never fails.

        Of two that wait under the same name and key the earlier time holds.
        """

    async def _work(self, name: str, key: str) -> None:
        """Do a job here; its failure is logged."""
        try:
            await self._works[name](key)
        except Exception:
            _log.exception("job %s of %s failed", name, key)
