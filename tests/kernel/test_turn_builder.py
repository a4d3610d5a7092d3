"""Turns chosen cell by cell are the legal turns, each once (djambi.kernel.environment)."""

from __future__ import annotations

from hypothesis import given
from tests.kernel.kernels import kernel_of
from tests.kernel.test_enumerators import MANY, listed
from tests.properties.strategies import positions, unshrunk

from djambi import Position
from djambi.kernel import turns
from djambi.kernel.environment.turn_builder import TurnBuilder

PIECE, WHOLE = 0, 5
"""The numbers of the first stage, and of a whole turn."""


def chosen(builder: TurnBuilder) -> list[int]:
    """Return every packed turn that goes on from here, once for every sequence of actions."""
    if builder.stage == WHOLE:
        return [builder.turn]
    before = builder.progress()
    found: list[int] = []
    for action in builder.actions():
        builder.resume(before)
        assert builder.progress() == before
        builder.choose(action)
        found += chosen(builder)
    return found


@unshrunk
@given(position=positions)
def test_every_turn_has_one_sequence_of_actions(position: Position) -> None:
    kernel = kernel_of(position)
    if position.is_over or len(position.legal_turns()) > MANY:
        return
    builder = TurnBuilder(kernel)
    builder.begin()
    legal = [turn for some in listed(kernel).values() for turn in some] or [turns.PASS]
    assert sorted(chosen(builder)) == sorted(legal)
