"""Helpers shared by the commands: input and output, progress, JSON."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO, TypeVar

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import track

from djambi.errors import BadRecord, DjambiError, quoted, suggestion
from djambi.files import is_file, write_whole
from djambi.game import Game
from djambi.interrupts import end_in_order
from djambi.position.position import Position
from djambi.position.setup_reading import MAX_POSITION_CHARS
from djambi.protocol.positions import position_text
from djambi.rules import VARIANT_NAMES
from djambi.texts import LANGUAGES, preferred_language

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])

FIGURES_COLUMNS: Final = 80
"""The least width of a table of figures."""

_MAX_SENTENCE_CHARS: Final = 1_000
"""Characters of a command's line in the help: no sentence is cut off."""

SEED_HELP: Final = "What decides whatever is drawn at random; other seeds give other results."


def chosen_language() -> str:
    """Return the language set by `djambi --lang` or DJAMBI_LANG, or else the user's.

    A language that the program does not speak is English, except after --lang.
    """
    chosen = click.get_current_context().find_root().params.get("lang")
    if isinstance(chosen, str):
        return chosen
    if own := os.environ.get("DJAMBI_LANG"):
        return preferred_language({"LANG": own})
    return preferred_language(
        {**os.environ, "LANG": os.environ.get("LANG") or _language_of_windows()}
    )


def _language_of_windows() -> str:
    """Return the language that Windows speaks, as LANG names it; empty on other systems.

    Nothing sets LANG there.
    """
    if sys.platform == "win32":
        import ctypes
        from locale import windows_locale

        return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""


class VariantName(click.Choice[str]):
    """A variant's name, or another word; for an unknown one, the one that was meant is named."""

    def __init__(self, *others: str) -> None:
        super().__init__([*VARIANT_NAMES, *others])

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        """Return the name; call `fail` for anything else."""
        if value not in self.choices:
            hint = suggestion(value, self.choices)
            self.fail(f"unknown variant {quoted(value)}; {hint}", param, ctx)
        return super().convert(value, param, ctx)


json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON.")
lang_option = click.option(
    "--lang", type=click.Choice(LANGUAGES), default=chosen_language, show_default="yours",
    help="English or French; DJAMBI_LANG or LANG sets it for all commands.",
)  # fmt: skip
number_option = click.option(
    "--number", type=click.IntRange(1), metavar="N",
    help="Which game of the file to use, if it has several; the first by default.",
)  # fmt: skip
variant_option = click.option(
    "--variant", type=VariantName(), default="square-4", show_default=True,
    metavar="VARIANT", help=f"The board: {', '.join(VARIANT_NAMES)}.",
)  # fmt: skip
rules_option = click.option(
    "--rules",
    help="An edition and options: bga or bga,own_kills=none; by default the variant's own edition.",
)
seed_option = click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True,
    help=SEED_HELP,
)  # fmt: skip
ray_option = click.option(
    "--ray", metavar="ADDRESS",
    help="Let a Ray cluster work instead of this computer: HOST:PORT, ray://HOST:PORT, auto or "
    "local. This needs the \"ray\" extra.",
)  # fmt: skip


def jobs_option(what: str) -> Callable[[F], F]:
    """Return the option `--jobs`: how many processes do what is said here, one per core by default.

    >>> command = click.command()(jobs_option("How many games to play at once")(lambda jobs: None))
    >>> command.params[0].name, command.params[0].help
    ('jobs', 'How many games to play at once; by default one per core.')
    """
    return click.option(
        "-j", "--jobs", type=click.IntRange(1, 256), default=os.cpu_count() or 1,
        help=f"{what}; by default one per core.",
    )  # fmt: skip


