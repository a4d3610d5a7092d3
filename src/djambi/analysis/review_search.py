"""Search the positions of a whole game: quickly everywhere, closely where that may matter.

Of all turns of a game few cost anything, and a quick search tells which may. So every position is
searched quickly, and closely only around a turn that seems to deserve a mark
(`djambi.analysis.game_review.TurnReviewer`). In a duel, forced wins are looked for as hard in
either case. What is found depends on the position alone, so threads may share the work.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from djambi.analysis.analyser import Analyser, Assessment
from djambi.analysis.game_review import TurnReview, TurnReviewer
from djambi.analysis.proofs import ForcedWins
from djambi.bots.bot_settings import kernel_budget
from djambi.errors import require, whole_number
from djambi.nodes import Node
from djambi.position.position import Position

REVIEW_NODES: Final = 50_000
"""Nodes searched of a position around a turn that may cost something."""

QUICK_NODES: Final = 12_000
"""Nodes searched of every position."""

MAX_REVIEW_THREADS: Final = 64
"""The most threads that search for a review."""

DUEL_PROOF_TURNS: Final = kernel_budget(33_000)
"""Turns played to prove a win of a duel: as many as a search of `REVIEW_NODES` does."""


class ReviewSearch:
    """The searches of a review; not for two threads at once.

    >>> found = ReviewSearch().quick(Position.start("hex-3"))
    >>> sorted(found.shares)
    ['b', 'r', 'y']
    """

    def __init__(self) -> None:
        # A search's tables grow with its nodes, and what it finds may depend on their size.
        self._quick = Analyser()
        self._close = Analyser()
        self._wins = ForcedWins()

    @property
    def stopped(self) -> bool:
        """Return whether it was stopped; another thread may do that at any time."""
        return self._close.stopped

    def stop(self) -> None:
        """Stop the running search and all later ones; from any thread."""
        self._quick.stop()
        self._close.stop()

    def quick(self, position: Position) -> Assessment:
        """Search a position with `QUICK_NODES`, and for a proof if it is a duel."""
        found = self._quick.assess(position, QUICK_NODES)
        if found.proved or len(position.active) > 2 or self.stopped:
            return found
        proof = self._wins.win(position, DUEL_PROOF_TURNS)
        if proof is None:
            return found
        line = self._wins.line(position)
        return replace(
            found,
            shares=proof.shares(position),
            best=line[0] if line else found.best,
            proved=True,
            proof=proof,
        )

    def close(self, position: Position) -> Assessment:
        """Search a position with `REVIEW_NODES`."""
        return self._close.assess(position, REVIEW_NODES)


class ReviewSearches:
    """Searches of a review for so many threads as ask; each position is searched by one of them."""

    def __init__(self) -> None:
        self._free: list[ReviewSearch] = []
        self._all: list[ReviewSearch] = []
        self._stopped = False

    @property
    def stopped(self) -> bool:
        """Return whether they were stopped."""
        return self._stopped

    def stop(self) -> None:
        """Stop all searches, those to come as well; from any thread."""
        self._stopped = True
        for search in tuple(self._all):
            search.stop()

    def quick(self, position: Position) -> Assessment:
        """Return what `ReviewSearch.quick` does."""
        with self._lent() as search:
            return search.quick(position)

    def close(self, position: Position) -> Assessment:
        """Return what `ReviewSearch.close` does."""
        with self._lent() as search:
            return search.close(position)

    @contextmanager
    def _lent(self) -> Generator[ReviewSearch]:
        """Lend a search that no other thread has; a new one if there is none."""
        try:
            # A list's methods are atomic.
            search = self._free.pop()
        except IndexError:
            search = ReviewSearch()
            self._all.append(search)
            if self._stopped:
                search.stop()
        try:
            yield search
        finally:
            self._free.append(search)


def review_game(nodes: Sequence[Node], threads: int = 1) -> Generator[TurnReview]:
    """Yield a review of every position of a game, in order, searched by so many threads.

    The reviews are the same with any number of threads. Closing the iterator stops the searches.

    Args:
        nodes: the positions from the start on, as `Game.path` returns them.
        threads: how many positions are searched at once, from 1 to `MAX_REVIEW_THREADS`.

    Raises:
        DjambiError: there are fewer threads, or more.

    >>> from djambi.game import Game
    >>> [review.number for review in review_game(Game.start("hex-3").path(), threads=2)]
    [0]
    """
    require(nodes, Sequence, "nodes", "a list of nodes")
    threads = whole_number(threads, "threads", 1, MAX_REVIEW_THREADS)
    searches = ReviewSearches()
    reviewer = TurnReviewer(nodes, searches.close, searches.quick)
    ahead: deque[Future[TurnReview]] = deque()
    left = iter(range(len(nodes)))
    with ThreadPoolExecutor(threads, "review") as pool:
        try:
            while True:
                # Some wait, so that no thread does.
                while len(ahead) < 2 * threads and (number := next(left, None)) is not None:
                    ahead.append(pool.submit(reviewer.review, number))
                if not ahead:
                    return
                yield ahead.popleft().result()
        finally:
            searches.stop()
            for each in ahead:
                each.cancel()
