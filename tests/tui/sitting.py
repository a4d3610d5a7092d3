"""What a person does at the terminal, and what stands on the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

from textual.pilot import Pilot
from textual.widgets import Input, Static

from djambi.cli.play.players import Players
from djambi.game import Game
from djambi.position.position import Position
from djambi.tui.app import DjambiTui
from djambi.tui.grid import beside
from djambi.tui.table_screen import TableScreen
from djambi.tui.terminal_table import TerminalTable

ARROWS = {"right": (1, 0), "left": (-1, 0), "up": (0, 1), "down": (0, -1)}
MAX_LOOKS = 9_000
"""Looks at the screen before a test gives up."""


def table_of(
    start: Position, people: int = 8, lang: str = "en", *, live: bool = True
) -> TerminalTable:
    """A game with so many people, and greedy bots."""
    return TerminalTable(Game(start), Players.default(start, "greedy", people, 1), lang, live=live)


def app_of(
    table: TerminalTable | None, lang: str = "en", *, colour: bool = True, pace: float = 0.0
) -> DjambiTui:
    """The application; its bots do not wait to be seen unless they are told to."""
    return DjambiTui(lang, table, colour=colour, pace=pace)


class Sitting:
    """A running application and who sits before it."""

    def __init__(self, app: DjambiTui, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> TableScreen:
        """The screen of the game."""
        screen = cast("object", self.app.screen)
        assert isinstance(screen, TableScreen), screen
        return screen

    @property
    def table(self) -> TerminalTable:
        """The game."""
        return self.screen.table

    @property
    def cursor(self) -> str:
        """Where the cursor stands."""
        return self.screen.board.cursor

    def lines(self) -> list[str]:
        """The board as it is seen, line by line."""
        board = self.screen.board
        return [board.render_line(y).text for y in range(board.size.height)]

    def panel(self) -> str:
        """What stands beside the board."""
        return str(self.screen.query_one("#panel", Static).visual)

    async def press(self, *keys: str) -> None:
        """Press keys one after another."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def until(self, seen: Callable[[], bool]) -> None:
        """Wait for something to be seen."""
        for _ in range(MAX_LOOKS):
            if seen():
                return
            await self.pilot.pause(0.02)
        raise AssertionError("it never happened")

    async def walk(self, to: str) -> None:
        """Bring the cursor to a cell by the fewest arrow keys."""
        board = self.table.position.board
        # As in the widget: a way keeps to its line until it turns.
        begin = board.index(self.cursor), self.screen.board._line
        ways: dict[tuple[int, tuple[bool, float] | None], list[str]] = {begin: []}
        queue = [begin]
        for state in queue:
            cell, line = state
            if board.cells[cell] == to:
                await self.press(*ways[state])
                break
            for key, (right, up) in ARROWS.items():
                kept = line
                if kept is None or kept[0] != bool(right):
                    kept = bool(right), board.centres[cell][1 if right else 0]
                following = beside(board, cell, right, up, kept[1]), kept
                if following not in ways:
                    ways[following] = [*ways[state], key]
                    queue.append(following)
        assert self.cursor == to

    async def turn(self, text: str) -> None:
        """Play a turn by keyboard alone: walk to each choice, and press Enter."""
        position = self.table.position
        before = len(self.table.game.history)
        wanted = position.turn(text)
        while len(self.table.game.history) == before:
            prefix = self.table.entry.prefix
            left = str(wanted).removeprefix(prefix)
            choice = next(
                each
                for each in self.table.choices()
                if (left.startswith(each.text) and each.text) or (not left and not each.text)
            )
            if not choice.text:
                await self.press("full_stop")
                continue
            if choice.cells:
                await self.walk(choice.cells[-1])
            await self.press("enter")
            assert self.screen.trouble == ""
            assert self.table.entry.prefix != prefix or len(self.table.game.history) > before
        assert self.table.game.history[before].turn == wanted

    async def answer(self, key: str, words: str) -> None:
        """Press a key that asks for a line of text, and give it."""
        await self.press(key)
        self.app.screen.query_one(Input).value = words
        await self.press("enter")

    async def click(self, cell: str) -> None:
        """Click a cell with the mouse."""
        await self.pilot.click("#board", offset=self.screen.board.place_of(cell))
        await self.pilot.pause()


def sit(
    app: DjambiTui, doing: Callable[[Sitting], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> None:
    """Run the application on a terminal of this size while somebody does something."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await doing(Sitting(app, pilot))

    asyncio.run(run())
