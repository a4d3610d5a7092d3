"""Map the cells of any board to a grid of characters, and find the neighbour in a direction.

A character is about twice as high as wide. The cells are placed according to `Board.centres`, as
large as the room allows; each has a label of three characters, and labels never overlap.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import ceil, floor
from typing import Final

from djambi.geometry import Board
from djambi.render.layout import labels

LABEL_COLUMNS: Final = 3
"""Characters of a label: a mark, and two for what stands on the cell."""

NO_OWNER: Final = -1
"""The value in `CharacterGrid.owners` for a character outside the board."""

_MAX_CELL_COLUMNS: Final = 22
"""The largest width of a cell, in columns."""

_RANK_COLUMNS: Final = 3
"""Columns that a rank's number takes beside the board, including the gap."""

_FIRST_LETTER_DISTANCE: Final = 0.85
"""Where to try a letter first, between the middle (0) and its place in pictures (1)."""

_EVEN_BONUS: Final = 2.2
"""How much larger a board must be to be preferred to one with cells of equal size."""

_SIDEWAYS_WEIGHT: Final = 1.5
"""The weight of a step sideways, relative to one ahead, when an arrow key looks for a cell."""


@dataclass(frozen=True, slots=True)
class CharacterGrid:
    """A board laid out in characters.

    Args:
        width, height: the size of the whole, in characters.
        spots: for each cell, the column and row of its label's second character.
        owners: for each row and column, the number of the cell there, or `NO_OWNER`.
        shades: for each cell, 0, 1, …: different from that of the cells beside it.
        coordinates: the files and ranks, or sectors, beside the board: column, row, text.
    """

    width: int
    height: int
    spots: tuple[tuple[int, int], ...]
    owners: tuple[tuple[int, ...], ...]
    shades: tuple[int, ...]
    coordinates: tuple[tuple[int, int, str], ...] = ()

    def owner(self, column: int, row: int) -> int:
        """Return the number of the cell at a character, or `NO_OWNER`."""
        within = 0 <= row < self.height and 0 <= column < self.width
        return self.owners[row][column] if within else NO_OWNER


@cache
def grid_for(board: Board, width: int, height: int) -> CharacterGrid:
    """Return the largest grid of a board that fits, or else the smallest possible one.

    Coordinates are included if there is room for them and the board.

    >>> from djambi import Position
    >>> found = grid_for(Position.start().board, 48, 22)
    >>> found.width, found.height, found.coordinates[0]
    (38, 19, (0, 0, '9'))
    """
    aside, below = (2, 2) if board.is_polygon else (_RANK_COLUMNS, 1)
    fits, across, down = _scale(board, width - aside, height - below)
    if fits:
        made = _drawn(board, across, down, width - aside, height - below)
        return _with_coordinates(board, across, down, made)
    _, across, down = _scale(board, width, height)
    return _drawn(board, across, down, width, height)


def _scale(board: Board, width: int, height: int) -> tuple[bool, float, float]:
    """Return whether a board fits, and its scale: the largest that does, or the smallest."""
    fitting: list[tuple[float, float, float]] = []
    smallest: tuple[int, float, float] | None = None
    regular = frozenset(_even(board))
    for across, down in (*regular, *_uneven()):
        if not _is_clear(board, across, down):
            continue
        wide, high = _extent(board, across, down)
        if wide <= width and high <= height:
            # The larger the better, unless it is out of shape; even boards look better yet.
            shape = max(across / down / 2, down * 2 / across)
            even = _EVEN_BONUS if (across, down) in regular else 1.0
            fitting.append((even * across * down / shape**2, across, down))
        if smallest is None or wide * high < smallest[0]:
            smallest = wide * high, across, down
    if smallest is None:  # pragma: no cover - the widest scale keeps every board's labels apart
        return False, 12.0, 6.0
    _, across, down = max(fitting) if fitting else smallest
    return bool(fitting), across, down


