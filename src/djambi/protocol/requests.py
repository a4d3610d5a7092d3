"""Positions to analyse as JSON objects: requests, searches, and answers.

Every request is answered by one object, in the order in which they finish; `id` matches them up.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from math import isinf
from queue import Empty, Queue
from threading import Thread
from typing import Any, Final, cast

from djambi.analysis.proofs import ForcedWins, Proof
from djambi.bots.bot_settings import MAX_DEPTH, BotSettings
from djambi.errors import DjambiError, out_of_range, quoted, suggestion
from djambi.interrupts import INTERRUPT_INTERVAL_S
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.protocol.commands import (
    MAX_LINE_CHARS,
    MAX_MS,
    MAX_NODES,
    MAX_TURNS,
)
from djambi.protocol.positions import position_text
from djambi.protocol.search_task import NO_TIME_LIMIT_S, EngineLimits, Report, SearchTask

FIELDS: Final = ("id", "position", "turns", "nodes", "movetime", "depth", "seed")

DEFAULT_NODES: Final = 50_000
"""Turns searched if no limit is given."""

MAX_DIGITS: Final = 1_000
"""Digits of a whole number in a request; an `id` may be any number."""

READ_AHEAD_PER_WORKER: Final = 4
"""Requests read ahead for every worker, so that an endless input is never held in memory."""

JsonAnswer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """A position to analyse, within limits."""

    id: object
    position: Position
    limits: EngineLimits
    seed: int = 1


def read_request(text: str) -> Request:
    """Parse a request from a line of JSON.

    Args:
        text: an object with the fields FIELDS; only ``position`` is required.

    Raises:
        BadRequest: it is not a valid request; the error carries its `id` if that could be read.

    >>> request = read_request('{"position": "square-4 bga", "turns": ["c3-e3"]}')
    >>> request.position.ply, request.limits.nodes
    (1, 50000)
    """
    try:
        found: object = json.loads(
            text,
            parse_constant=_no_number,
            parse_float=_fraction,
            parse_int=_whole,
            object_pairs_hook=_fields,
        )
    except RecursionError:
        raise BadRequest("not JSON: it is nested too deeply", None) from None
    except ValueError as error:
        raise BadRequest(f"not JSON: {error}", None) from None
    if not isinstance(found, dict):
        raise BadRequest("not a JSON object", None)
    given = cast("dict[str, object]", found)
    name = given.get("id")
    try:
        for field in given:
            if field not in FIELDS:
                raise DjambiError(f"unknown field {quoted(field)}; {suggestion(field, FIELDS)}")
        limits = EngineLimits(
            _number(given, "nodes", MAX_NODES),
            None if (ms := _number(given, "movetime", MAX_MS)) is None else ms / 1000,
            _number(given, "depth", MAX_DEPTH),
        )
        if limits == EngineLimits():
            limits = EngineLimits(nodes=DEFAULT_NODES)
        seed = _number(given, "seed", 2**64 - 1, least=0)
        return Request(name, _position(given), limits, 1 if seed is None else seed)
    except DjambiError as error:
        raise BadRequest(str(error), name) from None


class BadRequest(DjambiError):
    """An invalid request; `id` is its name, None if it has none."""

    def __init__(self, message: str, name: object) -> None:
        super().__init__(message)
        self.id = name


def _no_number(text: str) -> object:
    raise ValueError(f"{text} is not a JSON number")


def _fraction(text: str) -> float:
    number = float(text)
    if isinf(number):
        # An `id` is written again, and JSON cannot write infinity.
        raise ValueError("a number is too large")
    return number


def _whole(digits: str) -> int:
    # Python itself refuses 4,300 digits and more, with advice about interpreter settings.
    if len(digits) > MAX_DIGITS:
        raise ValueError(f"a number of {len(digits):,} digits is too long")
    return int(digits)


def _fields(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{quoted(name)} is given twice")
        found[name] = value
    return found


def _number(given: dict[str, object], name: str, most: int, least: int = 1) -> int | None:
    value = given.get(name)
    if value is None:
        return None
    if isinstance(value, float) and value.is_integer():
        # 1e3 is a whole number as well.
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    # As it was written: Python spells true and null otherwise.
    written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    raise out_of_range(name, written, least, most)


def _position(given: dict[str, object]) -> Position:
    text = given.get("position")
    if not isinstance(text, str):
        raise DjambiError("position: must be a string")
    position = position_text(text)
    turns = given.get("turns", [])
    if not isinstance(turns, list):
        raise DjambiError("turns: must be a list of strings")
    listed = cast("list[object]", turns)
    if len(listed) > MAX_TURNS:
        raise DjambiError(f"turns: {len(listed):,} are too many")
    for number, turn in enumerate(listed, 1):
        if not isinstance(turn, str):
            raise DjambiError(f"turn {number}: must be a string")
        try:
            position = position.play(turn)
        except DjambiError as error:
            raise DjambiError(f"turn {number}: {error}") from None
    return position


def answer_line(asked: tuple[int, bytes], searches: set[SearchTask] | None = None) -> JsonAnswer:
    """Answer a line of JSON; an invalid one by an object that says why.

    Args:
        asked: its number, from 1, and the line.
        searches: where its search is while it goes on, for another thread to cancel.

    >>> answer_line((3, b'{"id": 1}'))
    {'id': 1, 'line': 3, 'error': 'position: must be a string'}
    """
    number, line = asked
    try:
        request, search = _prepared(line)
    except BadRequest as error:
        return {"id": error.id, "line": number, "error": str(error)}
    searches = set() if searches is None else searches
    searches.add(search)
    report = search.run()
    best, proof = search.proof()
    searches.discard(search)
    return _answer(request, report, best, proof)


def _prepared(line: bytes) -> tuple[Request, SearchTask]:
    """Return the request of a line and its search, which has not begun; raise `BadRequest`."""
    if len(line) > MAX_LINE_CHARS:
        raise BadRequest(f"a line of more than {MAX_LINE_CHARS:,} bytes is too long", None)
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadRequest("a line that is not UTF-8", None) from None
    request = read_request(text)
    settings = request.limits.on(BotSettings(seconds=NO_TIME_LIMIT_S))
    try:
        return request, SearchTask(request.position, settings, request.seed)
    except DjambiError as error:
        raise BadRequest(str(error), request.id) from None


def _answer(request: Request, report: Report, best: Turn, proof: Proof | None) -> JsonAnswer:
    """Return the answer to a request, from what its search saw and what is proved."""
    expected, shares = report.line, report.shares
    if proof is not None:
        shares = proof.shares(request.position)
        # What the search expected is not always how the win is forced.
        if proof.winner == request.position.mover:
            expected = ForcedWins().line(request.position) or (best,)
        elif best != expected[0]:
            expected = (best,)
    answer: JsonAnswer = {
        "id": request.id,
        "mover": request.position.mover,
        "turn": str(expected[0]),
        "values": {party: round(share, 4) for party, share in shares.items()},
        "pv": [str(turn) for turn in expected],
        "depth": report.depth,
        "nodes": report.nodes,
        "time": round(1000 * report.seconds),
    }
    if proof is not None:
        answer["proof"] = {"winner": proof.winner, "turns": proof.own_turns}
        if proof.drawn:
            answer["proof"]["drawn"] = True
    return answer


class Analysis:
    """A pool of threads that answers requests.

    >>> lines = [b'{"id": 1, "position": "hex-3", "nodes": 100}', b"hello"]
    >>> found = list(Analysis(workers=2).answers(lines))
    >>> sorted(answer.get("error", "fine") for answer in found)
    ['fine', 'not JSON: Expecting value: line 1 column 1 (char 0)']
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        # The bounded queue leaves the rest unread: an endless input is never held in memory.
        self._asked: Queue[tuple[int, bytes] | None] = Queue(READ_AHEAD_PER_WORKER * workers)
        self._found: Queue[JsonAnswer | Exception | None] = Queue()
        self._searches: set[SearchTask] = set()
        self._given_up = False

    def answers(self, lines: Iterable[bytes]) -> Generator[JsonAnswer]:
        """Answer lines of JSON and yield the answers as they are ready.

        Empty lines are skipped. An invalid line is answered by an object with ``id``, ``line``
        (its number from 1) and ``error``. Closing the iterator cancels all searches.

        Raises:
            OSError: the lines cannot be read.
        """
        threads = [Thread(target=self._read, args=(lines,), daemon=True)]
        threads += [Thread(target=self._work, daemon=True) for _ in range(self._workers)]
        for thread in threads:
            thread.start()
        left = self._workers
        try:
            while left:
                try:
                    found = self._found.get(timeout=INTERRUPT_INTERVAL_S)
                except Empty:
                    continue
                if isinstance(found, Exception):
                    raise found
                if found is None:
                    left -= 1
                else:
                    yield found
        finally:
            self._given_up = True
            for search in tuple(self._searches):
                search.cancel()

    def _read(self, lines: Iterable[bytes]) -> None:
        try:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    self._asked.put((number, line))
        except Exception as error:
            self._found.put(error)
        for _ in range(self._workers):
            self._asked.put(None)

    def _work(self) -> None:
        while (asked := self._asked.get()) is not None and not self._given_up:
            try:
                found = answer_line(asked, self._searches)
            except Exception as error:
                # The consumer gets the error instead of waiting for ever.
                self._found.put(error)
                return
            self._found.put(found)
        self._found.put(None)
