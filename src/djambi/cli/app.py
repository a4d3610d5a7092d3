"""The commands by name, each imported when it is called, and the handling of errors."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Final, TextIO, cast

import click

from djambi._version import __version__
from djambi.cli.colours import may_colour
from djambi.cli.exit_status import INTERRUPTED
from djambi.errors import DjambiError, quoted, suggestion
from djambi.extras import missing_package
from djambi.files import os_error_text
from djambi.interrupts import end_by_signal
from djambi.texts import LANGUAGES

COMMANDS: Final = {
    "play": ("djambi.cli.play", "Play a game in the terminal."),
    "serve": ("djambi.cli.serve", "Serve the game online, for people anywhere."),
    "admin": ("djambi.cli.admin", "Manage an online server: people, tables, backups."),
    "tui": ("djambi.cli.tui", "Play, watch, replay and analyse on the full terminal screen."),
    "render": ("djambi.cli.render", "Draw a position as text or as a picture."),
    "rules": ("djambi.cli.rules", "List, show, compare and check rules."),
    "validate": ("djambi.cli.validate", "Replay game records and report what is wrong with them."),
    "convert": ("djambi.cli.convert", "Convert game records to other formats."),
    "perft": ("djambi.cli.perft", "Count the sequences of turns from a position."),
    "engine": ("djambi.cli.engine", "Speak the engine protocol with another program."),
    "analyse": ("djambi.cli.analyse", "Analyse positions given as JSON lines."),
    "puzzles": ("djambi.cli.puzzles", "Solve puzzles, or make new ones from games between bots."),
    "endings": ("djambi.cli.endings", "Say who wins with a few pieces left, and how soon."),
    "match": ("djambi.cli.match", "Play a match and report each bot's share of the wins."),
    "research": ("djambi.cli.research", "Write games of bots as data, and learn from them."),
    "bench": ("djambi.cli.bench", "Measure how fast the rules run on this machine."),
    "completion": ("djambi.cli.completion", "Let a shell complete commands and options."),
    "licences": ("djambi.cli.licences", "List whose work this contains, and on what terms."),
    "doctor": ("djambi.cli.doctor", "Report what is missing on this machine and how to get it."),
}
"""The module of each command, and its line in the help (known without importing it)."""


class _Commands(click.Group):
    """A group that imports a command only when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest a known command for an unknown one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"no command {quoted(args[0])}; {suggestion(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command = import_module(COMMANDS[cmd_name][0]).command
        return command if isinstance(command, click.Command) else None

    def invoke(self, ctx: click.Context) -> object:
        # Click would report a failure (status 1) if the reader of the output has gone.
        try:
            status: object = super().invoke(ctx)
            sys.stdout.flush()
        except OSError as error:
            if not _is_reader_gone(error):
                raise
            with contextlib.suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        return status

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


def _is_reader_gone(error: OSError) -> bool:
    """Return whether a write failed because whoever read the output has stopped.

    Windows knows no error of that name: it says that the argument is invalid, of no file.
    """
    if isinstance(error, BrokenPipeError):
        return True
    return error.errno == errno.EINVAL and error.filename is None and sys.platform == "win32"


def version_line() -> str:
    """Return the version, and whether the kernel is compiled or interpreted."""
    from djambi import kernel

    return f"djambi {__version__} ({'compiled' if kernel.COMPILED else 'interpreted'})"


def _show_version(ctx: click.Context, parameter: click.Parameter, asked: bool) -> None:
    del parameter
    if asked and not ctx.resilient_parsing:
        click.echo(version_line())
        ctx.exit()


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version,
    help="Show the version, and whether the kernel is compiled or interpreted.",
)  # fmt: skip
@click.option(
    "--lang", type=click.Choice(LANGUAGES),
    help="English or French, for every command; or set DJAMBI_LANG. By default yours.",
)  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), help="The browser game's port.")
@click.option("--lan", is_flag=True, help="Let phones on the local network join the browser game.")
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@click.pass_context
def app(ctx: click.Context, lang: str | None, port: int | None, lan: bool, no_browser: bool) -> int:
    """Play Djambi, the board game of many parties.

    Without a command, this opens the game in the browser. Instead of a position, or of a file
    with games or requests, "-" means standard input; other files need a name. The exit status is
    0, 1 if a check found something wrong, 2 for bad usage or bad input, or 130 after Ctrl-C; a
    game, a server and the engine may be left that way, with 0.
    """
    del lang  # `cli.common.chosen_language` looks for it here
    if not may_colour():
        ctx.color = False
    if ctx.invoked_subcommand is not None:
        if port is not None or lan or no_browser:
            raise click.UsageError("--port, --lan and --no-browser are for the browser game")
        return 0
    try:
        from djambi.server.apps.run_local import play
    except ModuleNotFoundError as error:
        missing = missing_package("the browser game", error, "play")
        raise DjambiError(f"{missing}; djambi play plays in the terminal") from None
    return play(port, not no_browser, lan)


def run(arguments: list[str] | None) -> int:
    """Run the command and return its exit status; see :func:`djambi.cli.main`."""
    _prepare_streams()
    try:
        return _status(arguments)
    finally:
        end_by_signal()


def _status(arguments: list[str] | None) -> int:
    try:
        status = app.main(args=arguments, prog_name="djambi", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return 2
    except click.Abort as abort:
        click.echo(err=True)
        # Otherwise a question was answered by no, or not at all.
        return INTERRUPTED if isinstance(abort.__context__, KeyboardInterrupt) else 1
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except DjambiError as error:
        click.echo(f"djambi: {error}", err=True)
        return 2
    except UnicodeDecodeError:
        click.echo("djambi: the input is not UTF-8", err=True)
        return 2
    except OSError as error:
        click.echo(f"djambi: {os_error_text(error)}", err=True)
        return 2
    return status if isinstance(status, int) else 0


def _prepare_streams() -> None:
    """Use UTF-8 except at a terminal, and never fail on a character that the terminal lacks.

    The mark that some programs begin a file with (U+FEFF) is not read. A stream that was closed
    before the program began is empty, and takes whatever is written.
    """
    # Opened in the order of their numbers, so that no other file is taken for one of them.
    sys.stdin = sys.stdin or _nothing("r")
    sys.stdout = sys.stdout or _nothing("w")
    sys.stderr = sys.stderr or _nothing("w")
    _prepare_stream(sys.stdin, "utf-8-sig", "strict")
    for stream in (sys.stdout, sys.stderr):
        _prepare_stream(stream, "utf-8", "backslashreplace")


def _nothing(mode: str) -> TextIO:
    """Return a stream for one that is closed: Python has None in its place."""
    return cast("TextIO", Path(os.devnull).open(mode, encoding="utf-8"))


def _prepare_stream(stream: TextIO, encoding: str, errors: str) -> None:
    if isinstance(stream, io.TextIOWrapper):
        if stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding=encoding, errors=errors)
