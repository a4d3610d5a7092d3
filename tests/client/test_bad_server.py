"""A server that sends what none may gets an error of ours: no traceback, no waiting for ever."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import msgspec
import pytest
from tests.waiting import WAIT_TIMEOUT_S
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

from djambi import Position
from djambi.client import Lost, OnlineError, Server, table, wire

DEEP = b"[" * 100_000


class Nested(BaseHTTPRequestHandler):
    """Answers invitations without their table, all else with brackets, some of it as an error.

    Who asks for an account is sent elsewhere.
    """

    def do_GET(self) -> None:
        body = b"{}" if "/invite/" in self.path else DEEP
        if self.path.endswith("/me"):
            body = b""
            self.send_response(301)
            self.send_header("location", "https://djambi.example/api/me")
        else:
            self.send_response(500 if self.path.endswith("mine") else 200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its parent's name
        pass


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with HTTPServer(("127.0.0.1", 0), Nested) as http:
        thread = threading.Thread(target=http.serve_forever, daemon=True)
        thread.start()
        with Server(f"http://127.0.0.1:{http.server_port}") as found:
            yield found
        http.shutdown()
        thread.join()


def test_answers_and_errors_over_http(server: Server) -> None:
    with pytest.raises(OnlineError, match="the answer is not JSON"):
        server.call("GET", "/api/lobby")
    with pytest.raises(OnlineError, match="answered 500"):
        server.call("GET", "/api/mine")


def test_who_is_sent_elsewhere_is_told_where(server: Server) -> None:
    with pytest.raises(OnlineError, match="answered 301, see https://djambi.example/api/me"):
        server.me()


def test_a_value_of_another_type_is_named(server: Server) -> None:
    wrong: Any = 5
    with pytest.raises(TypeError, match="url must be a server's address, not int"):
        Server(wrong)
    with pytest.raises(TypeError, match="link must be str, not int"):
        server.invited(wrong)
    with pytest.raises(TypeError, match="game must be a game's id, not int"):
        server.table(wrong)


def test_an_invitation_to_no_table(server: Server) -> None:
    with pytest.raises(OnlineError, match="not understood"):
        server.invited("https://example.org/i/key")


@pytest.mark.parametrize(
    ("url", "secure"), [("https://a.example", True), ("http://a.example", False)]
)
def test_a_socket_trusts_whom_http_trusts(
    monkeypatch: pytest.MonkeyPatch, url: str, secure: bool
) -> None:
    """A Python from python.org for macOS knows no authorities by itself."""
    used: list[ssl.SSLContext | None] = []

    def connect(_url: str, **how: Any) -> None:
        used.append(how["ssl"])
        raise OSError("nobody there")

    def know_nobody(*_: object) -> None:
        pass

    monkeypatch.setattr(ssl.SSLContext, "load_default_certs", know_nobody)
    monkeypatch.setattr("djambi.client.table.connect", connect)
    with Server(url) as server, pytest.raises(Lost, match="nobody there"):
        server.table("game")
    (context,) = used
    assert (context is not None) == secure
    assert context is None or context.cert_store_stats()["x509_ca"]


def test_messages_of_a_socket() -> None:
    with pytest.raises(msgspec.DecodeError):
        wire.read('{"type": "pong", "x": ' + "[" * 100_000)


STATE: dict[str, object] = {
    "type": "state",
    "number": 1,
    "game": {"id": "x", "variant": "square-4", "start": str(Position.start())},
    "seats": [],
    "lines": [],
    "view": {"position": str(Position.start())},
    "you": {"parties": "r"},
}


@contextmanager
def serving(
    handler: Callable[[ServerConnection], None], refused: HTTPStatus | None = None
) -> Generator[Server]:
    """A server that handles sockets so, or refuses them all with this status."""

    def answer(socket: ServerConnection, request: Request) -> Response | None:
        return None if refused is None else socket.respond(refused, "")

    with serve(handler, "127.0.0.1", 0, process_request=answer) as fake:
        thread = threading.Thread(target=fake.serve_forever, daemon=True)
        thread.start()
        port = fake.socket.getsockname()[1]
        with Server(f"http://127.0.0.1:{port}") as server:
            yield server
        fake.shutdown()
        thread.join()


def send(socket: ServerConnection, message: dict[str, object]) -> None:
    socket.send(msgspec.json.encode(message).decode())


@contextmanager
def followed(*frames: str) -> Generator[tuple[table.Table, Callable[[], None]]]:
    """A table of a server that sends a state, and these frames once the second is called."""
    go = threading.Event()

    def sending(socket: ServerConnection) -> None:
        send(socket, STATE)
        if go.wait(WAIT_TIMEOUT_S):
            try:
                for frame in frames:
                    socket.send(frame)
                socket.recv(WAIT_TIMEOUT_S)
            except (ConnectionClosed, TimeoutError):
                pass

    with serving(sending) as server, server.table("x") as found:
        yield found, go.set


def end_of(found: table.Table) -> OnlineError:
    """The error with which a table ends."""
    try:
        for _ in range(3):
            found.wait(found.seen, WAIT_TIMEOUT_S)
    except OnlineError as error:
        return error
    raise AssertionError("it still waits for the server")


@pytest.mark.parametrize(
    "frame",
    [
        '{"type": "asides", "since": 0, "entries": 5}',
        '{"type": "asides", "since": 0, "entries": ["no object"]}',
        '{"type": "asides", "entries": []}',
        '{"type": "update"}',
        "[]",
    ],
)
def test_a_malformed_message_ends_the_table(frame: str) -> None:
    with followed(frame) as (found, send):
        send()
        assert "is not understood" in str(end_of(found))
        with pytest.raises(OnlineError):
            found.play("c3-e3")


def test_the_next_state_is_waited_for_in_short_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows Ctrl-C ends no wait: it takes effect after one."""
    pieces: list[float | None] = []

    def in_vain(timeout: float | None = None) -> bool:
        pieces.append(timeout)
        if len(pieces) == 3:
            raise KeyboardInterrupt
        return False

    with followed() as (found, _):
        monkeypatch.setattr(found._changed, "wait", in_vain)
        with pytest.raises(KeyboardInterrupt):
            found.wait(found.seen)
    assert all(each is not None and 0 < each < 1 for each in pieces)


