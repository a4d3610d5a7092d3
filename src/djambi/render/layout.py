"""What every picture of a board needs beside its outlines: tints, room in a cell, labels."""

from __future__ import annotations

from functools import cache
from math import hypot
from typing import NamedTuple

from djambi.geometry import Board, Point


class Label(NamedTuple):
    """A coordinate beside the board; `at` is in the board's units."""

    text: str
    at: Point


@cache
def tints(board: Board) -> tuple[int, ...]:
    """Per cell one of two or three tints, so that no cell has that of a side of it.

    Two suffice for square and polygon boards, hexagons need three. The cell whose sides show the
    most tints already is always next: so no tint is chosen that must be taken back.

    >>> from djambi.geometry import hexagonal_board, polygon_board
    >>> [max(tints(board)) + 1 for board in (polygon_board(5), hexagonal_board(4, False))]
    [2, 3]
    """
    chosen: dict[int, int] = {}
    beside: dict[int, set[int]] = {board.maze: set()}
    while beside:
        cell = max(beside, key=lambda waiting: len(beside[waiting]))
        tint = next(each for each in range(len(board.cells)) if each not in beside[cell])
        del beside[cell]
        chosen[cell] = tint
        for side in board.sides[cell]:
            if side not in chosen:
                beside.setdefault(side, set()).add(tint)
    return tuple(chosen[cell] for cell in range(len(board.cells)))


@cache
def rooms(board: Board) -> tuple[float, ...]:
    """Per cell, the radius of the largest circle around its centre that lies inside it."""
    return tuple(
        min(
            _distance(centre, outline[corner - 1], outline[corner])
            for corner in range(len(outline))
        )
        for centre, outline in zip(board.centres, board.outlines, strict=True)
    )


def _distance(point: Point, one: Point, other: Point) -> float:
    """How far a point is from the straight line through two others."""
    along = (other[0] - one[0], other[1] - one[1])
    across = along[0] * (point[1] - one[1]) - along[1] * (point[0] - one[0])
    return abs(across) / hypot(*along)


def is_polygon(board: Board) -> bool:
    """Whether the cells have sectors instead of files and ranks (RULES 2.3)."""
    return board.rows[0] == (board.maze,)


@cache
def labels(board: Board) -> tuple[Label, ...]:
    """Files and ranks beside the board; on a polygon the sectors' letters at its corners.

    A file's letter stands below its lowest cell. A rank's number stands where its line would go
    on: at the left of the square; at the right of hexagons, where no letter is near.

    >>> from djambi.geometry import square_board
    >>> [label.text for label in labels(square_board())][:3]
    ['9', '8', '7']
    """
    if is_polygon(board):
        return tuple(
            Label(board.cells[corner][0], _beyond(board, corner)) for corner in board.corners
        )
    marks: list[Label] = []
    slanting = len(board.rows[0]) < len(board.rows[len(board.rows) // 2])
    for row in board.rows:
        end, before = (row[-1], row[-2]) if slanting else (row[0], row[1])
        (x, y), (u, v) = board.centres[end], board.centres[before]
        marks.append(Label(board.cells[end][1:], (x + 0.75 * (x - u), y + 0.75 * (y - v))))
    lowest: dict[str, Point] = {}
    for name, (x, y) in zip(board.cells, board.centres, strict=True):
        if name[0] not in lowest or y < lowest[name[0]][1]:
            lowest[name[0]] = (x, y)
    marks.extend(Label(letter, (x, y - 0.75)) for letter, (x, y) in lowest.items())
    return tuple(marks)


def _beyond(board: Board, corner: int) -> Point:
    """A point outside the board, beyond the outermost corner of this cell."""
    x, y = max(board.outlines[corner], key=lambda point: hypot(*point))
    stretch = 1 + 0.3 / hypot(x, y)
    return x * stretch, y * stretch
