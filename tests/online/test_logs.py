"""What a server writes about itself: lines for people or for programs, and no secrets in them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import httpx
from tests.online.services import wait_for_port
from tests.waiting import free_port


def _log_of(folder: Path) -> list[str]:
    """Start a server, ask it some things that have secrets in them, end it; its log as JSON."""
    port = free_port()
    environment = {
        "DJAMBI_DATA": str(folder),
        "DJAMBI_LOG": "json",
        "DJAMBI_REDIS": f"redis://:very-secret@127.0.0.1:{free_port()}/0",
        "DJAMBI_DATABASE": f"postgresql://djambi:very-secret@127.0.0.1:{free_port()}/none",
        **{k: v for k, v in os.environ.items() if not k.startswith("DJAMBI_")},
    }
    refused = subprocess.run(
        [sys.executable, "-m", "djambi", "serve", "--port", str(port)],
        env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert refused.returncode == 2 and "postgresql://djambi:***@" in refused.stderr, refused
    assert "very-secret" not in refused.stdout + refused.stderr
    assert "Traceback" not in refused.stderr
    for name in ("DJAMBI_REDIS", "DJAMBI_DATABASE"):
        del environment[name]
    server = subprocess.Popen(
        [sys.executable, "-m", "djambi", "serve", "--port", str(port)],
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        wait_for_port(port, server)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}") as http:
            assert http.get("/api/invite/very-secret-key").status_code == 404
            cookie = {"cookie": "djambi_session=very-secret-session"}
            assert http.get("/api/me", headers=cookie).status_code == 200
            token = {"authorization": "Bearer very-secret-token"}
            assert http.get("/api/me", headers=token).status_code == 401
            headers = {"origin": f"http://127.0.0.1:{port}", "x-djambi": "1"}
            body = {"name": "Ada", "password": "very-secret-password"}
            assert http.post("/api/me/register", json=body, headers=headers).status_code == 200
            assert http.post("/api/me/sign-in", json=body, headers=headers).status_code == 200
    finally:
        server.terminate()
        _, log = server.communicate(timeout=120)
    return log.decode().splitlines()


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
