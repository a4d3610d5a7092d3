"""The program as people start it: one line, one server, killed and started again."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from tests.server.people import HOT_SEAT, Json, Served, play_first_legal
from tests.waiting import WAIT_TIMEOUT_S

from djambi.errors import DjambiError
from djambi.server.apps.http_server import HttpServer, listen
from djambi.server.apps.instance import Instance, RunningInstance, is_alive, read_card
from djambi.server.apps.run_local import can_show_pages, play
from djambi.server.background import RETRIED
from djambi.server.security.local_guard import LocalAccess


class Program:
    """A `djambi` in a process of its own: this one, or that of a command."""

    def __init__(
        self, folder: Path, browser: bool = False, command: str = "", **environment: str
    ) -> None:
        options = [] if browser else ["--no-browser"]
        hidden = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
        kept = {k: v for k, v in os.environ.items() if k not in hidden}
        self.process = subprocess.Popen(
            [*([command] if command else [sys.executable, "-m", "djambi"]), *options],
            env={**kept, "DJAMBI_DATA": str(folder), "DJAMBI_BOT_DELAY": "0.01", **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        assert self.process.stdout is not None and self.process.stderr is not None
        self._out, self._err = self.process.stdout, self.process.stderr
        self._ended: tuple[int, str, str] | None = None
        self._guard = threading.Timer(3 * WAIT_TIMEOUT_S, self.process.kill)
        self._guard.start()

    def port(self) -> int:
        """The port in the first line, once it is printed."""
        line = self._out.readline()
        found = re.fullmatch(r"Djambi: http://127\.0\.0\.1:(\d+)/\n", line)
        if found is None:
            self.process.kill()
            raise AssertionError(f"{line}{self.wait()}")
        return int(found[1])

    def end(self, how: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
        """Send a signal; returns exit status and what was printed since."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.wait()

    def wait(self) -> tuple[int, str, str]:
        """Wait for the end; returns exit status and what was printed since the first line."""
        if self._ended is None:
            with self._out, self._err:
                out, err = self._out.read(), self._err.read()
            self._ended = self.process.wait(2 * WAIT_TIMEOUT_S), out, err
            self._guard.cancel()
        return self._ended


@contextlib.contextmanager
def running(folder: Path, command: str = "") -> Generator[tuple[Program, Served]]:
    program = Program(folder, command=command)
    try:
        yield program, Served(LocalAccess(program.port()), folder / "djambi.sqlite3")
    finally:
        program.process.kill()
        program.wait()


def test_it_says_where_it_is_and_ends_cleanly_on_ctrl_c(tmp_path: Path) -> None:
    with running(tmp_path) as (program, served):
        assert is_alive(read_card(tmp_path / "server.json") or RunningInstance(1, "", ""))
        game = served.new_game(**HOT_SEAT)
        with served.sit(game) as person:
            person.hear()
            status, out, err = program.end()
    assert (status, out, err) == (0, "", "")
    assert not (tmp_path / "server.json").exists()


def test_without_a_display_it_says_so_and_goes_on(tmp_path: Path) -> None:
    program = Program(tmp_path, browser=True)
    program.port()
    status, out, _ = program.end()
    assert status == 0 and "no display" in out


def test_a_second_start_finds_the_first(tmp_path: Path) -> None:
    with running(tmp_path) as (_, served):
        second = Program(tmp_path)
        assert second.port() == served.access.port
        status, out, _ = second.wait()
        assert status == 0 and "already running" in out
        assert served.new_game()


def test_two_folders_are_two_servers_on_two_ports(tmp_path: Path) -> None:
    with running(tmp_path / "a") as (_, one), running(tmp_path / "b") as (_, two):
        assert one.access.port != two.access.port
        one.new_game()
        with two.http() as http:
            assert http.get("/api/games").json()["games"] == []


def test_nothing_acknowledged_is_lost_by_sigkill(tmp_path: Path) -> None:
    """Killed in mid-game, again and again, bots about to play; every turn told of is there."""
    me = [{"party": party, "player": "me"} for party in "rb"]
    bots = [{"party": party, "player": "bot", "level": "random"} for party in "yg"]
    game, last = "", 0
    lines: list[Json] = []
    for times in range(1, 4):
        with running(tmp_path) as (program, served):
            game = game or served.new_game(variant="square-4", seats=me + bots)
            with served.sit(game) as person:
                state = person.hear()
                assert state["number"] >= last
                assert state["lines"][: len(lines)] == lines
                for _ in range(4):
                    while person.heard[-1]["view"]["mover"] in ("y", "g"):
                        person.until("update")
                    play_first_legal(person)
                whole = person.ask("resume", after=0)
                last, lines = whole["number"], whole["lines"]
                program.process.kill()
                program.process.wait(WAIT_TIMEOUT_S)
        assert len(lines) >= 4 * times


