"""Analysis in the background: worker threads of low priority, streams of what they find.

A stream ends when its reader goes away: the search is stopped and its thread is free again. What
was thought about the positions of a game is stored, so that whoever comes back, even after the
server was stopped, goes on where they were.

What takes moments but more than an event loop can spare (a record written, a turn judged) is done
beside, by a thread of its own. In either, clients take turns (`fair_queue`).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import sys
import threading
import weakref
from collections import Counter, deque
from collections.abc import (
    AsyncGenerator,
    Callable,
    Collection,
    Generator,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import aclosing, contextmanager, suppress
from functools import cache, partial
from itertools import islice, product
from pathlib import Path
from typing import Final, Protocol, TypeVar

import msgspec

from djambi import analysis, kernel
from djambi._version import __version__
from djambi.analysis import (
    Analyser,
    Assessment,
    Proof,
    ReviewSearches,
    Study,
    TurnReviewer,
    study,
)
from djambi.analysis.review_search import QUICK_NODES, REVIEW_NODES
from djambi.errors import DjambiError
from djambi.game import Game
from djambi.nodes import Node
from djambi.position.position import Position
from djambi.server.errors import RequestRefused
from djambi.server.security.fair_queue import MAX_WAITING, MAX_WAITING_EACH, RETRY_S, FairQueue
from djambi.views.analysis import (
    ThoughtView,
    TurnReviewView,
    pact_words,
    thought_view,
    turn_review_view,
)
from djambi.views.words import Words

T = TypeVar("T")

_log = logging.getLogger("djambi.server")

SEARCH_THREADS: Final = 2
"""Threads that search, at least; a process may have more."""

MAX_STREAMS_EACH: Final = 3
"""Analyses of one client at once, those that wait for a thread included."""

MAX_STREAMS: Final = 60
"""Analyses at once in all."""

_STORE_BATCH: Final = 16
_NICENESS: Final = 5


class ThoughtStore(Protocol):
    """A place where thoughts about positions are kept."""

    async def thoughts(self, engine: str, positions: Collection[str]) -> dict[str, str]:
        """Return what an engine found about the positions of these keys, as JSON, by their keys."""
        ...

    async def keep_thoughts(self, engine: str, found: Sequence[tuple[str, str]]) -> None:
        """Store what an engine found, by the positions' keys; what is very old is forgotten."""
        ...


class _StoredProof(msgspec.Struct):
    """A proof as it is stored."""

    winner: str | None
    own_turns: int | None
    drawn: bool = False


class _StoredAssessment(msgspec.Struct):
    """An assessment as it is stored."""

    shares: dict[str, float]
    best: str | None
    depth: int
    nodes: int
    proved: bool = False
    proof: _StoredProof | None = None


_kept = msgspec.json.Decoder(_StoredAssessment)


def key_of(position: Position) -> str:
    """Return the name under which thoughts about a position are stored; its age does not count.

    >>> start = Position.start("hex-3")
    >>> key_of(start) == key_of(Position.parse(str(start)[:-1] + "9"))
    True
    """
    return hashlib.sha256(str(position).rpartition(" ")[0].encode()).hexdigest()


@cache
def engine_name() -> str:
    """Return the name of the engine: another search, or other weights, may find something else."""
    found = hashlib.sha256()
    for room in (kernel.__path__, analysis.__path__):
        for file in sorted(Path(room[0]).rglob("*")):
            if file.suffix in (".py", ".json"):
                found.update(file.read_bytes())
    return f"{__version__} {found.hexdigest()[:12]}"


