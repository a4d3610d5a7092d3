"""Four ways to enumerate turns agree (djambi.kernel.rules.moves tells why there are four)."""

from __future__ import annotations

from hypothesis import given
from tests.properties.strategies import positions, seeds, unshrunk

from djambi import Position
from djambi.kernel import turns
from djambi.kernel.baselines.staged import StagedGenerator
from djambi.kernel.rules.codes import NO_CELL, WINDOW_TURNS
from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.search.candidates import CandidateGenerator

MANY = 4_000
"""Positions with more turns are left out: an interpreted kernel takes long to list them, and of a
step the stages look at no more than about as many."""

WHOLE = 3
"""The stage of a turn that is chosen wholly."""


def listed(kernel: Kernel) -> dict[int, list[int]]:
    """Return the packed turns of every piece that has any, as `MoveGenerator` lists them."""
    return {
        cell: [
            turn
            for low in range(0, many, WINDOW_TURNS)
            for turn in kernel.window(cell, NO_CELL, low, WINDOW_TURNS)
        ]
        for cell, many in kernel.movers()
    }


def staged(stages: StagedGenerator, stage: int = 0, turn: int = 0) -> list[int]:
    """Return the packed turns that the stages lead to."""
    found: list[int] = []
    for way, reached in stages.ways(stage, turn):
        found += [way] if reached == WHOLE else staged(stages, reached, way)
    return found


@unshrunk
@given(position=positions)
def test_all_lists_and_counts_are_of_the_same_turns(position: Position) -> None:
    kernel = position.kernel()
    counted = dict(kernel.movers())
    if sum(counted.values()) > MANY or position.is_over:
        return
    found = listed(kernel)
    assert {cell: len(some) for cell, some in found.items()} == counted
    legal = [turn for some in found.values() for turn in some] or [turns.PASS]
    assert len(set(legal)) == len(legal)
    generator = CandidateGenerator(kernel)
    assert sorted(generator.legal_turns()) == sorted(legal)
    few = generator.candidates(placements=2)
    assert set(few) <= set(legal)
    if legal != [turns.PASS]:
        steps = {turn & turns.STEP_BITS for turn in legal}
        assert {turn & turns.STEP_BITS for turn in few} == steps
    assert sorted(staged(StagedGenerator(kernel))) == sorted(legal)


@unshrunk
@given(position=positions, seed=seeds)
def test_a_turn_that_is_drawn_by_its_number_is_listed(position: Position, seed: int) -> None:
    if position.is_over or len(position.legal_turns()) > 300:
        return
    drawn = position.kernel()
    assert drawn.random_play(1, seed) == 1
    assert position.reached(drawn) in map(position.play, position.legal_turns())
