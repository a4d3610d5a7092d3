"""Turning, mirroring and relabelling: positions that are the same game seen otherwise.

A board looks the same after it was turned by a corner, and in the mirror. Whatever is legal in
a position is legal, turned, in the turned position, and leads to the turned next position. The
same holds when parties exchange their letters, but that who is absent (RULES 2.4), and so may never
return, goes by the letter. A program that learns from positions may so take one for many.

A symmetry of a board is a tuple with the new cell of every cell, both by number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from math import atan2, cos, pi, sin
from operator import index

from djambi.errors import DjambiError, quoted, require, whole_number
from djambi.geometry import Board, Point
from djambi.position.setups import Setup

Symmetry = tuple[int, ...]
"""`symmetry[old] = new`: a permutation of the cells that keeps rays and sides."""


def turning(board: Board, steps: int) -> Symmetry:
    """Return the board turned counter-clockwise by `steps` corners, any number of them.

    The square has four corners, the hexagons six, a polygon n. Raise `TypeError` if `steps` is no
    whole number.

    >>> from djambi.geometry import square_board
    >>> board = square_board()
    >>> [board.cells[turning(board, steps)[board.index("b1")]] for steps in range(-1, 4)]
    ['a8', 'b1', 'i2', 'h9', 'a8']
    """
    return _turning(board, whole_number(steps, "steps") % len(board.corners))


@cache
def _turning(board: Board, steps: int) -> Symmetry:
    angle = 2 * pi * steps / len(board.corners)
    c, s = cos(angle), sin(angle)
    return _moved(board, [(c * x - s * y, s * x + c * y) for x, y in board.centres])


@cache
def mirroring(board: Board) -> Symmetry:
    """Return the board mirrored at the line through the maze and the first corner, which stay.

    >>> from djambi.geometry import square_board
    >>> board = square_board()
    >>> [board.cells[mirroring(board)[board.index(name)]] for name in ("a1", "i1", "b4")]
    ['a1', 'a9', 'd2']
    """
    x0, y0 = board.centres[board.corners[0]]
    angle = 2 * atan2(y0, x0)
    c, s = cos(angle), sin(angle)
    return _moved(board, [(c * x + s * y, s * x - c * y) for x, y in board.centres])


def checked_symmetry(board: Board, cells: Sequence[int]) -> Symmetry:
    """Return cells as a symmetry of the board, once that is checked: `cells[old] = new`.

    Raises:
        TypeError: they are not whole numbers.
        DjambiError: they are not the board's cells, each once, or do not keep rays and sides.

    >>> from djambi.geometry import square_board
    >>> board = square_board()
    >>> checked_symmetry(board, list(turning(board, 1))) == turning(board, 1)
    True
    """
    try:
        image = tuple(map(index, cells))
    except TypeError:
        raise TypeError("cells must be whole numbers, one for each cell of the board") from None
    fault = _fault_of(board, image)
    if fault:
        raise DjambiError(f"cells: {fault}")
    return image


# Who turns one position turns many in the same way.
@lru_cache(maxsize=64)
def _fault_of(board: Board, image: Symmetry) -> str:
    """Return why these cells are no symmetry of the board; empty if they are one."""
    if sorted(image) != list(range(len(board.cells))):
        last = len(board.cells) - 1
        return f"they are not the numbers from 0 to {last}, each once (board {board.name})"
    for cell, new in enumerate(image):
        rays = {tuple(image[other] for other in ray) for ray in board.rays[cell]}
        sides = {image[side] for side in board.sides[cell]}
        if rays != set(board.rays[new]) or sides != set(board.sides[new]):
            here, there = board.names((cell, new))
            return f"lines through {here} are not lines through {there}, where it goes"
    return ""


def _moved(board: Board, points: list[Point]) -> Symmetry:
    """Return the cells whose centres these points are, up to rounding."""

    def distance(cell: int, point: Point) -> float:
        x, y = board.centres[cell]
        return (x - point[0]) ** 2 + (y - point[1]) ** 2

    cells = range(len(board.cells))
    return tuple(min(cells, key=lambda cell: distance(cell, point)) for point in points)


def renaming(parties: str, letters: str) -> dict[str, str]:
    """Return the new letter of each party; raise `DjambiError` unless `letters` are the same ones.

    Raise `TypeError` if they are no text.

    >>> renaming("rbyg", "byrg")
    {'r': 'b', 'b': 'y', 'y': 'r', 'g': 'g'}
    """
    require(letters, str, "letters")
    if sorted(letters) != sorted(parties):
        raise DjambiError(f"{quoted(letters)} is not {parties} in some order")
    return dict(zip(parties, letters, strict=True))


def relabelled(setup: Setup, letters: str) -> Setup:
    """Return a setup with other letters for the parties, seats and turn included.

    Raise `DjambiError` if `letters` are not those of the variant, each once.
    """
    seats = setup.variant.parties
    new = renaming(seats, letters)
    parties = {
        new[party.letter]: replace(
            party, letter=new[party.letter], lord=party.lord and new[party.lord]
        )
        for party in setup.parties
    }
    return replace(
        setup,
        cells=tuple(new[there[0]] + there[1] if there[1:] else there for there in setup.cells),
        parties=tuple(parties[letter] for letter in seats),
        order="".join(new[letter] for letter in setup.order),
        seat=setup.seat and new[setup.seat],
        ruler=setup.ruler and new[setup.ruler],
        winners=setup.variant.in_seat_order(new[letter] for letter in setup.winners),
    )
