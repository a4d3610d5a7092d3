"""Every board by its name."""

from __future__ import annotations

from djambi.errors import DjambiError, quoted
from djambi.geometry.board import Board
from djambi.geometry.hexagonal import hexagonal_board
from djambi.geometry.polygon import polygon_board
from djambi.geometry.square import square_board


def board_named(name: str) -> Board:
    """The board of this name, made on first use; raises `DjambiError` if there is none.

    >>> board_named("polygon-5").name
    'polygon-5'
    """
    match name.partition("-"):
        case ("square", "", ""):
            return square_board()
        case ("hex", _, "61"):
            return hexagonal_board(4, False)
        case ("hex", _, "127"):
            return hexagonal_board(6, True)
        case ("polygon", _, ("3" | "4" | "5" | "6" | "7" | "8") as n):
            return polygon_board(int(n))
        case _:
            raise DjambiError(f"there is no board {quoted(name)}")