def _even(board: Board) -> tuple[tuple[float, float], ...]:
    """Return the scales at which all cells have the same size; none for a polygon."""
    if board.name.startswith("polygon") and board.name != "polygon-4":
        return ()
    columns = min(abs(x) for x, _ in board.centres if abs(x) > 0.01)
    rows = min(abs(y) for _, y in board.centres if abs(y) > 0.01)
    return tuple(
        (wide / columns, high / rows)
        for wide in range(LABEL_COLUMNS, _MAX_CELL_COLUMNS)
        for high in range(1, _MAX_CELL_COLUMNS // 2)
    )


def _uneven() -> Iterator[tuple[float, float]]:
    for tenths in range(25, 160, 2):
        for shape in (0.4, 0.45, 0.5, 0.55, 0.6):
            yield tenths / 10, tenths / 10 * shape


def _spots(board: Board, across: float, down: float) -> list[tuple[int, int]]:
    return [(round(x * across - 1), ceil(-y * down - 1.001)) for x, y in board.centres]


def _is_clear(board: Board, across: float, down: float) -> bool:
    """Return whether no two labels overlap."""
    spots = sorted(_spots(board, across, down), key=lambda spot: (spot[1], spot[0]))
    return all(a[1] != b[1] or b[0] - a[0] >= LABEL_COLUMNS for a, b in pairwise(spots))


def _extent(board: Board, across: float, down: float) -> tuple[int, int]:
    """Return the width and height of all labels together."""
    spots = _spots(board, across, down)
    columns, rows = [x for x, _ in spots], [y for _, y in spots]
    return max(columns) - min(columns) + LABEL_COLUMNS, max(rows) - min(rows) + 1


def _drawn(board: Board, across: float, down: float, width: int, height: int) -> CharacterGrid:
    spots = _spots(board, across, down)
    corners = [corner for outline in board.outlines for corner in outline]
    # The labels must be there; of the cells' edges, what there is room for.
    left, right = min(x for x, _ in spots) - 1, max(x for x, _ in spots) + 2
    top, bottom = min(y for _, y in spots), max(y for _, y in spots) + 1
    spare = max(0, width - (right - left)) // 2, max(0, height - (bottom - top)) // 2
    left -= min(spare[0], max(0, left - floor(min(x for x, _ in corners) * across + 0.01)))
    right += min(spare[0], max(0, ceil(max(x for x, _ in corners) * across - 0.01) - right))
    top -= min(spare[1], max(0, top - floor(-max(y for _, y in corners) * down + 0.01)))
    bottom += min(spare[1], max(0, ceil(-min(y for _, y in corners) * down - 0.01) - bottom))
    owners = [[NO_OWNER] * (right - left) for _ in range(bottom - top)]
    for cell, outline in enumerate(board.outlines):
        edges = [(x * across - left, -y * down - top) for x, y in outline]
        xs, ys = [x for x, _ in edges], [y for _, y in edges]
        for row in range(max(0, floor(min(ys))), min(bottom - top, ceil(max(ys)) + 1)):
            for column in range(max(0, floor(min(xs))), min(right - left, ceil(max(xs)) + 1)):
                if _is_within(column + 0.5, row + 0.5, edges):
                    owners[row][column] = cell
    placed = tuple((x - left, y - top) for x, y in spots)
    for cell, (column, row) in enumerate(placed):
        owners[row][column - 1 : column + 2] = [cell] * LABEL_COLUMNS
    return CharacterGrid(
        right - left, bottom - top, placed, tuple(map(tuple, owners)), _shades(board)
    )


def _with_coordinates(
    board: Board, across: float, down: float, made: CharacterGrid
) -> CharacterGrid:
    """Return a grid with the names of files and ranks, or of sectors, beside the board."""
    # The middle of the board, which is that of the maze, in characters.
    middle, line = made.spots[board.maze][0] + 1, made.spots[board.maze][1] + 1
    placed: list[tuple[int, int, str]] = []
    taken: set[tuple[int, int]] = set()
    polygon = board.is_polygon
    for text, (x, y) in labels(board):
        if text.isdigit() or (polygon and abs(x) * across > 2 * abs(y) * down):
            step = 1 if x > 0 else -1, 0
        else:
            step = 0, 1 if y < 0 else -1
        # From there outwards to where no cell is; a number keeps off by one column.
        column = middle + round(x * across * (_FIRST_LETTER_DISTANCE if polygon else 1.0) - 1)
        row = line + ceil(-y * down * (1.0 if text.isdigit() else _FIRST_LETTER_DISTANCE) - 1.001)
        room = range(-1, len(text) + 1) if text.isdigit() else range(len(text))
        while any(
            made.owner(column + each, row) != NO_OWNER or (column + each, row) in taken
            for each in room
        ):
            column, row = column + step[0], row + step[1]
        taken.update((column + each, row) for each in range(len(text)))
        placed.append((column, row, text))
    left = -min(0, *(column for column, _, _ in placed))
    top = -min(0, *(row for _, row, _ in placed))
    right = max(0, *(column + len(text) - made.width for column, _, text in placed))
    bottom = max(0, *(row + 1 - made.height for _, row, _ in placed))
    beyond = (NO_OWNER,) * (left + made.width + right)
    owners = [(NO_OWNER,) * left + each + (NO_OWNER,) * right for each in made.owners]
    return CharacterGrid(
        len(beyond),
        top + made.height + bottom,
        tuple((column + left, row + top) for column, row in made.spots),
        (*([beyond] * top), *owners, *([beyond] * bottom)),
        made.shades,
        tuple((column + left, row + top, text) for column, row, text in placed),
    )


def _is_within(x: float, y: float, edges: list[tuple[float, float]]) -> bool:
    """Return whether a point lies in a polygon: a ray from it crosses an odd number of edges."""
    inside = False
    for (ax, ay), (bx, by) in pairwise([*edges, edges[0]]):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


@cache
def _shades(board: Board) -> tuple[int, ...]:
    shades: list[int] = []
    for cell in range(len(board.cells)):
        taken = {shades[side] for side in board.sides[cell] if side < cell}
        shades.append(next(shade for shade in range(len(taken) + 1) if shade not in taken))
    return tuple(shades)


def beside(board: Board, cell: int, right: int, up: int, line: float | None = None) -> int:
    """Return the nearest cell in a direction, or the cell itself if there is none.

    Args:
        board: the board.
        cell: the cell to start from.
        right, up: the direction, one of them 1 or -1 and the other 0.
        line: the height (or the breadth, when moving up or down) to keep to, so that moving right
            across a hexagon stays on the row where it began; by default the cell's own.

    >>> from djambi import Position
    >>> board = Position.start().board
    >>> board.cells[beside(board, board.index("a1"), 1, 0)]
    'b1'
    """
    x, y = board.centres[cell]
    kept = line if line is not None else (y if right else x)
    best, least = cell, float("inf")
    for other, (ox, oy) in enumerate(board.centres):
        ahead = (ox - x) * right + (oy - y) * up
        aside = abs((oy if right else ox) - kept)
        own = abs(oy - y) if right else abs(ox - x)
        if ahead > 0.05 and own <= 2.5 * ahead and ahead + _SIDEWAYS_WEIGHT * aside < least - 1e-6:
            best, least = other, ahead + _SIDEWAYS_WEIGHT * aside
    return best
