"""A server's tables in the terminal's list (djambi.tui.lobby_screen), without a server."""

from __future__ import annotations

from dataclasses import replace
from threading import Event
from types import SimpleNamespace
from typing import cast

import pytest

from djambi import Position, client
from djambi.client import TableSnapshot
from djambi.client.wire import (
    AccountInfo,
    ListedTable,
    LobbyLists,
    OwnAccount,
    SeatInfo,
    Sentence,
    TableFacts,
    TurnLine,
)
from djambi.errors import DjambiError

pytest.importorskip("textual", reason="the extra tui is not installed")

from tests.tui.sitting import Sitting, sit
from textual.widgets import Static

from djambi.tui.app import DjambiTui
from djambi.tui.lobby_screen import LobbyScreen, card_text
from djambi.tui.remote_screen import RemoteScreen

SEATS = (
    SeatInfo("r", "person", "Ada"),
    SeatInfo("y", "person"),
    SeatInfo("b", "open"),
    SeatInfo("g", "bot", level="club"),
)


@pytest.mark.parametrize(
    ("card", "text"),
    [
        (
            ListedTable("1", "square-4", "original", "waiting", SEATS),
            "  Classic, four players · Original (1975) · Ada, ? · one free seat",
        ),
        (
            ListedTable("2", "hex-3", "bga", "playing", SEATS[:2], my_turn=True),
            "▶ Hexagon, three players · Board Game Arena · Ada, ? · your turn",
        ),
        (
            ListedTable("3", "polygon-99", "of-the-future", "over", SEATS[:1]),
            "  polygon-99 · of-the-future · Ada · over",
        ),
    ],
)
def test_a_table_is_told_in_a_line(card: ListedTable, text: str) -> None:
    assert card_text(card, "en") == text


def table_of_mine() -> SimpleNamespace:
    """What stands for a server's table at which I am red, and nobody has played."""
    start = Position.start()
    seen = TableSnapshot(1, str(start), start, (), {}, "r", TableFacts("playing"), None)
    return SimpleNamespace(
        seen=seen, on_change=None, asides=[], is_connected=True, close=lambda: None
    )


class FakeServer:
    """A server with one table, which is joined, or refused, once `open` is set."""

    origin = "http://x"

    def __init__(self) -> None:
        self.open = Event()
        self.asked = 0
        self.refuses = False

    def me(self) -> OwnAccount:
        return OwnAccount(True, AccountInfo("1", "Ada"))

    def mine(self) -> tuple[ListedTable, ...]:
        return (ListedTable("1", "square-4", "original", "playing", SEATS),)

    def lobby(self) -> LobbyLists:
        return LobbyLists((), ())

    def table(self, game: str) -> client.Table:
        del game
        self.asked += 1
        assert self.open.wait(300)
        if self.refuses:
            raise DjambiError("refused")
        return cast("client.Table", table_of_mine())


@pytest.mark.parametrize("refuses", [True, False])
def test_a_table_is_joined_once_however_often_it_is_chosen(*, refuses: bool) -> None:
    server = FakeServer()
    server.refuses = refuses

    async def doing(at: Sitting) -> None:
        lobby = at.app.screen
        assert isinstance(lobby, LobbyScreen)
        await at.until(lambda: lobby.lists is not None)
        await at.press("down", "enter")
        await at.until(lambda: server.asked == 1)
        await at.press("enter", "enter")
        server.open.set()
        if refuses:
            await at.until(lambda: "refused" in str(lobby.query_one("#trouble", Static).visual))
            assert server.asked == 1
            server.refuses = False
            await at.press("enter")
        await at.until(lambda: isinstance(at.app.screen, RemoteScreen))
        await at.pilot.pause(0.2)
        assert server.asked == 1 + refuses
        assert sum(isinstance(each, RemoteScreen) for each in at.app.screen_stack) == 1

    sit(DjambiTui("en", None, server=cast("client.Server", server)), doing)


def test_what_happens_before_a_table_is_shown_is_seen() -> None:
    table = table_of_mine()

    async def doing(at: Sitting) -> None:
        screen = RemoteScreen(cast("client.Table", table), "en", colour=True)
        turn = TurnLine(2, "turn", 1, "r", "c3-e3", "", Sentence("", ""))
        table.seen = replace(table.seen, number=2, lines=(turn,))
        at.app.push_screen(screen)
        await at.until(lambda: screen.online.position == Position.start().play("c3-e3"))

    sit(DjambiTui("en"), doing)
