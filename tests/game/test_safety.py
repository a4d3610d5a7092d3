"""The proof that nobody can win: what it claims stays true, and what would break it is seen."""

from __future__ import annotations

import pytest

from djambi import Position
from djambi.safety import nobody_can_win

WALLS = "7xx/7xyC/7x1/7xx/9/{outside}/9/xxx6/rC1x6"
ASSASSINS = "3gA2bR2"
MILITANTS = "3gM2bR2"


def position(
    outside: str = ASSASSINS, rules: str = "bga", parties: str = "r,b>r,y,g>y", walls: str = WALLS
) -> Position:
    """Return two Chiefs behind walls, Red's and Yellow's, and what fights outside."""
    return Position.parse(f"square-4 {rules} {walls.format(outside=outside)} {parties} rbyg r 0 90")


@pytest.mark.parametrize("rules", ["bga", "original", "wikipedia"])
def test_chiefs_behind_walls_are_safe(rules: str) -> None:
    assert nobody_can_win(position(rules=rules))


@pytest.mark.parametrize(
    ("outside", "rules", "parties", "why"),
    [
        ("3gA2bN2", "bga", "r,b>r,y,g>y", "a Necromobile opens walls"),
        ("3gD2bR2", "bga", "r,b>r,y,g>y", "a Diplomat brings a killer in"),
        (MILITANTS, "bga", "r,b>r,y,g>y", "a corpse fills the only cell beside a Chief"),
        (ASSASSINS, "djambinet", "r,b>r,y,g>y", "every Chief's way to the maze is shut"),
    ],
)
def test_what_endangers_a_chief_is_seen(outside: str, rules: str, parties: str, why: str) -> None:
    assert not nobody_can_win(position(outside, rules, parties)), why


def test_a_killer_behind_the_wall_is_seen() -> None:
    walls = WALLS.replace("rC1x6", "rCgMx6")
    assert not nobody_can_win(position(walls=walls))


def test_a_vassal_with_a_living_chief_is_no_guard() -> None:
    walls = WALLS.replace("rC1x6", "rCbCx6")
    assert not nobody_can_win(position(walls=walls, parties="r,b>r,y,g>y"))


def test_a_larger_room_holds_a_corpse_from_outside() -> None:
    walls = "6xxx/6x1yC/6x2/6xxx/9/{outside}/xxx6/2x6/rC1x6"
    assert nobody_can_win(position(MILITANTS, walls=walls))
    assert not nobody_can_win(position("2gM1bM1bR2", walls=walls).resign("y"))
    # Three pieces outside yield two corpses, and both Chiefs' cells have three neighbours.
    assert nobody_can_win(position("2gM1bM1bR2", walls=walls))


def test_own_pieces_may_shut_a_chief_in_where_having_no_turn_loses() -> None:
    walls = "6xxx/6x1yC/6x2/6xxx/9/{outside}/xxx6/1rRx6/rC1x6"
    assert nobody_can_win(position(walls=walls))
    assert not nobody_can_win(position(rules="bga,encirclement=immobile", walls=walls))


def test_power_that_wins_is_seen() -> None:
    walls = "7xx/7xyC/7x1/3xxx1xx/3xrCx3/3xxxx2/{outside}/9/9"
    assert nobody_can_win(position(walls=walls))
    assert not nobody_can_win(position(rules="bga,unreachable_power_wins=yes", walls=walls))


def test_nothing_is_proved_at_the_start_and_at_the_end() -> None:
    assert not nobody_can_win(Position.start())
    assert not nobody_can_win(position().resign("y"))


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_played_nobody_falls(seed: int) -> None:
    walls = "6xxx/6x1yC/6x2/6xxx/9/{outside}/xxx6/1rRx6/rC1x6"
    here = position("2gM1bM1bR2", walls=walls)
    kernel = here.kernel()
    kernel.random_play(300, seed=seed)
    end = here.reached(kernel)
    assert end.active == "ry"
    assert not end.is_over or end.winners == "ry"
