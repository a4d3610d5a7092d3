"""The engine behind the line protocol: takes lines, answers in lines, searches on a thread."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from djambi._version import __version__
from djambi.bots.grudges import Grudges
from djambi.bots.search_bot import SearchBot
from djambi.errors import BadPosition, DjambiError
from djambi.position.position import Position
from djambi.protocol.commands import (
    MAX_LINE_CHARS,
    POSITION_FORM,
    Go,
    SetOption,
    SetPosition,
    Word,
    read,
)
from djambi.protocol.options import FULL, Options, described
from djambi.protocol.play_task import PlayTask
from djambi.protocol.positions import position_text
from djambi.protocol.search_task import EngineLimits, Report, SearchTask

POLL_INTERVAL_S: Final = 0.02
"""Seconds between two looks at a running search."""

TURNS_PER_CLOCK: Final = 25
"""The number of further turns for which the time on a clock is budgeted."""

INCREMENT_SHARE: Final = 0.8
"""The part of what a turn adds to the clock that is spent on it."""

CLOCK_RESERVE_S: Final = 0.03
"""Seconds kept on the clock: the answer has to reach its reader, too."""


class Engine:
    """An engine. `take` must be called from one thread; answers go to `write`, from any thread.

    >>> lines = []
    >>> engine = Engine(lines.append)
    >>> for line in ("position startpos turns c3-e3", "hello", "go nodes 100"):
    ...     _ = engine.take(line)
    >>> engine.finish()
    >>> [line.split()[0] for line in lines if not line.startswith("info")]
    ['error', 'bestturn']
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._writing = threading.Lock()
        self.options = Options()
        self._positions = [self.options.start()]
        # Plays one game with the same options: what it knows of that game is of no use in others.
        self._bot: SearchBot | None = None
        # Set by `go`, and reset at the moment when the answer is written.
        self._thinking: _Thinking | None = None

    # -- for the reader of the lines ----------------------------------------------------------

    def take(self, line: str) -> bool:
        """Execute one line; return False after `quit`.

        An invalid line is answered by ``error …`` and changes nothing.
        """
        try:
            if len(line) > MAX_LINE_CHARS:
                raise DjambiError(f"a line of {len(line):,} characters is too long")
            return self._obey(line)
        except DjambiError as error:
            self.refuse(str(error))
        return True

    def refuse(self, why: str) -> None:
        """Answer with an error, on one line."""
        self._say(f"error {' '.join(why.split())}")

    def finish(self) -> None:
        """Finish at the end of the input: wait for the search, or stop it if it is endless."""
        thinking = self._thinking
        if thinking is not None:
            if thinking.endless:
                thinking.stop()
            thinking.join()

    # -- commands -----------------------------------------------------------------------------

    def _obey(self, line: str) -> bool:
        command = read(line)
        match command:
            case Word("quit"):
                self._stop()
                return False
            case Word(word):
                self._word(word)
            case SetOption(name, value):
                self.options = self.options.changed(name, value)
                self._bot = None
            case SetPosition():
                self._positions = self._played(command)
            case Go():
                self._go(command)
            case None:
                pass
        return True

    def _word(self, word: str) -> None:
        match word:
            case "udi":
                for line in (f"id name djambi {__version__}", *described(), "udiok"):
                    self._say(line)
            case "isready":
                self._say("readyok")
            case "newgame":
                self._positions = [self.options.start()]
                self._bot = None
            case "show":
                self._say(f"position {self._positions[-1]}")
            case _:
                self._stop()

    def _stop(self) -> None:
        """End a search and wait until it is answered, so that the next line may be `go`."""
        thinking = self._thinking
        if thinking is not None:
            thinking.stop()
            thinking.join()

    def _played(self, command: SetPosition) -> list[Position]:
        """Return the positions of a game, up to the one that was set."""
        try:
            here = position_text(command.start) if command.start else self.options.start()
        except BadPosition as error:
            if any(fault.code == "fields" for fault in error.faults):
                raise DjambiError(f"{error}; {POSITION_FORM}") from None
            raise
        positions = [here]
        for number, text in enumerate(command.turns, 1):
            try:
                here = here.play(text)
            except DjambiError as error:
                raise DjambiError(f"turn {number}: {error}") from None
            positions.append(here)
        return positions

    def _go(self, command: Go) -> None:
        with self._writing:
            # While its answer is being written, a search counts as running.
            if self._thinking is not None:
                raise DjambiError("go: still thinking; send stop first")
        position, options = self._positions[-1], self.options
        limits = command.limits
        if command.clocks and not position.is_over:
            seconds = time_for(position, command.clocks, command.increment)
            asked = seconds if limits.seconds is None else min(seconds, limits.seconds)
            limits = replace(limits, seconds=asked, ends_when_settled=True)
        task = self._analysis(limits) if options.analysis or limits.waits else self._play(limits)
        endless = limits.waits or (options.level == FULL and limits == EngineLimits())
        self._thinking = _Thinking(
            task, self._say, self._answer, waits=limits.waits, endless=endless
        )
        self._thinking.start()

    def _analysis(self, limits: EngineLimits) -> SearchTask:
        """Return a search of the present position that takes nobody's side and keeps nothing."""
        options = self.options
        settings = limits.on(replace(options.bot_settings, paranoia=0.0))
        grudges = Grudges.from_positions(self._positions)
        return SearchTask(
            self._positions[-1], settings, options.seed, options.manner, grudges, options.threads
        )

    def _play(self, limits: EngineLimits) -> PlayTask:
        """Return the task of playing a turn in a game, with what is known of it."""
        options = self.options
        bot = self._bot
        if bot is None:
            settings = replace(options.bot_settings, threads=options.threads)
            bot = self._bot = SearchBot(settings, character=options.manner)
        # The turn must not depend on how many were asked for before.
        bot.random.seed(options.seed)
        if len(self._positions) > 1:
            bot.grudges = Grudges.from_positions(self._positions)
        return PlayTask(self._positions[-1], bot, limits)

    def _say(self, line: str) -> None:
        with self._writing:
            self._write(line)

    def _answer(self, line: str) -> None:
        """Write the answer of a search; once it can be read, no search is running."""
        with self._writing:
            self._thinking = None
            self._write(line)


