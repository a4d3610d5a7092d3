"""Positions to test with: random play, seeded, on every kind of board and rules."""

from __future__ import annotations

import random

from djambi import VARIANT_NAMES, Position

EDITIONS = ("original", "wikipedia", "harcourt-advanced", "hallepee", "djambinet", "bga")

SEEDED = [
    (variant, EDITIONS[number % len(EDITIONS)], number)
    for number, variant in enumerate(VARIANT_NAMES)
]
"""A variant, an edition and a seed each: every variant, every edition."""


def some_play(variant: str, edition: str, seed: int, plies: int = 200) -> list[Position]:
    """Return the positions of a random game, at most so many turns of it."""
    chance = random.Random(seed)
    position = Position.start(variant, edition)
    found = [position]
    while not position.is_over and len(found) <= plies:
        position = position.play(chance.choice(position.legal_turns()))
        found.append(position)
    return found


def sampled(positions: list[Position], many: int, seed: int = 0) -> list[Position]:
    """Return so many of these positions, the last one among them."""
    chance = random.Random(seed)
    return [*chance.sample(positions[:-1], min(many, len(positions)) - 1), positions[-1]]