class AnalysisService:
    """The threads that answer costly questions. All methods belong to the server's event loop.

    `desk` does what takes moments, in one thread, for more would only take the event loop's time;
    `searches` has `threads` that think, of which a client gets `each` at most. `client` is
    everywhere who asks (`payer_of`). `engine` is the name of the engine whose thoughts are kept.
    """

    def __init__(
        self,
        store: ThoughtStore,
        threads: int = SEARCH_THREADS,
        each: int | None = None,
        engine: str | None = None,
    ) -> None:
        self._store = store
        self._engine = engine_name() if engine is None else engine
        self._each = threads if each is None else each
        self.desk = FairQueue("desk", 1, 1)
        # A stream of reviews has so many jobs at once, each of which may have to wait.
        self._ahead = self._each + 1
        self.searches = FairQueue(
            "analysis",
            threads,
            self._each,
            _step_back,
            MAX_WAITING_EACH + MAX_STREAMS_EACH * self._ahead,
            MAX_WAITING + MAX_STREAMS * self._ahead,
        )
        self._running: set[Analyser | ReviewSearches] = set()
        self._streams: Counter[str] = Counter()
        self._writing: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """End everything."""
        for analyser in tuple(self._running):
            analyser.stop()
        self.desk.close()
        self.searches.close()
        await asyncio.gather(*self._writing, return_exceptions=True)

    def check(self, client: str) -> None:
        """Raise RequestRefused if no more can be analysed at once, for this client or at all."""
        if self._streams[client] >= MAX_STREAMS_EACH or self._streams.total() >= MAX_STREAMS:
            raise RequestRefused("thinking", n=RETRY_S)

    def think(
        self, client: str, position: Position, lines: int, nodes: int
    ) -> AsyncGenerator[ThoughtView]:
        """Return what yields what is found about a position, better and better.

        Raises RequestRefused if no more can be analysed at once.
        """
        return self._thoughts(client, self._place(client), position, lines, nodes)

    async def _thoughts(
        self, client: str, place: _Place, position: Position, lines: int, nodes: int
    ) -> AsyncGenerator[ThoughtView]:
        pact: Words | None = None

        def work(analyser: Analyser) -> Iterator[Study]:
            nonlocal pact
            yield from study(position, lines, nodes, analyser)
            if not analyser.stopped:
                pact = pact_words(position)

        last: Study | None = None
        async with aclosing(self._stream(client, place, work)) as studies:
            async for found in studies:
                yield thought_view(position, found, last=False)
                last = found
        if last is not None:
            yield thought_view(position, last, last=True, pact=pact)

    def judge(
        self, client: str, game: Game, first: int = 0, count: int | None = None
    ) -> AsyncGenerator[TurnReviewView]:
        """Return what yields what is found about every position of a game, in order.

        As many positions are searched at once as the client gets threads; that changes nothing of
        what is found. Nor does it change anything if the positions are asked for piece by piece,
        `count` of them (None: all that follow) from number `first` on, here or by several services.
        Raises RequestRefused if no more can be analysed at once.
        """
        return self._reviews(client, self._place(client), game, first, count)

    async def _reviews(
        self, client: str, place: _Place, game: Game, first: int, count: int | None
    ) -> AsyncGenerator[TurnReviewView]:
        path = game.path()
        numbers = range(len(path))[first : None if count is None else first + count]
        # A turn is judged by the position before it, and a proof there by the one before that.
        needed = path[max(0, first - 2) : numbers.stop]
        searches = ReviewSearches()
        quick = _Remembered(f"{self._engine} {QUICK_NODES}", searches, searches.quick)
        close = _Remembered(f"{self._engine} {REVIEW_NODES}", searches, searches.close)
        reviewer = TurnReviewer(path, close, quick)

        def review(number: int) -> TurnReviewView | None:
            found = reviewer.review(number)
            return None if searches.stopped else turn_review_view(path, found)

        with self._counted(place, searches):
            await self._recall(client, needed, quick, close)
            try:
                async with aclosing(self._in_order(client, numbers, review)) as reviews:
                    async for found in reviews:
                        yield found
                        for each in (quick, close):
                            self._keep(each, _STORE_BATCH)
            finally:
                for each in (quick, close):
                    self._keep(each)

    async def _recall(self, client: str, path: Sequence[Node], *thoughts: _Remembered) -> None:
        """Read what is stored of a game's positions, and of those that the best turns lead to."""
        for known in (partial(_positions, path), partial(_better_positions, path, *thoughts)):
            positions = await self.searches.run(client, known)
            for each in thoughts:
                stored = await self._store.thoughts(each.engine, positions)
                each.known |= await self.searches.run(client, partial(_read, positions, stored))

    async def _in_order(
        self, client: str, numbers: Iterable[int], work: Callable[[int], T | None]
    ) -> AsyncGenerator[T]:
        """Yield what `work` returns for each number, up to a None; several are done at once.

        Each is a job of its own: between two of them it is the others' turn.
        """
        ahead: deque[asyncio.Task[T | None]] = deque()
        left = iter(numbers)
        try:
            while True:
                # One waits for a free thread, so that no thread waits for it.
                for number in islice(left, self._ahead - len(ahead)):
                    job = self.searches.run(client, partial(work, number))
                    ahead.append(asyncio.create_task(job))
                if not ahead or (found := await ahead.popleft()) is None:
                    return
                yield found
        finally:
            for task in ahead:
                task.cancel()
            await asyncio.gather(*ahead, return_exceptions=True)

    def _keep(self, thoughts: _Remembered, least: int = 1) -> None:
        """Store what is new, without waiting: a reader who left cannot wait for anything."""
        if len(thoughts.fresh) >= least:
            rows, thoughts.fresh[:] = thoughts.fresh[:], []
            task = asyncio.create_task(self._store.keep_thoughts(thoughts.engine, rows))
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    def _place(self, client: str) -> _Place:
        """Return a place for one more analysis of a client; raises RequestRefused if none is free.

        It is taken before anything is read, or several that are asked for at once would all fit.
        """
        self.check(client)
        return _Place(self._streams, client)

    @contextmanager
    def _counted(self, place: _Place, searches: Analyser | ReviewSearches) -> Generator[None]:
        """Run a client's stream; when it ends its searches are stopped, and its place is free."""
        self._running.add(searches)
        try:
            yield
        finally:
            searches.stop()
            self._running.discard(searches)
            place.free()

    async def _stream(
        self, client: str, place: _Place, work: Callable[[Analyser], Iterator[T]]
    ) -> AsyncGenerator[T]:
        """Yield what a generator yields, a step at a time; stopped when nobody reads any more.

        Each step is a job of its own: between two of them it is the others' turn.
        """
        analyser = Analyser()
        step = partial(next, work(analyser), None)
        with self._counted(place, analyser):
            while (found := await self.searches.run(client, step)) is not None:
                yield found


