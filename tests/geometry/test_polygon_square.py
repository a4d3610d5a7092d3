"""The polygon board of four sectors is exactly the square board (RULES 2.3)."""

from __future__ import annotations

import pytest
from tests.geometry.every_board import named

from djambi.geometry import polygon_board, square_board

POLYGON = polygon_board(4)
SQUARE = square_board()

# The way of each arm from the maze: arm a to the left, then counter-clockwise.
ARMS = {"a": (-1, 0), "b": (0, -1), "c": (1, 0), "d": (0, 1)}
AFTER = {"a": "b", "b": "c", "c": "d", "d": "a"}


def on_the_square(name: str) -> str:
    """`kij` lies i steps from e5 along arm k and j steps along the next arm."""
    if name == "o":
        return "e5"
    i, j = int(name[1]), int(name[2])
    (x, y), (next_x, next_y) = ARMS[name[0]], ARMS[AFTER[name[0]]]
    return f"{'abcdefghi'[4 + i * x + j * next_x]}{5 + i * y + j * next_y}"


SAME = {name: on_the_square(name) for name in POLYGON.cells}


def test_the_mapping_meets_every_cell() -> None:
    assert sorted(SAME.values()) == sorted(SQUARE.cells)
    examples = {"o": "e5", "a10": "d5", "a44": "a1", "b10": "e4", "b44": "i1", "c44": "i9"}
    examples |= {"d44": "a9", "a21": "c4", "a12": "d3", "d31": "d8"}
    assert {name: SAME[name] for name in examples} == examples


def mapped(cells: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(SAME[POLYGON.cells[cell]] for cell in cells)


@pytest.mark.parametrize("name", POLYGON.cells)
def test_cell_for_cell_and_ray_for_ray(name: str) -> None:
    here, there = POLYGON.index(name), SQUARE.index(SAME[name])
    assert sorted(map(mapped, POLYGON.rays[here])) == sorted(
        named(SQUARE, ray) for ray in SQUARE.rays[there]
    )
    assert set(mapped(POLYGON.neighbours[here])) == set(named(SQUARE, SQUARE.neighbours[there]))
    assert set(mapped(POLYGON.sides[here])) == set(named(SQUARE, SQUARE.sides[there]))
    assert POLYGON.centres[here] == pytest.approx(SQUARE.centres[there])
    assert {(round(x, 9), round(y, 9)) for x, y in POLYGON.outlines[here]} == set(
        SQUARE.outlines[there]
    )


def test_lines() -> None:
    def either_way(lines: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
        return {min(line, line[::-1]) for line in lines}

    assert either_way({mapped(line.cells) for line in POLYGON.lines}) == either_way(
        {named(SQUARE, line.cells) for line in SQUARE.lines}
    )


def test_corners_and_camps() -> None:
    assert mapped(POLYGON.corners) == named(SQUARE, SQUARE.corners)
    assert [[mapped(line) for line in camp] for camp in POLYGON.camps] == [
        [named(SQUARE, line) for line in camp] for camp in SQUARE.camps
    ]
