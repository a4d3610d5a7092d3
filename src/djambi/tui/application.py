"""What a screen may ask of the terminal application that it is part of."""

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
    """The application as its screens know it: `djambi.tui.app` has the rest.

    `lang` is the language of new screens, `table` the game that was opened last, `pace` seconds
    between two turns that are watched, `colour` whether there may be colours.
    """

    lang: str
    table: TerminalTable | None
    colour: bool
    pace: float
    server: Server | None

    @abstractmethod
    def begin(self) -> None:
        """Ask what is to be played, in the place of the game that is open."""

    @abstractmethod
    def open_table(self, table: TerminalTable) -> None:
        """Show a game."""

    @abstractmethod
    def resume(self) -> None:
        """Show the game that was left last.

        Raises:
            DjambiError, OSError: there is none that can be read; the text says why.
        """

    @abstractmethod
    def open_file(self, file: Path) -> None:
        """Show the game of a record.

        Raises:
            DjambiError, OSError: it cannot be read; the text says why.
        """

    @abstractmethod
    def other_language(self) -> str:
        """Change the language, and return the new one."""


def application(screen: Screen[None]) -> Application:
    """Return the application of a screen, by its own type."""
    return cast("Application", screen.app)  # pyright: ignore[reportUnknownMemberType]
