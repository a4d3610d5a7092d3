"""The addresses of the server in a page are those of a computer's own server, with its answers."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from litestar import Litestar
from tests.server.pages import BrowserLoop, Json, Tab
from tests.server.people import Served

from djambi.server.api.document import document
from djambi.server.apps import local
from djambi.server.page.addresses import ADDRESSES, find_address
from djambi.server.page.requests import page_request

SERVERS_OWN = {
    ("GET", "api/games/{}/socket"): "a connection of the page's own",
    ("GET", "api/games/{}/stream"): "for programs",
    ("POST", "api/games/{}/ask"): "for programs",
    ("GET", "api/openapi.json"): "for programs",
    ("GET", "api/lan/code.svg"): "there is no network to join by",
    ("GET", "join/{}"): "there is no network to join by",
    ("POST", "api/picture/game"): "the browser assembles the frames itself",
}
"""Addresses that only a server has, and why."""

PAGES_OWN = {
    ("POST", "api/picture/frames"),
    ("GET", "api/everything"),
    ("POST", "api/everything"),
}
"""Addresses that only a page has."""

START = "{START}"
"""Stands for the text of a position that the requests are about."""

HOT_SEAT: Json = {
    "variant": "hex-3",
    "seats": [{"party": p, "player": "me" if p == "r" else "person"} for p in "rby"],
}

SETUP: Json = {
    "variant": "hex-3",
    "cells": {"e1": "rC", "a1": "bC"},
    "parties": [{"party": "r", "status": "active"}, {"party": "b", "status": "active"}],
}

MOVES: Json = {"start": START, "moves": [{"parent": 0, "text": "nonsense"}]}

REQUESTS: list[tuple[str, str, Any]] = [
    ("GET", "/api/catalogue", None),
    ("GET", "/api/boards/square-4", None),
    ("GET", "/api/boards/hex%2D3", None),
    ("GET", "/api/boards/nothing", None),
    ("GET", "/api/boards/", None),
    ("GET", "/api/nothing", None),
    ("GET", "/api/games/nosuchgame00/paper", None),
    ("GET", "/api/career", None),
    ("GET", "/api/pacts", None),
    ("GET", "/api/rules", None),
    ("POST", "/api/nothing", {}),
    ("DELETE", "/api/catalogue", None),
    ("GET", "/api/lan", None),
    ("GET", "/api/games", None),
    ("DELETE", "/api/games/nothing", None),
    ("GET", "/api/games/nothing/record", None),
    ("POST", "/api/games/nothing/rematch", None),
    # Rules, and what is wrong with a body.
    ("POST", "/api/rules", {"variant": "square-4", "edition": "original"}),
    ("POST", "/api/rules", {"variant": "square-4", "options": {"vassals": "nonsense"}}),
    ("POST", "/api/rules", {"variant": "square-9"}),
    ("POST", "/api/rules", {"variant": 7}),
    ("POST", "/api/rules", {"variant": "x" * 100}),
    ("POST", "/api/rules", {"variant": "square-4", "more": 1}),
    ("POST", "/api/rules", {"variant": "square-4", "options": {"vassals": 1}}),
    ("POST", "/api/rules", {}),
    ("POST", "/api/rules", b'{"variant'),
    ("POST", "/api/rules", b'{"variant" 5}'),
    ("POST", "/api/rules", []),
    ("POST", "/api/rules", b"{"),
    ("POST", "/api/rules", b"nothing"),
    ("POST", "/api/rules", b"[" * 5000),
    ("POST", "/api/rules", b'"' + b"x" * 1_100_000 + b'"'),
    # Games.
    ("POST", "/api/games", {"variant": "hex-3", "seats": [{"party": "z", "player": "me"}]}),
    ("POST", "/api/games", {"variant": "hex-3", "seats": [{"party": "r", "player": "king"}]}),
    ("POST", "/api/games", {**HOT_SEAT, "position": "nonsense"}),
    ("POST", "/api/games/load", {"text": "1. nonsense"}),
    ("POST", "/api/games/load", {"text": ""}),
    # Settings.
    ("GET", "/api/settings", None),
    (
        "PUT",
        "/api/settings",
        {"theme": "dark", "lessons_done": ["one"], "changed": {"theme": 9, "lessons_done": 0}},
    ),
    ("PUT", "/api/settings", {"theme": "light", "changed": {"theme": 8}}),
    ("PUT", "/api/settings", {"theme": "light", "changed": {"Theme": 8}}),
    ("PUT", "/api/settings", {"theme": "green"}),
    ("PUT", "/api/settings", {"marks": "true", "changed": {"marks": 9}}),
    ("GET", "/api/settings", None),
    # Lessons, rulebook, puzzles.
    ("GET", "/api/lessons", None),
    ("GET", "/api/lessons/first-game", None),
    ("GET", "/api/lessons/nothing", None),
    ("POST", "/api/lessons/nothing/try", {"turns": ["a1-a2"]}),
    ("POST", "/api/lessons/{LESSON}/try", {"turns": ["a1-a2"]}),
    ("POST", "/api/lessons/{LESSON}/try", {"turns": []}),
    ("GET", "/api/lessons/{LESSON}", None),
    ("GET", "/api/rulebook", None),
    ("GET", "/api/rulebook?edition=bga", None),
    ("GET", "/api/rulebook?edition=nothing", None),
    ("GET", "/api/puzzles?day=2026-11-22", None),
    ("GET", "/api/puzzles?day=yesterday", None),
    ("GET", "/api/puzzles/index?day=2026-11-22", None),
    ("GET", "/api/puzzles/index?day=yesterday", None),
    ("GET", "/api/puzzles/calendar?month=2026-11", None),
    ("GET", "/api/puzzles/calendar?month=2026-13", None),
    ("GET", "/api/puzzles/calendar", None),
    ("GET", "/api/puzzles/storm?seed=7", None),
    ("GET", "/api/puzzles/storm?seed=seven", None),
    ("GET", "/api/puzzles/{PUZZLE}", None),
    ("GET", "/api/puzzles/{PUZZLE}/solution", None),
    ("GET", "/api/puzzles/nothing/solution", None),
    ("POST", "/api/puzzles/{PUZZLE}/try", {"turns": []}),
    ("GET", "/api/puzzles/nothing", None),
    ("POST", "/api/puzzles/{PUZZLE}/try", {"turn": "a1-a2"}),
    ("POST", "/api/puzzles/{PUZZLE}/try", {"turn": 5}),
    # The editor and the analysis board.
    ("POST", "/api/setup", SETUP),
    ("POST", "/api/setup", {**SETUP, "cells": {"e1": "king"}}),
    ("POST", "/api/setup", {**SETUP, "ply": "7"}),
    ("POST", "/api/setup", {**SETUP, "ply": -7}),
    ("POST", "/api/setup/read", {"text": "hex-3", "empty": True}),
    ("POST", "/api/setup/read", {"text": "nonsense"}),
    ("POST", "/api/study/open", {"text": START}),
    ("POST", "/api/study/open", {"text": '[Event "x"]\n\n1. nonsense'}),
    ("POST", "/api/study/look", {"position": START}),
    ("POST", "/api/study/look", {"position": START, "text": "{TURN}"}),
    ("POST", "/api/study/look", {"position": START, "text": "a1-a9"}),
    ("POST", "/api/study/look", {"position": "nonsense"}),
    ("POST", "/api/study/stage", {"position": START, "prefix": ""}),
    ("POST", "/api/study/stage", {"position": START, "prefix": "nonsense"}),
    ("POST", "/api/study/why", {"position": START, "origin": "a1", "target": "e5"}),
    ("POST", "/api/study/why", {"position": START, "origin": "?", "target": "e5"}),
    ("POST", "/api/study/threats", {"position": START, "party": "r"}),
    ("POST", "/api/study/threats", {"position": START, "party": "g"}),
    ("POST", "/api/study/record", {"start": START}),
    ("POST", "/api/study/record", MOVES),
    ("POST", "/api/study/figures", {"start": START}),
    ("POST", "/api/study/figures", MOVES),
    ("POST", "/api/study/think", {"position": START, "nodes": 2000}),
    ("POST", "/api/study/think", {"position": START, "lines": 0}),
    ("POST", "/api/study/think", {"position": "nonsense"}),
    ("POST", "/api/study/game", {"start": START}),
    ("POST", "/api/study/commentary", {"position": START, "text": "c3-e3"}),
    ("POST", "/api/study/commentary", {"position": START, "text": "c3-i9"}),
    ("POST", "/api/study/game", MOVES),
    ("POST", "/api/picture", {"position": START, "theme": "dark", "lang": "fr", "size": 100}),
    ("POST", "/api/picture", {"position": START, "size": 0}),
]


def paths() -> set[tuple[str, str]]:
    """The methods and paths of a computer's own server, parameters as {}."""
    found = document(Litestar(local.HANDLERS, openapi_config=None))["paths"]
    return {
        (method.upper(), "/".join("{}" if p.startswith("{") else p for p in path.split("/") if p))
        for path, methods in found.items()
        for method in methods
    }


