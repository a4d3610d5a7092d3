"""Tables of a server in the terminal: found, joined, played, talked and voted at."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import cast

import pytest
from tests.online.people import OnlineServed, serving_online
from tests.server.people import wait_until

from djambi.cli.tui import server_at
from djambi.client import Server
from djambi.client.wire import OpenedTable
from djambi.position.position import Position

pytest.importorskip("textual", reason="the extra tui is not installed")

from tests.tui.sitting import Sitting
from tests.waiting import WAIT_TIMEOUT_S
from textual.widgets import Input, OptionList

from djambi.tui.app import DjambiTui
from djambi.tui.lobby_screen import LobbyScreen
from djambi.tui.remote_screen import RemoteScreen


@pytest.fixture
def me(shared_online: OnlineServed) -> Iterator[Server]:
    """Who sits at the terminal."""
    with Server(shared_online.url) as server:
        server.guest("Terminal")
        yield server


@pytest.fixture
def other(shared_online: OnlineServed) -> Iterator[Server]:
    """Somebody elsewhere."""
    with Server(shared_online.url) as server:
        server.guest("Elsewhere")
        yield server


class Terminal(Sitting):
    """A terminal at which tables of a server are joined."""

    @property
    def remote(self) -> RemoteScreen:
        screen = cast("object", self.app.screen)
        assert isinstance(screen, RemoteScreen), screen
        return screen

    def listed(self) -> str:
        """The list of tables as it is seen."""
        lists = self.app.screen.query_one(OptionList)
        return "\n".join(str(option.prompt) for option in lists.options)

    async def go_to(self, made: OpenedTable) -> None:
        """Choose a table of the list."""
        await self.until(
            lambda: isinstance(self.app.screen, LobbyScreen) and "square" in self.ids(made)
        )
        lists = self.app.screen.query_one(OptionList)
        lists.highlighted = lists.get_option_index(made.id)
        await self.press("enter")
        await self.until(lambda: isinstance(self.app.screen, RemoteScreen))

    def ids(self, made: OpenedTable) -> str:
        """Something with "square" in it, once the table is listed."""
        lists = self.app.screen.query_one(OptionList)
        return "square" if made.id in [option.id for option in lists.options] else ""


def sit(server: Server, doing: Callable[[Terminal], Awaitable[None]], lang: str = "en") -> None:
    """Sit down at a terminal, and do something there."""

    async def run() -> None:
        app = DjambiTui(lang, server=server)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            await doing(Terminal(app, pilot))

    asyncio.run(run())


def test_a_table_is_found_joined_and_played(me: Server, other: Server) -> None:
    made = other.make("square-2", terms={"listed": True})
    with other.table(made.id) as table:

        async def doing(at: Terminal) -> None:
            await at.go_to(made)
            assert "waits for players" in at.panel()
            await at.press("b")
            assert at.app.screen.query_one(Input).value == "y"
            await at.press("enter")
            await at.until(lambda: "Red to play" in at.panel())
            assert "Elsewhere" in at.panel() and "(you)" in at.panel()
            await asyncio.to_thread(table.play, "c3-e3")
            await at.until(lambda: at.remote.online.seen.my_turn)
            here = Position.start("square-2").play("c3-e3")
            assert at.table.position == here
            await at.walk("g7")
            await at.press("enter")
            await at.walk("e7")
            await at.press("enter")
            await at.until(lambda: len(at.table.game.history) == 2)
            wait_until(lambda: table.seen.position == here.play("g7-e7"))

        sit(me, doing)


def playing(me: Server, other: Server) -> OpenedTable:
    """A table under way: the other is red, who sits at the terminal yellow."""
    made = other.make("square-2", terms={"listed": True})
    with me.table(made.id) as table:
        table.sit("y")
        while table.seen.facts is None or table.seen.facts.stage != "playing":
            table.wait(table.seen, WAIT_TIMEOUT_S)
    return made


def test_one_looks_back_while_the_others_play_on(me: Server, other: Server) -> None:
    made = playing(me, other)
    with other.table(made.id) as table:
        table.play("c3-e3")

        async def doing(at: Terminal) -> None:
            await at.go_to(made)
            await at.press("pageup")
            assert at.table.position == Position.start("square-2")
            assert at.table.choices() == ()
            await at.press("enter")
            assert at.remote.trouble
            await at.press("p")
            await at.until(lambda: len(at.table.choices()) > 0)

        sit(me, doing)


def test_talk_votes_and_turns_taken_back(me: Server, other: Server) -> None:
    made = playing(me, other)
    with other.table(made.id) as table:
        seen = table.seen
        table.play("c3-e3")
        seen = table.wait(seen, WAIT_TIMEOUT_S)

        async def doing(at: Terminal) -> None:
            await at.go_to(made)
            await at.answer("t", "Peace?")
            # Guests of one name at one server are numbered.
            await at.until(lambda: re.search(r"Terminal( \d+)?: Peace\?", at.panel()) is not None)
            table.ask("call", after=table.seen.number, vote="undo")
            await at.until(lambda: "take back" in at.panel())
            await at.press("v", "y")
            await at.until(lambda: not at.table.game.history)
            assert at.table.position == Position.start("square-2")
            await at.press("d", "y")
            await at.until(lambda: at.remote.online.seen.facts is not None
                           and at.remote.online.seen.facts.vote is not None)  # fmt: skip
            facts = table.seen.facts
            assert facts is not None and facts.vote is not None
            table.ask("ballot", vote=facts.vote.number, agree=True)
            await at.until(lambda: at.table.position.is_over)
            assert "1." in at.panel()
            await at.press("n")
            await at.until(lambda: isinstance(at.app.screen, LobbyScreen) and "over" in at.listed())

        sit(me, doing)


def test_a_table_is_joined_by_its_link_and_left_by_resigning(me: Server, other: Server) -> None:
    made = other.make("square-2", terms={"watch": "nobody"})
    with other.table(made.id) as table:

        async def doing(at: Terminal) -> None:
            await at.until(lambda: isinstance(at.app.screen, LobbyScreen))
            await at.answer("o", f"{me.origin}/i/{made.invite}")
            await at.until(lambda: isinstance(at.app.screen, RemoteScreen))
            await at.answer("b", "y")
            await at.until(lambda: "Rouge" in at.panel())
            await at.press("x", "o")
            await at.until(lambda: at.table.position.is_over)

        sit(me, doing, "fr")
        wait_until(lambda: table.seen.is_over)


def test_a_lost_server_is_said(tmp_path: Path) -> None:
    with ExitStack() as served:
        url = served.enter_context(serving_online(tmp_path)).url
        with Server(url) as mine, Server(url) as others:
            mine.guest("Terminal")
            others.guest("Elsewhere")
            made = playing(mine, others)

            async def doing(at: Terminal) -> None:
                await at.go_to(made)
                await at.until(lambda: "Red to play" in at.panel())
                await asyncio.to_thread(served.close)
                await at.until(lambda: "Connection lost." in at.panel())

            sit(mine, doing)


def test_an_unknown_game_is_said(me: Server) -> None:
    async def doing(at: Terminal) -> None:
        await at.answer("o", "nothing at all")
        await at.until(lambda: "no such game" in trouble(at))

    def trouble(at: Terminal) -> str:
        from textual.widgets import Static

        return str(at.app.screen.query_one("#trouble", Static).visual)

    sit(me, doing)


def test_a_guest_is_the_same_the_next_time(
    shared_online: OnlineServed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DJAMBI_DATA", str(tmp_path))
    with server_at(shared_online.url, None, "Otto", "en") as first:
        known = first.me().account
    with server_at(shared_online.url, None, None, "en") as again:
        assert again.me().account == known
    file = tmp_path / "servers.json"
    assert file.stat().st_mode & 0o77 == 0
    file.write_text("damaged")
    with server_at(shared_online.url, None, "Anna", "en") as other:
        assert other.me().account != known
