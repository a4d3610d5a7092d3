"""Positions that random play leads to."""

from __future__ import annotations

from random import Random

from djambi import Position


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
