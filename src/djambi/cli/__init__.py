"""The command ``djambi``. Nothing heavy is imported before a command needs it."""

from __future__ import annotations

import sys

from djambi.cli.exit_status import INTERRUPTED


def main(arguments: list[str] | None = None) -> int:
    """Run the command with these arguments, by default those of the process.

    Returns the exit status: 0, 1 (something was looked at and found wrong), 2 (bad usage or bad
    input) or 130 (Ctrl-C, except where that is a way to leave: a game, a server, the engine).
    Errors go to standard error, without a traceback.
    """
    try:
        from djambi.cli.app import run
    except ModuleNotFoundError as error:
        if error.name not in ("click", "rich"):
            raise
        print(
            f"djambi: the command needs {error.name}; install it with: pip install click rich",
            file=sys.stderr,
        )
        return 2
    except KeyboardInterrupt:
        # Once it runs, click sees to this.
        print(file=sys.stderr)
        return INTERRUPTED
    return run(arguments)
