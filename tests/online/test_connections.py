"""Connections that only wait are ended, and no address has more of them than its part."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import h11
import httpx
import pytest
from tests.online.people import OnlineServed, serving_online
from tests.online.test_attacks import visitor
from tests.server.people import wait_until
from tests.waiting import WAIT_TIMEOUT_S, free_port

from djambi.server.security import connections as bounds
from djambi.server.security.connections import Connections, most_connections


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OnlineServed]:
    """A server that waits two seconds for a request: a test needs less, on a busy machine too."""
    monkeypatch.setattr(bounds, "CHECK_INTERVAL_S", 0.05)
    for name in ("HEAD_TIMEOUT_S", "BODY_TIMEOUT_S", "WRITE_TIMEOUT_S"):
        monkeypatch.setattr(bounds, name, 2.0)
    with serving_online(tmp_path) as served:
        yield served


@contextlib.contextmanager
def dialled(port: int, sent: bytes = b"") -> Generator[socket.socket]:
    """A connection on which so much has been sent."""
    with socket.create_connection(("127.0.0.1", port), WAIT_TIMEOUT_S) as made:
        made.sendall(sent)
        yield made


def is_ended(connection: socket.socket) -> bool:
    """Wait until the other side has ended a connection; False if it says something instead."""
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: 127",
        (
            b"POST /api/study/open HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            b"Origin: http://127.0.0.1:{port}\r\nX-Djambi: 1\r\n"
            b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
        ),
    ],
)
def test_half_a_request_is_not_waited_for(server: OnlineServed, sent: bytes) -> None:
    with dialled(server.port, sent.replace(b"{port}", b"%d" % server.port)) as half:
        assert is_ended(half)
    assert server.connections.ended == 1
    assert server.browser().get("/health/live").status_code == 200


def test_a_byte_now_and_then_is_no_request(server: OnlineServed) -> None:
    with dialled(server.port, b"GET / HTTP/1.1\r\n") as slow, contextlib.suppress(OSError):
        end = time.monotonic() + WAIT_TIMEOUT_S
        while server.connections.ended == 0:
            assert time.monotonic() < end, "it is still waited for"
            slow.sendall(b"X-More: 1\r\n")
            time.sleep(0.05)
    assert server.connections.ended == 1


def test_an_answer_that_nobody_takes_is_given_up(server: OnlineServed) -> None:
    """Many large answers are asked for at once, and none is read."""
    request = f"GET /api/puzzles HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
    with dialled(server.port, request * 400):
        wait_until(lambda: server.connections.ended > 0)


def test_streams_and_sockets_last(server: OnlineServed) -> None:
    """Nothing is said on them for longer than a request may take."""
    ada = server.guest()
    game = ada.http.post("/api/tables", json={"variant": "square-2"}).json()["id"]
    with ada.sit(game) as person, ada.http.stream("GET", f"/api/games/{game}/stream") as lines:
        told = lines.iter_lines()
        assert next(told)
        # Half a request is given up meanwhile.
        with dialled(server.port) as half:
            assert is_ended(half)
        assert person.ask("ping")["type"] == "pong"
        with ada.sit(game):
            assert next(told)


@dataclass
class Fake:
    """A connection as the watch sees it."""

    their_state: object = h11.IDLE
    cycle: object = None
    waiting: int = 0

    @property
    def conn(self) -> Fake:
        return self

    @property
    def transport(self) -> Fake:
        return self

    def get_write_buffer_size(self) -> int:
        return self.waiting


@pytest.mark.parametrize("has_asked", [h11.DONE, h11.MUST_CLOSE])
def test_what_goes_on_is_never_late(has_asked: object) -> None:
    """Requests one after the other, a slow long answer, and a stream that says nothing."""
    fake = Fake()
    stage = bounds._Stage(fake)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    for at in range(0, 1_000, 9):
        fake.cycle = object()
        assert not stage.is_late(at)
    fake.their_state = has_asked
    for at in range(1_000, 2_000, 9):
        fake.waiting = 3_000 - at
        assert not stage.is_late(at)
    fake.waiting = 0
    assert not any(stage.is_late(at) for at in range(2_000, 3_000, 9))
    fake.waiting = 5_000
    assert [stage.is_late(at) for at in (3_000, 3_059, 3_062)] == [False, False, True]


def test_an_address_has_its_part_and_no_more(server: OnlineServed) -> None:
    server.connections.each = 20
    with contextlib.ExitStack() as stack:
        opened = [stack.enter_context(dialled(server.port)) for _ in range(30)]
        wait_until(lambda: server.connections.refused >= 10)
        assert visitor(server, "127.0.0.2").get("/health/live").status_code == 200
        assert all(is_ended(each) for each in opened)
    # Those that ended count no more.
    assert visitor(server).get("/health/live").status_code == 200
    assert server.connections.refused == 10


def test_sockets_are_counted_and_given_back(server: OnlineServed) -> None:
    server.connections.each = 5
    game = server.guest().http.post("/api/tables", json={"variant": "square-2"}).json()["id"]
    for client in server.clients:
        client.close()
    for _ in range(4):
        with contextlib.ExitStack() as stack:
            for _ in range(3):
                stack.enter_context(server.sit(game))
        time.sleep(bounds.CHECK_INTERVAL_S * 2)
        wait_until(lambda: not server.connections.open)
    assert server.connections.refused == 0


def test_proxies_are_not_counted(tmp_path: Path) -> None:
    with serving_online(tmp_path, proxies=["127.0.0.1"]) as served, contextlib.ExitStack() as stack:
        served.connections.each = 5
        for _ in range(30):
            stack.enter_context(dialled(served.port))
        assert served.browser().get("/health/live").status_code == 200
        assert served.connections.refused == 0


def test_as_many_connections_as_files_allow() -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        most = most_connections()
        now = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        assert now >= min(soft, bounds.WANTED_FILES)
        assert most == now - bounds.RESERVED_FILES or most == now // 2
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize(("files", "given"), [(256, 10_240), (20_000, 20_000)])
def test_macos_gives_what_it_has_to_who_asks_for_no_more(
    monkeypatch: pytest.MonkeyPatch, files: int, given: int
) -> None:
    """Its hard limit is infinite, and what is asked for beyond OPEN_MAX may be refused."""
    import resource

    unlimited = resource.RLIM_INFINITY
    limits = [files]

    def refuse_many(_: int, asked: tuple[int, int]) -> None:
        if asked[0] > 24_576:
            raise ValueError("current limit exceeds maximum limit")
        limits.append(asked[0])

    def now(_: int) -> tuple[int, int]:
        return limits[-1], unlimited

    monkeypatch.setattr(resource, "getrlimit", now)
    monkeypatch.setattr(resource, "setrlimit", refuse_many)
    assert most_connections() == given - bounds.RESERVED_FILES


def test_more_connections_than_files_neither_stop_the_server_nor_fill_the_log(
    tmp_path: Path,
) -> None:
    """The attack on a real server with few file descriptors: it goes on serving others."""
    port = free_port()
    command = f"ulimit -n 256 && exec {shlex.quote(sys.executable)} -m djambi serve --port {port}"
    environment = {**os.environ, "DJAMBI_DATA": str(tmp_path)}
    log = tmp_path / "log"
    with log.open("w") as out, contextlib.ExitStack() as stack:
        process = subprocess.Popen(["sh", "-c", command], env=environment, stdout=out, stderr=out)
        stack.callback(process.wait, WAIT_TIMEOUT_S)
        stack.callback(process.send_signal, signal.SIGTERM)
        wait_until_it_answers(port)
        for _ in range(400):
            with contextlib.suppress(OSError):
                stack.enter_context(dialled(port, b"GET / HTTP/1.1\r\nHo"))
        other = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=other, timeout=WAIT_TIMEOUT_S) as client:
            # Until the crowd has been turned away, somebody else may be turned away with it.
            wait_until_it_answers(port, client.get)
            for _ in range(20):
                assert client.get(f"http://127.0.0.1:{port}/health/ready").status_code == 200
    lines = log.read_text().splitlines()
    assert len(lines) < 20, lines[:20]
    assert any(re.search("connections were refused", line) for line in lines)


def wait_until_it_answers(port: int, get: Callable[[str], httpx.Response] = httpx.get) -> None:
    end = time.monotonic() + 3 * WAIT_TIMEOUT_S
    while True:
        with contextlib.suppress(httpx.HTTPError):
            if get(f"http://127.0.0.1:{port}/health/ready").status_code == 200:
                return
        assert time.monotonic() < end, "the server does not answer"
        time.sleep(0.1)


def test_what_cannot_be_accepted_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    """asyncio complains for each of the backlog's places, many times a second."""

    async def work() -> Connections:
        loop = asyncio.get_running_loop()
        connections = Connections(10, 5)
        loop.set_exception_handler(connections.failed)
        for _ in range(1_000):
            loop.call_exception_handler(
                {"message": "socket.accept() out of system resource", "exception": OSError(24)}
            )
        return connections

    with caplog.at_level("WARNING"):
        connections = asyncio.run(work())
    assert [record.name for record in caplog.records] == ["djambi.server"]
    assert connections.refused == 1_000


def test_a_reason_to_refuse_is_told_although_another_was_just_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A limit and a lack of files are two things to mend."""

    class Crowding:
        """As much of a connection as is looked at before it is let in."""

        client = ("127.0.0.1", 1)
        server_state = SimpleNamespace(connections=[1, 2])

        def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
            self.loop = loop

    async def work() -> None:
        loop = asyncio.get_running_loop()
        connections = Connections(1, 5)
        for _ in range(3):
            connections.failed(loop, {"message": "socket.accept() out of system resource"})
            assert not connections.came(cast(Any, Crowding(loop)))

    with caplog.at_level("WARNING"):
        asyncio.run(work())
    told = [record.getMessage() for record in caplog.records]
    assert [line.partition(":")[0] for line in told] == [
        "connections could not be accepted",
        "connections were refused",
    ]
