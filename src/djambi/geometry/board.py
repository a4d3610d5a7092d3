"""The board as data: cells, lines, rays, and where to draw them (RULES 2).

A board is made from its *lines*, the maximal rows of cells along which pieces slide; the rays
of a cell are what each line through it holds on either side of it. Square, hexagonal and
polygon boards are three makers of the same `Board`, and nothing beyond the makers knows which
one it has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from djambi.errors import UnknownCell, require, whole_number

Point = tuple[float, float]

CELL_NAME: Final = re.compile(r"[a-z][0-9]{0,3}")
"""A cell's name, as it is written on any board."""


class Line(NamedTuple):
    """A maximal line: at least two cells, each next to the one before, none twice.

    `hex_diagonal` says that its steps pass between two cells (RULES 2.2), where
    `militant_diagonal` counts.
    """

    cells: tuple[int, ...]
    hex_diagonal: bool = False


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Board:
    """One board of RULES 2. Cells are numbers, indices into `cells`, in cell order.

    Two boards with the same name are equal; pickled, a board is its name (`djambi.geometry.named`).

    >>> from djambi.geometry import square_board
    >>> board = square_board()
    >>> len(board.cells), board.cells[board.maze]
    (81, 'e5')
    >>> board.names(board.sides[board.index("a1")])
    ('b1', 'a2')
    """

    name: str
    """`square`, `hex-61`, `hex-127`, `polygon-3` to `polygon-8`."""
    cells: tuple[str, ...]
    """The names, in cell order."""
    maze: int
    """The centre cell."""
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    """Per cell, its rays, none empty: first the straight ones, then hexagonal diagonals."""
    neighbours: tuple[tuple[int, ...], ...]
    """Per cell, the first cells of its rays, in cell order."""
    sides: tuple[tuple[int, ...], ...]
    """Per cell, the neighbours that share an edge with it, in cell order."""
    fortress: tuple[int, ...]
    """The cells around the maze on the board of 127 cells; none elsewhere."""
    corners: tuple[int, ...]
    """Counter-clockwise, the first party's first."""
    camps: tuple[tuple[tuple[int, ...], ...], ...]
    """Per corner, its 3 by 3 cells as `camp[u][v]`: u steps from the corner along the edge to the
    next corner counter-clockwise, v steps along the other edge (RULES 2.4)."""
    rows: tuple[tuple[int, ...], ...]
    """The rows of the placement field as NOTATION 1 writes them."""
    lines: tuple[Line, ...]
    """Every ray is the part of exactly one line on one side of its cell."""
    centres: tuple[Point, ...]
    """Per cell, where to draw it: x to the right, y up, the maze at (0, 0), the unit about the
    distance of two neighbouring cells."""
    outlines: tuple[tuple[Point, ...], ...]
    """Per cell, the corners of its outline counter-clockwise, in the same coordinates. The
    outlines tile the board."""
    _numbers: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_numbers", {name: cell for cell, name in enumerate(self.cells)})

    def index(self, name: str) -> int:
        """Return the number of the cell called `name`; raise `UnknownCell`.

        >>> from djambi.geometry import polygon_board
        >>> polygon_board(5).index("a10")
        1
        """
        try:
            return self._numbers[name]
        except (KeyError, TypeError):
            require(name, str, "cell", "a cell's name")
            raise UnknownCell(name, self.name) from None

    def distances(self, start: int) -> tuple[int, ...]:
        """Return each cell's distance from one, in steps between neighbours on an empty board.

        Raise `DjambiError` if no cell has the number `start`.

        >>> from djambi.geometry import square_board
        >>> board = square_board()
        >>> board.distances(board.maze)[board.index("a1")]
        4
        """
        return _distances(self, whole_number(start, "start", 0, len(self.cells) - 1))

    def names(self, cells: Iterable[int]) -> tuple[str, ...]:
        """Return the names of some cells, given by their numbers.

        Raise `DjambiError` for a number that is none of a cell.

        >>> from djambi.geometry import square_board
        >>> square_board().names([0, 40])
        ('a1', 'e5')
        """
        require(cells, Iterable, "cells", "numbers of cells")
        last = len(self.cells) - 1
        return tuple(self.cells[whole_number(cell, "cell", 0, last)] for cell in cells)

    @property
    def has_hex_diagonals(self) -> bool:
        """Return whether pieces slide along the diagonals of hexagons (RULES 2.2)."""
        return any(line.hex_diagonal for line in self.lines)

    @property
    def is_hexagonal(self) -> bool:
        """Return whether the cells are hexagons, so that rows differ in length (RULES 2.2)."""
        return 1 < len(self.rows[0]) < len(self.rows[len(self.rows) // 2])

    @property
    def is_polygon(self) -> bool:
        """Return whether the cells have sectors instead of files and ranks (RULES 2.3)."""
        return self.rows[0] == (self.maze,)

    def __eq__(self, other: object) -> bool:
        return self.name == other.name if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<Board {self.name}>"


@lru_cache(maxsize=512)
def _distances(board: Board, start: int) -> tuple[int, ...]:
    """Search breadth first from one cell."""
    found = {start: 0}
    queue = [start]
    for cell in queue:
        for neighbour in board.neighbours[cell]:
            if neighbour not in found:
                found[neighbour] = found[cell] + 1
                queue.append(neighbour)
    return tuple(found[cell] for cell in range(len(board.cells)))


def rays_of(count: int, lines: Iterable[Line]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the rays of each of `count` cells, in the order of the lines that make them.

    >>> rays_of(3, [Line((0, 1, 2))])
    (((1, 2),), ((2,), (0,)), ((1, 0),))
    """
    rays: list[list[tuple[int, ...]]] = [[] for _ in range(count)]
    for cells, _ in lines:
        for at, cell in enumerate(cells):
            both = cells[at + 1 :], cells[:at][::-1]
            rays[cell].extend(ray for ray in both if ray)
    return tuple(map(tuple, rays))


def links_of(count: int, chains: Iterable[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return for each of `count` cells those next to it in a chain, in cell order, none twice.

    >>> links_of(4, [(0, 1, 2), (2, 1)])
    ((1,), (0, 2), (1,), ())
    """
    links: list[set[int]] = [set() for _ in range(count)]
    for chain in chains:
        for one, other in pairwise(chain):
            links[one].add(other)
            links[other].add(one)
    return tuple(tuple(sorted(near)) for near in links)
