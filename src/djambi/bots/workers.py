"""Play the games of a match in several processes at once."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from threading import Thread

from djambi.bots.matches import Match, MatchGame


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
    if workers == 1:
        for number, seats in games.items():
            yield match.play(number, seats)
        return
    # A forked process might inherit locks that threads of this one hold.
    context = multiprocessing.get_context("spawn")
    left = iter(games.items())
    with ProcessPoolExecutor(min(workers, max(1, len(games))), context, _begin) as pool:
        playing: set[Future[MatchGame]] = set()
        try:
            while True:
                for number, seats in islice(left, 2 * workers - len(playing)):
                    playing.add(pool.submit(match.play, number, seats))
                if not playing:
                    return
                done, playing = wait(playing, return_when=FIRST_COMPLETED)
                for each in done:
                    yield each.result()
        except BaseException:
            # Nobody waits for the unfinished games any more.
            pool.shutdown(wait=False, cancel_futures=True)
            for child in multiprocessing.active_children():
                child.terminate()
            raise


def _begin() -> None:
    """Leave Ctrl-C to the process that started this one, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End when the parent does: a killed parent cannot tell its workers, who would wait forever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
