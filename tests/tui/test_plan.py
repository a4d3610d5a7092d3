"""Boards on a grid of characters."""

from __future__ import annotations

from itertools import pairwise

import pytest

from djambi import Position
from djambi.rules import VARIANT_NAMES
from djambi.tui.picture import Marks, picture
from djambi.tui.plan import LABEL, beside, plan

SIZES = [(47, 22), (84, 40), (10, 5)]


@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_labels_never_overlap_and_stand_on_their_own_cells(variant: str) -> None:
    board = Position.start(variant).board
    for size in SIZES:
        made = plan(board, *size)
        taken: set[tuple[int, int]] = set()
        for cell, (column, row) in enumerate(made.spots):
            label = {(x, row) for x in range(column - 1, column - 1 + LABEL)}
            assert not label & taken
            taken |= label
            assert all(made.owners[y][x] == cell for x, y in label)
        for cell, sides in enumerate(board.sides):
            assert all(made.shades[cell] != made.shades[side] for side in sides)


@pytest.mark.parametrize("variant", [v for v in VARIANT_NAMES if v[-1] not in "78"])
def test_up_to_six_parties_nearly_everything_fits_beside_the_panel(variant: str) -> None:
    made = plan(Position.start(variant).board, 47, 22)
    assert made.height <= 22
    assert made.width <= (47 if variant != "polygon-6" else 54)


@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_arrow_keys_reach_every_cell_from_every_other(variant: str) -> None:
    board = Position.start(variant).board
    ways = {
        cell: {beside(board, cell, *step) for step in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        for cell in range(len(board.cells))
    }
    for start in (board.maze, *board.corners):
        seen, queue = {start}, [start]
        for cell in queue:
            fresh = ways[cell] - seen
            seen |= fresh
            queue.extend(fresh)
        assert len(seen) == len(board.cells)


def test_a_way_along_a_hexagon_keeps_its_line() -> None:
    board = Position.start("hex-6").board
    cell, height = board.maze, board.centres[board.maze][1]
    for _ in range(20):
        cell = beside(board, cell, 1, 0, height)
    assert abs(board.centres[cell][1] - height) <= 0.5
    assert cell == beside(board, cell, 1, 0, height), "it did not come to the edge"


def test_a_square_board_is_even() -> None:
    board = Position.start().board
    for size in ((47, 22), (90, 40)):
        spots = plan(board, *size).spots
        columns, rows = sorted({x for x, _ in spots}), sorted({y for _, y in spots})
        assert len({b - a for a, b in pairwise(columns)}) == 1
        assert len({b - a for a, b in pairwise(rows)}) == 1


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("variant", ["square-4", "hex-5", "polygon-7"])
def test_a_picture_has_every_piece_once(variant: str, colour: bool) -> None:
    position = Position.start(variant)
    made = plan(position.board, 80, 40)
    lines = picture(position, made, Marks(cursor="a1"), colour=colour)
    assert [sum(len(s.text) for s in line) for line in lines] == [made.width] * made.height
    text = "\n".join("".join(s.text for s in line) for line in lines)
    for party in position.variant.parties:
        pieces = [p for p in position.pieces.values() if p.party == party]
        assert sum(text.count(party + kind) for kind in "CARDNM") == len(pieces)
