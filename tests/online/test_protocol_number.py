"""Clients say which protocol they speak; older and newer ones are told what to do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.online.people import OURS, OnlineServed
from tests.paths import ROOT
from tests.server.people import Served, serving
from tests.waiting import WAIT_TIMEOUT_S
from websockets import Origin
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import djambi.client.table
from djambi._version import OLDEST_PROTOCOL_NUMBER, PROTOCOL_NUMBER
from djambi.client import Refused, Server
from djambi.server.close_codes import OTHER_PROTOCOL
from djambi.server.security import protocol_number

NEWER = str(PROTOCOL_NUMBER + 1)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The server of one's own computer."""
    with serving(tmp_path_factory.mktemp("own")) as server:
        yield server


def test_the_browser_app_speaks_the_same_protocol() -> None:
    host = (ROOT / "web" / "src" / "host" / "server-host.ts").read_text("utf-8")
    assert re.findall(r'^const PROTOCOL = "(\d+)";$', host, re.MULTILINE) == [str(PROTOCOL_NUMBER)]
    assert {"x-djambi": str(PROTOCOL_NUMBER)} == OURS
    assert 1 <= OLDEST_PROTOCOL_NUMBER <= PROTOCOL_NUMBER


@pytest.mark.parametrize("number", [str(PROTOCOL_NUMBER), None, "", "one", "²", f"1, {NEWER}"])
def test_whoever_speaks_it_or_does_not_say_is_answered(
    shared_online: OnlineServed, number: str | None
) -> None:
    headers = {} if number is None else {b"x-djambi": number.encode()}
    request = httpx.Request("GET", f"{shared_online.url}/api/lobby", headers=headers)
    with httpx.Client() as client:
        answer = client.send(request)
    assert answer.status_code == 200


@pytest.mark.parametrize(("number", "code"), [("0", "client_older"), (NEWER, "client_newer")])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_others_are_told_over_http(
    shared_online: OnlineServed, method: str, number: str, code: str
) -> None:
    browser = shared_online.browser(**{"x-djambi": number})
    answer = browser.request(method, "/api/me/guest" if method == "POST" else "/api/lobby")
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert number in answer.json()["words"]["fr"]


def said_on_a_socket(url: str, path: str) -> dict[str, Any]:
    """Return the first message of a socket, which must be its last."""
    with connect(f"{url.replace('http', 'ws')}{path}", origin=Origin(url)) as socket:
        said: dict[str, Any] = json.loads(socket.recv(timeout=WAIT_TIMEOUT_S))
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=WAIT_TIMEOUT_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == OTHER_PROTOCOL
    return said


def test_others_are_told_on_sockets(shared_online: OnlineServed) -> None:
    for path in ("/api/feed/socket", "/api/games/nosuchgame00/socket"):
        said = said_on_a_socket(shared_online.url, f"{path}?protocol={NEWER}")
        assert (said["type"], said["id"], said["code"]) == ("failed", None, "client_newer")


def test_ones_own_computer_tells_a_page_left_open_too(shared: Served) -> None:
    game = shared.new_game()
    said = said_on_a_socket(shared.url, f"/api/games/{game}/socket?protocol=0&after=1")
    assert said["code"] == "client_older"
    with shared.http(**{"x-djambi": "0"}) as http:
        assert http.get("/api/games").json()["code"] == "client_older"


def test_the_client_stops_where_the_server_was_replaced_meanwhile(
    shared: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = shared.new_game()
    with Server(shared.url) as server, server.table(game) as table:
        monkeypatch.setattr(protocol_number, "OLDEST_PROTOCOL_NUMBER", PROTOCOL_NUMBER + 1)
        monkeypatch.setattr(protocol_number, "PROTOCOL_NUMBER", PROTOCOL_NUMBER + 1)
        socket = table._socket
        assert socket is not None
        socket.close()
        with pytest.raises(Refused) as refused:
            _ = [table.wait(table.seen, 1.0) for _ in range(600)]
        assert refused.value.code == "client_older"
        with pytest.raises(Refused, match="Reload the page, or update Djambi"):
            server.call("GET", "/api/games")


def test_a_client_that_is_too_new_for_a_server_is_told(
    shared: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = shared.new_game()
    monkeypatch.setattr(djambi.client.table, "PROTOCOL_NUMBER", PROTOCOL_NUMBER + 1)
    with Server(shared.url) as server, pytest.raises(Refused) as refused:
        server.table(game)
    assert refused.value.code == "client_newer"
