"""The screen before a game: the board, the players, their strength."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Button, Input, Select, Static

from djambi.bots import CHARACTERS, DEFAULT_LEVEL, LEVELS
from djambi.cli.play.players import PERSON, Players
from djambi.cli.play.saved_games import default_file, new_game
from djambi.errors import DjambiError
from djambi.files import typed_path
from djambi.position.position import Position
from djambi.rules import EDITIONS, VARIANT_NAMES, Variant
from djambi.texts import say
from djambi.tui.application import Application, application
from djambi.tui.dialogs import Reading, TextPrompt
from djambi.tui.panel import help_text, safe
from djambi.tui.prompts import said
from djambi.tui.terminal_table import TerminalTable

MAX_PEOPLE: Final = 8
"""People who can share a keyboard."""

ASKED: Final = ("variant", "rules", "people", "level", "character")
"""The fields with a list of choices, in this order."""

OWN: Final = "own"
"""The choice of the board's default edition."""

VARIOUS: Final = "various"
"""The choice of a different bot for every seat (`djambi.bots.cast.table_of`)."""


class StartScreen(Screen[None]):
    """A screen that asks what to play, and opens the game."""

    BINDINGS = [
        Binding("q,escape", "app.quit", show=False),
        Binding("l", "language", show=False),
        Binding("o", "open", show=False),
        Binding("p", "play", show=False),
        Binding("r", "resume", show=False),
        Binding("question_mark", "help", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.lang = lang
        self.trouble = ""

    @property
    def tui(self) -> Application:
        """Return the application, with its own type."""
        return application(self)

    def compose(self) -> ComposeResult:
        """Build the widgets."""
        lang = self.lang
        boards = [(say(f"variant.{name}", lang), name) for name in VARIANT_NAMES]
        people = [(say("tui.people", lang, n=n), n) for n in range(MAX_PEOPLE + 1)]
        levels = [(say(f"bot.{level.name}", lang), level.name) for level in LEVELS]
        editions = [(say(f"edition.{name}", lang), name) for name in EDITIONS]
        editions.insert(0, (say("tui.start.own", lang), OWN))
        characters = [(say(f"character.{each.name}", lang), each.name) for each in CHARACTERS]
        characters.insert(0, (say("tui.start.various", lang), VARIOUS))
        with Vertical(id="form"):
            yield Static("Djambi", id="name")
            yield from _row("variant", say("tui.start.board", lang), boards, "square-4")
            yield from _row("rules", say("tui.start.rules", lang), editions, OWN)
            yield from _row("people", say("tui.start.people", lang), people, 1)
            yield from _row("level", say("tui.start.level", lang), levels, DEFAULT_LEVEL)
            yield from _row("character", say("tui.start.character", lang), characters, VARIOUS)
            with Horizontal(classes="row"):
                yield Static(say("tui.start.seats", lang))
                yield Input(placeholder="b=club:avenger y=novice", id="seats", compact=True)
            with Horizontal(classes="buttons"):
                if default_file().exists():
                    yield self._resume_button()
                yield Button(say("tui.start.play", lang), id="play", compact=True)
                yield Button(say("tui.start.open", lang), id="open", compact=True)
                yield Button(say("tui.start.language", lang), id="language", compact=True)
                yield Button(say("tui.start.quit", lang), id="quit", compact=True)
            yield Static(Text(self.trouble), id="trouble")

    def on_mount(self) -> None:
        """Focus the play button, so that Enter begins a game at once."""
        self.query_one("#play", Button).focus()

    def _resume_button(self) -> Button:
        return Button(say("tui.start.resume", self.lang), id="resume", compact=True)

    async def on_screen_resume(self) -> None:
        """Offer to resume a game as soon as there is one."""
        if default_file().exists() and not self.query("#resume"):
            await self.query_one(".buttons").mount(self._resume_button(), before="#play")

    def _select(self, name: str) -> Select[object]:
        return cast("Select[object]", self.query_one(f"#{name}"))

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """Run the button's action."""
        await self.run_action("app.quit" if event.button.id == "quit" else str(event.button.id))

    def action_play(self) -> None:
        """Open a new game; with no people, one watches the bots."""
        variant = Variant.get(str(self._select("variant").value))
        character = str(self._select("character").value)
        bots = str(self._select("level").value)
        if character != VARIOUS:
            bots = f"{bots}:{character}"
        people = min(int(str(self._select("people").value)), len(variant.players))
        rules = str(self._select("rules").value)
        start = Position.start(variant.name, None if rules == OWN else rules)

        def play() -> None:
            typed = self.query_one("#seats", Input).value.replace(",", " ").split()
            named = {word.partition("=")[0] for word in typed}
            seats = [f"{each}={PERSON}" for each in variant.players[:people] if each not in named]
            players = Players.parse(start, [*seats, *typed], bots, None)
            game = new_game(start)
            self.tui.open_table(TerminalTable(game, players, self.lang, autosave=True))

        self._attempt(play)

    def action_resume(self) -> None:
        """Resume the last game."""
        self._attempt(self.tui.resume)

    def action_open(self) -> None:
        """Ask for a record, and open it."""
        self.tui.push_screen(TextPrompt(say("tui.open.ask", self.lang)), self._open)

    def _open(self, name: str | None) -> None:
        if name is not None:
            self._attempt(lambda: self.tui.open_file(typed_path(name)))

    def _attempt(self, action: Callable[[], None]) -> None:
        """Run an action, and show its error instead of failing."""
        self.trouble = ""
        try:
            action()
        except (DjambiError, OSError) as error:
            self.trouble = safe(said(error))
        self.query_one("#trouble", Static).update(Text(self.trouble))

    def action_help(self) -> None:
        """Show the help."""
        self.tui.push_screen(Reading(help_text(None, self.lang), self.lang))

    async def action_language(self) -> None:
        """Switch to the other language."""
        self.lang = self.tui.other_language()
        chosen = {name: self._select(name).value for name in ASKED}
        seats = self.query_one("#seats", Input).value
        await self.recompose()
        self.query_one("#seats", Input).value = seats
        for name, value in chosen.items():
            self._select(name).value = value
        self.query_one("#play", Button).focus()


def _row(
    name: str, label: str, options: list[tuple[str, str]] | list[tuple[str, int]], value: object
) -> ComposeResult:
    with Horizontal(classes="row"):
        yield Static(label)
        listed = cast("list[tuple[str, object]]", options)
        yield Select(listed, value=value, allow_blank=False, id=name, compact=True)
