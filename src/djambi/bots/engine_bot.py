"""Any program that speaks the engine protocol (docs/engine.md), as a player.

Its name is ``engine:[NAME=VALUE …] COMMAND``: the limits of each turn (``nodes``, ``movetime`` in
milliseconds, ``depth``), a ``timeout`` in seconds, options of the program (``level=expert``), and
the command as in a shell, but run without one.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final

from djambi.bots.base import Bot, PlayerFault
from djambi.bots.contestants import contestant
from djambi.bots.engine_client import DEFAULT_TIMEOUT_S, GoLimits, SimpleEngine
from djambi.errors import DjambiError, quoted
from djambi.position.position import Position
from djambi.position.turn import Turn

ENGINE_PREFIX: Final = "engine:"
"""What begins the name of such a player."""

LIMIT_NAMES: Final = ("nodes", "movetime", "depth")
"""The limits of a turn, as `go` of the protocol names them."""

DEFAULT_LIMITS: Final = (("nodes", 10_000),)
"""The limit of a turn if the name says none."""

MAX_LIMIT: Final = 10**9

MAX_TIMEOUT_S: Final = 86_400.0


@dataclass(frozen=True, slots=True)
class EngineCommand:
    """The parts of the name of such a player.

    Args:
        words: the program and its arguments.
        limits: the limits of every turn, by name.
        options: the options of the program that are set, by name.
        timeout_s: the seconds, beyond any `movetime`, after which it hangs.
    """

    words: tuple[str, ...]
    limits: tuple[tuple[str, int], ...] = DEFAULT_LIMITS
    options: tuple[tuple[str, str], ...] = ()
    timeout_s: float = DEFAULT_TIMEOUT_S

    @classmethod
    def parse(cls, name: str) -> EngineCommand:
        """Return the parts of a name.

        Raises:
            DjambiError: there is no command, or a limit makes no sense.

        >>> EngineCommand.parse("engine:nodes=500 level=expert old/python -m djambi engine")
        ... # doctest: +ELLIPSIS
        EngineCommand(words=('old/python', ...), limits=(('nodes', 500),), options=(('level', ...
        """
        try:
            words = _shell_words(name.removeprefix(ENGINE_PREFIX))
        except ValueError as error:
            raise DjambiError(f"{quoted(name)}: {error}") from None
        settings = list(_leading_settings(words))
        limits: list[tuple[str, int]] = []
        options: list[tuple[str, str]] = []
        timeout_s = DEFAULT_TIMEOUT_S
        for setting, value in settings:
            if setting in LIMIT_NAMES:
                limits.append((setting, int(_number(setting, value, 1, MAX_LIMIT, "[0-9]{1,10}"))))
            elif setting == "timeout":
                timeout_s = _number(setting, value, 0.01, MAX_TIMEOUT_S, r"[0-9]{1,5}(\.[0-9]+)?")
            else:
                options.append((setting, value))
        if len(words) == len(settings):
            raise DjambiError(f"{quoted(name)}: a command is missing, as in engine:COMMAND")
        command = tuple(words[len(settings) :])
        return cls(command, tuple(limits) or DEFAULT_LIMITS, tuple(options), timeout_s)

    @property
    def go_limits(self) -> GoLimits:
        """Return the limits of every turn."""
        found = dict(self.limits)
        return GoLimits(found.get("nodes"), found.get("movetime"), found.get("depth"))


def _shell_words(text: str) -> list[str]:
    """Split a command as a shell does: what is in quotes is one word, without them.

    On Windows a backslash is a part of a path, as in its own shells, and escapes nothing.

    Raises:
        ValueError: a quotation mark has no partner.
    """
    lexer = shlex.shlex(text, posix=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if sys.platform == "win32":
        lexer.escape = ""
    return list(lexer)


def _leading_settings(words: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the names and values that stand before a command."""
    for word in words:
        found = re.fullmatch("([a-z_]+)=(.+)", word)
        if found is None:
            return
        yield found[1], found[2]


def _number(name: str, text: str, least: float, most: float, form: str) -> float:
    if re.fullmatch(form, text, re.ASCII) and least <= float(text) <= most:
        return float(text)
    raise DjambiError(f"engine: {name} must be from {least:,} to {most:,}, not {quoted(text)}")


class EngineBot(Bot):
    """A player that asks a program, started with its first turn and kept from game to game.

    The program is told every position, not the game that led to it.
    """

    def __init__(self, name: str, seed: int | None = None) -> None:
        """Read the name; nothing is started yet.

        Raises:
            DjambiError: the name is not one of an engine.
        """
        super().__init__(seed)
        self._command = EngineCommand.parse(name)
        self._engine: SimpleEngine | None = None

    def prepare(self) -> None:
        """Start the program, or take one that has finished another game, and set its options.

        Raises:
            PlayerFault: it cannot be started, does not speak the protocol, or refuses an option.
        """
        self._ready()

    def choose(self, position: Position) -> Turn:
        """Return the program's answer.

        Raises:
            PlayerFault: it has crashed or hangs, or its answer is not a legal turn.
        """
        engine = self._ready()
        with self._killing_at_fault(engine):
            return engine.play(position, self._command.go_limits).turn

    def close(self) -> None:
        """Release the program for another game of this process; one at fault was killed."""
        if self._engine is not None:
            _idle.setdefault(self._command, []).append(self._engine)
            self._engine = None

    def _ready(self) -> SimpleEngine:
        """Return the program, started and introduced if it was not."""
        if self._engine is None:
            seed = self.random.getrandbits(63)
            waiting = _idle.get(self._command)
            if waiting:
                # What has ended since its last game is no reason to lose this one.
                with suppress(PlayerFault):
                    self._engine = self._introduced(waiting.pop(), seed)
                    return self._engine
            words, timeout_s = self._command.words, self._command.timeout_s
            self._engine = self._introduced(SimpleEngine(words, timeout_s=timeout_s), seed)
        return self._engine

    def _introduced(self, engine: SimpleEngine, seed: int) -> SimpleEngine:
        """Set the options of a program for a game, and return it."""
        options: dict[str, str | int] = dict(self._command.options)
        with self._killing_at_fault(engine):
            if unknown := options.keys() - engine.options.keys():
                raise PlayerFault(
                    f"has no option {quoted(min(unknown))}, but {', '.join(engine.options)};"
                    f" limits are {', '.join(LIMIT_NAMES)} and timeout"
                )
            if "seed" in engine.options:
                options.setdefault("seed", seed)
            engine.configure(options)
            engine.new_game()
        return engine

    @contextmanager
    def _killing_at_fault(self, engine: SimpleEngine) -> Generator[None]:
        """Kill the program at any fault: in a match, one that refuses is of no use either."""
        try:
            yield
        except BaseException:
            engine.close()
            self._engine = None
            raise


_idle: Final[dict[EngineCommand, list[SimpleEngine]]] = {}
"""Programs that have finished a game: starting one takes longer than a fast game."""


def match_player(name: str, seed: int | None = None) -> Bot:
    """Return a new player for a match: a contestant, or ``engine:COMMAND``.

    Raises:
        DjambiError: there is no such player, or its limits make no sense.

    >>> match_player("engine:nodes=500 old/python -m djambi engine").__class__.__name__
    'EngineBot'
    """
    if name.startswith(ENGINE_PREFIX):
        return EngineBot(name, seed)
    return contestant(name, seed, f"{ENGINE_PREFIX}COMMAND")
