"""JSON nested without end is a bad request at every address, and no error of ours."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute
from tests.online.people import OnlineServed, serving_online

DEEP = b"[" * 100_000
NESTED = b'{"x":' * 100_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServed]:
    with serving_online(tmp_path_factory.mktemp("nested")) as served:
        yield served


def _with_bodies(served: OnlineServed) -> list[tuple[str, str]]:
    """Return the methods and addresses that read a body."""
    app = served.guard.app
    assert isinstance(app, Litestar)
    found: list[tuple[str, str]] = []
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            path = route.path_format.replace("{", "").replace("}", "")
            for handler in route.route_handlers:
                if "data" in handler.parsed_fn_signature.parameters:
                    found += [(method, path) for method in handler.http_methods]
    return found


def test_every_address_refuses_it(server: OnlineServed, caplog: pytest.LogCaptureFixture) -> None:
    addresses = _with_bodies(server)
    assert len(addresses) > 30
    http = server.player().http
    with caplog.at_level(logging.WARNING):
        # What the registration was logged with is of no account.
        caplog.clear()
        for method, path in addresses:
            for body in (DEEP, NESTED):
                answer = http.request(
                    method, path, content=body, headers={"content-type": "application/json"}
                )
                assert 400 <= answer.status_code < 500, (method, path, answer.text)
                assert answer.json()["words"]["fr"]
    # How long the machine is busy with something else is no answer to what was sent.
    assert [record for record in caplog.records if record.module != "heartbeat"] == []
    refused = http.post("/api/study/open", content=DEEP)
    assert refused.status_code == 400 and "nested too deeply" in refused.json()["words"]["en"]


def test_every_socket_refuses_it(server: OnlineServed) -> None:
    ada = server.player()
    game = ada.http.post("/api/tables", json={"variant": "square-2"}).json()["id"]
    with ada.sit(game) as person:
        person.until("state")
        for text in ("[" * 4000, '{"x":' * 800, '{"x":' + "[" * 4000):
            person.say(text)
            assert person.until("failed")["code"] == "not_understood"
        assert person.ask("ping")["type"] == "pong"
