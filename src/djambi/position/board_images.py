"""Every image of a board: turned and mirrored in all the ways that it allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from djambi.geometry import Board
from djambi.position.symmetry import Symmetry, mirroring, turning


@cache
def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """Return all symmetries of a board, the one that changes nothing first.

    >>> from djambi.geometry import square_board
    >>> len(set(symmetries(square_board())))
    8
    """
    mirror = mirroring(board)
    turned = [turning(board, steps) for steps in range(len(board.corners))]
    return (*turned, *(tuple(turn[cell] for cell in mirror) for turn in turned))


def images(board: Board, there: Sequence[str]) -> Iterator[list[str]]:
    """Yield what stands on the cells, in cell order, as each symmetry of the board shows it."""
    for symmetry in symmetries(board):
        image = [""] * len(there)
        for old, new in enumerate(symmetry):
            image[new] = there[old]
        yield image
