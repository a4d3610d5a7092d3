"""Games that are won in all but name: who leads for rounds while nobody else can move."""

from __future__ import annotations

from djambi import Position
from djambi.analysis import adjudicate
from djambi.analysis.adjudication import MIN_ROUNDS

BOARD = "{first_row}/9/9/9/2bMbA1bDbMbN1/9/xxx6/xrRx6/rCxx5bC"


def red_is_locked_in(
    rules: str = "original", first_row: str = "9", parties: str = "r,b,y!*,g!*"
) -> Position:
    """Red's Chief and Reporter are walled in by corpses; blue has all his pieces."""
    return Position.parse(
        f"square-4 {rules} {BOARD.format(first_row=first_row)} {parties} rbyg r 0 0"
    )


def blue_is_locked_in() -> Position:
    board = BOARD.format(first_row="9").translate(str.maketrans("rb", "br"))
    return Position.parse(f"square-4 original {board} r,b,y!*,g!* rbyg r 0 0")


def test_one_who_leads_for_long_enough_has_won() -> None:
    assert adjudicate([red_is_locked_in()] * MIN_ROUNDS) == "b"
    assert adjudicate([blue_is_locked_in()] * MIN_ROUNDS) == "r"
    assert adjudicate([red_is_locked_in()] * (MIN_ROUNDS - 1)) is None


def test_the_lead_may_not_change() -> None:
    leads = [red_is_locked_in()] * MIN_ROUNDS
    assert adjudicate([*leads, blue_is_locked_in()]) is None
    assert adjudicate([blue_is_locked_in(), *leads]) is None


def test_a_game_that_is_over_needs_no_adjudication() -> None:
    assert adjudicate([red_is_locked_in().resign("r")] * MIN_ROUNDS) is None


def test_whoever_moves_vassals_in_their_own_turns_is_not_locked_in() -> None:
    kept = "original,vassal_turns=kept"
    assert adjudicate([red_is_locked_in(kept)] * MIN_ROUNDS) == "b"
    with_vassal = red_is_locked_in(kept, first_row="8yM", parties="r,b,y>r,g!*")
    assert adjudicate([with_vassal] * MIN_ROUNDS) is None
