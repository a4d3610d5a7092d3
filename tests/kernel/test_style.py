"""What a player likes about a turn besides what it brings."""

from __future__ import annotations

import pytest
from tests.positions import CROWD

from djambi import Position
from djambi.kernel.search.style import StyleBias

POSITION = Position.parse(CROWD)


def bias(
    text: str,
    kill: str = "",
    displace: str = "",
    corpse_on: str = "",
    chief_on: str = "",
) -> float:
    """Return the bias of a turn, if 1 is liked for these parties and cells."""
    kernel = POSITION.kernel()
    style = StyleBias(kernel.parties)
    style.prefer(
        [float(letter in kill) for letter in "rbyg"],
        [float(letter in displace) for letter in "rbyg"],
        [float(cell in corpse_on.split()) for cell in POSITION.board.cells],
        [float(cell in chief_on.split()) for cell in POSITION.board.cells],
        0.0,
    )
    return style.bias_of(kernel, POSITION.turn(text).packed)


def test_nothing_is_liked_at_first_and_once_cleared() -> None:
    kernel = POSITION.kernel()
    style = StyleBias(kernel.parties)
    turn = POSITION.turn("b5-d5").packed
    assert style.bias_of(kernel, turn) == 0
    style.prefer([0.0, 0.5], [], [], [], 0.0)
    assert style.bias_of(kernel, turn) == 0.5
    style.clear()
    assert style.bias_of(kernel, turn) == 0


def test_a_kill_counts_for_who_controls_the_victim() -> None:
    assert bias("b5-d5", kill="b") == bias("b7-c7*c6", kill="g") == 1
    assert bias("b5-d5", kill="ryg") == 0


def test_corpses_count_where_they_come_to_lie_and_where_they_are_taken() -> None:
    # An Assassin leaves it where it came from, a Militant places it, a Reporter lets it lie.
    assert bias("b5-d5", corpse_on="b5") == 1
    assert bias("c4-d5>e4", corpse_on="e4") == 1
    assert bias("b7-c7*c6", corpse_on="c6") == 1
    assert bias("d2-f2>e4", corpse_on="e4") == -bias("d2-f2>e4", corpse_on="f2") == 1


def test_who_is_displaced_is_not_killed() -> None:
    assert bias("d3-d5>e4", displace="b") == 1
    assert bias("d3-d5>e4", kill="b", corpse_on="e4") == 0


def test_the_own_chief_counts_where_he_goes_and_where_he_was() -> None:
    assert bias("a1-d4", chief_on="d4") == -bias("a1-d4", chief_on="a1") == 1
    assert bias("b5-d5", chief_on="d5") == 0


def test_what_nobody_controls_comes_last() -> None:
    free = Position.parse(CROWD.replace("r,b,y,g ", "r,b!,y,g ").replace("original", "hallepee"))
    kernel = free.kernel()
    style = StyleBias(kernel.parties)
    style.prefer([0.0, 0.0, 0.0, 0.0, 0.25], [], [], [], 0.0)
    turns = {str(turn): turn.packed for turn in free.legal_turns()}
    killing = [packed for text, packed in turns.items() if text.startswith("b5-d5")]
    assert [style.bias_of(kernel, packed) for packed in killing] == pytest.approx(
        [0.25] * len(killing)
    )
