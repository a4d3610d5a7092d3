"""Kernels for the tests of what works in one."""

from __future__ import annotations

from random import Random

from djambi import Position
from djambi.kernel.rules.kernel import Kernel


def kernel_of(position: Position) -> Kernel:
    """Return a kernel of one's own, set up for a position."""
    given = position.kernel()
    kernel = Kernel(given.tables, given.parties, given.options)
    kernel.load(given.contents(), given.entries())
    return kernel


def later(variant: str, turns: int, seed: int) -> Position:
    """Return a position after so many random turns, or the last one of a shorter game."""
    random = Random(seed)
    position = Position.start(variant)
    for _ in range(turns):
        following = position.play(random.choice(position.legal_turns()))
        if following.is_over:
            break
        position = following
    return position
