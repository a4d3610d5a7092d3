"""`djambi.perft` and `djambi.divide`: sequences of turns counted (NOTATION 4)."""

from __future__ import annotations

import pytest

import djambi
from djambi import DjambiError, Position

OVER = "square-4 original 9/9/9/9/9/9/9/9/rC8 r,b>r,y>r,g>r rbyg =r 0 9"


@pytest.mark.parametrize("variant", ["square-4", "hex-3", "polygon-5"])
def test_perft_counts_what_play_and_legal_turns_lead_to(variant: str) -> None:
    start = Position.start(variant)
    seconds = {str(turn): len(start.play(turn).legal_turns()) for turn in start.legal_turns()}
    assert djambi.perft(start, 0) == 1
    assert djambi.perft(start, 1) == len(seconds)
    assert djambi.perft(start, 2) == sum(seconds.values())
    assert djambi.divide(start, 2) == seconds
    assert list(djambi.divide(start, 1)) == sorted(seconds)


def test_a_finished_game_has_no_sequences() -> None:
    over = Position.parse(OVER)
    assert [djambi.perft(over, depth) for depth in (0, 1, 2)] == [1, 0, 0]
    assert djambi.divide(over, 1) == {}


@pytest.mark.parametrize("depth", [-1, 17, 10**9])
def test_a_depth_that_cannot_be_counted_is_an_error(depth: int) -> None:
    with pytest.raises(DjambiError, match="a depth must be from 0 to 16"):
        djambi.perft(Position.start(), depth)
    with pytest.raises(DjambiError, match="a depth must be from 1 to 16"):
        djambi.divide(Position.start(), max(0, depth))


def test_a_depth_may_be_a_number_of_another_library() -> None:
    np = pytest.importorskip("numpy")
    assert djambi.perft(Position.start(), np.int64(2)) == 1205
    assert sum(djambi.divide(Position.start(), np.uint8(1)).values()) == 30
