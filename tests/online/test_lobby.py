"""The lobby is read and written once for everybody, and is as fresh as if it were not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from tests.online.people import Member, OnlineServed, serving_online
from tests.online.tables import seated, table
from tests.server.people import play_first_legal

from djambi.server.apps.online import OnlineProcess
from djambi.server.tables import lobby_cache
from djambi.server.tables.lobby_cache import LobbyCache

Json = dict[str, Any]
LISTED: Json = {"terms": {"listed": True}}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[OnlineServed]:
    with serving_online(tmp_path) as served:
        yield served


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lobby is read anew only when it has changed, however slow the machine is."""
    monkeypatch.setattr(lobby_cache, "MAX_AGE_S", 1e9)
    monkeypatch.setattr(lobby_cache, "_CARD_MAX_AGE_S", 1e9)


def lobby_of(served: OnlineServed) -> LobbyCache:
    app = served.guard.app
    assert isinstance(app, Litestar)
    lobby: LobbyCache = app.state.lobby
    return lobby


def ids(client: httpx.Client, query: str = "") -> set[str]:
    answer = client.get(f"/api/lobby{query}")
    assert answer.status_code == 200, answer.text
    return {card["id"] for card in answer.json()["waiting"]}


def test_a_thousand_readers_cost_one_reading(server: OnlineServed, still: None) -> None:
    owner = server.guest()
    games = {table(owner, **LISTED)["id"] for _ in range(20)}
    lobby, visitor = lobby_of(server), server.browser()
    assert ids(visitor) == games
    read, written = lobby.read, lobby.written
    compressed = server.guard.compressor.compressed
    for number in range(1_000):
        # Visitors, guests who sit nowhere, and some who have no use for what is compressed.
        answer = visitor.get("/api/lobby", headers={"accept-encoding": ("", "gzip")[number % 2]})
        assert len(answer.json()["waiting"]) == 20
    assert (lobby.read, lobby.written) == (read, written)
    assert server.guard.compressor.compressed == compressed


def test_who_has_it_already_is_sent_nothing(server: OnlineServed, still: None) -> None:
    owner, visitor = server.guest(), server.browser()
    table(owner, **LISTED)
    first = visitor.get("/api/lobby")
    assert first.headers["cache-control"] == "private, no-cache"
    known = {"if-none-match": first.headers["etag"]}
    again = visitor.get("/api/lobby", headers=known)
    assert (again.status_code, again.content) == (304, b"")
    table(owner, **LISTED)
    assert visitor.get("/api/lobby", headers=known).status_code == 200


def test_a_change_is_seen_at_once_and_costs_one_card(server: OnlineServed, still: None) -> None:
    owner, visitor = server.guest(), server.browser()
    games = {table(owner, "square-2", **LISTED)["id"] for _ in range(10)}
    assert ids(visitor) == games
    lobby = lobby_of(server)
    read, written = lobby.read, lobby.written
    new = table(owner, "square-2", **LISTED)["id"]
    assert ids(visitor) == games | {new}
    assert (lobby.read, lobby.written) == (read + 1, written + 1)


def test_many_changes_at_once_are_read_together(
    server: OnlineServed, still: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever changes the lobby again and again makes nobody read it again and again."""
    monkeypatch.setattr(lobby_cache, "MIN_INTERVAL_S", 1e9)
    visitor = server.browser()
    ids(visitor)
    lobby = lobby_of(server)
    read = lobby.read

    def change(online: OnlineProcess) -> None:
        for _ in range(100):
            online.bus.publish("lobby", b"{}")

    server.in_the_loop(change)
    # The next reading is not due: this one waits for it, and is the only one.
    with pytest.raises(httpx.TimeoutException):
        visitor.get("/api/lobby", timeout=0.5)
    assert lobby.read == read


def test_each_is_shown_his_own_seats_and_nobody_elses(server: OnlineServed) -> None:
    ada, bea = server.guest("Ada"), server.guest("Bea")
    mine, theirs = table(ada, **LISTED)["id"], table(bea, **LISTED)["id"]

    def seats(member: Member | None) -> dict[str, str]:
        http = server.browser() if member is None else member.http
        return {card["id"]: card["mine"] for card in http.get("/api/lobby").json()["waiting"]}

    for _ in range(2):
        assert seats(ada) == {mine: "r", theirs: ""}
        assert seats(bea) == {mine: "", theirs: "r"}
        assert seats(None) == {mine: "", theirs: ""}


def test_a_new_name_is_shown_at_once(server: OnlineServed, still: None) -> None:
    ada, visitor = server.guest("Ada"), server.browser()
    table(ada, **LISTED)
    assert visitor.get("/api/lobby").json()["waiting"][0]["owner"] == "Ada"
    assert ada.http.put("/api/me/name", json={"name": "Zoe"}).status_code == 200
    assert visitor.get("/api/lobby").json()["waiting"][0]["owner"] == "Zoe"


def test_filters_are_applied_to_what_was_read(server: OnlineServed, still: None) -> None:
    owner, visitor = server.guest(), server.browser()
    silent = table(owner, terms={"listed": True, "talk": "silent"})["id"]
    small = table(owner, "square-2", **LISTED)["id"]
    lobby = lobby_of(server)
    assert ids(visitor) == {silent, small}
    read = lobby.read
    assert ids(visitor, "?talk=silent") == {silent}
    assert ids(visitor, "?talk=free&rated=false") == {small}
    assert ids(visitor, "?talk=nonsense") == set()
    assert lobby.read == read
    assert ids(visitor, "?variant=square-2") == {small}
    assert ids(visitor, "?variant=square-2&talk=silent") == set()
    assert lobby.read == read + 1


def test_other_readings_are_charged_and_bounded(tmp_path: Path) -> None:
    """A visitor who asks for ever other variants is told to slow down, and nothing piles up."""
    limits = {"work": [40, 864_000]}
    with serving_online(tmp_path, limited=True, limits=limits) as server:
        visitor, lobby = server.browser(), lobby_of(server)
        found = [visitor.get(f"/api/lobby?variant=v{n}").status_code for n in range(60)]
        assert found == [200] * 40 + [429] * 20
        assert visitor.get("/api/lobby").status_code == 200
        assert lobby.read == 41 and len(lobby._shelves) == lobby_cache.MAX_SHELVES


def test_a_game_that_is_played_is_shown_as_it_stands(
    server: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Turns are not announced in the lobby: it is read again when it is some seconds old."""
    monkeypatch.setattr(lobby_cache, "MAX_AGE_S", 0.0)
    visitor = server.browser()
    with seated([server.guest(), server.guest()], **LISTED) as (game, people):
        [card] = visitor.get("/api/lobby").json()["playing"]
        assert (card["id"], card["ply"]) == (game, 0)
        play_first_legal(people[0])
        [card] = visitor.get("/api/lobby").json()["playing"]
        assert (card["ply"], card["mover"]) == (1, "y")
