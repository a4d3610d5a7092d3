"""Threads for costly questions, shared fairly: whoever asks for much waits, and nobody else does.

Clients take turns, a job each. So how long a newcomer waits depends on how many clients there are,
and not on how much any one of them wants.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

from djambi.server.errors import RequestRefused

T = TypeVar("T")

MAX_WAITING_EACH: Final = 8
"""Jobs of one client that wait, at most."""

MAX_WAITING: Final = 200
"""Jobs that wait in all, at most."""

RETRY_S: Final = 2
"""Seconds after which a client that was refused may try again."""

_Job = tuple[Callable[[], Any], "asyncio.Future[Any]"]


class FairQueue:
    """So many threads, of which one client gets `each` at most. Belongs to one event loop.

    `begin` is called in every new thread. Jobs beyond `max_waiting_each` of a client, or
    `max_waiting` in all, are refused. It counts the jobs `done` and those `refused`.
    """

    def __init__(
        self,
        name: str,
        threads: int,
        each: int,
        begin: Callable[[], None] | None = None,
        max_waiting_each: int = MAX_WAITING_EACH,
        max_waiting: int = MAX_WAITING,
    ) -> None:
        self._max_waiting_each = max_waiting_each
        self._max_waiting = max_waiting
        self._pool = ThreadPoolExecutor(threads, name, begin)
        self._threads = threads
        self._each = each
        # In the order of their turns.
        self._waiting: OrderedDict[str, deque[_Job]] = OrderedDict()
        self._running: Counter[str] = Counter()
        self.done = 0
        self.refused = 0

    @property
    def waiting(self) -> int:
        """Return how many jobs wait."""
        return sum(map(len, self._waiting.values()))

    async def run(self, client: str, job: Callable[[], T]) -> T:
        """Return what `job` returns, called in one of the threads when it is the client's turn.

        Raises RequestRefused("slow_down") if too many wait already.
        """
        mine = self._waiting.get(client, ())
        if len(mine) >= self._max_waiting_each or self.waiting >= self._max_waiting:
            self.refused += 1
            raise RequestRefused("slow_down", n=RETRY_S)
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append((job, answer))
        self._go_on()
        return await answer

    def _go_on(self) -> None:
        """Give free threads to the clients whose turn it is."""
        while sum(self._running.values()) < self._threads:
            turns = (c for c in self._waiting if self._running[c] < self._each)
            client = next(turns, None)
            if client is None:
                return
            mine = self._waiting[client]
            job, answer = mine.popleft()
            if mine:
                self._waiting.move_to_end(client)
            else:
                del self._waiting[client]
            # Who asked may be gone.
            if not answer.done():
                self._running[client] += 1
                work = asyncio.get_running_loop().run_in_executor(self._pool, job)
                work.add_done_callback(partial(self._ended, client, answer))

    def _ended(self, client: str, answer: asyncio.Future[T], work: asyncio.Future[T]) -> None:
        self.done += 1
        self._running[client] -= 1
        if not self._running[client]:
            del self._running[client]
        error = None if work.cancelled() else work.exception()
        if answer.done():
            pass
        elif work.cancelled():
            answer.cancel()
        elif error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(work.result())
        self._go_on()

    def close(self) -> None:
        """Begin nothing more; who waits is told so."""
        for mine in self._waiting.values():
            for _, answer in mine:
                answer.cancel()
        self._waiting.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)
