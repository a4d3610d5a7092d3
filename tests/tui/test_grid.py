"""Boards on a grid of characters."""

from __future__ import annotations

from itertools import pairwise

import pytest
from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from djambi import Position
from djambi.position.stages import Act
from djambi.rules import VARIANT_NAMES
from djambi.tui.grid import LABEL_COLUMNS, NO_OWNER, beside, grid_for
from djambi.tui.picture import PARTY, Marks, picture

SIZES = [(47, 22), (84, 40), (10, 5)]


@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_labels_never_overlap_and_stand_on_their_own_cells(variant: str) -> None:
    board = Position.start(variant).board
    for size in SIZES:
        made = grid_for(board, *size)
        taken: set[tuple[int, int]] = set()
        for cell, (column, row) in enumerate(made.spots):
            label = {(x, row) for x in range(column - 1, column - 1 + LABEL_COLUMNS)}
            assert not label & taken
            taken |= label
            assert all(made.owners[y][x] == cell for x, y in label)
        for cell, sides in enumerate(board.sides):
            assert all(made.shades[cell] != made.shades[side] for side in sides)


@pytest.mark.parametrize("variant", [v for v in VARIANT_NAMES if v[-1] not in "78"])
def test_up_to_six_parties_nearly_everything_fits_beside_the_panel(variant: str) -> None:
    made = grid_for(Position.start(variant).board, 47, 22)
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
        spots = grid_for(board, *size).spots
        columns, rows = sorted({x for x, _ in spots}), sorted({y for _, y in spots})
        assert len({b - a for a, b in pairwise(columns)}) == 1
        assert len({b - a for a, b in pairwise(rows)}) == 1


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("variant", ["square-4", "hex-5", "polygon-7"])
def test_a_picture_has_every_piece_once(variant: str, colour: bool) -> None:
    position = Position.start(variant)
    made = grid_for(position.board, 80, 40)
    lines = picture(position, made, Marks(cursor="a1"), colour=colour)
    assert [sum(len(s.text) for s in line) for line in lines] == [made.width] * made.height
    text = "\n".join("".join(s.text for s in line) for line in lines)
    for party in position.variant.parties:
        pieces = [p for p in position.pieces.values() if p.party == party]
        assert sum(text.count(party + kind) for kind in "CARDNM") == len(pieces)


@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_brackets_cover_no_mark_beside_them(variant: str) -> None:
    position = Position.start(variant)
    board = position.board
    marks = Marks(choices=dict.fromkeys(board.cells, "kill"))
    for size in SIZES:
        made = grid_for(board, *size)
        lines = picture(position, made, marks, colour=False)
        assert all(lines[row][column - 1].text == "x" for column, row in made.spots)


@pytest.mark.parametrize("size", [(47, 22), (74, 38), (154, 48)])
@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_coordinates_stand_beside_the_board_and_in_line_with_it(
    variant: str, size: tuple[int, int]
) -> None:
    position = Position.start(variant)
    board = position.board
    made = grid_for(board, *size)
    taken: set[tuple[int, int]] = set()
    for column, row, text in made.coordinates:
        places = {(column + offset, row) for offset in range(len(text))}
        assert not places & taken
        taken |= places
        assert all(made.owner(*place) == NO_OWNER for place in places)
    lines = picture(position, made, Marks(), colour=False)
    shown = ["".join(segment.text for segment in line) for line in lines]
    assert all(shown[row][column:].startswith(text) for column, row, text in made.coordinates)
    names = {text for _, _, text in made.coordinates}
    if variant.startswith("polygon"):
        assert not names or names == {board.cells[corner][0] for corner in board.corners}
        return
    assert names
    assert names == {name[0] for name in board.cells} | {name[1:] for name in board.cells}
    for column, row, text in made.coordinates:
        if not text.isdigit():
            # A file's letter stands below its lowest cell.
            spots = [made.spots[n] for n, name in enumerate(board.cells) if name[0] == text]
            lowest = max(spots, key=lambda spot: spot[1])
            assert column == lowest[0]
            assert row > lowest[1]


def test_a_board_grows_with_the_terminal() -> None:
    for variant in ("square-4", "hex-6", "polygon-5"):
        board = Position.start(variant).board
        small, large = grid_for(board, 47, 22), grid_for(board, 154, 48)
        assert large.height > 0.7 * 48
        assert large.width > 1.6 * small.width


def test_a_label_says_what_stands_there_and_what_choosing_it_does() -> None:
    text = "square-4 original 6bCyC1/9/9/9/9/9/2x2bM3/9/rC1rA4bAgC r,b,y,g rbyg r 0 0"
    position = Position.parse(text)
    made = grid_for(position.board, 47, 22)
    choices: dict[str, Act] = {"f3": "kill", "e5": "power", "d4": "move"}
    marks = Marks("d4", choices, chosen=frozenset({"c1"}), last=frozenset({"h1", "c3"}))

    def label(cell: str, *, colour: bool) -> list[Segment]:
        column, row = made.spots[position.board.index(cell)]
        return list(picture(position, made, marks, colour=colour)[row][column - 1 : column + 2])

    def style_of(cell: str, part: int, *, colour: bool) -> Style:
        return label(cell, colour=colour)[part].style or Style()

    cells = ("f3", "e5", "c1", "c3", "h1", "a1", "b7")
    plain = {cell: "".join(part.text for part in label(cell, colour=False)) for cell in cells}
    assert list(plain.values()) == ["xbM", "+· ", " rA", " ××", " bA", " rC", " · "]
    assert {cell for cell in cells if style_of(cell, 1, colour=False).underline} == {
        "c1", "c3", "h1",
    }  # fmt: skip
    assert {cell for cell in cells if style_of(cell, 0, colour=False).bold} == {"f3", "e5"}
    # The ground tells a kill, another choice, the chosen cell and the last turn from the rest.
    grounds = {cell: style_of(cell, 0, colour=True).bgcolor for cell in cells[:4]}
    assert len({*grounds.values(), style_of("b7", 0, colour=True).bgcolor}) == 5
    ink, paint = PARTY["b"]
    found = style_of("f3", 1, colour=True)
    assert (found.color, found.bgcolor) == (Color.parse(ink), Color.parse(paint))