class CommandGroup(click.Group):
    """A command with commands of its own, whose help says the first sentence of each, all of it."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands and what they do; click would cut off what is longer than a line."""
        rows = [
            (name, command.get_short_help_str(_MAX_SENTENCE_CHARS))
            for name, command in sorted(self.commands.items())
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


class NamedFile(click.Path):
    """The name of a file that has to be one: `-` would be a file of that name, not a stream."""

    def __init__(
        self, path_type: type[str] | type[Path] = str, *, exists: bool = False, dash: bool = False
    ) -> None:
        super().__init__(exists=exists, dir_okay=False, path_type=path_type)
        self.dash = dash

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        """Return the name; call `fail` for a folder, and for `-` unless the command reads that."""
        if value == "-" and not self.dash:
            self.fail("a file with a name is wanted here, not '-'", param, ctx)
        return super().convert(value, param, ctx)


class NewGameVariant(VariantName):
    """A variant's name; who gives a file instead is told the option that opens it."""

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        """Return the name; call `fail` for anything else."""
        if value not in self.choices and is_file(value):
            self.fail(f"{value} is a file: --load {value} opens it", param, ctx)
        return super().convert(value, param, ctx)


class OutputPath(NamedFile):
    """The name of a file to write: refused before any work is done if it can never be written."""

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        """Return the name; call `fail` for a folder, or if the file's folder cannot hold it."""
        if value == "-":
            return super().convert(value, param, ctx)
        folder = Path(value).parent
        if not folder.is_dir():
            self.fail(f"{value}: there is no folder {folder}", param, ctx)
        # A file is written beside the one that it replaces; a device is written to.
        if not Path(value).exists() or Path(value).is_file():
            folder = Path(os.path.realpath(value)).parent
            if not os.access(folder, os.W_OK):
                self.fail(f"{value}: nothing can be written to the folder {folder}", param, ctx)
        return super().convert(value, param, ctx)


output_option = click.option(
    "-o", "--output", type=OutputPath(dash=True), default="-",
    help="The file to write (completely or not at all); standard output by default.",
)  # fmt: skip


class StdoutConsole(Console):
    """A console for tables on standard output, at least so many columns wide.

    In a terminal with fewer, lines of figures go on in the next one: no figure is cut off.
    """

    def __init__(self, least_columns: int = 1) -> None:
        super().__init__(highlight=False)
        self.width = max(self.width, least_columns)

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError, as every other write does: the command handles it."""
        raise BrokenPipeError


def emit(value: object) -> None:
    """Write one JSON value as a line of standard output."""
    click.echo(json.dumps(value, ensure_ascii=False))


def position_of(text: str) -> Position:
    """Return the position that an argument denotes.

    It is a position (NOTATION 1), a variant's name for its start, a variant and its rules
    (``square-4 bga``), or ``-`` for the one on standard input.

    Raises:
        DjambiError: it is none of them, or standard input has more than one line.
    """
    return position_text(_only_line(sys.stdin) if text == "-" else text)


def _only_line(stream: TextIO) -> str:
    """Return the line of a stream that is not blank; at a terminal, the first one."""
    found = ""
    for _ in range(1_000):
        line = stream.readline(MAX_POSITION_CHARS + 2)
        text = line.strip()
        if found and text:
            raise DjambiError(f"one position is wanted, but there is another line: {quoted(text)}")
        found = found or text
        # What is too long is no position; and nobody at a terminal ends the input.
        if not line or len(found) > MAX_POSITION_CHARS or (found and stream.isatty()):
            break
    return found


@contextmanager
def opened(name: str) -> Generator[TextIO]:
    """Open a file of records for reading as UTF-8; ``-`` is standard input."""
    if name == "-":
        yield sys.stdin
        return
    with Path(name).open(encoding="utf-8") as stream:
        yield stream


def located(name: str, fault: BadRecord) -> str:
    """Return a fault with its place in a file: ``FILE:LINE:COLUMN: game 2: WHAT``."""
    which = f"game {fault.game}: " if fault.game > 1 else ""
    return f"{name}:{fault.line}:{fault.column}: {which}{fault.message}"


def game_in_file(name: str, number: int | None = None) -> tuple[Game, bool]:
    """Return a game from a file (``-`` is standard input), and whether the file has others.

    It is the first unless a number says otherwise.

    Raises:
        DjambiError: there is no game of this number, or something is wrong with it.
        OSError: the file cannot be read.
    """
    with opened(name) as stream:
        wanted = number or 1
        games = Game.read(stream, [])
        count = 0
        for count, game in enumerate(games, 1):
            if count == wanted:
                if game.errors:
                    raise DjambiError(f"{name}: {game.errors[0]}")
                return game, wanted > 1 or next(games, None) is not None
    if count:
        raise DjambiError(f"{name}: there is no game {wanted}, the last is {count}")
    raise DjambiError(f"{name}: the file contains no game")


def write_out(name: str, content: str | bytes) -> None:
    """Write a result to a file (completely or not at all) or to standard output (``-``)."""
    if name == "-":
        click.echo(content, nl=False)
    else:
        write_whole(name, content)


def refuse_terminal(output: str, form: str) -> None:
    """Raise `click.UsageError` if what is no text would be written to a terminal."""
    if output == "-" and sys.stdout.isatty():
        raise click.UsageError(f"{form} is not for a terminal: -o FILE writes it to a file")


def progressing(steps: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """Yield the steps, with a progress bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield from steps
        return
    end_in_order()
    yield from track(steps, escape(what), total, console=Console(stderr=True), transient=True)


def interruptible(work: Callable[[], T]) -> T:
    """Run long work of the kernel so that Ctrl-C takes effect at once, and return its result.

    The kernel does not check for signals, so it runs on a separate daemon thread, which ends with
    the process.
    """
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.2)
    if errors:
        raise errors[0]
    return results[0]
