"""``djambi engine``: the line protocol on standard input and output."""

from __future__ import annotations

import sys

import click

from djambi.protocol.commands import MAX_LINE_CHARS, bounded_lines
from djambi.protocol.engine import Engine


@click.command(name="engine")
def command() -> None:
    """Speak the engine protocol: lines in, lines out, until "quit" or the end of the input.

    Send "udi" to see the options, then for example "position startpos turns c3-e3" and "go
    movetime 1000". See docs/engine.md.
    """
    engine = Engine(_write)
    try:
        for data in bounded_lines(sys.stdin.buffer):
            if len(data) > MAX_LINE_CHARS:
                engine.refuse(f"a line of more than {MAX_LINE_CHARS:,} characters is too long")
                continue
            try:
                line = data.decode("utf-8-sig")
            except UnicodeDecodeError:
                engine.refuse("a line that is not UTF-8")
                continue
            if not engine.take(line):
                return
        engine.finish()
    except KeyboardInterrupt:
        engine.take("quit")


def _write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
