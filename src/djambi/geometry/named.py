"""Every board by its name, which is also what a pickled board is."""

from __future__ import annotations

import copyreg
from collections.abc import Callable

from djambi.errors import DjambiError, quoted, require
from djambi.geometry.board import Board
from djambi.geometry.hexagonal import hexagonal_board
from djambi.geometry.polygon import polygon_board
from djambi.geometry.square import square_board


def board_named(name: str) -> Board:
    """Return the board of this name, made on first use; raise `DjambiError` if there is none.

    >>> board_named("polygon-5").name
    'polygon-5'
    """
    require(name, str, "name", "a board's name")
    match name.partition("-"):
        case ("square", "", ""):
            return square_board()
        case ("hex", _, "61"):
            return hexagonal_board(4, diagonals=False)
        case ("hex", _, "127"):
            return hexagonal_board(6, diagonals=True)
        case ("polygon", _, ("3" | "4" | "5" | "6" | "7" | "8") as n):
            return polygon_board(int(n))
        case _:
            raise DjambiError(f"there is no board {quoted(name)}")


def _pickled(board: Board) -> tuple[Callable[[str], Board], tuple[str]]:
    return board_named, (board.name,)


copyreg.pickle(Board, _pickled)
