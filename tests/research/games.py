"""Random games for the tests of environments."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from djambi.research import Decision, EnvironmentSpec
from djambi.rules import EDITIONS, VARIANT_NAMES

PAIRS = [(variant, edition) for variant in VARIANT_NAMES for edition in EDITIONS]
"""Every variant with every edition."""


def decisions(spec: EnvironmentSpec, seed: int) -> Iterator[Decision]:
    """Yield the decisions of a game of random actions, its end last."""
    random = Random(seed)
    decision = Decision.start(spec)
    yield decision
    while decision.actions:
        decision = decision.take(random.choice(decision.actions))
        yield decision
