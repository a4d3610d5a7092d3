"""The layout of a board beyond its outlines: tints, the room in each cell, labels."""

from __future__ import annotations

from functools import cache
from math import cos, hypot, sin, tau
from typing import NamedTuple

from djambi.geometry import Board, Point


class Label(NamedTuple):
    """A coordinate beside the board; `at` is in the board's units."""

    text: str
    at: Point


class Drawing(NamedTuple):
    """A board as it is drawn, in its own units: turned, with labels beside it."""

    board: Board
    centres: tuple[Point, ...]
    outlines: tuple[tuple[Point, ...], ...]
    labels: tuple[Label, ...]


@cache
def drawing(board: Board, corner: int = 0) -> Drawing:
    """Return the board turned so that a corner stands where the first one does otherwise.

    The labels go along with their files, ranks and sectors.

    >>> from djambi.geometry import square_board
    >>> turned = drawing(square_board(), 2)
    >>> [round(part) for part in turned.centres[square_board().index("i9")]]
    [-4, -4]
    """
    angle = -tau * corner / len(board.corners)
    along, across = cos(angle), sin(angle)

    def turned(point: Point) -> Point:
        if not corner:
            return point
        x, y = point
        return x * along - y * across, x * across + y * along

    return Drawing(
        board,
        tuple(map(turned, board.centres)),
        tuple(tuple(map(turned, outline)) for outline in board.outlines),
        tuple(Label(text, turned(at)) for text, at in labels(board)),
    )


@cache
def tints(board: Board) -> tuple[int, ...]:
    """Return each cell's tint, a number from 0, so that no two cells that share a side are alike.

    Two tints suffice for square and polygon boards, hexagons need three. Method: the cell with the
    most tints around it is next (DSATUR; Brélaz, "New Methods to Color the Vertices of a Graph",
    Communications of the ACM 22, 1979), so no tint has to be taken back.

    >>> from djambi.geometry import hexagonal_board, polygon_board
    >>> [max(tints(board)) + 1 for board in (polygon_board(5), hexagonal_board(4, diagonals=False))]
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
    """Return the radius of the largest circle around each cell's centre that lies inside it."""
    return tuple(
        min(
            _distance(centre, outline[corner - 1], outline[corner])
            for corner in range(len(outline))
        )
        for centre, outline in zip(board.centres, board.outlines, strict=True)
    )


def _distance(point: Point, one: Point, other: Point) -> float:
    """Return the distance of a point from the straight line through two others."""
    along = (other[0] - one[0], other[1] - one[1])
    across = along[0] * (point[1] - one[1]) - along[1] * (point[0] - one[0])
    return abs(across) / hypot(*along)


@cache
def labels(board: Board) -> tuple[Label, ...]:
    """Return the labels of files and ranks; on a polygon, of the sectors at its corners.

    A file's letter stands below its lowest cell. A rank's number continues its line: to the left on
    the square, to the right on hexagons, where no letter is near.

    >>> from djambi.geometry import square_board
    >>> [label.text for label in labels(square_board())][:3]
    ['9', '8', '7']
    """
    if board.is_polygon:
        return tuple(
            Label(board.cells[corner][0], _beyond(board, corner)) for corner in board.corners
        )
    marks: list[Label] = []
    slanting = board.is_hexagonal
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
    """Return a point outside the board, beyond the outermost corner of this cell."""
    x, y = max(board.outlines[corner], key=lambda point: hypot(*point))
    stretch = 1 + 0.3 / hypot(x, y)
    return x * stretch, y * stretch
