"""What a server writes about itself: lines for people or for programs, and no secrets in them."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import httpx
from tests.online.services import wait_for_port
from tests.waiting import free_port


@contextlib.contextmanager
def writing_log(folder: Path, port: int) -> Generator[list[str]]:
    """Start a server, and end it; what it has written is in the list after that, as JSON."""
    log: list[str] = []
    server = subprocess.Popen(
        [sys.executable, "-m", "djambi", "serve", "--port", str(port)],
        env=_environment(folder), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        wait_for_port(port, server)
        yield log
    finally:
        server.terminate()
        log += server.communicate(timeout=120)[1].decode().splitlines()


def _environment(folder: Path, **more: str) -> dict[str, str]:
    others = {k: v for k, v in os.environ.items() if not k.startswith("DJAMBI_")}
    return {"DJAMBI_DATA": str(folder), "DJAMBI_LOG": "json", **more, **others}


def _log_of(folder: Path) -> list[str]:
    """Ask a server some things that have secrets in them; its log."""
    port = free_port()
    unreachable = _environment(
        folder,
        DJAMBI_REDIS=f"redis://:very-secret@127.0.0.1:{free_port()}/0",
        DJAMBI_DATABASE=f"postgresql://djambi:very-secret@127.0.0.1:{free_port()}/none",
    )
    refused = subprocess.run(
        [sys.executable, "-m", "djambi", "serve", "--port", str(port)],
        env=unreachable, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert refused.returncode == 2 and "postgresql://djambi:***@" in refused.stderr, refused
    assert "very-secret" not in refused.stdout + refused.stderr
    assert "Traceback" not in refused.stderr
    with (
        writing_log(folder, port) as log,
        httpx.Client(base_url=f"http://127.0.0.1:{port}") as http,
    ):
        assert http.get("/api/invite/very-secret-key").status_code == 404
        cookie = {"cookie": "djambi_session=very-secret-session"}
        assert http.get("/api/me", headers=cookie).status_code == 200
        token = {"authorization": "Bearer very-secret-token"}
        assert http.get("/api/me", headers=token).status_code == 401
        headers = {"origin": f"http://127.0.0.1:{port}", "x-djambi": "1"}
        body = {"name": "Ada", "password": "very-secret-password"}
        assert http.post("/api/me/register", json=body, headers=headers).status_code == 200
        assert http.post("/api/me/sign-in", json=body, headers=headers).status_code == 200
    return log


def test_no_secret_is_in_a_log_and_json_is_json(tmp_path: Path) -> None:
    log = _log_of(tmp_path)
    assert not any("very-secret" in line for line in log), log
    for line in log:
        assert {"time", "level", "logger", "message"} <= set(json.loads(line))


def test_a_line_for_programs_has_the_error_in_it() -> None:
    import logging

    from djambi.server.observability.logs import JsonLogFormatter

    try:
        raise ZeroDivisionError("oh")
    except ZeroDivisionError:
        found = sys.exc_info()
    record = logging.LogRecord("djambi", logging.ERROR, "", 1, "game %s", ("a\nb",), found)
    line = json.loads(JsonLogFormatter().format(record))
    assert line["message"] == "game a\nb" and "ZeroDivisionError: oh" in line["error"]
    assert line["level"] == "error" and line["time"].endswith("Z")


def test_a_failure_that_is_tried_again_is_told_once_an_hour() -> None:
    import logging

    from djambi.server.observability.logs import RETRIED_GAP_S, RetriedFilter

    seldom = RetriedFilter()

    def told(game: str, at: float, error: Exception, retried: bool = True) -> str | None:
        found = (type(error), error, None)
        record = logging.LogRecord("djambi.server", logging.ERROR, "", 1, "game %s", (game,), found)
        record.created = at
        if retried:
            record.retried = True
        return record.getMessage() if seldom.filter(record) else None

    assert told("a", 0, KeyError("x")) == "game a"
    # Another game, another error, and what nobody tries again.
    assert told("b", 1, KeyError("x")) == "game b"
    assert told("a", 2, KeyError("y")) == "game a"
    assert told("a", 3, KeyError("x"), retried=False) == "game a"
    assert told("a", 5, KeyError("x")) is None and told("a", 10, KeyError("x")) is None
    assert told("a", RETRIED_GAP_S, KeyError("x")) == "game a (lines like this left out: 2)"
    assert told("a", RETRIED_GAP_S + 5, KeyError("x")) is None


def test_bad_input_is_told_without_a_traceback(tmp_path: Path) -> None:
    port = free_port()
    host = f"Host: 127.0.0.1:{port}\r\n"
    socket_opened = (
        f"GET /api/feed/socket HTTP/1.1\r\n{host}Origin: http://127.0.0.1:{port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    bad_chunk = f"POST /api/rules HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\nZZ\r\n"
    with (
        writing_log(tmp_path, port) as log,
        contextlib.closing(socket.create_connection(("127.0.0.1", port))) as one,
        contextlib.closing(socket.create_connection(("127.0.0.1", port))) as other,
    ):
        one.sendall(bad_chunk.encode())
        while one.recv(4096):
            pass
        other.sendall(socket_opened.encode())
        assert other.recv(4096).startswith(b"HTTP/1.1 101")
        # A text that is none, masked by four zeros.
        other.sendall(b"\x81\x82\0\0\0\0\xff\xfe")
        while other.recv(4096):
            pass
    assert not any("Traceback" in line for line in log), log
    assert any("UTF-8" in line for line in log), log
