"""The screen of a server's table: the board, the players, clocks, votes, messages."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from rich.style import Style
from rich.text import Text
from textual.binding import Binding
from textual.message import Message

from djambi import client
from djambi.errors import DjambiError
from djambi.texts import say
from djambi.tui.dialogs import Confirm, Reading
from djambi.tui.panel import KEYS, help_text, safe
from djambi.tui.remote_table import RemoteTable
from djambi.tui.table_screen import TableScreen

MAX_MESSAGE_CHARS: Final = 500
"""Characters that a table takes at once."""

_LOCAL_ONLY: Final = {"redo", "pause", "open", "new", "seat", "analyse", "return"}
"""Actions that exist only for local games, or work differently here."""

ONLINE_KEYS: Final = (
    *(key for key in KEYS[:6] if key[2] not in _LOCAL_ONLY),
    ("t", "t", "talk"),
    ("v", "v", "vote"),
    ("b", "b", "sit"),
    *(key for key in KEYS[6:] if key[2] not in _LOCAL_ONLY),
    ("r", "r", "return"),
    ("n", "n", "tables"),
)
"""The keys of a table on a server."""


class RemoteTableChanged(Message):
    """The message that the table has changed."""


class TableRequestFailed(Message):
    """The message that a request failed."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words


class RemoteScreen(TableScreen, inherit_bindings=False):
    """A screen to play or watch at one of a server's tables."""

    SHOWN = ONLINE_KEYS
    BINDINGS = [Binding(key, action, show=False) for key, _, action in ONLINE_KEYS]

    def __init__(self, remote: client.Table, lang: str, *, colour: bool) -> None:
        self.remote = remote
        self.online = RemoteTable(remote, lang, self._later)
        super().__init__(self.online, colour=colour, pace=0.0)

    async def on_mount(self) -> None:
        """Follow the table, and update the clocks every second."""
        self.remote.on_change = self._told
        self.set_interval(1.0, self._show_panel)
        # Something may have happened since the table was joined.
        self._told()

    def _told(self) -> None:
        self.post_message(RemoteTableChanged())

    def on_unmount(self) -> None:
        """Leave the table."""
        self.remote.on_change = None
        threading.Thread(target=self.remote.close, daemon=True).start()

    def _later(self, work: Callable[[], object]) -> None:
        """Run a request on a separate thread, so that the screen never waits for the server."""

        def asking() -> None:
            try:
                work()
            except DjambiError as error:
                self.post_message(TableRequestFailed(str(error)))

        threading.Thread(target=asking, daemon=True).start()

    def on_remote_table_changed(self) -> None:
        """Show the table's latest state."""
        if self.is_attached:
            self.online.update()
            self.trouble = ""
            self.show()

    def on_table_request_failed(self, message: TableRequestFailed) -> None:
        """Show what went wrong."""
        self.trouble = message.words
        self.show()

    def go_on(self) -> None:
        """Show the present state of the game; the other players are elsewhere."""
        self.show()

    def beside(self) -> Text:
        """Return the contents of the panel, with news first."""
        text = Text()
        for line in self.online.news():
            text.append(safe(line) + "\n", Style(italic=True))
        return text.append("\n" if text else "").append_text(super().beside())

    # Keys

    def action_help(self) -> None:
        """Show the help."""
        lang = self.online.lang
        self.tui.push_screen(Reading(help_text(self.online, lang, ONLINE_KEYS), lang))

    def action_tables(self) -> None:
        """Go back to the list of tables."""
        self.tui.pop_screen()

    def action_mode(self) -> None:
        """Return to the present position after looking back."""
        self.online.live = True
        self.online.game.to_end()
        self.online.begin()
        self.show()

    def _call(self, kind: str, **fields: object) -> None:
        table = self.online
        table.ask(lambda: self.remote.ask(kind, **fields))

    def action_undo(self) -> None:
        """Ask the others for a takeback of my last turn."""
        if self.online.seen.mine and self.online.seen.plays:
            self._call("call", after=self.online.seen.number, vote="undo")

    def action_draw(self) -> None:
        """Offer the others a draw."""
        if self.online.seen.mine and self.online.seen.plays:
            number = self.online.seen.number
            words = say("tui.online.draw.sure", self.online.lang)
            self._sure(words, lambda: self._call("call", after=number, vote="draw"))

    def action_vote(self) -> None:
        """Answer the vote under way."""
        vote = self.online.to_vote()
        if vote is None:
            return

        def answered(yes: bool | None) -> None:
            if yes is not None:
                self._call("ballot", vote=vote.number, agree=yes)

        question = Confirm(self.online.about(vote), self.online.lang)
        self.tui.push_screen(question, answered)

    def action_return(self) -> None:
        """Ask the others whether I may return after resigning."""
        if self.online.seen.mine and self.online.seen.plays:
            self._call("call", after=self.online.seen.number, vote="return")

    def action_resign(self) -> None:
        """Resign, after a confirmation."""
        position, seen = self.online.seen.position, self.online.seen
        mine = [party for party in seen.mine if party in position.active]
        if mine and seen.plays:
            party = say(f"party.{mine[0]}", self.online.lang)
            words = say("tui.resign.sure", self.online.lang, party=party)
            self._sure(words, lambda: self.online.ask(lambda: self.remote.resign(mine[0])))

    def action_sit(self) -> None:
        """Take a free seat."""
        facts = self.online.seen.facts
        free = "" if facts is None else facts.free
        if free and not self.online.seen.mine:
            words = say("tui.online.sit.ask", self.online.lang, parties=", ".join(free))
            self._ask(words, free[0], self._sit)

    def _sit(self, party: str) -> None:
        self.online.ask(lambda: self.remote.sit(party.strip()[:1].lower()))

    def action_talk(self) -> None:
        """Send a message to the table."""
        words = say("tui.online.talk.ask", self.online.lang)

        def send(text: str) -> None:
            self.online.ask(lambda: self.remote.say(text[:MAX_MESSAGE_CHARS]))

        self._ask(words, "", send)
