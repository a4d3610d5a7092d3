"""Tints, room and labels, on every board."""

from __future__ import annotations

from math import dist

import pytest

from djambi.geometry import Board, hexagonal_board, polygon_board, square_board
from djambi.render.layout import labels, rooms, tints

BOARDS = [
    square_board(),
    hexagonal_board(4, False),
    hexagonal_board(6, True),
    *(polygon_board(n) for n in range(3, 9)),
]

boards = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)


@boards
def test_no_cell_has_the_tint_of_a_side(board: Board) -> None:
    tint = tints(board)
    assert all(tint[cell] != tint[side] for cell, near in enumerate(board.sides) for side in near)
    assert set(tint) == set(range(3 if board.name.startswith("hex") else 2))


@boards
def test_rooms_do_not_overlap(board: Board) -> None:
    room = rooms(board)
    for cell, near in enumerate(board.sides):
        for side in near:
            apart = dist(board.centres[cell], board.centres[side])
            assert room[cell] + room[side] <= apart + 1e-9
    assert min(room) > 0.15


@boards
def test_labels_are_complete_and_apart(board: Board) -> None:
    texts = [label.text for label in labels(board)]
    if board.name.startswith("polygon"):
        assert texts == sorted({name[0] for name in board.cells} - {"o"})
    else:
        parts = {name[0] for name in board.cells} | {name[1:] for name in board.cells}
        assert sorted(texts) == sorted(parts)
    places = [label.at for label in labels(board)]
    beside = [*places, *board.centres]
    assert all(dist(one, other) > 0.5 for one in places for other in beside if one is not other)
