"""A server that answers with JSON nested without end gets an error of ours, and no traceback."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import msgspec
import pytest

from djambi.client import OnlineError, Server, wire

DEEP = b"[" * 100_000


class Nested(BaseHTTPRequestHandler):
    """Answers everything with brackets: addresses that end so with an error."""

    def do_GET(self) -> None:
        self.send_response(500 if self.path.endswith("mine") else 200)
        self.send_header("content-length", str(len(DEEP)))
        self.end_headers()
        self.wfile.write(DEEP)

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


def test_messages_of_a_socket() -> None:
    with pytest.raises(msgspec.DecodeError):
        wire.read('{"type": "pong", "x": ' + "[" * 100_000)
