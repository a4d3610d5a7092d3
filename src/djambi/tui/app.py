"""The terminal application: its style, its language, and the open screen."""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from textual import events
from textual.binding import Binding
from textual.geometry import Size

from djambi.interrupts import note_signal
from djambi.texts import LANGUAGES, say
from djambi.tui.application import Application
from djambi.tui.dialogs import Confirm, TooSmall
from djambi.tui.prompts import PromptScreen
from djambi.tui.start_screen import StartScreen
from djambi.tui.table_screen import TableScreen
from djambi.tui.terminal_table import TerminalTable

if TYPE_CHECKING:
    from djambi.client import Server

MIN_SIZE: Final = 80, 24
"""The columns and rows that the screens need."""

TURN_PAUSE_S: Final = 0.5
"""Seconds between two turns of bots, so that they can be followed."""


class DjambiTui(Application):
    """Djambi on the full terminal screen.

    Args:
        lang: `en` or `fr`; can be changed at any time.
        table: the game to begin with; without one, the start screen asks what to play. Later, the
            game opened last.
        colour: whether colours may be used; never where NO_COLOR is set.
        pace: seconds between two turns of bots.
        server: a server whose list of tables is then the first screen.
    """

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True)]

    def __init__(
        self, lang: str = "en", table: TerminalTable | None = None, *, colour: bool = True,
        pace: float = TURN_PAUSE_S, server: Server | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.lang = lang
        self.table = table
        self.colour = colour and not self.no_color
        self.pace = pace
        self.server = server
        self._is_open = False

    def on_mount(self) -> None:
        """Open the first screen."""
        if threading.current_thread() is threading.main_thread() and sys.platform != "win32":
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._end_by_signal)
        if self.server is not None:
            # Its dependencies are needed only for playing online.
            from djambi.tui.lobby_screen import LobbyScreen

            self.push_screen(LobbyScreen(self.server, self.lang))
        elif self.table is None:
            self.push_screen(StartScreen(self.lang))
        else:
            self.open_table(self.table)
        self._is_open = True
        self._look_at_size(self.size)

    def _end_by_signal(self) -> None:
        """Leave: otherwise the terminal would stay as it is, mouse and all."""
        note_signal(signal.SIGTERM)
        self.exit()

    async def action_quit(self) -> None:
        """Quit; ask first if a game would be lost, unless that question is already open."""
        games = [screen for screen in self.screen_stack if isinstance(screen, PromptScreen)]
        asked = isinstance(self.screen, (Confirm, TooSmall))
        if asked or not games or games[-1].table.is_kept:
            self.exit()
            return
        while self.screen is not games[-1]:
            await self.pop_screen()
        games[-1].action_quit()

    def begin(self) -> None:
        """Ask what is to be played, in the place of the game that is open."""
        self.pop_screen()
        if not isinstance(self.screen, StartScreen):
            self.push_screen(StartScreen(self.lang))

    def open_table(self, table: TerminalTable) -> None:
        """Show a game."""
        self.table = table
        self.push_screen(TableScreen(table, colour=self.colour, pace=self.pace))

    def resume(self) -> None:
        """Show the game that was left last.

        Raises:
            DjambiError, OSError: there is none that can be read; the text says why.
        """
        self.open_table(TerminalTable.resumed(self.lang))

    def open_file(self, file: Path) -> None:
        """Show the game of a record.

        Raises:
            DjambiError, OSError: it cannot be read; the text says why.
        """
        self.open_table(TerminalTable.loaded(file, self.lang))

    def other_language(self) -> str:
        """Change the language, and return the new one."""
        self.lang = next(lang for lang in LANGUAGES if lang != self.lang)
        return self.lang

    def on_resize(self, event: events.Resize) -> None:
        """Show a warning while the terminal is too small."""
        if self._is_open:
            self._look_at_size(event.size)

    def _look_at_size(self, size: Size) -> None:
        width, height = size
        small = width < MIN_SIZE[0] or height < MIN_SIZE[1]
        warned = isinstance(self.screen, TooSmall)
        if small and not warned:
            words = say("tui.too_small", self.lang, width=MIN_SIZE[0], height=MIN_SIZE[1])
            # What comes by itself, such as a bot's question, may cover it while the size changes.
            self.push_screen(TooSmall(words, lambda: self._look_at_size(self.size)))
        elif warned and not small:
            self.pop_screen()
