"""The geometry of a board, as a browser draws it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from djambi.geometry import Board
from djambi.position.position import Position
from djambi.rules import Variant
from djambi.views.positions import PieceView, piece_views

DECIMALS: Final = 4
"""Decimal places of drawing coordinates (a cell is about one unit wide)."""


@dataclass(slots=True)
class CellView:
    """One cell: name, centre (x to the right, y upwards, the maze at 0,0) and its polygon."""

    name: str
    x: float
    y: float
    outline: list[tuple[float, float]]
    neighbours: list[str]
    sides: list[str]


@dataclass(slots=True)
class CornerView:
    """The corner where a party is set up."""

    party: str
    cell: str


@dataclass(slots=True)
class BoardView:
    """The geometry of a variant's board; cells in cell order (RULES 2).

    `setup` and `corpses` are the start in the variant's own edition.
    """

    variant: str
    board: str
    cells: list[CellView]
    maze: str
    fortress: list[str]
    corners: list[CornerView]
    rows: list[list[str]]
    setup: list[PieceView]
    corpses: list[str]


@cache
def board_view(name: str) -> BoardView:
    """Return the board of a variant; raises DjambiError for an unknown one."""
    variant = Variant.get(name)
    board = variant.board
    start = Position.start(name)
    return BoardView(
        variant=name,
        board=board.name,
        cells=[_cell_view(board, number) for number in range(len(board.cells))],
        maze=board.cells[board.maze],
        fortress=[*board.names(board.fortress)],
        corners=[
            CornerView(party, board.cells[cell])
            for party, cell in zip(variant.parties, variant.corners, strict=True)
        ],
        rows=[[*board.names(row)] for row in board.rows],
        setup=piece_views(start),
        corpses=list(start.corpses),
    )


def _cell_view(board: Board, number: int) -> CellView:
    x, y = board.centres[number]
    return CellView(
        name=board.cells[number],
        x=round(x, DECIMALS),
        y=round(y, DECIMALS),
        outline=[(round(px, DECIMALS), round(py, DECIMALS)) for px, py in board.outlines[number]],
        neighbours=[*board.names(board.neighbours[number])],
        sides=[*board.names(board.sides[number])],
    )
