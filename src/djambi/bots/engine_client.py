"""Drive any program that speaks the engine protocol (docs/engine.md) from Python.

>>> import sys
>>> from djambi import Position
>>> with SimpleEngine([sys.executable, "-m", "djambi", "engine"]) as engine:
...     answer = engine.play(Position.start("hex-3"), GoLimits(nodes=50))
>>> answer.turn in Position.start("hex-3").legal_turns(), sorted(answer.info.values)
(True, ['b', 'r', 'y'])
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final, Self

from djambi.bots.base import PlayerFault
from djambi.bots.player_process import PlayerProcess
from djambi.errors import DjambiError, quoted, require
from djambi.game import Game
from djambi.nodes import Step
from djambi.notation import turns as notation
from djambi.position.position import Position
from djambi.position.turn import Turn

DEFAULT_TIMEOUT_S: Final = 60.0
"""Seconds, beyond the time that it was given to think, after which a program hangs."""

MAX_ANSWER_LINES: Final = 100_000
"""The most lines that a program may write before it answers."""

TOO_MANY_LINES: Final = f"writes more than {MAX_ANSWER_LINES:,} lines instead of an answer"

_MAX_NUMBER_CHARS: Final = 100
"""Characters of the longest number that is read; Python refuses to read some thousands."""

MAX_TURN_CHARS: Final = notation.MAX_TURN_CHARS
"""Characters of a turn that is read: no turn is longer."""


@dataclass(frozen=True, slots=True)
class GoLimits:
    """The limits of one search; the first one reached ends it.

    Without any, an engine uses the limits of its level, or thinks until it is stopped.
    """

    nodes: int | None = None
    movetime: int | None = None
    """Milliseconds."""
    depth: int | None = None
    """Turns to look ahead."""
    clocks: tuple[int, ...] = ()
    """Milliseconds that each player has left, in seat order."""
    increment: int = 0
    """Milliseconds that are added to a clock for every turn."""
    infinite: bool = False
    """Whether to go on until it is stopped, even if there is nothing left to search."""

    def __str__(self) -> str:
        """Return the words after ``go``.

        >>> str(GoLimits(nodes=500, clocks=(60_000, 5_000, 5_000)))
        'nodes 500 clocks 60000,5000,5000'
        """
        words = [
            f"{name} {value}"
            for name in ("nodes", "movetime", "depth")
            if (value := getattr(self, name)) is not None
        ]
        if self.clocks:
            words.append(f"clocks {','.join(map(str, self.clocks))}")
        if self.increment:
            words.append(f"increment {self.increment}")
        return " ".join([*words, *(["infinite"] if self.infinite else [])])

    @property
    def search_s(self) -> float | None:
        """Return the seconds that a search may take by its clocks, or None if it is endless."""
        if self.infinite or self == GoLimits():
            return None
        return ((self.movetime or 0) + sum(self.clocks)) / 1000


@dataclass(frozen=True, slots=True)
class EngineOption:
    """An option that an engine declares, as UCI has them."""

    name: str
    kind: str
    """``spin`` (a number), ``combo`` (one of `choices`), ``check`` or ``string``."""
    default: str = ""
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None

    @classmethod
    def parse(cls, line: str) -> EngineOption | None:
        """Return the option that a line declares, or None if it declares none.

        >>> EngineOption.parse("option name threads type spin default 1 min 1 max 64")
        ... # doctest: +NORMALIZE_WHITESPACE
        EngineOption(name='threads', kind='spin', default='1', choices=(), least=1, most=64)
        """
        words = line.split()
        if words[:2] != ["option", "name"]:
            return None
        found: dict[str, list[str]] = {}
        for key, value in zip(words[1::2], words[2::2], strict=False):
            found.setdefault(key, []).append(value)

        def one(key: str) -> str:
            return found.get(key, [""])[0]

        choices, least, most = tuple(found.get("var", [])), _whole(one("min")), _whole(one("max"))
        return cls(one("name"), one("type"), one("default"), choices, least, most)


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """What an engine says of its search, in one ``info`` line; what it leaves out has no value."""

    depth: int | None = None
    nodes: int | None = None
    time: int | None = None
    """Milliseconds."""
    values: Mapping[str, float] = field(default_factory=dict[str, float])
    """The expected share of the game of every party, from 0 to 1."""
    line: tuple[Turn, ...] = ()
    """The expected turns, beginning with the engine's own, up to the first that is not legal."""

    @classmethod
    def of(cls, words: Sequence[str], position: Position) -> EngineInfo:
        """Return what the words of an ``info`` line say of a position.

        >>> words = "info depth 2 values r:0.5,b:0.3,y:0.2 pv d3-c4".split()
        >>> info = EngineInfo.of(words, Position.start("hex-3"))
        >>> info.depth, info.values["r"], info.line
        (2, 0.5, (<Turn d3-c4>,))
        """
        cut = words.index("pv") if "pv" in words else len(words)
        said = dict(zip(words[1:cut:2], words[2:cut:2], strict=False))

        def number(key: str) -> int | None:
            found = _whole(said.get(key, ""))
            return found if found is None or found >= 0 else None

        return cls(
            number("depth"), number("nodes"), number("time"),
            dict(_shares(said.get("values", ""))), tuple(_legal_line(position, words[cut + 1 :])),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """The turn that an engine chose, and the last that it said of its search."""

    turn: Turn
    info: EngineInfo


class SimpleEngine:
    """A running engine. Ask it from one thread at a time, and close it when it is not needed.

    What it refuses (``error …``) raises a `PlayerFault`, and it can be asked something else. One
    that crashes, hangs or answers nonsense raises a `PlayerFault` too, and is killed. In a program
    with an event loop, use ``asyncio.to_thread(engine.play, …)``.
    """

    name: str
    """What the engine calls itself."""
    options: Mapping[str, EngineOption]
    """What can be set, by name."""

    def __init__(self, command: Sequence[str], *, timeout_s: float = DEFAULT_TIMEOUT_S) -> None:
        """Start a program and agree with it on the protocol.

        Args:
            command: the program and its arguments.
            timeout_s: the seconds, beyond its time to think, after which it hangs.

        Raises:
            PlayerFault: it cannot be started, or does not speak the protocol.
        """
        self._lines = _EngineLines(PlayerProcess(command))
        self._timeout_s = timeout_s
        self._search: EngineAnalysis | None = None
        self.name = ""
        options: dict[str, EngineOption] = {}
        for line in self._lines.answer("udiok", timeout_s, "udi"):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()
            elif (option := EngineOption.parse(line)) is not None:
                options[option.name] = option
        self.options = options

    def configure(self, options: Mapping[str, str | int]) -> None:
        """Set options, such as ``{"level": "expert", "threads": 2}``.

        Raises:
            DjambiError: a name or a value has a line break; nothing is sent then.
            PlayerFault: the engine refuses one of them.
        """
        require(options, Mapping, "options", "a mapping")
        lines = [f"setoption name {name} value {value}" for name, value in options.items()]
        for line in lines:
            if len(line.splitlines()) > 1:
                raise DjambiError(f"options: {quoted(line)} is more than one line")
        self._tell(*lines)

    def new_game(self) -> None:
        """Announce that the next position belongs to another game."""
        self._tell("newgame")

    def ping(self) -> None:
        """Wait until the engine answers.

        Raises:
            PlayerFault: it does not.
        """
        self._tell()

    def play(self, start: Position | Game, limits: GoLimits) -> EngineAnswer:
        """Return the turn that the engine plays.

        Args:
            start: the position; of a game, the one at its cursor with the turns that led to it.
            limits: how long it may think.

        Raises:
            PlayerFault: it refuses, has crashed or hangs, or its turn is not legal.
        """
        return self.analysis(start, limits).answer()

    def analyse(self, start: Position | Game, limits: GoLimits) -> EngineInfo:
        """Return the last that the engine says about a position; as `play` otherwise."""
        return self.play(start, limits).info

    def analysis(self, start: Position | Game, limits: GoLimits) -> EngineAnalysis:
        """Start a search and return it; nothing else can be asked until it has been answered.

        Raises:
            PlayerFault: the engine refuses, or another search is running.

        >>> import sys
        >>> with SimpleEngine([sys.executable, "-m", "djambi", "engine"]) as engine:
        ...     with engine.analysis(Position.start(), GoLimits(infinite=True)) as analysis:
        ...         for info in analysis:
        ...             if info.depth:
        ...                 break
        >>> info.depth > 0
        True
        """
        position, told = _as_told(start)
        self._tell(told)
        self._search = EngineAnalysis(self._lines, position, limits, self._timeout_s)
        return self._search

    def close(self) -> None:
        """End the program."""
        self._lines.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _tell(self, *lines: str) -> None:
        """Send lines that are answered only if they are refused, and wait until they are read."""
        if self._search is not None and not self._search.is_answered:
            raise PlayerFault("is still searching: stop the analysis first")
        said = self._lines.answer("readyok", self._timeout_s, *lines, "isready")
        refused = [line for line in said if line.split()[:1] == ["error"]]
        if refused:
            raise PlayerFault(f"answers {quoted(refused[0])}")


class EngineAnalysis:
    """A search of an engine: iterate over what it says, `stop` it, and get its `answer`.

    Made by `SimpleEngine.analysis`. Leaving it as a context stops it.
    """

    def __init__(
        self, lines: _EngineLines, position: Position, limits: GoLimits, timeout_s: float
    ) -> None:
        self._lines = lines
        self._position = position
        self._timeout_s = timeout_s
        self._last = EngineInfo()
        self._answer: EngineAnswer | None = None
        self._refusal = ""
        self._deadline_s: float | None = None
        if limits.search_s is not None:
            self._deadline_s = time.monotonic() + timeout_s + limits.search_s
        lines.send(f"go {limits}".rstrip())

    @property
    def is_answered(self) -> bool:
        """Return whether the engine has said its turn, or refused to."""
        return self._answer is not None or self._refusal != ""

    def __iter__(self) -> Iterator[EngineInfo]:
        """Yield what the engine says, until it answers.

        Raises:
            PlayerFault: it refuses, has crashed or hangs, or its turn is not legal.
        """
        many = 0
        while not self.is_answered:
            info = None
            with self._lines.killing_at_fault():
                words = self._lines.read(self._deadline_s).split()
                match words[:1]:
                    case ["bestturn"]:
                        turn = _legal_turn(self._position, " ".join(words[1:]))
                        self._answer = EngineAnswer(turn, self._last)
                    case ["error"]:
                        self._refusal = f"answers {quoted(' '.join(words))}"
                    case ["info"]:
                        info = self._last = EngineInfo.of(words, self._position)
                    case _:
                        pass
                many += self._deadline_s is not None
                if many >= MAX_ANSWER_LINES:
                    raise PlayerFault(TOO_MANY_LINES)
            if info is not None:
                yield info

    def answer(self) -> EngineAnswer:
        """Wait for the answer and return it; raises as iterating does."""
        for _ in self:
            pass
        if self._answer is None:
            raise PlayerFault(self._refusal)
        return self._answer

    def stop(self) -> EngineAnswer:
        """Stop the search and return the engine's answer; raises as iterating does."""
        if not self.is_answered:
            self._lines.send("stop")
            self._deadline_s = time.monotonic() + self._timeout_s
        return self.answer()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        # A program at fault has been killed, and so has one whose answer was cut off.
        if kind is None:
            self.stop()
        elif not issubclass(kind, PlayerFault):
            with suppress(PlayerFault):
                self.stop()


class _EngineLines:
    """The lines to and from an engine, which is killed if an answer of it is cut off."""

    def __init__(self, process: PlayerProcess) -> None:
        self._process = process

    def send(self, *lines: str) -> None:
        for line in lines:
            self._process.write(line)

    def read(self, deadline_s: float | None) -> str:
        """Return the next line; without a deadline, wait as long as the program runs."""
        return self._process.read(deadline_s)

    def answer(self, wanted: str, timeout_s: float, *lines: str) -> list[str]:
        """Send lines and return what is said, up to the first line that begins with a word.

        Raises:
            PlayerFault: there is none in time.
        """
        deadline_s = time.monotonic() + timeout_s
        said: list[str] = []
        with self.killing_at_fault():
            self.send(*lines)
            while len(said) < MAX_ANSWER_LINES:
                said.append(self.read(deadline_s))
                if said[-1].split()[:1] == [wanted]:
                    return said
            raise PlayerFault(TOO_MANY_LINES)

    @contextmanager
    def killing_at_fault(self) -> Generator[None]:
        """Kill the program if its answer is cut off: what it says later means nothing."""
        try:
            yield
        except BaseException:
            self.kill()
            raise

    def kill(self) -> None:
        self._process.kill()


def _as_told(start: Position | Game) -> tuple[Position, str]:
    """Return a position, and the line that tells an engine of it."""
    if isinstance(start, Position):
        return start, f"position {start}"
    require(start, Game, "start", "a Position or a Game")
    node, turns = start.node, list[str]()
    while node.parent is not None and node.event is not None and node.event.step is Step.TURN:
        turns.append(str(node.event))
        node = node.parent
    said = f"position {node.position}"
    return start.position, f"{said} turns {' '.join(turns[::-1])}" if turns else said


def _shares(text: str) -> Iterator[tuple[str, float]]:
    """Yield the shares of ``r:0.5,b:0.5``; what is none is left out."""
    for word in text.split(","):
        party, _, share = word.partition(":")
        try:
            number = float(share)
        except ValueError:
            continue
        if 0 <= number <= 1:
            yield party, number


def _whole(text: str) -> int | None:
    """Return the whole number that a text is, or None if it is none, or has too many digits."""
    is_one = text.removeprefix("-").isdecimal() and len(text) <= _MAX_NUMBER_CHARS
    return int(text) if is_one else None


def _legal_line(position: Position, words: Sequence[str]) -> Iterator[Turn]:
    """Yield the turns of a line, up to the first that cannot be played."""
    for word in words:
        turn = position.find(word) if len(word) <= MAX_TURN_CHARS else None
        if turn is None:
            return
        yield turn
        position = position.play(turn)


def _legal_turn(position: Position, text: str) -> Turn:
    if len(text) > MAX_TURN_CHARS:
        raise PlayerFault(f"answers with a turn of {len(text):,} characters")
    try:
        return position.turn(text)
    except DjambiError as error:
        raise PlayerFault(f"answers {quoted(text)}: {error}") from None
