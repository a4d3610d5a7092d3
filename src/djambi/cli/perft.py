"""``djambi perft``: how many sequences of turns there are (NOTATION 4)."""

from __future__ import annotations

import sys
from functools import partial

import click

from djambi.cli.common import emit, interruptible, json_option, position_of, progressing
from djambi.counting import divided, perft
from djambi.kernel.rules.codes import MAX_PERFT_DEPTH


@click.command(name="perft")
@click.argument("position")
@click.argument("depth", type=click.IntRange(0, MAX_PERFT_DEPTH))
@click.option("--divide", is_flag=True, help="First list the number behind each turn, sorted.")
@json_option
def command(position: str, depth: int, divide: bool, as_json: bool) -> None:
    """Count the sequences of DEPTH legal turns from POSITION.

    A pass counts as one turn; a finished game has none. POSITION is a position's text, the name
    of a variant (for its start), a variant and its rules, or "-".
    """
    start = position_of(position)
    by_turn = divide and depth > 0
    # On a terminal the root is divided as well, so that there is progress to show.
    if by_turn or (depth > 2 and sys.stderr.isatty()):
        shares = divided(start, depth)
        # Each is counted when it is asked for, and Ctrl-C takes effect meanwhile.
        counted = iter(partial(interruptible, partial(next, shares, None)), None)
        counts = dict(progressing(counted, f"perft {depth}", len(start.legal_turns())))
        nodes = sum(counts.values())
    else:
        counts = {}
        nodes = interruptible(partial(perft, start, depth))
    if as_json:
        answer: dict[str, object] = {"position": str(start), "depth": depth, "nodes": nodes}
        if by_turn:
            answer["divide"] = counts
        emit(answer)
        return
    if by_turn:
        for text, number in counts.items():
            click.echo(f"{text} {number}")
    click.echo(nodes)
