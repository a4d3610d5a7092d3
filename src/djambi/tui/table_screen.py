"""The screen of a game: the board, the panel beside it, and the action of every key."""

from __future__ import annotations

from functools import partial
from typing import Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.timer import Timer
from textual.widgets import Static

from djambi.analysis import Study
from djambi.geometry.board import CELL_NAME
from djambi.position.position import Position
from djambi.position.stages import Act
from djambi.texts import say
from djambi.tui.background import AnalysisUpdated, BotChose
from djambi.tui.board import BoardWidget
from djambi.tui.keys import KeyLine
from djambi.tui.panel import KEYS, PanelState, heading, panel_text
from djambi.tui.prompts import PromptScreen
from djambi.tui.terminal_table import TerminalTable

PROGRESS_INTERVAL_S: Final = 0.2
"""Seconds between two updates of a bot's progress."""

REPLAY_SLOWDOWN: Final = 2.0
"""How many times slower a record is replayed than bots play."""

_WIDE_COLUMNS: Final = 110
"""Columns from which the panel beside the board gets more room."""


class TableScreen(PromptScreen):
    """A screen to play, watch, replay and analyse one game."""

    SHOWN: tuple[tuple[str, str, str], ...] = KEYS
    BINDINGS = [Binding(key, action, show=False) for key, _, action in KEYS]

    def __init__(self, table: TerminalTable, *, colour: bool, pace: float) -> None:
        super().__init__(table)
        self.colour = colour
        self.pace = pace
        self.paused = False
        self.analysing = False
        self.study: Study | None = None
        self._studied: Position | None = None
        self._replay: Timer | None = None

    @property
    def board(self) -> BoardWidget:
        """Return the board widget."""
        return self.query_one(BoardWidget)

    def compose(self) -> ComposeResult:
        """Build the widgets."""
        yield Static(id="title")
        with Horizontal(id="middle"):
            yield BoardWidget(self.table.position, colour=self.colour)
            with VerticalScroll(id="side", can_focus=False):
                yield Static(id="panel")
        yield KeyLine(self.SHOWN)

    async def on_mount(self) -> None:
        """Start the screen."""
        self.set_interval(PROGRESS_INTERVAL_S, self._tick)
        await self.query_one(KeyLine).label(self.table.lang)
        self.board.focus()
        self.go_on()

    def on_unmount(self) -> None:
        """Stop all searches for a closed screen."""
        self.searches.stop()

    def on_resize(self, event: events.Resize) -> None:
        """Widen the panel on wide terminals."""
        self.set_class(event.size.width >= _WIDE_COLUMNS, "wide")

    # What is seen

    def show(self) -> None:
        """Redraw everything, and start the analysis of a new position if it is switched on."""
        table = self.table
        if self.analysing and self._studied is not table.position:
            self._studied, self.study = table.position, None
            self.searches.study(table.position)
        chosen = frozenset(CELL_NAME.findall(table.entry.prefix))
        event = table.game.node.event
        turn = None if event is None else event.turn
        last = frozenset(CELL_NAME.findall(str(turn))) if turn is not None else frozenset[str]()
        choices: dict[str, Act] = {}
        for choice in table.choices():
            choices.update(dict.fromkeys(choice.cells, choice.act))
        self.board.show(table.position, choices, chosen, last)
        self.query_one("#title", Static).update(Text(heading(table), no_wrap=True))
        self._show_panel()

    def _show_panel(self) -> None:
        self.query_one("#panel", Static).update(self.beside())

    def beside(self) -> Text:
        """Return the contents of the panel."""
        state = PanelState(
            self.board.cursor,
            self.trouble,
            self.searches.progress,
            self.study,
            self.analysing,
            self.paused and self.table.bot_to_play() is not None,
        )
        return panel_text(self.table, state, colour=self.colour)

    def _tick(self) -> None:
        if self.searches.progress is not None:
            self._show_panel()

    def on_board_widget_moved(self) -> None:
        """Show what is under the cursor."""
        self._show_panel()

    # How the game goes on

    def go_on(self) -> None:
        """Save the game, show its state, and let a bot begin to think if it is its turn."""
        self.keep()
        party = self.table.bot_to_play()
        if party is not None and not self.paused:
            self._let_think(party)
        self.show()

    def _let_think(self, party: str) -> None:
        """Let a bot offer a draw in this position if it has not yet, or choose a turn."""
        table = self.table
        bot, here = table.players.bot(party), table.position
        offers_draw = None
        if self.offered_in is not here:
            offers_draw = partial(bot.offers_draw, here, table.players.last_by_bot(table.game))
        self.searches.choose(bot, here, offers_draw)

    def on_bot_chose(self, message: BotChose) -> None:
        """Play a bot's turn; pause before the next one, so that it can be followed."""
        if not self.searches.chosen(message.ticket):
            return
        self.try_to(lambda: self.table.play(message.turn))
        if self.trouble:
            # The same bot would choose the same turn once more.
            self.show()
        elif self.pace and self.table.bot_to_play() is not None:
            self.show()
            here = self.table.position
            self.set_timer(self.pace, lambda: self._next(here))
        else:
            self.go_on()

    def _next(self, here: Position) -> None:
        if self.table.position is here and self.searches.progress is None:
            self.go_on()

    def on_analysis_updated(self, message: AnalysisUpdated) -> None:
        """Show the latest result of the analysis."""
        if self.analysing and message.ticket == self.searches.study_ticket:
            self.study = message.study
            self._show_panel()

    def on_board_widget_chosen(self, message: BoardWidget.Chosen) -> None:
        """Choose a cell of the board."""
        self._stop_replay()
        self.attempt(lambda: self.table.choose(message.cell))

    # Keys of a turn

    def action_choose(self) -> None:
        """Choose the cell under the cursor."""
        self._stop_replay()
        self.attempt(lambda: self.table.choose(self.board.cursor))

    def action_next(self) -> None:
        """Go to the next cell that can be chosen."""
        self.board.action_next(1)

    def action_back(self) -> None:
        """Take back the last choice."""
        self.attempt(self.table.entry.back)

    def action_spare(self) -> None:
        """Kill nobody (or nobody else) with the Reporter."""
        self.attempt(self.table.spare)

    # Back and forth

    def _stepped(self, moved: bool, key: str) -> None:
        self.trouble = "" if moved else say(key, self.table.lang)
        self.go_on()

    def action_undo(self) -> None:
        """Take back the last turn; in a record, go back one turn."""
        self._halt()
        moved = self.table.take_back() if self.table.live else self.table.step(-1)
        self._stepped(moved, "cli.play.no_undo")

    def action_redo(self) -> None:
        """Replay what was taken back; in a record, go forward one turn."""
        self._halt()
        moved = self.table.take_again() if self.table.live else self.table.step(1)
        self._stepped(moved, "cli.play.no_redo")

    def _look(self, by: int) -> None:
        self._halt()
        self.table.live = False
        self._stepped(self.table.step(by), "cli.play.no_undo" if by < 0 else "cli.play.no_redo")

    def action_earlier(self) -> None:
        """Show the position before."""
        self._look(-1)

    def action_later(self) -> None:
        """Show the position after."""
        self._look(1)

    def action_first(self) -> None:
        """Show the start."""
        self._look(-self.table.where()[1])

    def action_final(self) -> None:
        """Show the last position."""
        self._look(self.table.where()[1])

    def action_mode(self) -> None:
        """Switch between playing on from here and just looking."""
        self._halt()
        self.table.live = not self.table.live
        self.table.begin()
        self.trouble = ""
        self.go_on()

    def action_pause(self) -> None:
        """Pause or resume the bots; replay a record, or stop it."""
        self.trouble = ""
        if self.table.live:
            self.paused = not self.paused
            self.searches.stop_bot()
        elif self._replay is None:
            self._replay = self.set_interval(
                self.pace * REPLAY_SLOWDOWN or PROGRESS_INTERVAL_S, self._run
            )
        else:
            self._stop_replay()
        self.go_on()

    def _run(self) -> None:
        if self.table.live or not self.table.step(1):
            self._stop_replay()
        self.go_on()

    def _halt(self) -> None:
        """Stop the bot and the replay, because a person has stepped in."""
        self.searches.stop_bot()
        self._stop_replay()

    def _stop_replay(self) -> None:
        if self._replay is not None:
            self._replay.stop()
            self._replay = None

    # What is asked for

    def action_analyse(self) -> None:
        """Switch the analysis on or off."""
        self.analysing = not self.analysing
        self._studied = self.study = None
        if not self.analysing:
            self.searches.stop_study()
        self.go_on_or_show()

    async def action_language(self) -> None:
        """Switch to the other language."""
        self.table.lang = self.tui.other_language()
        self.trouble = ""
        await self.query_one(KeyLine).label(self.table.lang)
        self.go_on_or_show()

    def took_other(self) -> None:
        """Start over with another game."""
        self._stop_replay()
        self.analysing, self._studied, self.study = False, None, None
