"""Which puzzles are chosen of all that were found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from djambi.puzzles import Puzzle, puzzles
from djambi.puzzles.selection import choose

ALIKE = "square-4 original 3bC5/9/9/9/x8/9/9/9/rC2rA4bA r,b,y>b,g>b rbyg r 0 0"


def about(number: int, *themes: str, variant: str = "square-4") -> Puzzle:
    """A puzzle of the program that has these themes instead of its own."""
    of_board = [each for each in puzzles() if each.variant == variant]
    return replace(of_board[number], themes=themes)


def test_what_may_serve_a_scarcer_theme_is_left_to_it() -> None:
    either, one, other = about(0, "duel", "maze"), about(1, "duel"), about(2, "duel")
    chosen = {each.name: each.themes for each in choose([], [either, one, other], 8)}
    assert chosen == {either.name: ("maze", "duel"), one.name: ("duel",), other.name: ("duel",)}


def test_what_is_kept_keeps_its_main_theme() -> None:
    kept = [about(0, "duel", "maze"), about(1, "duel")]
    assert choose(kept, [about(2, "duel", "win")], 12)[:2] == kept
    assert choose(puzzles(), [], len(puzzles())) == list(puzzles())


def test_no_theme_is_more_than_a_quarter() -> None:
    wins = [about(number, "win") for number in range(5)]
    assert [len(choose([], wins, most)) for most in (4, 8, 9)] == [1, 2, 3]


def test_the_rarest_theme_is_next_and_of_it_the_rarest_board() -> None:
    hexagonal = [about(number, "win", variant="hex-3") for number in range(2)]
    kept = [hexagonal[0], about(1, "maze"), about(2, "maze")]
    found = [hexagonal[1], about(4, "maze"), about(3, "win", variant="polygon-5")]
    assert choose(kept, found, 12)[3:5] == [found[2], found[0]]


@pytest.mark.parametrize(
    ("same", "position"),
    [
        # Red and blue are yellow and green.
        (True, "original 3gC5/9/9/9/x8/9/9/9/yC2yA4gA r>g,b>g,y,g rbyg y 0 0"),
        # Turned, mirrored, and both.
        (True, "original 8bA/9/9/9/9/bC7rA/9/9/4x3rC r,b,y>b,g>b rbyg r 0 0"),
        (True, "original 5bC3/9/9/9/8x/9/9/9/bA4rA2rC r,b,y>b,g>b rbyg r 0 0"),
        (True, "original bA8/9/9/9/9/rA7bC/9/9/rC3x4 r,b,y>b,g>b rbyg r 0 0"),
        (False, "original 3bC5/9/9/9/8x/9/9/9/rC2rA4bA r,b,y>b,g>b rbyg r 0 0"),
        (False, "original 3bC5/9/9/9/x8/9/9/9/rC2rA4bR r,b,y>b,g>b rbyg r 0 0"),
        (False, "original 3bC5/9/9/9/x8/9/9/9/rC2rA4gA r,b,y>b,g>b rbyg r 0 0"),
        (False, "original 3bC5/9/9/9/x8/9/9/9/rC2rA4bA r,b,y>r,g>b rbyg r 0 0"),
        (False, "original 3bC5/9/9/9/x8/9/9/9/rC2rA4bA r,b,y!,g>b rbyg r 0 0"),
        (False, "original 3bC5/9/9/9/x8/9/9/9/rC2rA4bA r,b,y>b,g>b rbyg b 0 0"),
        (False, "bga 3bC5/9/9/9/x8/9/9/9/rC2rA4bA r,b,y>b,g>b rbyg r 0 0"),
    ],
)
def test_positions_are_alike_turned_mirrored_and_recoloured(same: bool, position: str) -> None:
    one = replace(about(0, "win"), position=ALIKE)
    other = replace(about(1, "maze"), position=f"square-4 {position}")
    assert len(choose([one], [other], 8)) == (1 if same else 2)


def test_a_bonus_turn_is_another_position() -> None:
    in_power = "square-4 original 3bC5/9/9/9/4rC4/9/9/9/9 r,b,y>b,g>b rbyg "
    one = replace(about(0, "win"), position=f"{in_power}b 0 0")
    other = replace(about(1, "maze"), position=f"{in_power}r+b 0 0")
    assert len(choose([one], [other], 8)) == 2


def test_a_puzzle_is_chosen_for_a_theme_of_its_own() -> None:
    found = [about(number, "duel") for number in range(6)] + [about(6, "win", "maze")]
    themes = {each.name: set(each.themes) for each in found}
    chosen = choose([], found, 8)
    assert {each.name: set(each.themes) for each in chosen}.items() <= themes.items()
