"""The drawing of every board: outlines that tile it, with the sides of RULES 2 as edges."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from math import cos, dist, pi, sin, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.geometry.every_board import BOARDS

from djambi.geometry import Board, Point

every_board = pytest.mark.parametrize("name", BOARDS)

Edge = tuple[Point, Point]


def edges(outline: tuple[Point, ...]) -> list[Edge]:
    """The edges of an outline, in its order, with rounded ends so that they can be compared."""
    points = [(round(x, 7) + 0.0, round(y, 7) + 0.0) for x, y in outline]
    return list(pairwise([*points, points[0]]))


def turn(a: Point, b: Point, c: Point) -> float:
    """Twice the area of the triangle; positive if it is gone round counter-clockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def area(outline: tuple[Point, ...]) -> float:
    return sum(turn((0, 0), one, other) for one, other in edges(outline)) / 2


def whole_area(name: str) -> float:
    """The area of the board: unit squares, hexagons of width 1, or a regular n-gon."""
    board, _ = BOARDS[name]
    if name.startswith("hex"):
        return len(board.cells) * sqrt(3) / 2
    return 81 if name == "square" else 81 / 4 * int(name.removeprefix("polygon-"))


def owners(board: Board) -> dict[Edge, int]:
    """Which cell each directed edge belongs to; none belongs to two."""
    found: dict[Edge, int] = {}
    for cell, outline in enumerate(board.outlines):
        for edge in edges(outline):
            assert edge not in found
            found[edge] = cell
    return found


@every_board
def test_outlines_are_convex_and_counter_clockwise(name: str) -> None:
    board, _ = BOARDS[name]
    for outline in board.outlines:
        for (a, b), (_, c) in pairwise([*edges(outline), edges(outline)[0]]):
            assert turn(a, b, c) > 1e-3


@every_board
def test_areas_add_up(name: str) -> None:
    board, _ = BOARDS[name]
    assert sum(map(area, board.outlines)) == pytest.approx(whole_area(name), abs=1e-3)


@every_board
def test_edges_are_shared_by_exactly_the_sides(name: str) -> None:
    board, _ = BOARDS[name]
    of_edge = owners(board)
    shared: defaultdict[int, set[int]] = defaultdict(set)
    for (a, b), cell in of_edge.items():
        if (b, a) in of_edge:
            shared[cell].add(of_edge[b, a])
    assert [tuple(sorted(shared[cell])) for cell in range(len(board.cells))] == list(board.sides)


@every_board
def test_the_border_is_one_closed_line_around_the_board(name: str) -> None:
    board, _ = BOARDS[name]
    of_edge = owners(board)
    onwards = {a: b for a, b in of_edge if (b, a) not in of_edge}
    start = next(iter(onwards))
    border = [start]
    while onwards[border[-1]] != start:
        border.append(onwards[border[-1]])
    assert len(border) == len(onwards)
    assert area(tuple(border)) == pytest.approx(whole_area(name), abs=1e-3)


@every_board
def test_centres_lie_inside_and_the_maze_in_the_middle(name: str) -> None:
    board, _ = BOARDS[name]
    assert board.centres[board.maze] == pytest.approx((0, 0))
    for centre, outline in zip(board.centres, board.outlines, strict=True):
        assert all(turn(a, b, centre) > 0 for a, b in edges(outline))


@every_board
def test_the_pitch_is_about_one(name: str) -> None:
    board, _ = BOARDS[name]
    lengths = [
        dist(board.centres[cell], board.centres[side])
        for cell in range(len(board.cells))
        for side in board.sides[cell]
    ]
    assert sum(lengths) / len(lengths) == pytest.approx(1, abs=0.15)


@every_board
def test_every_cell_has_room_for_a_piece(name: str) -> None:
    """From its centre to each of its edges: 0.5 on the square, the least on the triangle."""
    board, _ = BOARDS[name]
    room = [
        turn(a, b, centre) / dist(a, b)
        for centre, outline in zip(board.centres, board.outlines, strict=True)
        for a, b in edges(outline)
    ]
    assert min(room) > 0.27


@every_board
def test_corners_go_round_counter_clockwise_from_the_bottom(name: str) -> None:
    board, _ = BOARDS[name]
    places = [board.centres[corner] for corner in board.corners]
    assert all(turn((0, 0), a, b) > 0 for a, b in pairwise([*places, places[0]]))
    assert places[0][1] == pytest.approx(min(y for _, y in places))


@pytest.mark.parametrize("n", range(3, 9))
def test_a_polygon_board_is_a_regular_polygon(n: int) -> None:
    board, _ = BOARDS[f"polygon-{n}"]
    furthest = max(dist(point, (0, 0)) for outline in board.outlines for point in outline)
    tips = [-pi / 2 + (2 * k - 1) * pi / n for k in range(n)]
    for tip, corner in zip(tips, board.corners, strict=True):
        place = (furthest * cos(tip), furthest * sin(tip))
        assert min(dist(place, point) for point in board.outlines[corner]) < 1e-6


@every_board
@given(data=st.data())
def test_a_point_of_the_board_lies_in_one_cell(name: str, data: st.DataObject) -> None:
    board, _ = BOARDS[name]
    outline = board.outlines[data.draw(st.integers(0, len(board.cells) - 1))]
    weights = [data.draw(st.floats(0.01, 1)) for _ in outline]
    point = (
        sum(w * x for w, (x, _) in zip(weights, outline, strict=True)) / sum(weights),
        sum(w * y for w, (_, y) in zip(weights, outline, strict=True)) / sum(weights),
    )
    holding = [
        other for other in board.outlines if all(turn(a, b, point) > 1e-6 for a, b in edges(other))
    ]
    assert holding == [outline]
