"""Tokens: what a program may do for an account, and for how long."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Awaitable
from contextlib import closing

import pytest
from tests.online.people import (
    OURS,
    PASSWORD,
    Member,
    OnlineServed,
    code,
    rows,
)
from tests.online.tables import seated
from tests.online.test_table_emails import do

from djambi.server.apps.online import OnlineProcess
from djambi.server.game.events import StoodIn
from djambi.server.live.room import GameRoom
from djambi.server.security.devices import Device
from djambi.server.security.request_policy import cookie_name
from djambi.server.tables.admission import Admission


def test_a_token_acts_for_its_account_until_it_is_dropped(shared_online: OnlineServed) -> None:
    player = shared_online.player("Tokens")
    token = player.token("my bot")
    [listed] = player.http.get("/api/me/tokens").json()["tokens"]
    assert listed["label"] == "my bot" and token not in str(listed)
    with shared_online.bot(token) as bot:
        assert bot.get("/api/me").json()["account"]["id"] == player.id
        # A token is no session and a session no token.
        bot.headers["authorization"] = f"Bearer {player.cookie}"
        assert code(bot.get("/api/me")) == (401, "bad_token")
    with shared_online.browser() as browser:
        browser.cookies.set(cookie_name(False), token)
        assert browser.get("/api/me").json()["account"] is None
    stranger = shared_online.player()
    gone = stranger.http.delete(f"/api/me/tokens/{listed['id']}")
    assert code(gone) == (404, "no_token")
    # Nothing of theirs has ended, so nothing is disconnected.
    cuts = f"SELECT count(*) FROM cuts WHERE account = '{stranger.id}'"
    assert rows(shared_online, cuts) == [(0,)]
    assert player.http.delete(f"/api/me/tokens/{listed['id']}").status_code == 204
    with shared_online.bot(token) as bot:
        assert code(bot.get("/api/me")) == (401, "bad_token")


@pytest.mark.parametrize("token", ["", "%", "djambi_", "a" * 15])
def test_no_part_of_a_token_s_name_drops_it(shared_online: OnlineServed, token: str) -> None:
    player = shared_online.player()
    player.token()
    answer = player.http.delete(f"/api/me/tokens/{token}")
    assert answer.status_code in (404, 405)
    assert len(player.http.get("/api/me/tokens").json()["tokens"]) == 1


def test_nor_does_the_beginning_of_its_name(shared_online: OnlineServed) -> None:
    player = shared_online.player()
    player.token()
    [listed] = player.http.get("/api/me/tokens").json()["tokens"]
    for many in (1, 15):
        gone = player.http.delete(f"/api/me/tokens/{listed['id'][:many]}")
        assert code(gone) == (404, "no_token")


def test_there_are_ten_tokens_at_most(shared_online: OnlineServed) -> None:
    player = shared_online.player()
    for _ in range(10):
        player.token()
    answer = player.http.post("/api/me/tokens", json={"label": "one more"})
    assert code(answer) == (400, "too_many_tokens")


def test_a_token_does_not_manage_its_account(shared_online: OnlineServed) -> None:
    player = shared_online.player()
    with shared_online.bot(player.token()) as bot:
        for method, path, body in (
            ("POST", "/api/me/tokens", {"label": "another"}),
            ("GET", "/api/me/tokens", None),
            ("PUT", "/api/me/password", {"old": PASSWORD, "new": "another long one"}),
            ("PUT", "/api/me/name", {"name": "Another"}),
            ("POST", "/api/me/erase", {"password": PASSWORD}),
            ("POST", "/api/me/sign-out-everywhere", None),
        ):
            answer = bot.request(method, path, json=body, headers=OURS)
            assert code(answer) == (403, "tokens_cannot"), path


def test_guests_have_no_tokens(shared_online: OnlineServed) -> None:
    guest = shared_online.guest()
    answer = guest.http.post("/api/me/tokens", json={"label": "a bot"})
    assert code(answer) == (403, "guests_cannot")


def made(player: Member, **body: object) -> str:
    answer = player.http.post("/api/me/tokens", json={"label": "a bot", **body})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["secret"])


def test_a_token_does_not_read_the_address_of_its_owner(shared_online: OnlineServed) -> None:
    player = shared_online.player(email="very.private@example.org")
    assert "very.private" in player.http.get("/api/me").text
    with shared_online.bot(player.token()) as bot:
        assert bot.get("/api/me").json()["account"]["id"] == player.id
        for path in ("/api/me", "/api/settings", "/api/mine", f"/api/people/{player.id}"):
            assert "very.private" not in bot.get(path).text, path


def test_a_token_does_what_it_was_made_for(shared_online: OnlineServed) -> None:
    one, two = shared_online.player(), shared_online.player()
    with seated([one, two]) as (game, [first, _]):
        path = f"/api/games/{game}/ask"
        turn = {"type": "turn", "id": 1, "after": first.last, "text": "c3-e3"}
        talk = {"type": "talk", "id": 2, "room": "", "text": "Hello."}
        table = {"variant": "square-2"}
        for scopes in ([], ["talk"], ["play"]):
            with shared_online.bot(made(one, scopes=scopes)) as bot:
                # It always reads, asks about the rules, and looks at positions.
                assert bot.get("/api/mine").status_code == 200
                assert bot.post(path, json={"type": "ping", "id": 3}).status_code == 200
                assert bot.post("/api/rules", json={"variant": "square-4"}).status_code == 200
                assert code(bot.post("/api/study/look", json={}))[1] == "bad_request"
                plays = "play" in scopes
                answers = [
                    bot.post("/api/tables", json=table),
                    bot.put(f"/api/games/{game}/notes", json={"notes": []}),
                    bot.post(path, json=turn),
                ]
                for answer in answers:
                    assert (answer.json().get("code") == "token_scope") is not plays, answer.text
                said = bot.post(path, json=talk).json()
                assert (said.get("code") == "token_scope") is ("talk" not in scopes), said
        assert answers[-1].json()["type"] == "done"


def test_a_token_that_may_not_play_takes_no_seat_back(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    greeted: list[frozenset[str]] = []
    greet = Admission.greet

    def watched(self: Admission, room: GameRoom, device: Device) -> Awaitable[None]:
        greeted.append(device.scopes)
        return greet(self, room, device)

    monkeypatch.setattr(Admission, "greet", watched)
    one, two = online.player(), online.player()
    with seated([one, two]) as (game, [_, other]):

        async def stand_in(process: OnlineProcess) -> None:
            room = await process.registry.room(game)
            await room.change(None, lambda: StoodIn("r", "club"))

        do(online, stand_in)
        for scopes in ([], ["talk"], ["play"]):
            with (
                online.bot(made(one, scopes=scopes)) as bot,
                bot.stream("GET", f"/api/games/{game}/stream") as stream,
            ):
                assert json.loads(next(stream.iter_lines()))["type"] == "state"
        assert greeted == [{"play"}]
        kinds: set[str] = set()
        while "returned" not in kinds:
            kinds.update(event["kind"] for event in other.until("update")["events"])


def test_a_token_ends_by_itself(online: OnlineServed) -> None:
    player = online.player()
    secret = made(player, days=7, scopes=["play"])
    [listed] = player.http.get("/api/me/tokens").json()["tokens"]
    assert listed["scopes"] == ["play"]
    assert listed["expires"][:10] > listed["created"][:10]
    # It is used a day later: that does not make it last longer.
    [(expires,)] = rows(online, "SELECT expires FROM sessions WHERE kind = 'api'")
    change(online, "UPDATE sessions SET seen = 1 WHERE kind = 'api'")
    with online.bot(secret) as bot:
        assert bot.get("/api/me").status_code == 200
        assert rows(online, "SELECT expires FROM sessions WHERE kind = 'api'") == [(expires,)]
        assert rows(online, "SELECT seen FROM sessions WHERE kind = 'api'") != [(1,)]
        change(online, "UPDATE sessions SET expires = 1000 WHERE kind = 'api'")
        assert code(bot.get("/api/me")) == (401, "bad_token")
    assert player.http.get("/api/me/tokens").json()["tokens"] == []


@pytest.mark.parametrize("body", [{"days": 0}, {"days": 367}, {"scopes": ["all"]}, {"days": None}])
def test_a_token_for_ever_or_for_something_else_is_refused(
    shared_online: OnlineServed, body: dict[str, object]
) -> None:
    player = shared_online.player()
    answer = player.http.post("/api/me/tokens", json={"label": "a bot", **body})
    assert code(answer) == (400, "bad_request")


def change(online: OnlineServed, statement: str) -> None:
    """Change the database file behind the server's back."""
    with closing(sqlite3.connect(online.where)) as connection:
        connection.execute(statement)
        connection.commit()
