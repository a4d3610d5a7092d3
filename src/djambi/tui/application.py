"""The interface of the terminal application for its screens."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual.app import App
from textual.screen import Screen

from djambi.tui.terminal_table import TerminalTable

if TYPE_CHECKING:
    from djambi.client import Server


class Application(App[None]):
    """The application as its screens know it; `djambi.tui.app` implements it.

    `lang` is the language of new screens, `table` the game opened last, `pace` the seconds
    between two turns of bots, `colour` whether colours may be used.
    """

    lang: str
    table: TerminalTable | None
    colour: bool
    pace: float
    server: Server | None

    @abstractmethod
    def begin(self) -> None:
        """Replace the open game by the start screen."""

    @abstractmethod
    def open_table(self, table: TerminalTable) -> None:
        """Show a game."""

    @abstractmethod
    def resume(self) -> None:
        """Open the last game.

        Raises:
            DjambiError, OSError: it cannot be read; the text says why.
        """

    @abstractmethod
    def open_file(self, file: Path) -> None:
        """Open the game of a record.

        Raises:
            DjambiError, OSError: it cannot be read; the text says why.
        """

    @abstractmethod
    def other_language(self) -> str:
        """Switch to the other language and return it."""


def application(screen: Screen[None]) -> Application:
    """Return the application of a screen, with its own type."""
    return cast("Application", screen.app)  # pyright: ignore[reportUnknownMemberType]
