"""The hexagonal boards of 61 and 127 cells (RULES 2.2)."""

from __future__ import annotations

from functools import cache
from math import sqrt

from djambi.errors import DjambiError
from djambi.geometry.board import Board, Line, links_of, rays_of

# One of each pair of opposite directions (q, r) suffices to draw the lines.
_STRAIGHT = ((1, 0), (0, 1), (-1, 1))
_DIAGONAL = ((1, 1), (-1, 2), (-2, 1))
# The corners counter-clockwise from the bottom, for radius 1.
_CORNERS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_BOARDS = ((4, False), (6, True))
_LETTERS = "abcdefghijklm"


def _lines(cells: dict[tuple[int, int], int], step: tuple[int, int]) -> list[tuple[int, ...]]:
    """Return the maximal lines in one direction, in the cell order of where they begin."""
    lines: list[tuple[int, ...]] = []
    for start in cells:
        if (start[0] - step[0], start[1] - step[1]) in cells:
            continue
        line: list[int] = []
        q, r = start
        while (q, r) in cells:
            line.append(cells[q, r])
            q, r = q + step[0], r + step[1]
        if len(line) > 1:
            lines.append(tuple(line))
    return lines


@cache
def hexagonal_board(radius: int, diagonals: bool) -> Board:
    """Return the board `hex-61` (radius 4, straight lines only) or `hex-127` (radius 6, all lines).

    Raise `DjambiError` for any other: there is none.

    >>> board = hexagonal_board(6, diagonals=True)
    >>> board.name, board.cells[board.maze], board.names(board.fortress)
    ('hex-127', 'g7', ('g6', 'h6', 'f7', 'h7', 'f8', 'g8'))
    """
    if (radius, diagonals) not in _BOARDS:
        raise DjambiError(
            "hexagonal boards have radius 4 without diagonals or radius 6 with them,"
            f" not radius {radius} {'with' if diagonals else 'without'}"
        )
    span = range(-radius, radius + 1)
    axial = [(q, r) for r in span for q in span if abs(q + r) <= radius]
    numbers = {place: cell for cell, place in enumerate(axial)}
    count = len(axial)
    straight = [line for step in _STRAIGHT for line in _lines(numbers, step)]
    slanting = [line for step in _DIAGONAL for line in _lines(numbers, step)] if diagonals else []
    lines = tuple(
        [Line(line) for line in straight] + [Line(line, hex_diagonal=True) for line in slanting]
    )
    sides = links_of(count, straight)
    maze = numbers[0, 0]
    centres = tuple((q * sqrt(3) / 2, r + q / 2) for q, r in axial)
    # A cell with a flat top: its corners lie 1/√3 from its centre, at 0°, 60°, 120° …
    far, near = 1 / sqrt(3), 1 / sqrt(12)
    hexagon = ((far, 0.0), (near, 0.5), (-near, 0.5), (-far, 0.0), (-near, -0.5), (near, -0.5))
    return Board(
        name=f"hex-{count}",
        cells=tuple(f"{_LETTERS[q + radius]}{r + radius + 1}" for q, r in axial),
        maze=maze,
        rays=rays_of(count, lines),
        neighbours=links_of(count, straight + slanting),
        sides=sides,
        fortress=sides[maze] if diagonals else (),
        corners=tuple(numbers[q * radius, r * radius] for q, r in _CORNERS),
        camps=tuple(_camp(numbers, radius, corner) for corner in range(len(_CORNERS))),
        rows=tuple(tuple(numbers[q, r] for q in span if (q, r) in numbers) for r in reversed(span)),
        lines=lines,
        centres=centres,
        outlines=tuple(tuple((x + dx, y + dy) for dx, dy in hexagon) for x, y in centres),
    )


def _camp(
    numbers: dict[tuple[int, int], int], radius: int, corner: int
) -> tuple[tuple[int, ...], ...]:
    """Return the 3 by 3 cells of a corner: u towards the next corner, v towards the one before."""
    q, r = _CORNERS[corner]
    next_q, next_r = _CORNERS[(corner + 1) % len(_CORNERS)]
    back_q, back_r = _CORNERS[corner - 1]
    return tuple(
        tuple(
            numbers[
                q * radius + u * (next_q - q) + v * (back_q - q),
                r * radius + u * (next_r - r) + v * (back_r - r),
            ]
            for v in range(3)
        )
        for u in range(3)
    )
