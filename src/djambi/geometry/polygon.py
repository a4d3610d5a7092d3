"""The polygon boards of 1 + 20 n cells, n from 3 to 8 (RULES 2.3).

The lines of a polygon board come in four kinds; for n = 4 they are the lines of the square:

* *crossings*, one for every cell of an arm: parallel to the arms on either side, they cross the
  arm at that cell;
* *belts*, one for every sector and distance d from 1 to 4: diagonally inwards to an arm, across
  the sector behind it along i + j = d, from its other arm diagonally outwards again;
* *caps*: the anti-diagonals i + j > 4, which end at the edge and meet no arm;
* *axes*, the lines through the maze.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import cos, pi, sin, sqrt, tan

from djambi.errors import DjambiError
from djambi.geometry.board import Board, Line, Point, links_of, rays_of

_LETTERS = "abcdefgh"
_FEWEST, _MOST = 3, len(_LETTERS)
_REACH = 4
_STEPS = range(1, _REACH + 1)
_MAZE = 0


def _cell(n: int, k: int, i: int, j: int) -> int:
    """Return the cell (k; i, j) by its number; 0 ≤ i, j ≤ 4, not both 0: the maze has no sector."""
    if i == 0:
        k, i, j = k + 1, j, 0
    return 1 + (k % n) * _REACH * (_REACH + 1) + (i - 1) * (_REACH + 1) + j


def _arm(n: int, k: int) -> tuple[int, ...]:
    """Return the cells of arm k, outwards."""
    return tuple(_cell(n, k, i, 0) for i in _STEPS)


def _diagonal(n: int, k: int) -> tuple[int, ...]:
    """Return the cells of the diagonal of sector k, outwards."""
    return tuple(_cell(n, k, i, i) for i in _STEPS)


def _crossings(n: int) -> list[tuple[int, ...]]:
    return [
        tuple(_cell(n, k - 1, i, d) for i in reversed(_STEPS))
        + tuple(_cell(n, k, d, j) for j in range(_REACH + 1))
        for k in range(n)
        for d in _STEPS
    ]


def _belts(n: int) -> list[tuple[int, ...]]:
    """Return the belts: (k, d) comes in through sector k + 1, crosses k, leaves through k - 1."""
    return [
        tuple(_cell(n, k + 1, d + t, t) for t in range(_REACH - d, 0, -1))
        + tuple(_cell(n, k, t, d - t) for t in range(d + 1))
        + tuple(_cell(n, k - 1, t, d + t) for t in range(1, _REACH - d + 1))
        for k in range(n)
        for d in _STEPS
    ]


def _caps(n: int) -> list[tuple[int, ...]]:
    """Return the caps; the corner itself, i + j = 8, is no line."""
    return [
        tuple(_cell(n, k, i, total - i) for i in range(total - _REACH, _REACH + 1))
        for k in range(n)
        for total in range(_REACH + 1, 2 * _REACH)
    ]


def _axes(n: int) -> list[tuple[int, ...]]:
    """Return the axes: for even n arm faces arm and diagonal diagonal, for odd n arm diagonal."""
    if n % 2:
        facing = [(_arm(n, k), _diagonal(n, k + (n - 1) // 2)) for k in range(n)]
    else:
        half = n // 2
        facing = [(_arm(n, k), _arm(n, k + half)) for k in range(half)]
        facing += [(_diagonal(n, k), _diagonal(n, k + half)) for k in range(half)]
    return [(*reversed(one), _MAZE, *other) for one, other in facing]


@cache
def polygon_board(n: int) -> Board:
    """Return the board of n sectors, `polygon-3` to `polygon-8`; raise `DjambiError` for others.

    >>> board = polygon_board(5)
    >>> board.cells[:8], len(board.cells)
    (('o', 'a10', 'a11', 'a12', 'a13', 'a14', 'a20', 'a21'), 101)
    >>> [[board.cells[cell] for cell in ray] for ray in board.rays[board.index("a21")]][:2]
    [['a22', 'a23', 'a24'], ['a20', 'e12', 'e22', 'e32', 'e42']]
    """
    if not _FEWEST <= n <= _MOST:
        raise DjambiError(f"polygon boards have {_FEWEST} to {_MOST} sectors, not {n}")
    sectors = range(n)
    places = [(k, i, j) for k in sectors for i in _STEPS for j in range(_REACH + 1)]
    names = ("o", *(f"{_LETTERS[k]}{i}{j}" for k, i, j in places))
    count = len(names)
    crossings = _crossings(n)
    chains = crossings + _belts(n) + _caps(n) + _axes(n)
    lines = tuple(Line(chain) for chain in chains)
    outlines = _outlines(n)
    size = (count - 1) // n
    return Board(
        name=f"polygon-{n}",
        cells=names,
        maze=_MAZE,
        rays=rays_of(count, lines),
        neighbours=links_of(count, chains),
        sides=links_of(count, crossings + [(_MAZE, *_arm(n, k)) for k in sectors]),
        fortress=(),
        corners=tuple(_cell(n, k, _REACH, _REACH) for k in sectors),
        camps=tuple(
            tuple(tuple(_cell(n, k, _REACH - u, _REACH - v) for v in range(3)) for u in range(3))
            for k in sectors
        ),
        rows=((_MAZE,), *(tuple(range(1 + k * size, 1 + (k + 1) * size)) for k in sectors)),
        lines=lines,
        centres=((0.0, 0.0), *(_middle(outline) for outline in outlines[1:])),
        outlines=outlines,
    )


def _middle(outline: tuple[Point, ...]) -> Point:
    return (
        sum(x for x, _ in outline) / len(outline),
        sum(y for _, y in outline) / len(outline),
    )


def _outlines(n: int) -> tuple[tuple[Point, ...], ...]:
    """Return the outlines of all cells: quadrilaterals, and a small n-gon for the maze.

    The board is a regular n-gon that stands on an edge. The n arms run to the middles of its
    edges and cut it into n kites; in each, the lines half-way between cells cut both pairs of
    opposite sides in the same proportions. The cells of an arm lie astride it.
    """
    half = pi / n
    # Then all kites together have the area of 81/4 unit squares each, and n = 4 is the square.
    apothem = (_REACH + 0.5) / sqrt(tan(half))

    def direction(k: float, length: float) -> Point:
        # Arm 0 lies so that the corner of sector 0 is the left end of the bottom edge.
        angle = -pi / 2 + (k - 1) * 2 * half
        return length * cos(angle), length * sin(angle)

    # The middle of a triangle is narrow: its inner cells take more of the kite, so that the maze
    # has room for a piece. Elsewhere all cells take the same.
    widening = 1 / 3 if n == _FEWEST else 0.0

    def share(steps: float) -> float:
        part = steps / (_REACH + 0.5)
        return part * (1 + widening * (1 - part))

    def at(k: int, i: float, j: float) -> Point:
        s, t = share(i), share(j)
        arm, after = direction(k, apothem), direction(k + 1, apothem)
        tip = direction(k + 0.5, apothem / cos(half))
        near, far = s * (1 - t), (1 - s) * t
        return (
            near * arm[0] + s * t * tip[0] + far * after[0],
            near * arm[1] + s * t * tip[1] + far * after[1],
        )

    outlines: list[tuple[Point, ...]] = [tuple(at(k, 0.5, 0.5) for k in range(n))]
    for k in range(n):
        for i in _STEPS:
            low, high = i - 0.5, i + 0.5
            before = k - 1
            outlines.append(
                (at(before, 0.5, low), at(before, 0.5, high), at(k, high, 0.5), at(k, low, 0.5))
            )
            outlines.extend(
                (at(k, low, left), at(k, high, left), at(k, high, right), at(k, low, right))
                for left, right in pairwise(j + 0.5 for j in range(_REACH + 1))
            )
    return tuple(outlines)
