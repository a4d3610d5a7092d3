"""Four ways to enumerate turns agree (djambi.kernel.rules.moves tells why there are four)."""

from __future__ import annotations

from hypothesis import given
from tests.properties.strategies import positions, seeds, unshrunk

from djambi import Position
from djambi.kernel import turns
from djambi.kernel.rules.codes import NONE, WINDOW_TURNS
from djambi.kernel.rules.kernel import Kernel

MANY = 5_000
"""Positions with more turns are left out: an interpreted kernel takes long to list them."""


def listed(kernel: Kernel) -> dict[int, list[int]]:
    """Return the packed turns of every piece that has any, as `Moves` lists them."""
    return {
        cell: [
            turn
            for low in range(0, many, WINDOW_TURNS)
            for turn in kernel.window(cell, NONE, low, WINDOW_TURNS)
        ]
        for cell, many in kernel.movers()
    }


@unshrunk
@given(position=positions)
def test_as_many_are_counted_as_are_listed(position: Position) -> None:
    kernel = position.kernel()
    counted = dict(kernel.movers())
    if sum(counted.values()) > MANY:
        return
    found = listed(kernel)
    assert {cell: len(some) for cell, some in found.items()} == counted
    for cell, some in found.items():
        assert len(set(some)) == len(some)
        assert {turns.origin(turn) for turn in some} == {cell}


@unshrunk
@given(position=positions, seed=seeds)
def test_a_turn_that_is_drawn_by_its_number_is_listed(position: Position, seed: int) -> None:
    if len(position.legal_turns()) > 300 or position.is_over:
        return
    drawn = position.kernel()
    assert drawn.random_play(1, seed) == 1
    assert position.reached(drawn) in list(map(position.play, position.legal_turns()))