class _Place:
    """A client's place among `streams`, until it is given up, or nobody has it any more.

    A stream that nobody begins to read ends without a word.
    """

    def __init__(self, streams: Counter[str], client: str) -> None:
        streams[client] += 1
        self.free = weakref.finalize(self, _leave, streams, client)


def _leave(streams: Counter[str], client: str) -> None:
    streams[client] -= 1
    if not streams[client]:
        del streams[client]


class _Remembered:
    """Assessments of positions that are known, or else searched; from several threads.

    `engine` is the name under which they are stored, `fresh` what is not stored yet.
    """

    def __init__(
        self, engine: str, searches: ReviewSearches, search: Callable[[Position], Assessment]
    ) -> None:
        self.engine = engine
        self.known: dict[str, Assessment] = {}
        self.fresh: list[tuple[str, str]] = []
        self._searches = searches
        self._search = search

    def __call__(self, position: Position) -> Assessment:
        key = key_of(position)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._search(position)
            if not self._searches.stopped:
                self.fresh.append((key, _written(found)))
        return found


def _step_back() -> None:
    """Let everything else on this computer go first, the games' bots too."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


def _written(found: Assessment) -> str:
    best = None if found.best is None else str(found.best)
    proof = None
    if found.proof is not None:
        proof = _StoredProof(found.proof.winner, found.proof.own_turns, found.proof.drawn)
    kept = _StoredAssessment(found.shares, best, found.depth, found.nodes, found.proved, proof)
    return msgspec.json.encode(kept).decode()


def _positions(path: Sequence[Node]) -> dict[str, Position]:
    """Return the positions of a game, by their keys."""
    return {key_of(node.position): node.position for node in path}


def _better_positions(path: Sequence[Node], *thoughts: _Remembered) -> dict[str, Position]:
    """Return where the best turns would have led, as far as they are known, by their keys."""
    found: dict[str, Position] = {}
    for node, each in product(path, thoughts):
        known = each.known.get(key_of(node.position))
        if known is not None and known.best is not None:
            after = node.position.play(known.best)
            found[key_of(after)] = after
    return found


def _read(positions: Mapping[str, Position], stored: Mapping[str, str]) -> dict[str, Assessment]:
    """Return what is stored about positions; what cannot be read is thought again."""
    found: dict[str, Assessment] = {}
    for key, text in stored.items():
        try:
            found[key] = _assessment(positions[key], text)
        except DjambiError as error:
            _log.warning("%s", error)
    return found


def _assessment(position: Position, text: str) -> Assessment:
    try:
        kept = _kept.decode(text)
    except msgspec.DecodeError as error:
        raise DjambiError(f"a damaged thought in the store: {error}") from None
    best = None if kept.best is None else position.turn(kept.best)
    proof = None
    if kept.proof is not None:
        proof = Proof(kept.proof.winner, kept.proof.own_turns, kept.proof.drawn)
    return Assessment(kept.shares, best, kept.depth, kept.nodes, kept.proved, proof)
