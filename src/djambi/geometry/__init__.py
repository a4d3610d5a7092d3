"""The boards: cells and their names, lines and rays, sides, camps, drawing (RULES 2)."""

from djambi.geometry.board import Board, Line, Point
from djambi.geometry.hexagonal import hexagonal_board
from djambi.geometry.named import board_named
from djambi.geometry.polygon import polygon_board
from djambi.geometry.square import square_board

__all__ = [
    "Board",
    "Line",
    "Point",
    "board_named",
    "hexagonal_board",
    "polygon_board",
    "square_board",
]
