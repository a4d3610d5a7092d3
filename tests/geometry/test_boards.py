"""Cells, lines and rays of every board (RULES 2), against the judge, who walks step by step."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest
from tests.geometry.every_board import BOARDS, named
from tests.judge import boards as judge

from djambi.errors import DjambiError, UnknownCell
from djambi.geometry import Board, hexagonal_board, polygon_board, square_board

every_board = pytest.mark.parametrize("name", BOARDS)


@every_board
def test_name_cells_and_maze(name: str) -> None:
    board, judged = BOARDS[name]
    assert board.name == name
    assert board.cells == judged.cells
    assert board.cells[board.maze] == judged.maze
    assert [board.index(cell) for cell in board.cells] == list(range(len(board.cells)))


@pytest.mark.parametrize("number", [-1, 81, 999])
def test_a_number_of_no_cell_has_no_name(number: int) -> None:
    with pytest.raises(DjambiError, match=f"cell: '{number}' is not a whole number from 0 to 80"):
        square_board().names([0, number])


@pytest.mark.parametrize(
    ("name", "cells", "lines", "rays"),
    [
        ("square", 81, 9 + 9 + 15 + 15, 544),
        ("hex-61", 61, 27, 312),
        ("hex-127", 127, 39 + 69, 1296),
        *((f"polygon-{n}", 1 + 20 * n, 12 * n, 136 * n) for n in range(3, 9)),
    ],
)
def test_numbers(name: str, cells: int, lines: int, rays: int) -> None:
    board, _ = BOARDS[name]
    assert len(board.cells) == len(board.rays) == cells
    assert len(board.lines) == lines
    assert sum(map(len, board.rays)) == rays


@pytest.mark.parametrize(
    ("board", "cells"),
    [
        (square_board(), "a1 b1 c1 d1 e1 f1 g1 h1 i1 a2"),
        (hexagonal_board(4, False), "e1 f1 g1 h1 i1 d2 e2"),
        (hexagonal_board(6, True), "g1 h1 i1 j1 k1 l1 m1 f2"),
        (polygon_board(3), "o a10 a11 a12 a13 a14 a20"),
    ],
)
def test_cell_order(board: Board, cells: str) -> None:
    assert board.cells[: len(cells.split())] == tuple(cells.split())


@every_board
def test_rays_are_those_of_the_rules(name: str) -> None:
    board, judged = BOARDS[name]
    for cell, rays in enumerate(board.rays):
        found = sorted(named(board, ray) for ray in rays)
        assert found == sorted(ray.cells for ray in judged.rays[board.cells[cell]])


@every_board
def test_hexagonal_diagonals(name: str) -> None:
    board, judged = BOARDS[name]
    diagonal = {
        (board.cells[cell], board.cells[near])
        for line in board.lines
        if line.hex_diagonal
        for at, cell in enumerate(line.cells)
        for near in line.cells[max(at - 1, 0) : at + 2]
        if near != cell
    }
    assert diagonal == {
        (cell, ray.cells[0])
        for cell in judged.cells
        for ray in judged.rays[cell]
        if ray.hex_diagonal
    }
    assert bool(diagonal) is (name == "hex-127")


@every_board
def test_a_board_knows_its_shape(name: str) -> None:
    board, _ = BOARDS[name]
    shape = (board.is_hexagonal, board.is_polygon, board.has_hex_diagonals)
    assert shape == (name.startswith("hex"), name.startswith("polygon"), name == "hex-127")


@every_board
def test_straight_rays_stand_before_diagonal_ones(name: str) -> None:
    board, _ = BOARDS[name]
    slanting = {
        step
        for line in board.lines
        if line.hex_diagonal
        for one, other in zip(line.cells, line.cells[1:], strict=False)
        for step in ((one, other), (other, one))
    }
    for cell, rays in enumerate(board.rays):
        kinds = [(cell, ray[0]) in slanting for ray in rays]
        assert kinds == sorted(kinds)


@every_board
def test_rays_can_be_gone_back(name: str) -> None:
    board, _ = BOARDS[name]
    for cell, rays in enumerate(board.rays):
        for ray in rays:
            whole = (cell, *ray)
            for at, there in enumerate(ray, start=1):
                back = whole[:at][::-1]
                assert any(other[:at] == back for other in board.rays[there])


@every_board
def test_lines_cover_every_ray_exactly_once(name: str) -> None:
    board, _ = BOARDS[name]
    of_lines = Counter(
        (cell, part)
        for cells, _ in board.lines
        for at, cell in enumerate(cells)
        for part in (cells[at + 1 :], cells[:at][::-1])
        if part
    )
    of_rays = Counter((cell, ray) for cell, rays in enumerate(board.rays) for ray in rays)
    assert of_lines == of_rays
    assert max(of_lines.values()) == 1


@every_board
def test_lines_are_maximal_and_meet_no_cell_twice(name: str) -> None:
    board, _ = BOARDS[name]
    for cells, _ in board.lines:
        assert len(cells) >= 2
        assert len(set(cells)) == len(cells)
        assert cells[1:] in board.rays[cells[0]]
        assert cells[-2::-1] in board.rays[cells[-1]]


@every_board
def test_neighbours_and_sides(name: str) -> None:
    board, judged = BOARDS[name]
    for cell, there in enumerate(board.cells):
        assert set(named(board, board.neighbours[cell])) == set(judged.neighbours(there))
        assert set(named(board, board.sides[cell])) == set(judged.sides[there])
        for near in (board.neighbours[cell], board.sides[cell]):
            assert list(near) == sorted(set(near))
        assert len(board.neighbours[cell]) == len(board.rays[cell])


@pytest.mark.parametrize(
    ("name", "neighbours", "sides"),
    [
        ("square", {3: 4, 5: 28, 8: 49}, {2: 4, 3: 28, 4: 49}),
        ("hex-61", {3: 6, 4: 18, 6: 37}, {3: 6, 4: 18, 6: 37}),
        ("polygon-5", {3: 5, 5: 35, 8: 60, 10: 1}, {2: 5, 3: 35, 4: 60, 5: 1}),
    ],
)
def test_numbers_of_neighbours(
    name: str, neighbours: dict[int, int], sides: dict[int, int]
) -> None:
    board, _ = BOARDS[name]
    assert Counter(map(len, board.neighbours)) == neighbours
    assert Counter(map(len, board.sides)) == sides


@every_board
def test_fortress(name: str) -> None:
    board, _ = BOARDS[name]
    assert board.fortress == (board.sides[board.maze] if name == "hex-127" else ())


@every_board
def test_rows_are_those_of_the_placement_field(name: str) -> None:
    board, judged = BOARDS[name]
    assert tuple(named(board, row) for row in board.rows) == judged.rows
    assert sorted(cell for row in board.rows for cell in row) == list(range(len(board.cells)))


@every_board
def test_camps_lie_in_corners(name: str) -> None:
    board, _ = BOARDS[name]
    for corner, camp in zip(board.corners, board.camps, strict=True):
        assert camp[0][0] == corner
        assert len({cell for line in camp for cell in line}) == 9
        for u in range(3):
            for v in range(2):
                assert camp[u][v + 1] in board.sides[camp[u][v]]
                assert camp[v + 1][u] in board.sides[camp[v][u]]


def two_ways(board: Board) -> set[tuple[str, str]]:
    """The pairs of cells of which one meets the other along two rays."""
    pairs: set[tuple[str, str]] = set()
    for cell, rays in enumerate(board.rays):
        met = Counter(there for ray in rays for there in ray)
        assert cell not in met
        assert not met or max(met.values()) <= 2
        pairs |= {
            (board.cells[min(cell, there)], board.cells[max(cell, there)])
            for there, times in met.items()
            if times > 1
        }
    return pairs


@every_board
def test_only_the_triangle_has_two_ways_between_two_cells(name: str) -> None:
    """There, mirror images across an arm, off the diagonals, meet over it and behind the maze."""
    expected = {
        tuple(sorted((f"{sector}{high}{low}", f"{after}{low}{high}")))
        for sector, after in ("ab", "bc", "ca")
        for high in range(2, 5)
        for low in range(1, high)
    }
    assert two_ways(BOARDS[name][0]) == (expected if name == "polygon-3" else set())


def test_unknown_cell() -> None:
    with pytest.raises(UnknownCell, match="'j1' is not a cell of the board square") as caught:
        square_board().index("j1")
    assert (caught.value.name, caught.value.board) == ("j1", "square")
    with pytest.raises(UnknownCell) as caught:
        square_board().index("e5" * 100_000)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("start", [-1, 81])
def test_distances_start_on_the_board(start: int) -> None:
    with pytest.raises(DjambiError, match=f"start: '{start}' is not a whole number from 0 to 80"):
        square_board().distances(start)


@pytest.mark.parametrize(
    ("radius", "diagonals"), [(4, True), (6, False), (5, False), (10**9, True)]
)
def test_no_other_hexagonal_boards(radius: int, diagonals: bool) -> None:
    with pytest.raises(DjambiError, match=f"not radius {radius} with"):
        hexagonal_board(radius, diagonals)


@pytest.mark.parametrize("n", [-1, 0, 2, 9, 10**9])
def test_no_other_polygons(n: int) -> None:
    with pytest.raises(DjambiError, match=f"3 to 8 sectors, not {n}"):
        polygon_board(n)


def test_boards_are_equal_by_name() -> None:
    assert polygon_board(5) is polygon_board(5)
    copy = pickle.loads(pickle.dumps(polygon_board(5)))
    assert copy == polygon_board(5)
    assert hash(copy) == hash(polygon_board(5))
    assert copy.index("c21") == polygon_board(5).index("c21")
    assert polygon_board(5) != polygon_board(6)
    assert polygon_board(5) != "polygon-5"
    assert repr(copy) == "<Board polygon-5>"


def test_the_judge_knows_the_same_boards() -> None:
    """A board that only one of the two has would be tested against nothing."""
    assert {judge.of_variant(name)[0].cells for name in ("square-4", "hex-3", "hex-6")} == {
        BOARDS[name][0].cells for name in ("square", "hex-61", "hex-127")
    }
