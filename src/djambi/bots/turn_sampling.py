"""Sample the turns of a position, of which there may be a hundred thousand.

A piece that captures twice, each time with a free placement, multiplies turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from djambi.bots.kernels import require_turn
from djambi.errors import DjambiError
from djambi.kernel.rules.codes import NO_CELL
from djambi.kernel.turns import PASS
from djambi.position.position import Position
from djambi.position.turn import Turn

SAMPLE_RUNS: Final = 4
"""Runs of neighbouring turns that make up a sample."""


def random_turn(position: Position, random: Random) -> Turn:
    """Return a turn drawn from all legal turns, each equally likely.

    Raises:
        DjambiError: the game is over.
    """
    require_turn(position)
    kernel = position.kernel()
    movers = kernel.movers()
    if not movers:
        return Turn(PASS, position.board)
    number = random.randrange(sum(many for _, many in movers))
    for cell, many in movers:
        if number < many:
            return Turn(kernel.window(cell, NO_CELL, number, 1)[0], position.board)
        number -= many
    raise DjambiError("the kernel has fewer turns than it counted")


def sample_turns(position: Position, random: Random, most: int) -> Iterator[Turn]:
    """Yield turns of every piece to each of its destinations: all of them, or ``most`` each.

    A sample is drawn in a few runs of neighbours (cluster sampling), because the kernel has to
    count its way to each run.

    Raises:
        DjambiError: the game is over.
    """
    require_turn(position)
    kernel, board = position.kernel(), position.board
    movers = kernel.movers()
    if not movers:
        yield Turn(PASS, board)
    for cell, _ in movers:
        stops, hits = kernel.reach(cell)
        for target in sorted([*stops, *hits]):
            many = kernel.count_to(cell, target)
            if many <= most:
                found = kernel.window(cell, target, 0, many)
            else:
                size = -(-most // SAMPLE_RUNS)
                starts = random.sample(range(many // size), min(SAMPLE_RUNS, many // size))
                runs = (kernel.window(cell, target, start * size, size) for start in starts)
                found = [packed for run in runs for packed in run][:most]
            for packed in found:
                yield Turn(packed, board)


def without_placements(turn: Turn) -> tuple[object, ...]:
    """Return a turn less its placements, a key for turns that differ in nothing else."""
    return turn.origin, turn.target, turn.victims, turn.exit, turn.exit_victims