def test_what_is_known_of_the_talk_is_told_again_once() -> None:
    """Whoever asks for what came since is answered so, beside what was heard meanwhile."""

    def asides(since: int, *texts: str) -> str:
        entries = [{"text": text} for text in texts]
        return msgspec.json.encode({"type": "asides", "since": since, "entries": entries}).decode()

    with followed(asides(0, "a", "b"), asides(1, "b", "c"), '{"type": "pong", "id": 1}') as (
        found,
        send,
    ):
        send()
        found.wait(found.seen, 0.0)
        while len(found.asides) < 3:
            found.wait(found.seen, 0.01)
        assert [aside["text"] for aside in found.asides] == ["a", "b", "c"]


def test_a_turn_that_was_played_is_seen() -> None:
    """The server says first that it is stored, and then to everybody what has become of it."""
    after = Position.start().play("c3-e3")
    update: dict[str, object] = {
        "type": "update",
        "since": 1,
        "number": 2,
        "kept": 0,
        "lines": [],
        "view": {"position": str(after)},
        "seats": [],
        "you": {"parties": "r"},
    }
    told = threading.Event()

    def answering(socket: ServerConnection) -> None:
        socket.send(msgspec.json.encode(STATE).decode())
        asked = msgspec.json.decode(socket.recv(WAIT_TIMEOUT_S))
        socket.send(msgspec.json.encode({"type": "done", "id": asked["id"], "number": 2}).decode())
        told.wait(WAIT_TIMEOUT_S)
        socket.send(msgspec.json.encode(update).decode())
        with suppress(ConnectionClosed, TimeoutError):
            socket.recv(WAIT_TIMEOUT_S)

    with serving(answering) as server, server.table("x") as found:
        threading.Timer(0.2, told.set).start()
        found.play("c3-e3")
        assert found.seen.position == after


def test_a_fault_in_the_listening_thread_ends_the_table() -> None:
    def fail() -> None:
        raise LookupError("in the caller's function")

    with followed('{"type": "asides", "since": 0, "entries": []}') as (found, send):
        found.on_change = fail
        send()
        error = end_of(found)
        assert "LookupError: in the caller's function" in str(error)
        assert isinstance(error.__cause__, LookupError)
        assert not found.is_connected


def test_a_message_without_end_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MAX_MESSAGE_BYTES", 10_000)
    with followed('{"type": "pong", "x": "' + "x" * 10_000 + '"}') as (found, send):
        send()
        assert "1009" in str(end_of(found))


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_table_that_is_refused_for_good_is_not_tried_again(status: int) -> None:
    with serving(lambda socket: None, HTTPStatus(status)) as server:
        with pytest.raises(OnlineError, match=f"HTTP {status}") as refused:
            server.table("x")
        assert not isinstance(refused.value, Lost)


def test_after_a_gap_the_whole_state_is_asked_for() -> None:
    asked: list[object] = []

    def sending(socket: ServerConnection) -> None:
        send(socket, STATE)
        update = {**STATE, "type": "update", "since": 3, "number": 4, "kept": 0}
        send(socket, update)
        asked.append(msgspec.json.decode(socket.recv(WAIT_TIMEOUT_S)))
        send(socket, {**STATE, "number": 4})
        with suppress(ConnectionClosed, TimeoutError):
            socket.recv(WAIT_TIMEOUT_S)

    with serving(sending) as server, server.table("x") as found:
        while found.seen.number < 4:
            found.wait(found.seen, WAIT_TIMEOUT_S)
    assert asked == [{"type": "resume", "id": 0, "after": 1}]
