"""Threads that outlive what threads do not: a copy, and a fork of their process."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class ThreadPool:
    """A number of threads, begun when they are first needed.

    A copy, another process that it is sent to, and a fork of this one begin threads of their own:
    those of an executor stay behind, and whoever waits for them waits for ever.

    >>> pool = ThreadPool(2)
    >>> [pool.submit(abs, number).result() for number in (-1, 2)]
    [1, 2]
    """

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._executor: ThreadPoolExecutor | None = None
        self._process = 0

    def submit(self, call: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> Future[R]:
        """Return what a call in one of the threads will result in."""
        if self._executor is None or self._process != os.getpid():
            self._executor = ThreadPoolExecutor(self.threads)
            self._process = os.getpid()
        return self._executor.submit(call, *arguments, **named)

    def shutdown(self) -> None:
        """End the threads, once they have done what they were given."""
        if self._executor is not None and self._process == os.getpid():
            self._executor.shutdown()

    def __reduce__(self) -> tuple[type[ThreadPool], tuple[int]]:
        return ThreadPool, (self.threads,)
