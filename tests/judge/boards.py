"""The boards of RULES 2, built in the plainest way: names of cells and lists of names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple


class Ray(NamedTuple):
    """The cells that a piece meets in one direction, nearest first."""

    cells: tuple[str, ...]
    hex_diagonal: bool = False


class Board(NamedTuple):
    """RULES 2: a set of cells, and for every cell and direction a ray."""

    cells: tuple[str, ...]
    maze: str
    rays: dict[str, list[Ray]]
    sides: dict[str, tuple[str, ...]]
    fortress: frozenset[str]
    rows: tuple[tuple[str, ...], ...]

    def neighbours(self, cell: str) -> list[str]:
        """RULES 2: the first cells of its rays."""
        return list(dict.fromkeys(ray.cells[0] for ray in self.rays[cell]))


@cache
def square() -> Board:
    """RULES 2.1."""
    names = {(x, y): "abcdefghi"[x] + str(y + 1) for y in range(9) for x in range(9)}
    straight = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    diagonal = [(1, 1), (-1, 1), (-1, -1), (1, -1)]
    rays = {
        name: [Ray(cells) for dx, dy in straight + diagonal if (cells := _slide(names, at, dx, dy))]
        for at, name in names.items()
    }
    sides = {name: _around(names, at, straight) for at, name in names.items()}
    rows = tuple(tuple(names[x, y] for x in range(9)) for y in reversed(range(9)))
    return Board(tuple(names.values()), "e5", rays, sides, frozenset(), rows)


@cache
def hexagonal(radius: int) -> Board:
    """RULES 2.2: 61 cells (radius 4, straight directions only) or 127 (radius 6, all twelve)."""
    span = range(-radius, radius + 1)
    names = {
        (q, r): chr(ord("a") + q + radius) + str(r + radius + 1)
        for r in span
        for q in span
        if abs(q + r) <= radius
    }
    straight = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    diagonal = [(1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1)] if radius == 6 else []
    rays = {
        name: [
            Ray(cells, step in diagonal)
            for step in straight + diagonal
            if (cells := _slide(names, at, *step))
        ]
        for at, name in names.items()
    }
    sides = {name: _around(names, at, straight) for at, name in names.items()}
    rows = tuple(tuple(names[q, r] for q in span if (q, r) in names) for r in reversed(span))
    maze = names[0, 0]
    fortress = frozenset(sides[maze]) if radius == 6 else frozenset[str]()
    return Board(tuple(names.values()), maze, rays, sides, fortress, rows)


def _slide(
    names: dict[tuple[int, int], str], at: tuple[int, int], dx: int, dy: int
) -> tuple[str, ...]:
    found: list[str] = []
    x, y = at[0] + dx, at[1] + dy
    while (x, y) in names:
        found.append(names[x, y])
        x, y = x + dx, y + dy
    return tuple(found)


def _around(
    names: dict[tuple[int, int], str], at: tuple[int, int], steps: list[tuple[int, int]]
) -> tuple[str, ...]:
    near = [(at[0] + dx, at[1] + dy) for dx, dy in steps]
    return tuple(names[place] for place in near if place in names)


class Heading(NamedTuple):
    """RULES 2.3: a place (k; i, j) and a direction in the coordinates of sector k."""

    k: int
    i: int
    j: int
    di: int
    dj: int


@cache
def polygon(n: int) -> Board:
    """RULES 2.3: n sectors."""
    letters = "abcdefgh"[:n]
    places = [(k, i, j) for k in range(n) for i in range(1, 5) for j in range(5)]
    cells = ("o", *(_polygon_name(n, *place) for place in places))
    rays = {"o": [_polygon_ray(n, Heading(k, 0, 0, 1, dj)) for k in range(n) for dj in (0, 1)]}
    sides = {"o": tuple(_polygon_name(n, k, 1, 0) for k in range(n))}
    for place in places:
        found = [(heading, _polygon_ray(n, heading)) for heading in _headings(*place)]
        found = [(heading, ray) for heading, ray in found if ray.cells]
        here = _polygon_name(n, *place)
        rays[here] = [ray for _, ray in found]
        sides[here] = tuple(ray.cells[0] for (_, _, _, di, dj), ray in found if 0 in (di, dj))
    rows = (("o",), *(tuple(c for c in cells if c[0] == letter) for letter in letters))
    return Board(cells, "o", rays, sides, frozenset(), rows)


def _polygon_name(n: int, k: int, i: int, j: int) -> str:
    """RULES 2.3: the name of the cell (k; i, j)."""
    if i == 0 and j == 0:
        return "o"
    if i == 0:  # (k; 0, j) is read as (k+1; j, 0)
        k, i, j = k + 1, j, 0
    return f"{'abcdefgh'[k % n]}{i}{j}"


def _headings(k: int, i: int, j: int) -> list[Heading]:
    """RULES 2.3: the eight directions; a cell of an arm has those into both sectors beside it."""
    steps = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)]
    if j > 0:
        return [Heading(k, i, j, di, dj) for di, dj in steps]
    here = [Heading(k, i, 0, di, dj) for di, dj in steps if dj >= 0]
    beside = [Heading(k - 1, 0, i, di, dj) for di, dj in steps if di > 0]
    return here + beside


def _polygon_ray(n: int, start: Heading) -> Ray:
    return Ray(tuple(_polygon_name(n, at.k, at.i, at.j) for at in _walk(n, start)))


def _walk(n: int, start: Heading) -> Iterator[Heading]:
    """RULES 2.3: one step after another, to the edge of the board."""
    k, i, j, di, dj = start
    while True:
        if i == 0 and j > 0 and di < 0:  # over arm k+1 into sector k+1
            k, i, j, di, dj = k + 1, j, 0, dj, -di
        elif j == 0 and i > 0 and dj < 0:  # over arm k into sector k-1: the mirror image
            k, i, j, di, dj = k - 1, 0, i, -dj, di
        elif i == 0 and j == 0 and (di < 0 or dj < 0):  # straight on through the maze
            k, di, dj = _across(n, k, di, dj)
        i, j = i + di, j + dj
        if i > 4 or j > 4:
            return
        yield Heading(k, i, j, di, dj)


def _across(n: int, k: int, di: int, dj: int) -> tuple[int, int, int]:
    """RULES 2.3, through the maze: the sector and the direction in which the ray goes on."""
    if di == 0 or dj == 0:  # along an arm
        arm = k if di else k + 1  # (k; 0, j) is arm k+1
        return (arm + n // 2, 1, 0) if n % 2 == 0 else (arm + (n - 1) // 2, 1, 1)
    return (k + n // 2, 1, 1) if n % 2 == 0 else (k + (n + 1) // 2, 1, 0)


@cache
def of_variant(variant: str) -> tuple[Board, str]:
    """RULES 2.4: the board of a variant, and its parties in seat order."""
    family, number = variant.split("-")
    if family == "square":
        return square(), "rbyg"
    if family == "hex":
        return (hexagonal(4), "rby") if number == "3" else (hexagonal(6), "rbygpo")
    return polygon(int(number)), "rbygpowk"[: int(number)]
