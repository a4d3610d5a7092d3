"""Play games in several processes at once.

These begin by importing the main module. So a script that has other processes work does that, and
all that should happen once, under ``if __name__ == "__main__":``.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import resource_tracker
from threading import Thread
from typing import Final, Protocol, TypeVar

from djambi.bots.matches import Match, MatchGame
from djambi.bots.player_process import kill_players
from djambi.errors import DjambiError
from djambi.interrupts import INTERRUPT_INTERVAL_S

T = TypeVar("T")
U = TypeVar("U")

_MAX_WINDOWS_WORKERS: Final = 61
"""Windows waits for 63 things at once, of which a pool of processes needs two for itself."""


class RunInParallel(Protocol):
    """A function that does work on many items, in any order and wherever it likes."""

    def __call__(self, work: Callable[[T], U], items: Sequence[T], /) -> Iterator[U]:
        """Yield each result as it is ready."""
        ...


def play_games(
    match: Match, games: Mapping[int, tuple[str, ...]], workers: int
) -> Iterator[MatchGame]:
    """Play games of a match and yield each as it ends, in any order.

    Args:
        match: the match.
        games: the seating of each game, by its number.
        workers: how many processes play; with one, this process does.

    >>> from djambi import Position
    >>> match = Match(Position.start("hex-3"), ("random",) * 3)
    >>> [game.number for game in play_games(match, {4: match.players}, workers=1)]
    [4]
    """
    yield from run_in_processes(partial(_play, match), list(games.items()), workers)


def _play(match: Match, game: tuple[int, tuple[str, ...]]) -> MatchGame:
    return match.play(*game)


def run_in_processes(work: Callable[[T], U], items: Sequence[T], workers: int) -> Iterator[U]:
    """Run the same work on many items and yield each result as it is ready, in any order.

    Args:
        work: a function that can be sent to another process.
        items: what it is called with.
        workers: how many processes work; with one, this process does. With more, a script calls
            this under ``if __name__ == "__main__":``.

    Raises:
        DjambiError: a worker was killed, or did not start.

    >>> list(run_in_processes(abs, [-1, 2], workers=1))
    [1, 2]
    """
    if workers == 1:
        yield from map(work, items)
        return
    # A forked process might inherit locks that threads of this one hold.
    context = multiprocessing.get_context("spawn")
    left = iter(items)
    others = set(multiprocessing.active_children())
    workers = min(workers, max(1, len(items)))
    if sys.platform == "win32":
        workers = min(workers, _MAX_WINDOWS_WORKERS)
    with ProcessPoolExecutor(workers, context, _begin) as pool:
        running: set[Future[U]] = set()
        try:
            while True:
                with _sigint_blocked():
                    for item in islice(left, 2 * workers - len(running)):
                        running.add(pool.submit(work, item))
                if not running:
                    return
                done, running = wait(running, INTERRUPT_INTERVAL_S, FIRST_COMPLETED)
                for each in done:
                    yield each.result()
        except BrokenExecutor as error:
            # The others are ended already.
            raise DjambiError(
                "a worker process was killed, perhaps for lack of memory, or did not start: "
                'a script starts others under if __name__ == "__main__":'
            ) from error
        except BaseException:
            # Nobody waits for the unfinished work any more.
            pool.shutdown(wait=False, cancel_futures=True)
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()
            raise


@contextmanager
def _sigint_blocked() -> Generator[None]:
    """Hold Ctrl-C back: what is started meanwhile inherits that, until `_begin` ignores it."""
    if sys.platform == "win32":
        yield
        return
    # The first process brings this one along, which lifts the block.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Leave Ctrl-C to the process that started this one, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _end)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End when the parent does: a killed parent cannot tell its workers, who would wait forever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        _end()


def _end(*_signal: object) -> None:
    """End at once, and the programs that play here with it."""
    kill_players()
    os._exit(1)