class _Thinking(threading.Thread):
    """A thread that runs a search and writes the lines about it."""

    def __init__(
        self,
        task: SearchTask | PlayTask,
        say: Callable[[str], None],
        answer: Callable[[str], None],
        *,
        waits: bool,
        endless: bool,
    ) -> None:
        super().__init__(name="thinking", daemon=True)
        self.endless = endless
        self._task = task
        self._say = say
        self._answer = answer
        self._waits = waits
        self._stopped = threading.Event()
        self._failure: str | None = None

    def stop(self) -> None:
        """Stop the search and answer now."""
        self._stopped.set()
        self._task.cancel()

    def run(self) -> None:
        """Poll the search and report progress; stop it if nobody reads the output."""
        try:
            self._tell()
        except BrokenPipeError:
            self._task.cancel()

    def _tell(self) -> None:
        search = threading.Thread(target=self._search, name="search", daemon=True)
        search.start()
        told = 0
        while search.is_alive():
            search.join(POLL_INTERVAL_S)
            if search.is_alive() and self._task.depth > told:
                report = self._task.look()
                told = report.depth
                self._say(info(report))
        if self._failure is not None:
            self._answer(f"error go: {' '.join(self._failure.split())}")
            return
        report = self._task.look()
        self._say(info(report))
        if self._waits:
            self._stopped.wait()
        self._answer(f"bestturn {report.line[0]}")

    def _search(self) -> None:
        try:
            self._task.run()
        except (MemoryError, OSError) as error:
            # There is less memory than was requested.
            self._failure = str(error) or "not enough memory"
        except Exception as error:
            # The program's own fault: its trace is for whoever mends it, and whoever asked for a
            # turn must not wait for an answer that never comes.
            traceback.print_exc()
            self._failure = f"the search failed: {error!r}"


def info(report: Report) -> str:
    """Return the `info` line of a report.

    >>> start = Position.start("hex-3")
    >>> info(Report(2, 900, 0.0015, {"r": 0.5, "b": 0.25, "y": 0.25}, (start.turn("d3-c4"),)))
    'info depth 2 nodes 900 nps 600000 time 2 values r:0.500,b:0.250,y:0.250 pv d3-c4'
    """
    speed = round(report.nodes / max(report.seconds, 1e-6))
    values = ",".join(f"{party}:{share:.3f}" for party, share in report.shares.items())
    return (
        f"info depth {report.depth} nodes {report.nodes} nps {speed} "
        f"time {round(1000 * report.seconds)} values {values} pv {' '.join(map(str, report.line))}"
    ).rstrip()


def time_for(position: Position, clocks: tuple[float, ...], increment: float) -> float:
    """Return how many seconds to search, given everybody's clock in seat order.

    Raises:
        DjambiError: the number of clocks differs from the number of players.

    >>> time_for(Position.start("hex-3"), (60.0, 5.0, 5.0), 0.0)
    2.4
    """
    variant = position.variant
    players = variant.players
    if len(clocks) != len(players):
        raise DjambiError(
            f"go: {variant.name} has {len(players)} players, but {len(clocks)} clocks were given"
        )
    left = dict(zip(players, clocks, strict=True)).get(position.mover or "", 0.0)
    wanted = left / TURNS_PER_CLOCK + INCREMENT_SHARE * increment
    return max(0.001, min(wanted, left - CLOCK_RESERVE_S))
