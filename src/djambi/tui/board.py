"""The board as a widget: arrow keys move a cursor, Enter or the mouse chooses."""

from __future__ import annotations

from textual import events
from textual.binding import Binding
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from djambi.position.position import Position
from djambi.position.stages import Act
from djambi.tui.grid import NO_OWNER, CharacterGrid, beside, grid_for
from djambi.tui.picture import Marks, picture


class BoardWidget(ScrollView, can_focus=True, inherit_bindings=False):
    """A widget that shows a position and reports which cell was chosen; it knows no rules."""

    BINDINGS = [
        Binding("up", "move(0, 1)", show=False),
        Binding("down", "move(0, -1)", show=False),
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("enter", "choose", show=False),
        Binding("tab", "next(1)", show=False),
        Binding("shift+tab", "next(-1)", show=False),
    ]

    class Chosen(Message):
        """The message that a cell was chosen."""

        def __init__(self, cell: str) -> None:
            super().__init__()
            self.cell = cell

    class Moved(Message):
        """The message that the cursor has moved to another cell."""

        def __init__(self, cell: str) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, position: Position, *, colour: bool) -> None:
        super().__init__(id="board")
        self.position = position
        self.colour = colour
        self.choices: dict[str, Act] = {}
        self.chosen = frozenset[str]()
        self.last = frozenset[str]()
        self.at = position.board.maze
        self._line: tuple[bool, float] | None = None
        self._grid: CharacterGrid | None = None
        self._strips: list[Strip] = []

    @property
    def cursor(self) -> str:
        """Return the cell under the cursor."""
        return self.position.board.cells[self.at]

    def show(
        self,
        position: Position,
        choices: dict[str, Act],
        chosen: frozenset[str] = frozenset(),
        last: frozenset[str] = frozenset(),
    ) -> None:
        """Show a position, the possible choices, those made, and the cells of the last turn."""
        if position.board != self.position.board:
            self.at = position.board.maze
        self.position, self.choices, self.chosen, self.last = position, choices, chosen, last
        self._draw()

    def go(self, cell: int) -> None:
        """Move the cursor to a cell."""
        if cell != self.at:
            self.at = cell
            self._draw()
            self.post_message(self.Moved(self.cursor))

    def _draw(self) -> None:
        if not self.size.width or not self.size.height:
            return
        board = self.position.board
        made = self._grid = grid_for(board, self.size.width, self.size.height)
        self.virtual_size = Size(made.width, made.height)
        marks = Marks(self.cursor, self.choices, self.chosen, self.last)
        lines = picture(self.position, made, marks, colour=self.colour)
        self._strips = [Strip(line, made.width).simplify() for line in lines]
        column, row = made.spots[self.at]
        self.scroll_to_region(
            Region(column - 1, row - 1, 5, 3), animate=False, force=True, immediate=True
        )
        self.refresh()

    def _margin(self) -> tuple[int, int]:
        """Return the columns and rows that stay empty on the left and at the top."""
        if self._grid is None:
            return 0, 0
        free = self.size.width - self._grid.width, self.size.height - self._grid.height
        return max(0, free[0] // 2), max(0, free[1] // 2)

    def render_line(self, y: int) -> Strip:
        """Return one line of the widget."""
        left, top = self._margin()
        row = y - top + self.scroll_offset.y
        if self._grid is None or not 0 <= row < self._grid.height:
            return Strip.blank(self.size.width, self.rich_style)
        seen = self._strips[row].crop(self.scroll_offset.x, self.scroll_offset.x + self.size.width)
        line = Strip.join([Strip.blank(left), seen]).extend_cell_length(self.size.width)
        return line.apply_style(self.rich_style)

    def cell_at(self, x: int, y: int) -> int | None:
        """Return the cell at a point of the widget, if there is one."""
        left, top = self._margin()
        column, row = x - left + self.scroll_offset.x, y - top + self.scroll_offset.y
        cell = NO_OWNER if self._grid is None else self._grid.owner(column, row)
        return None if cell == NO_OWNER else cell

    def place_of(self, cell: str) -> tuple[int, int]:
        """Return the column and row of the middle of a cell's label in the widget."""
        left, top = self._margin()
        if self._grid is None:
            return left, top
        column, row = self._grid.spots[self.position.board.index(cell)]
        return column + left - self.scroll_offset.x, row + top - self.scroll_offset.y

    def on_resize(self) -> None:
        """Redraw the board as large as possible."""
        self._draw()

    def on_click(self, event: events.Click) -> None:
        """Choose the cell that was clicked."""
        cell = self.cell_at(event.x, event.y)
        if cell is not None:
            self._line = None
            self.go(cell)
            self.post_message(self.Chosen(self.cursor))

    def action_move(self, right: int, up: int) -> None:
        """Move the cursor to the nearest cell in a direction."""
        sideways = bool(right)
        if self._line is None or self._line[0] != sideways:
            x, y = self.position.board.centres[self.at]
            self._line = sideways, y if sideways else x
        self.go(beside(self.position.board, self.at, right, up, self._line[1]))

    def action_next(self, by: int) -> None:
        """Move the cursor to the next cell that can be chosen."""
        board = self.position.board
        cells = sorted(board.index(name) for name in self.choices)
        if not cells:
            return
        self._line = None
        if by > 0:
            self.go(next((cell for cell in cells if cell > self.at), cells[0]))
        else:
            self.go(next((cell for cell in reversed(cells) if cell < self.at), cells[-1]))

    def action_choose(self) -> None:
        """Choose the cell under the cursor."""
        self.post_message(self.Chosen(self.cursor))
