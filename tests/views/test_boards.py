"""Boards as a browser draws them."""

from __future__ import annotations

import pytest

from djambi import Position
from djambi.rules import VARIANT_NAMES, Variant
from djambi.views.boards import board_view


@pytest.mark.parametrize("name", VARIANT_NAMES)
def test_a_board_is_drawn_as_the_rules_have_it(name: str) -> None:
    view, variant = board_view(name), Variant.get(name)
    board = variant.board
    assert (view.variant, view.board, view.maze) == (name, board.name, board.cells[board.maze])
    assert [each.name for each in view.cells] == list(board.cells)
    assert view.rows == [list(board.names(row)) for row in board.rows]
    assert view.fortress == list(board.names(board.fortress))
    corners = [(each.party, each.cell) for each in view.corners]
    assert corners == [*zip(variant.parties, board.names(variant.corners), strict=True)]
    for number, cell in enumerate(view.cells):
        assert cell.neighbours == list(board.names(board.neighbours[number]))
        assert cell.sides == list(board.names(board.sides[number]))
        assert (cell.x, cell.y) == pytest.approx(board.centres[number], abs=0.00005)
        for shown, corner in zip(cell.outline, board.outlines[number], strict=True):
            assert shown == pytest.approx(corner, abs=0.00005)


@pytest.mark.parametrize("name", VARIANT_NAMES)
def test_a_board_is_set_up_as_a_game_begins(name: str) -> None:
    view, start = board_view(name), Position.start(name)
    shown = {each.cell: (each.party, each.kind, each.controller) for each in view.setup}
    assert shown == {
        cell: (one.party, one.kind, start.controller(one.party))
        for cell, one in start.pieces.items()
    }
    assert view.corpses == list(start.corpses)


def test_coordinates_are_short() -> None:
    numbers = [each.x for each in board_view("polygon-5").cells]
    assert any(numbers) and all(len(str(abs(number))) <= len("9.1234") for number in numbers)
