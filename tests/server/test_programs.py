"""The server for programs: messages over HTTP, streams of lines, the OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.server.people import HOT_SEAT, Json, Served
from tests.waiting import WAIT_TIMEOUT_S

from djambi.server.schemas.messages import AnyClientMessage


def ask(http: httpx.Client, game: str, kind: str, **fields: Any) -> httpx.Response:
    """Send a message of the socket over HTTP."""
    return http.post(f"/api/games/{game}/ask", json={"type": kind, "id": 7, **fields})


@pytest.fixture
def game(shared: Served) -> str:
    """A game that everybody plays at this computer."""
    return shared.new_game(**HOT_SEAT)


def test_a_turn_is_played_and_told_to_all(shared: Served, game: str) -> None:
    with shared.sit(game) as person, shared.http() as http:
        person.hear()
        answer = ask(http, game, "turn", after=1, text="c3-e3")
        assert answer.status_code == 200
        assert answer.json() == {"type": "done", "id": 7, "number": 2}
        assert person.until("update")["lines"][0]["text"] == "c3-e3"


def test_what_came_too_late_is_answered_with_the_state(shared: Served, game: str) -> None:
    with shared.http() as http:
        assert ask(http, game, "turn", after=1, text="c3-e3").status_code == 200
        late = ask(http, game, "turn", after=1, text="g3-g5")
        assert late.status_code == 409
        assert late.json()["type"] == "state" and late.json()["id"] == 7
        assert len(late.json()["lines"]) == 1


def test_the_state_may_be_asked_for(shared: Served, game: str) -> None:
    with shared.http() as http:
        answer = ask(http, game, "resume", after=0)
        assert answer.status_code == 200 and answer.json()["type"] == "state"


def test_slow_questions_are_answered_too(shared: Served, game: str) -> None:
    with shared.http() as http:
        answer = ask(http, game, "preview", text="c3-e3")
        assert answer.status_code == 200 and answer.json()["type"] == "previewed"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"type": "turn", "id": 1, "after": 1, "text": "c3-c9"}, "bad_turn"),
        ({"type": "resign", "id": 1, "after": 1, "party": "z"}, "not_your_seat"),
        ({"type": "nothing", "id": 1}, "bad_request"),
        ({"type": "ping", "id": 1, "more": 1}, "bad_request"),
        ({"type": "ping", "id": -1}, "bad_request"),
        ([], "bad_request"),
    ],
)
def test_what_is_wrong_is_refused(shared: Served, game: str, body: Any, code: str) -> None:
    with shared.http() as http:
        answer = http.post(f"/api/games/{game}/ask", json=body)
        assert answer.status_code == 400 and answer.json()["code"] == code
        assert answer.json()["words"]["en"] and answer.json()["words"]["fr"]
        assert ask(http, game, "ping").json()["number"] == 1


def test_no_game_is_404(shared: Served) -> None:
    with shared.http() as http:
        assert ask(http, "nothing", "ping").status_code == 404
        assert http.get("/api/games/nothing/stream").status_code == 404


def lines_of(answer: httpx.Response) -> Iterator[Json]:
    """The lines of a stream that say something."""
    return (json.loads(line) for line in answer.iter_lines() if line)


def test_a_stream_tells_what_the_socket_tells(shared: Served, game: str) -> None:
    with (
        shared.http() as http,
        shared.sit(game) as person,
        http.stream("GET", f"/api/games/{game}/stream", timeout=WAIT_TIMEOUT_S) as stream,
    ):
        assert stream.headers["content-type"].startswith("application/x-ndjson")
        told = lines_of(stream)
        assert next(told) == person.hear()
        person.change("turn", text="c3-e3")
        assert next(told) == person.heard[-1]


def test_a_stream_goes_on_where_it_was(shared: Served, game: str) -> None:
    with shared.http() as http:
        assert ask(http, game, "turn", after=1, text="c3-e3").status_code == 200
        with http.stream(
            "GET", f"/api/games/{game}/stream?after=1", timeout=WAIT_TIMEOUT_S
        ) as stream:
            first = next(lines_of(stream))
            assert first["type"] == "update" and [e["number"] for e in first["events"]] == [2]
        with http.stream(
            "GET", f"/api/games/{game}/stream?after=x", timeout=WAIT_TIMEOUT_S
        ) as stream:
            assert next(lines_of(stream))["type"] == "state"


def test_the_document_describes_every_message(shared: Served) -> None:
    with shared.http() as http:
        document = http.get("/api/openapi.json").json()
    schemas = document["components"]["schemas"]
    body = document["paths"]["/api/games/{game}/ask"]["post"]["requestBody"]
    union = body["content"]["application/json"]["schema"]
    assert set(union["discriminator"]["mapping"]) == {
        kind.__struct_config__.tag for kind in AnyClientMessage.__args__
    }
    assert schemas["TurnRequest"]["additionalProperties"] is False
    assert schemas["TurnRequest"]["properties"]["text"]["maxLength"] == 160
    assert "/{path}" not in document["paths"]
    for path, item in document["paths"].items():
        for operation in item.values():
            assert operation["summary"], path
