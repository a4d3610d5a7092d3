"""Turns chosen cell by cell are the legal turns, each once (djambi.kernel.environment)."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.kernel.test_enumerators import MANY, listed
from tests.properties.strategies import positions, unshrunk

from djambi import Position
from djambi.kernel import turns
from djambi.kernel.environment.turn_builder import TurnBuilder
from djambi.kernel.rules.codes import NO_CELL

PIECE, WHOLE = 0, 5
"""The numbers of the first stage, and of a whole turn."""

SURROUNDED = "gC8/9/9/4yM4/3yAyCyN3/9/3rR5/4rD4/rC7bC r,b,y,g rbyg r 0 0"
"""A ruler in the maze of square-4 with pieces in reach that make it leave."""

AT_THE_MAZE = (
    "yC1yM2/yAyD2xx/2xyR1x1/1x1xx2yM/bD3rCyM2bC/x1rM1x2bR/x2x1bM1/2rD1x1/1rA3 r,b,y rby b 1 25"
)
"""The same on hex-3, reached by random turns."""


def chosen(builder: TurnBuilder) -> list[int]:
    """Return every packed turn that goes on from here, once for every sequence of actions."""
    if builder.stage == WHOLE:
        return [builder.turn]
    before = builder.progress()
    actions = builder.actions()
    assert builder.retrace(before)
    assert (builder.progress(), builder.actions()) == (before, actions)
    found: list[int] = []
    for action in actions:
        builder.resume(before)
        assert builder.progress() == before
        builder.choose(action)
        found += chosen(builder)
    return found


@unshrunk
@given(position=positions)
def test_every_turn_has_one_sequence_of_actions(position: Position) -> None:
    kernel = position.kernel()
    if position.is_over or len(position.legal_turns()) > MANY:
        return
    builder = TurnBuilder(kernel)
    builder.begin()
    legal = [turn for some in listed(kernel).values() for turn in some] or [turns.PASS]
    assert sorted(chosen(builder)) == sorted(legal)


@pytest.mark.parametrize(
    "text",
    [
        f"square-4 original {SURROUNDED}",
        f"square-4 bga {SURROUNDED}",
        # A small board: there whoever leaves the maze may go nearly anywhere.
        f"hex-3 wikipedia {AT_THE_MAZE}",
    ],
    ids=["original", "bga", "wikipedia"],
)
def test_turns_with_exits_are_chosen_so_too(text: str) -> None:
    kernel = Position.parse(text).kernel()
    builder = TurnBuilder(kernel)
    builder.begin()
    legal = [turn for some in listed(kernel).values() for turn in some]
    assert any(turns.exit(turn) != NO_CELL for turn in legal)
    assert sorted(chosen(builder)) == sorted(legal)


@pytest.mark.parametrize(
    "progress",
    [
        (5, 6, turns.step(20, 22), 0xFF),  # a whole turn is not in the making
        (0, 6, turns.BLANK, 1),
        (1, 6, turns.BLANK | 40, 0xFF),  # nothing stands there
        (1, 6, turns.BLANK | 82, 0xFF),
        (1, 6, turns.BLANK | 255, 0xFF),
        (2, 0, turns.step(20, 22), 0xFFFF),  # nothing to place
        (3, 1, turns.with_victims(turns.step(20, 22), 255), 0xFFFF),
        (200, 200, -1, -1),
    ],
)
def test_what_leads_nowhere_is_not_retraced(progress: tuple[int, int, int, int]) -> None:
    assert not TurnBuilder(Position.start().kernel()).retrace(progress)
