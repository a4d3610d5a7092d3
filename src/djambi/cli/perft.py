"""``djambi perft``: how many sequences of turns there are (NOTATION 4)."""

from __future__ import annotations

import sys

import click

from djambi.cli.common import emit, json_option, patiently, position_of, progressing
from djambi.kernel.kernel import DEEPEST
from djambi.position import Position


@click.command(name="perft")
@click.argument("position")
@click.argument("depth", type=click.IntRange(0, DEEPEST))
@click.option("--divide", is_flag=True, help="First the number behind each turn, sorted.")
@json_option
def command(position: str, depth: int, divide: bool, as_json: bool) -> None:
    """Count the sequences of DEPTH legal turns from POSITION.

    A pass counts as one turn; a finished game has none. POSITION is a position's text, the name
    of a variant (for its start), a variant and its rules, or "-".
    """
    start = position_of(position)
    divided = divide and depth > 0
    # On a terminal the root is divided as well, to have something to show progress by.
    if divided or (depth > 2 and sys.stderr.isatty()):
        turns = sorted(start.legal_turns(), key=str)
        counts = {
            str(turn): count(start.play(turn), depth - 1)
            for turn in progressing(turns, f"perft {depth}", len(turns))
        }
        nodes = sum(counts.values())
    else:
        counts = {}
        nodes = count(start, depth)
    if as_json:
        answer: dict[str, object] = {"position": str(start), "depth": depth, "nodes": nodes}
        if divided:
            answer["divide"] = counts
        emit(answer)
        return
    if divided:
        for text, number in counts.items():
            click.echo(f"{text} {number}")
    click.echo(nodes)


def count(position: Position, depth: int) -> int:
    """Return the number of sequences of turns; Ctrl-C ends the wait for it."""
    kernel = position.kernel()
    return patiently(lambda: kernel.perft(depth))
