"""A position as a text board, for the terminal.

Every cell takes four characters, the middle two for what stands there: `rC` for the red Chief, `××`
for a corpse, `·` for nothing. Square brackets mark the maze, round ones the fortress:

    square board       files and ranks
    hexagonal boards   the hexagon itself, neighbouring files half a line apart
    polygon boards     one square per sector, with the maze in its corner; the cells of an arm are
                       shown in the squares of both its sectors
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from math import ceil
from typing import Final, NamedTuple

from djambi.errors import require
from djambi.geometry import Board
from djambi.position.base import BasePosition
from djambi.render.description import status, title
from djambi.texts import say

_CELL_WIDTH = 4
"""Characters per cell."""
_SECTORS_ABREAST = 3
"""Sectors of a polygon printed side by side."""
_ARM_CELLS = 4
"""Cells in an arm of a polygon, without the maze."""
_RESET: Final = "\x1b[0m"
_FAINT: Final = "\x1b[2m"
_BOLD: Final = "\x1b[1m"
_PARTY: Final = {
    "r": "\x1b[97;48;5;124m",
    "b": "\x1b[97;48;5;26m",
    "y": "\x1b[30;48;5;220m",
    "g": "\x1b[30;48;5;36m",
    "p": "\x1b[97;48;5;55m",
    "o": "\x1b[30;48;5;208m",
    "w": "\x1b[30;48;5;231m",
    "k": "\x1b[97;48;5;236m",
}
"""The foreground and background of each party, in 256 terminal colours, near `art.json`'s."""


class _Style(NamedTuple):
    """The characters of the board, and whether it has colours."""

    empty: str
    corpse: str
    colour: bool

    def dyed(self, text: str, code: str) -> str:
        return f"{code}{text}{_RESET}" if self.colour else text


def text(
    position: BasePosition,
    *,
    colour: bool = False,
    unicode: bool = True,
    lang: str = "en",
) -> str:
    """Return a position as lines of text: a title, the board, a legend of the parties.

    Args:
        position: what to draw.
        colour: whether to colour pieces by party (ANSI escapes, 256 colours).
        unicode: whether to use `·` and `×`; otherwise the board is ASCII.
        lang: the language of its words, `en` or `fr`.

    Raises:
        DjambiError: an unknown language.

    >>> from djambi import Position
    >>> print(text(Position.start("square-4"), unicode=False).splitlines()[10])
      1  rC   rA   rM   .    .    .    bM   bA   bC  1
    """
    require(position, BasePosition, "position", "a Position")
    style = _Style("·", "×", colour) if unicode else _Style(".", "x", colour)

    def cell(number: int) -> str:
        return _cell(position, number, style)

    board = position.board
    if board.is_polygon:
        lines = _sectors(board, cell, lang)
    elif board.is_hexagonal:
        lines = _hexagon(board, cell)
    else:
        lines = _square(board, cell)
    parts = [
        title(position, lang),
        "",
        *(line.rstrip() for line in lines),
        "",
        *_legend(position, style, lang),
    ]
    return "\n".join(parts) + "\n"


def _cell(position: BasePosition, number: int, style: _Style) -> str:
    """Return the four characters of a cell."""
    board = position.board
    name = board.cells[number]
    piece = position.pieces.get(name)
    if piece is not None:
        inner = style.dyed(piece.party + piece.kind, _PARTY[piece.party] + _BOLD)
    elif name in position.corpses:
        inner = style.dyed(style.corpse * 2, _FAINT)
    else:
        inner = style.dyed(f"{style.empty} ", _FAINT)
    if number == board.maze:
        return style.dyed("[", _BOLD) + inner + style.dyed("]", _BOLD)
    return f"({inner})" if number in board.fortress else f" {inner} "


def _square(board: Board, cell: Callable[[int], str]) -> Iterator[str]:
    files = " ".join(f" {board.cells[number][0]}  " for number in board.rows[0])
    for row in board.rows:
        rank = board.cells[row[0]][1:]
        yield f"{rank:>3} " + " ".join(map(cell, row)) + f" {rank}"
    yield " " * 4 + files


def _hexagon(board: Board, cell: Callable[[int], str]) -> Iterator[str]:
    """Yield the lines of a hexagon: each cell half a line above the next one of its rank."""
    files = {name[0]: column for column, name in enumerate(board.cells[n] for n in _widest(board))}
    step = min(abs(y) for _, y in board.centres if y)
    places: dict[tuple[int, int], str] = {}
    for number, name in enumerate(board.cells):
        places[round(board.centres[number][1] / step), files[name[0]]] = cell(number)
    for row in board.rows:
        # A rank's number continues its line.
        line, column = round(board.centres[row[-1]][1] / step), files[board.cells[row[-1]][0]]
        places[line + 1, column + 1] = f" {board.cells[row[-1]][1:]:<3}"
    for letter, column in files.items():
        lowest = min(line for line, there in places if there == column)
        places[lowest - 2, column] = f" {letter}  "
    for line in range(max(places)[0], min(places)[0] - 1, -1):
        yield "".join(
            places.get((line, column), " " * _CELL_WIDTH) for column in range(len(files) + 1)
        )


def _widest(board: Board) -> tuple[int, ...]:
    """Return the rank of the maze, in which every file has a cell."""
    return max(board.rows, key=len)


def _sectors(board: Board, cell: Callable[[int], str], lang: str) -> Iterator[str]:
    """Yield the lines of the sectors' squares, some side by side."""
    letters = [board.cells[corner][0] for corner in board.corners]
    blocks = [
        _sector(board, cell, letter, following, lang)
        for letter, following in zip(letters, [*letters[1:], letters[0]], strict=True)
    ]
    for band in range(ceil(len(blocks) / _SECTORS_ABREAST)):
        if band:
            yield ""
        abreast = blocks[band * _SECTORS_ABREAST : (band + 1) * _SECTORS_ABREAST]
        for lines in zip_longest(*abreast):
            yield "   ".join(lines)


def _sector(
    board: Board, cell: Callable[[int], str], letter: str, following: str, lang: str
) -> list[str]:
    """Return one sector with both its arms: i upwards, j to the right, the maze at the lower left.

    A cell's name is its row's label and its column's digit; the lowest row is the arm of the
    following sector, with its names below.
    """
    steps = range(1, _ARM_CELLS + 1)
    width = 3 + (_ARM_CELLS + 1) * _CELL_WIDTH
    head = say("render.sector", lang, sector=letter)
    lines = [f"{head:<{width}}", "   " + "".join(f"  {j} " for j in range(_ARM_CELLS + 1))]
    for i in reversed(steps):
        row = (cell(board.index(f"{letter}{i}{j}")) for j in range(_ARM_CELLS + 1))
        lines.append(f"{letter}{i} " + "".join(row))
    arm = (cell(board.index(f"{following}{j}0")) for j in steps)
    lines.append("   " + cell(board.maze) + "".join(arm))
    names = " ".join(f"{following}{j}0" for j in steps)
    lines.append(f"    {board.cells[board.maze]}   {names}")
    return lines


def _legend(position: BasePosition, style: _Style, lang: str) -> Iterator[str]:
    """Yield every party with its state, and an arrow at the one to play."""
    for party in position.parties:
        mark = ">" if party.letter == position.mover else " "
        letter = style.dyed(f"{party.letter} ", _PARTY[party.letter])
        name = say(f"party.{party.letter}", lang)
        state = say("render.legend", lang, party=name, status=status(position, party, lang))
        yield f"{mark} {letter} {state}"
