"""Every board of RULES 2, beside the judge's: the tests of geometry run over all of them."""

from __future__ import annotations

from tests.judge import boards as judge

from djambi.geometry import Board, hexagonal_board, polygon_board, square_board

BOARDS: dict[str, tuple[Board, judge.Board]] = {
    "square": (square_board(), judge.square()),
    "hex-61": (hexagonal_board(4, False), judge.hexagonal(4)),
    "hex-127": (hexagonal_board(6, True), judge.hexagonal(6)),
    **{f"polygon-{n}": (polygon_board(n), judge.polygon(n)) for n in range(3, 9)},
}


def named(board: Board, cells: tuple[int, ...]) -> tuple[str, ...]:
    """The names of these cells."""
    return tuple(board.cells[cell] for cell in cells)