def test_every_address_is_there_or_has_a_reason() -> None:
    there = {(address.method, "/".join(address.path)) for address in ADDRESSES}
    assert there - PAGES_OWN == paths() - set(SERVERS_OWN)
    assert len(there) == len(ADDRESSES)


def test_every_address_is_asked_for() -> None:
    found = (find_address(page_request(method, path, ""))[0] for method, path, _ in REQUESTS)
    asked = {(address.method, address.path) for address in found if address is not None}
    there = {(address.method, address.path) for address in ADDRESSES}
    assert {"/".join(path) for _, path in there - asked} == {
        "api/alive",
        "api/everything",
        "api/me",
        "api/picture/frames",
    }


@pytest.fixture(scope="module")
def filled(shared: Served) -> dict[str, str]:
    """What stands for the words in braces of the requests."""
    with shared.http() as http:
        opened = http.post("/api/study/open", json={"text": "hex-3"}).json()
        stage = http.post("/api/study/stage", json={"position": opened["start"], "prefix": ""})
        turn = stage.json()["stage"]["choices"][0]["text"]
        while True:
            asked = {"position": opened["start"], "prefix": turn}
            stage = http.post("/api/study/stage", json=asked).json()["stage"]
            if stage["kind"] == "done":
                break
            turn += stage["choices"][0]["text"]
        lesson = http.get("/api/lessons").json()["chapters"][0]["lessons"][0]["name"]
        puzzle = http.get("/api/puzzles").json()["puzzles"][0]["name"]
    return {"{START}": opened["start"], "{TURN}": turn, "{LESSON}": lesson, "{PUZZLE}": puzzle}


