"""A position as lines of styled characters; it reads without colours too.

A label is a mark and two characters: the letters of party and piece (`rC`, the red Chief), `××`
a corpse, `·` nothing, `[]` the maze, `()` the fortress. The mark says what choosing the cell does,
in the signs of the notation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from rich.segment import Segment
from rich.style import Style

from djambi.position.position import Position
from djambi.position.stages import Act
from djambi.tui.grid import NO_OWNER, CharacterGrid

MARKS: Final[dict[Act, str]] = {
    "select": ">", "pass": ">", "move": "+", "kill": "x", "displace": "@", "exhume": "~",
    "splash": "*", "power": "+", "place": "+", "enthrone": "+", "spare": ".", "finish": ".",
}  # fmt: skip
"""The mark in front of a cell that can be chosen."""

PARTY: Final = {
    "r": ("#ffffff", "#b3202c"),
    "b": ("#ffffff", "#1f5fc4"),
    "y": ("#1c1a10", "#f0c419"),
    "g": ("#071a10", "#2fa36b"),
    "p": ("#ffffff", "#6a3fa0"),
    "o": ("#1c1206", "#f08a24"),
    "w": ("#1c1c1c", "#f4f4f0"),
    "k": ("#ffffff", "#15161a"),
}
"""The foreground and background colour of every party."""

_SHADES: Final = ("#343a46", "#3d4452", "#464e5e", "#2d323d")
_MAZE, _FORTRESS, _LAST, _CHOICE, _CHOSEN = "#5b4a7a", "#453f5c", "#57502f", "#2f5d50", "#3c7d6a"
_ACTED: Final = frozenset[Act](("kill", "displace", "exhume", "splash"))
_ACTED_GROUND: Final = "#7a3038"
_COORDINATE: Final = Style(dim=True)
_CURSOR: Final = Style(color="#000000", bgcolor="#ffffff", bold=True)
_PLAIN_CURSOR: Final = Style(reverse=True, bold=True)


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks on a board, with cells by name.

    Args:
        cursor: the cell under the cursor; empty for none.
        choices: the cells that can be chosen, and what that does.
        chosen: the cells chosen so far in this turn.
        last: the cells of the last turn.
    """

    cursor: str = ""
    choices: dict[str, Act] = field(default_factory=dict[str, Act])
    chosen: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()


def picture(
    position: Position, grid: CharacterGrid, marks: Marks, *, colour: bool
) -> tuple[tuple[Segment, ...], ...]:
    """Return the lines of a board, each `grid.width` characters wide.

    >>> from djambi.tui.grid import grid_for
    >>> start = Position.start()
    >>> line = picture(start, grid_for(start.board, 48, 22), Marks(), colour=False)[-3]
    >>> "".join(segment.text for segment in line)
    '1  rC  rA  rM  ·   ·   ·   bM  bA  bC '
    """
    draw = _Drawing(position, marks, colour)
    grounds = [draw.ground(cell, grid.shades[cell]) for cell in range(len(grid.spots))]
    text = [[" "] * grid.width for _ in range(grid.height)]
    nothing = Style()
    styles = [
        [nothing if cell == NO_OWNER else grounds[cell] for cell in row] for row in grid.owners
    ]
    for cell, (column, row) in enumerate(grid.spots):
        label = draw.label(cell)
        closing = column + 2 < grid.width and grid.owners[row][column + 2] in (cell, NO_OWNER)
        for offset in range(4 if closing else 3):
            text[row][column - 1 + offset] = label[offset]
        for offset in (0, 1, 2):
            styles[row][column - 1 + offset] = draw.ink(cell, offset, grounds[cell])
    for column, row, name in grid.coordinates:
        text[row][column : column + len(name)] = name
        styles[row][column : column + len(name)] = [_COORDINATE] * len(name)
    return tuple(
        tuple(Segment(sign, style) for sign, style in zip(signs, line, strict=True))
        for signs, line in zip(text, styles, strict=True)
    )


class _Drawing:
    """The drawing of a position, cell by cell."""

    def __init__(self, position: Position, marks: Marks, colour: bool) -> None:
        self.position = position
        self.names = position.board.cells
        self.marks = marks
        self.colour = colour
        self.pieces = position.pieces
        self.corpses = frozenset(position.corpses)

    def ground(self, cell: int, shade: int) -> Style:
        """Return the background of a cell."""
        if not self.colour:
            return Style()
        name, board = self.names[cell], self.position.board
        act = self.marks.choices.get(name)
        if name in self.marks.chosen:
            colour = _CHOSEN
        elif act is not None:
            colour = _ACTED_GROUND if act in _ACTED else _CHOICE
        elif name in self.marks.last:
            colour = _LAST
        elif cell == board.maze:
            colour = _MAZE
        elif cell in board.fortress:
            colour = _FORTRESS
        else:
            colour = _SHADES[shade % len(_SHADES)]
        return Style(bgcolor=colour, color="#9aa3b5")

    def label(self, cell: int) -> str:
        """Return four characters: a mark, two for what stands there, a closing bracket."""
        name, board = self.names[cell], self.position.board
        opening, closing = " ", " "
        if cell == board.maze:
            opening, closing = "[", "]"
        elif cell in board.fortress:
            opening, closing = "(", ")"
        act = self.marks.choices.get(name)
        if act is not None:
            opening = MARKS[act]
        piece = self.pieces.get(name)
        if piece is not None:
            inner = piece.party + piece.kind
        else:
            inner = "××" if name in self.corpses else "· "
        return opening + inner + closing

    def ink(self, cell: int, offset: int, ground: Style) -> Style:
        """Return the style of one of the first three characters of a label."""
        name = self.names[cell]
        piece = self.pieces.get(name)
        style = ground
        if offset == 0:
            if name in self.marks.choices:
                style += Style(bold=True, color="#ffe08a") if self.colour else Style(bold=True)
        elif piece is not None:
            style += Style(bold=True)
            if self.colour:
                ink, paint = PARTY[piece.party]
                style += Style(color=ink, bgcolor=paint)
        if not self.colour and (name in self.marks.last or name in self.marks.chosen):
            style += Style(underline=True)
        if name == self.marks.cursor:
            style += _CURSOR if self.colour else _PLAIN_CURSOR
        return style
