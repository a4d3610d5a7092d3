"""The list of a server's tables: mine, those waiting for players, those to watch."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from djambi import client
from djambi.client.wire import ListedTable, LobbyLists
from djambi.errors import DjambiError
from djambi.texts import has, say
from djambi.tui.application import Application, application
from djambi.tui.dialogs import TextPrompt
from djambi.tui.panel import safe
from djambi.tui.remote_screen import RemoteScreen

REFRESH_INTERVAL_S: Final = 10.0
"""Seconds between two refreshes of the lists."""


class ListsLoaded(Message):
    """The message that the lists have been loaded."""

    def __init__(self, name: str, mine: tuple[ListedTable, ...], waiting: LobbyLists) -> None:
        super().__init__()
        self.account = name
        self.mine = mine
        self.waiting = waiting


class TableJoined(Message):
    """The message that a table has been joined."""

    def __init__(self, table: client.Table) -> None:
        super().__init__()
        self.table = table


class LobbyRequestFailed(Message):
    """The message that the server refused a request or could not be reached."""

    def __init__(self, words: str, *, looking: bool) -> None:
        super().__init__()
        self.words = words
        self.looking = looking


class LobbyScreen(Screen[None]):
    """A screen that lists the tables of a server and opens the chosen one."""

    BINDINGS = [
        Binding("q,escape", "app.quit", show=False),
        Binding("r", "look", show=False),
        Binding("o", "link", show=False),
        Binding("l", "language", show=False),
    ]

    def __init__(self, server: client.Server, lang: str) -> None:
        super().__init__()
        self.server = server
        self.lang = lang
        self.lists: ListsLoaded | None = None
        self._away = False
        self._joining = False

    @property
    def tui(self) -> Application:
        """Return the application, with its own type."""
        return application(self)

    def compose(self) -> ComposeResult:
        """Build the widgets."""
        yield Static(id="title")
        yield OptionList(id="tables")
        yield Static(id="trouble")
        yield Static(id="keys-online")

    def on_mount(self) -> None:
        """Load the lists now, and regularly."""
        self.set_interval(REFRESH_INTERVAL_S, self.action_look)
        self._label()
        self.action_look()

    def on_screen_resume(self) -> None:
        """Reload the lists on returning from a table."""
        self.action_look()

    def _label(self) -> None:
        name = "…" if self.lists is None else self.lists.account
        server = self.server.origin.split("//")[1]
        title = say("tui.online.heading", self.lang, name=name, server=server)
        self.query_one("#title", Static).update(Text(safe(title), no_wrap=True))
        self.query_one("#keys-online", Static).update(Text(say("tui.online.keys", self.lang)))

    def _ask(self, work: Callable[[], Message], *, looking: bool = False) -> None:
        """Ask the server on a separate thread; `looking`: only for the lists."""

        def asking() -> None:
            try:
                self.post_message(work())
            except client.Refused as error:
                self.post_message(
                    LobbyRequestFailed(error.sentence.said(self.lang), looking=looking)
                )
            except DjambiError as error:
                self.post_message(LobbyRequestFailed(str(error), looking=looking))

        threading.Thread(target=asking, daemon=True).start()

    def action_look(self) -> None:
        """Fetch the lists."""
        self._ask(self._fetched, looking=True)

    def _fetched(self) -> Message:
        account = self.server.me().account
        name = "" if account is None else account.name
        return ListsLoaded(name, self.server.mine(), self.server.lobby())

    def on_lists_loaded(self, message: ListsLoaded) -> None:
        """Show the lists, keeping the selection."""
        self.lists = message
        if self._away:
            self._away = False
            self._say("")
        self._label()
        lists = self.query_one("#tables", OptionList)
        chosen = lists.highlighted_option
        known = {card.id for card in message.mine}
        waiting = [card for card in message.waiting.waiting if card.id not in known]
        playing = [card for card in message.waiting.playing if card.id not in known]
        lists.clear_options()
        for key, cards in (("mine", message.mine), ("waits", waiting), ("playing", playing)):
            if cards:
                lists.add_option(Option(Text(say(f"tui.online.{key}", self.lang)), disabled=True))
            for card in cards:
                lists.add_option(Option(Text(safe(card_text(card, self.lang))), id=card.id))
        if not lists.option_count:
            lists.add_option(Option(Text(say("tui.online.none", self.lang)), disabled=True))
        elif chosen is not None and chosen.id in known | {c.id for c in (*waiting, *playing)}:
            lists.highlighted = lists.get_option_index(chosen.id or "")
        lists.focus()

    def on_lobby_request_failed(self, message: LobbyRequestFailed) -> None:
        """Show an error; one about the lists stays until they can be loaded again."""
        self._away = message.looking
        self._joining = self._joining and message.looking
        self._say(message.words)

    def _say(self, words: str) -> None:
        self.query_one("#trouble", Static).update(Text(safe(words)))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go to a table."""
        game = event.option_id
        if game is not None:
            self._join(lambda: self.server.table(game))

    def _join(self, work: Callable[[], client.Table]) -> None:
        """Join a table, unless one is being joined."""
        if not self._joining:
            self._joining = True
            self._ask(lambda: TableJoined(work()))

    def on_table_joined(self, message: TableJoined) -> None:
        """Show a table that has been joined."""
        self._joining = False
        self._say("")
        tui = self.tui
        tui.push_screen(RemoteScreen(message.table, self.lang, colour=tui.colour))

    def action_link(self) -> None:
        """Ask for a table's link, and go there."""

        def answered(link: str | None) -> None:
            if link is not None:
                self._join(lambda: self.server.invited(link))

        self.tui.push_screen(TextPrompt(say("tui.online.link", self.lang)), answered)

    def action_language(self) -> None:
        """Switch to the other language."""
        self.lang = self.tui.other_language()
        self._label()
        if self.lists is not None:
            self.on_lists_loaded(self.lists)


def card_text(card: ListedTable, lang: str) -> str:
    """Return a line about a table: what is played, and by whom."""
    people = [seat.name or "?" for seat in card.seats if seat.player == "person"]
    free = sum(seat.player == "open" for seat in card.seats)
    words = [_called("variant", card.variant, lang), _called("edition", card.edition, lang)]
    words.append(", ".join(people))
    if free:
        words.append(say("tui.online.seats", lang, n=free))
    mark = "▶ " if card.my_turn else "  "
    if card.my_turn:
        words.append(say("tui.online.turn", lang))
    elif card.stage == "over":
        words.append(say("tui.online.over", lang))
    return mark + " · ".join(words)


def _called(sort: str, name: str, lang: str) -> str:
    """Return what a variant or an edition is called; its name, if only a newer program has it."""
    key = f"{sort}.{name}"
    return say(key, lang) if has(key, lang) else name