def with_words(text: str, filled: dict[str, str]) -> str:
    for word, found in filled.items():
        text = text.replace(word, found)
    return text


def same(answer: str) -> Any:
    """What is compared of an answer: JSON as values, line by line if it is lines of it."""
    try:
        return [json.loads(line) for line in answer.splitlines()]
    except json.JSONDecodeError:
        return answer


def test_every_answer_is_the_servers(shared: Served, filled: dict[str, str]) -> None:
    async def replay() -> None:
        tab = Tab()
        with shared.http() as http:
            for method, path, body in REQUESTS:
                address = with_words(path, filled)
                sent = body if isinstance(body, bytes) else b""
                if body is not None and not isinstance(body, bytes):
                    sent = with_words(json.dumps(body), filled).encode()
                theirs = http.request(
                    method, address, content=sent, headers={"content-type": "application/json"}
                )
                status, kind, text = await tab.call(method, address, sent.decode())
                said = (method, path, str(body)[:200])
                assert (status, same(text)) == (theirs.status_code, same(theirs.text)), said
                if text:
                    assert kind == theirs.headers["content-type"].partition(";")[0], said

    with asyncio.Runner(loop_factory=BrowserLoop) as runner:
        runner.run(replay())


def test_games_are_the_servers(shared: Served) -> None:
    """A game made, written as a record, read again, repeated, listed, and taken out of the list."""

    def listed(text: str) -> list[Json]:
        games: list[Json] = json.loads(text)["games"]
        return [{**game, "id": "", "created": "", "played": ""} for game in games[:3]]

    async def replay() -> None:
        tab = Tab()

        async def both(method: str, path: str, *bodies: Json) -> tuple[str, str]:
            """Ask both, each for its own game; return what they answer."""
            texts = [json.dumps(body) for body in bodies or ({},)]
            there = http.request(method, path.format(theirs), content=texts[0])
            status, _, text = await tab.call(method, path.format(mine), texts[-1])
            assert status == there.status_code, (method, path)
            return there.text, text

        with shared.http(**{"content-type": "application/json"}) as http:
            theirs = mine = ""
            theirs, mine = (json.loads(t)["id"] for t in await both("POST", "/api/games", HOT_SEAT))
            records = await both("GET", "/api/games/{}/record")
            assert records[0] == records[1]
            assert "not_over" in (await both("GET", "/api/games/{}/paper"))[1]
            await both("POST", "/api/games/load", *({"text": record} for record in records))
            await both("POST", "/api/games/{}/rematch")
            there, here = await both("GET", "/api/games")
            assert listed(here) == listed(there) and len(listed(here)) == 3
            await both("DELETE", "/api/games/{}")
            await both("GET", "/api/games/{}/record")
            _, here = await both("GET", "/api/games")
            assert len(listed(here)) == 2

    with asyncio.Runner(loop_factory=BrowserLoop) as runner:
        runner.run(replay())


def test_a_missing_body_is_a_bad_request(shared: Served) -> None:
    """What it is told in detail is not the same: the servers' framework says it."""
    with asyncio.Runner(loop_factory=BrowserLoop) as runner:
        status, _, text = runner.run(Tab().call("POST", "/api/rules"))
    with shared.http() as http:
        theirs = http.post("/api/rules")
    assert status == theirs.status_code == 400
    assert json.loads(text)["code"] == theirs.json()["code"]


def test_what_a_page_is_differs_by_its_pictures_alone(shared: Served) -> None:
    async def ask() -> tuple[int, str, str]:
        return await Tab().call("GET", "/api/me")

    with asyncio.Runner(loop_factory=BrowserLoop) as runner:
        status, _, text = runner.run(ask())
    with shared.http() as http:
        theirs = http.get("/api/me")
    assert status == theirs.status_code
    assert json.loads(text) == {**theirs.json(), "pictures": True}
