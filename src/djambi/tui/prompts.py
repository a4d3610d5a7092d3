"""The questions of a game's screen: a file, the players, a confirmation."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from pathlib import Path

from textual.screen import Screen

from djambi.errors import DjambiError
from djambi.files import os_error_text, typed_path
from djambi.position.position import Position
from djambi.texts import say
from djambi.tui.application import Application, application
from djambi.tui.background import BackgroundSearches, BotOfferedDraw
from djambi.tui.dialogs import Confirm, Reading, TextPrompt
from djambi.tui.panel import help_text
from djambi.tui.terminal_table import TerminalTable


def said(error: DjambiError | OSError) -> str:
    """Return an error's text, with the file that it is about."""
    return os_error_text(error) if isinstance(error, OSError) else str(error)


class PromptScreen(Screen[None]):
    """A game's screen: the part that works through small windows."""

    def __init__(self, table: TerminalTable) -> None:
        super().__init__()
        self.table = table
        self.trouble = ""
        self.searches = BackgroundSearches(self)
        # Where a bot offered a draw last: it does so once, and then plays.
        self.offered_in: Position | None = None

    @property
    def tui(self) -> Application:
        """Return the application."""
        return application(self)

    @abstractmethod
    def go_on(self) -> None:
        """Show the present state of the game, and let a bot begin to think if it is its turn."""

    @abstractmethod
    def show(self) -> None:
        """Redraw everything."""

    @abstractmethod
    def took_other(self) -> None:
        """Adapt to another table."""

    def attempt(self, action: Callable[[], object]) -> None:
        """Run an action, and show its error instead of failing."""
        self.try_to(action)
        self.go_on_or_show()

    def try_to(self, action: Callable[[], object]) -> None:
        """Run an action, and keep its error to be shown instead of failing."""
        self.trouble = ""
        try:
            action()
        except (DjambiError, OSError) as error:
            self.trouble = said(error)

    def keep(self) -> None:
        """Save the game automatically; if that fails, show why."""
        try:
            self.table.keep()
        except (DjambiError, OSError) as error:
            self.trouble = said(error)

    def go_on_or_show(self) -> None:
        """Show the present state of the game, without disturbing a bot that is thinking."""
        if self.searches.progress is None:
            self.go_on()
        else:
            self.show()

    def action_help(self) -> None:
        """Show the help."""
        self.tui.push_screen(Reading(help_text(self.table, self.table.lang), self.table.lang))

    def _sure(
        self,
        question: str,
        act: Callable[[], object],
        otherwise: Callable[[], object] = lambda: None,
    ) -> None:
        """Ask, and act if the answer is yes."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.attempt(act)
            else:
                otherwise()

        self.tui.push_screen(Confirm(question, self.table.lang), answered)

    def _ask(self, question: str, value: str, act: Callable[[str], object]) -> None:
        """Ask for a line of text, and act on it if there is one."""

        def answered(text: str | None) -> None:
            if text is not None:
                self.attempt(lambda: act(text))

        self.tui.push_screen(TextPrompt(question, value), answered)

    def action_save(self) -> None:
        """Ask for a file, and save the game there."""
        name = str(self.table.file or "djambi-game.djambi")
        self._ask(say("tui.save.ask", self.table.lang), name, self._save)

    def _save(self, name: str) -> None:
        file = typed_path(name)
        if file.is_file() and file != self.table.file:
            words = say("tui.overwrite", self.table.lang, file=file)
            self._sure(words, lambda: self._write(file))
        else:
            self._write(file)

    def _write(self, file: Path) -> None:
        self.table.save(file)
        self.notify(say("cli.play.saved", self.table.lang, file=file), markup=False)

    def action_open(self) -> None:
        """Ask for a record, and open it."""
        self._leaving(lambda: self._ask(say("tui.open.ask", self.table.lang), "", self._open_file))

    def _open_file(self, name: str) -> None:
        table = TerminalTable.loaded(typed_path(name), self.table.lang)
        self.searches.stop()
        self.table = self.tui.table = table
        self.took_other()

    def action_seat(self) -> None:
        """Ask who should play a party from now on."""
        self._ask(say("tui.seat.ask", self.table.lang), str(self.table.players), self._seat)

    def _seat(self, words: str) -> None:
        self.searches.stop_bot()
        self.table.players.seat_all(words)
        self.table.begin()

    def action_resign(self) -> None:
        """Resign for the party to play, if a person plays it."""
        mover = self.table.position.mover
        if mover is None or self.table.bot_to_play() is not None:
            return
        party = say(f"party.{mover}", self.table.lang)
        question = say("tui.resign.sure", self.table.lang, party=party)
        self._sure(question, lambda: self._instead(lambda: self.table.resign(mover)))

    def _instead(self, act: Callable[[], object]) -> None:
        """Do what is no turn, instead of the turn that a bot may be thinking about."""
        self.searches.stop_bot()
        act()

    def action_draw(self) -> None:
        """Offer a draw; a yes counts for everybody at this keyboard."""
        table = self.table
        position = table.position
        if position.mover is None or table.bot_to_play() is not None:
            return
        against = table.players.bot_against_draw(position, position.mover)
        if against is not None:
            name = table.players.name(against, table.lang)
            self.trouble = say("cli.play.draw_refused", table.lang, party=name)
            self.show()
            return
        self._sure(say("tui.draw.sure", table.lang), lambda: self._instead(table.agree_draw))

    def on_bot_offered_draw(self, message: BotOfferedDraw) -> None:
        """Share the game with a bot that offers a draw if all agree, or let it play on.

        A yes counts for everybody at this keyboard; the other bots are asked first.
        """
        table = self.table
        proposer = table.bot_to_play()
        if not self.searches.chosen(message.ticket) or proposer is None:
            return
        self.offered_in = table.position
        names, lang = table.players, table.lang
        told = say("cli.play.draw_offered", lang, party=names.name(proposer, lang))
        against = names.bot_against_draw(table.position, proposer)
        if against is not None:
            refused = say("cli.play.draw_refused", lang, party=names.name(against, lang))
            self.notify(f"{told} {refused}", markup=False)
            self.go_on()
        elif any(map(names.is_person, table.position.active)):
            question = f"{told} {say('tui.draw.sure', lang)}"
            self._sure(question, lambda: self._instead(table.agree_draw), self.go_on)
        else:
            self.notify(told, markup=False)
            self.attempt(lambda: self._instead(table.agree_draw))

    def action_return(self) -> None:
        """Reinstate a party that resigned, if the bots and everybody at this keyboard agree."""
        table = self.table
        position = table.position
        possible = position.rejoinable
        if not possible:
            self.trouble = say("tui.return.nobody", table.lang)
            self.show()
            return
        returning = possible[0]
        name = say(f"party.{returning}", table.lang)
        against = table.players.bot_against_return(position, returning)
        if against is not None:
            words = {"party": table.players.name(against, table.lang), "returning": name}
            self.trouble = say("cli.play.return_refused", table.lang, **words)
            self.show()
            return
        question = say("tui.return.sure", table.lang, party=name)
        self._sure(question, lambda: self._instead(lambda: table.rejoin(returning)))

    def _leaving(self, act: Callable[[], object]) -> None:
        """Leave the game; ask first if it is not saved."""
        if self.table.is_kept:
            act()
        else:
            self._sure(say("tui.leave.sure", self.table.lang), act)

    def action_new(self) -> None:
        """Leave the game for the start screen."""
        self._leaving(self.tui.begin)

    def action_quit(self) -> None:
        """Quit the program."""
        self._leaving(self.tui.exit)
