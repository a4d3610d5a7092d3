"""Legal turns are a sequence, and turns have an order."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from tests.positions import MUST_PASS

from djambi import Position, Turn


def test_legal_turns_are_a_sequence() -> None:
    turns = Position.start().legal_turns()
    listed = list(turns)
    assert isinstance(turns, Sequence)
    assert list(reversed(turns)) == listed[::-1]
    assert len(random.Random(1).sample(turns, 5)) == 5
    assert turns.count() == len(listed)
    assert (turns.count("c3-e3"), turns.count("c3-e5"), turns.count(listed[0])) == (1, 0, 1)


@pytest.mark.parametrize(
    "cut",
    [
        slice(2, 4), slice(None, 3), slice(-2, None), slice(None), slice(None, None, -1),
        slice(5, 1, -2), slice(1, 9, 3), slice(40, 50), slice(4, 2), slice(0, 0, -1),
    ],
)  # fmt: skip
@pytest.mark.parametrize("text", [str(Position.start()), MUST_PASS])
def test_slices_are_those_of_the_list(text: str, cut: slice) -> None:
    turns = Position.parse(text).legal_turns()
    assert turns[cut] == list(turns)[cut]


def test_the_number_of_a_turn_is_found() -> None:
    turns = Position.start().legal_turns()
    for number in (0, 7, len(turns) - 1):
        assert turns.index(turns[number]) == turns.index(str(turns[number])) == number
    with pytest.raises(ValueError, match="not one of these"):
        turns.index("c3-e5")
    with pytest.raises(ValueError, match="not one of these"):
        turns.index(turns[0], 1)
    with pytest.raises(TypeError):
        _ = turns["c3-e3"]  # type: ignore[call-overload] # pyright: ignore


def test_turns_are_sorted_by_their_text() -> None:
    turns = Position.start("hex-3").legal_turns()
    assert [str(turn) for turn in sorted(turns)] == sorted(map(str, turns))
    one, other = sorted(turns)[:2]
    assert one < other
    assert one <= other
    assert other > one
    assert other >= one
    with pytest.raises(TypeError):
        _ = one < "c3-e3"
    # The same text on another board is another turn, before or after this one.
    square = Position.start("square-4").turn("c3-d3")
    polygon = Turn(square.packed, Position.start("hex-3").board)
    assert (square < polygon) != (polygon < square)