def test_a_card_left_by_a_killed_server_bars_nobody(tmp_path: Path) -> None:
    first, late = Instance(tmp_path), Instance(tmp_path)
    first.announce(RunningInstance(1, "dead", ""))
    assert first.first and not late.first
    late.close()
    first._file.close()  # as the system does when the process is killed
    second = Instance(tmp_path)
    assert second.first
    assert not is_alive(read_card(tmp_path / "server.json") or RunningInstance(2, "", ""))
    second.close()


def test_a_server_that_does_not_answer_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    first, second = Instance(tmp_path), Instance(tmp_path)
    assert second.find(patience=0.0) is None
    second.close()
    first.close()


@pytest.mark.parametrize(
    "card",
    ["", "{}", "[]", '{"port": "x"}', '{"port": 0, "name": "", "join_url": ""}', "[" * 100_000],
)
def test_a_damaged_card_is_no_card(tmp_path: Path, card: str) -> None:
    (tmp_path / "server.json").write_text(card)
    assert read_card(tmp_path / "server.json") is None


def test_a_taken_port_is_passed_over_or_refused() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(DjambiError, match=str(port)):
            listen("127.0.0.1", port)


def test_a_port_of_this_computer_is_taken_for_the_network_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As Windows and macOS see it, both are free: who plays here would be answered by another."""

    class LaxSocket(socket.socket):
        def bind(self, address: Any, /) -> None:
            super().bind(("127.0.0.1", 0) if address[0] == "0.0.0.0" else address)

    with listen("127.0.0.1", 0) as taken:
        monkeypatch.setattr(socket, "socket", LaxSocket)
        port = taken.getsockname()[1]
        with pytest.raises(DjambiError, match=str(port)):
            listen("0.0.0.0", port)


def test_what_windows_says_of_a_client_that_broke_off_is_no_news(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Transport:
        def _call_connection_lost(self) -> None:
            raise ConnectionResetError(10054, "forcibly closed by the remote host")

    def fail() -> None:
        raise ConnectionResetError("of the program's own")

    async def work() -> None:
        loop = asyncio.get_running_loop()
        loop.call_soon(Transport()._call_connection_lost)
        context: dict[str, Any] = {
            "message": "Task exception was never retrieved: IocpProactor.accept.<locals>",
            "exception": OSError("the specified network name is no longer available"),
        }
        loop.call_exception_handler(context)
        loop.call_soon(fail)
        await asyncio.sleep(0)

    HttpServer(uvicorn.Config("no:app", log_config=None), lambda: None)
    asyncio.run(work())
    (told,) = [each for each in caplog.records if each.name == "asyncio" and each.exc_info]
    assert "fail()" in told.getMessage()


def test_a_damaged_database_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "djambi.sqlite3").write_bytes(b"not a database" * 100)
    program = Program(tmp_path)
    status, out, err = program.wait()
    assert (status, out) == (2, "")
    assert err.startswith("djambi: ") and "Traceback" not in err


def test_a_display_is_what_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert not can_show_pages()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert can_show_pages()


def test_a_failure_that_is_tried_again_and_again_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The clocks of a damaged game are looked at every half second, before the person's eyes."""

    def run(self: HttpServer, sockets: object) -> None:
        for _ in range(3):
            try:
                raise ZeroDivisionError
            except ZeroDivisionError:
                logging.getLogger("djambi.server").exception("damaged", extra=RETRIED)

    monkeypatch.setattr(HttpServer, "run", run)
    loggers = [logging.getLogger(name) for name in ("", "djambi", "uvicorn.access")]
    before = [(each, each.handlers, each.level, each.disabled) for each in loggers]
    try:
        assert play(open_browser=False, folder=tmp_path) == 1
    finally:
        for each, handlers, level, disabled in before:
            each.handlers, each.disabled = handlers, disabled
            each.setLevel(level)
    assert capsys.readouterr().err.count("damaged") == 1
