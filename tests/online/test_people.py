"""Accounts: guests, registration, signing in and out, sessions, passwords, blocks."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from tests.online.people import (
    PASSWORD,
    OnlineServed,
    code,
    rows,
    serving_online,
    who,
)
from tests.online.planted import plant

from djambi.server.security.request_policy import cookie_name
from djambi.server.storage.people import PeopleStore

COOKIE = cookie_name(False)


# --- coming -------------------------------------------------------------------------------------


def test_nobody_is_nobody(shared_online: OnlineServed) -> None:
    with shared_online.browser() as browser:
        me = browser.get("/api/me").json()
    assert me["online"] is True and me["account"] is None
    assert (me["guests"], me["registration"], me["mail"]) == (True, True, False)


def test_a_guest_keeps_the_account_when_registering(shared_online: OnlineServed) -> None:
    guest = shared_online.guest("Niccolò")
    before = guest.cookie
    assert guest.http.get("/api/me").json()["account"]["guest"] is True
    body = {"name": "Niccolò M", "password": PASSWORD, "language": "fr"}
    answer = guest.http.post("/api/me/register", json=body)
    assert answer.status_code == 200, answer.text
    account = guest.http.get("/api/me").json()["account"]
    assert (account["id"], account["guest"], account["name"]) == (guest.id, False, "Niccolò M")
    assert account["language"] == "fr"
    # A new session: whoever knew the guest's has nothing of the account's.
    assert guest.cookie != before
    with shared_online.browser() as thief:
        thief.cookies.set(COOKIE, before)
        assert thief.get("/api/me").json()["account"] is None
    assert code(guest.http.post("/api/me/register", json=body)) == (400, "registered_already")


def test_who_is_signed_in_does_not_come_again_as_a_guest(shared_online: OnlineServed) -> None:
    guest = shared_online.guest()
    assert code(guest.http.post("/api/me/guest", json={"name": "Other"})) == (
        400,
        "signed_in_already",
    )


@pytest.mark.parametrize("name", ["Éva Perón", "eva peron", "EVA_PERON", "Evа Perоn", "Eva-Per0n"])
def test_no_name_looks_like_a_registered_one(shared_online: OnlineServed, name: str) -> None:
    if not rows(shared_online, "SELECT 1 FROM accounts WHERE folded = 'evaperon'"):
        shared_online.player("Eva Perón")
    with shared_online.browser() as browser:
        body = {"name": name, "password": PASSWORD}
        # Letters of two scripts in a name are refused as such.
        expected = {(409, "name_taken"), (400, "bad_name")}
        assert code(browser.post("/api/me/register", json=body)) in expected
        assert code(browser.post("/api/me/guest", json={"name": name})) in expected


@pytest.mark.parametrize("name", ["moderator", "Djambi", "Modérateur", "r00t"])
def test_some_names_are_nobodys(shared_online: OnlineServed, name: str) -> None:
    with shared_online.browser() as browser:
        assert code(browser.post("/api/me/guest", json={"name": name})) == (409, "name_taken")


def test_of_two_who_register_a_name_at_once_one_gets_it(online: OnlineServed) -> None:
    from concurrent.futures import ThreadPoolExecutor

    def register(name: str) -> int:
        with online.browser() as browser:
            body = {"name": name, "password": PASSWORD}
            return browser.post("/api/me/register", json=body).status_code

    with ThreadPoolExecutor(4) as pool:
        statuses = sorted(pool.map(register, ["Tito", "tito", "TITO", "Títo"]))
    assert statuses == [200, 409, 409, 409]
    assert rows(online, "SELECT count(*) FROM accounts") == [(1,)]


@pytest.mark.parametrize(
    "password", ["short", "Passw0rd", "aaaaaaaaaaaa", "motdepasse", "Josip Broz", "josipbroz"]
)
def test_bad_passwords_are_refused(shared_online: OnlineServed, password: str) -> None:
    with shared_online.browser() as browser:
        body = {"name": "Josip Broz", "password": password}
        assert code(browser.post("/api/me/register", json=body)) == (400, "bad_password")


@pytest.mark.parametrize(
    "email", ["nobody", "a@b", "a b@c.d", "@c.d", "a@b@c.d", "a@c.d\r\nBcc: x@y.z", "é@c.d"]
)
def test_bad_addresses_are_refused(shared_online: OnlineServed, email: str) -> None:
    with shared_online.browser() as browser:
        body = {"name": "With an e-mail", "password": PASSWORD, "email": email}
        assert code(browser.post("/api/me/register", json=body)) == (400, "bad_email")


def test_a_server_may_take_no_guests_and_no_new_accounts(tmp_path: Path) -> None:
    with (
        serving_online(tmp_path, guests=False, registration=False) as online,
        online.browser() as browser,
    ):
        assert code(browser.post("/api/me/guest", json={"name": "Guest"})) == (403, "no_guests")
        body = {"name": "Somebody", "password": PASSWORD}
        answer = browser.post("/api/me/register", json=body)
        assert code(answer) == (403, "no_registration")


# --- signing in and out -------------------------------------------------------------------------


def test_signing_in_by_any_form_of_the_name(shared_online: OnlineServed) -> None:
    player = shared_online.player("Léon Blum")
    with shared_online.browser() as browser:
        body = {"name": "leon blum", "password": PASSWORD}
        assert browser.post("/api/me/sign-in", json=body).status_code == 200
        assert browser.get("/api/me").json()["account"]["id"] == player.id
        assert browser.post("/api/me/sign-out").status_code == 200
        assert browser.get("/api/me").json()["account"] is None
    assert who(player) == "Léon Blum"


def test_wrong_name_and_wrong_password_are_told_alike(shared_online: OnlineServed) -> None:
    shared_online.player("Indira")
    shared_online.guest("A guest of hers")
    said: set[str] = set()
    with shared_online.browser() as browser:
        for name, password in (
            ("Indira", "wrong password"),
            ("Nobody at all", PASSWORD),
            ("A guest of hers", PASSWORD),
            ("...", PASSWORD),
        ):
            answer = browser.post("/api/me/sign-in", json={"name": name, "password": password})
            assert answer.status_code == 401 and "set-cookie" not in answer.headers
            said.add(answer.text)
    assert len(said) == 1


def test_the_cookie_is_for_this_server_only_and_for_no_script(
    shared_online: OnlineServed,
) -> None:
    with shared_online.browser() as browser:
        answer = browser.post("/api/me/guest", json={"name": "Cookie"})
        header = answer.headers["set-cookie"].lower()
    assert "httponly" in header and "samesite=lax" in header and "path=/" in header
    assert "domain" not in header


def test_the_cookie_lasts_from_the_last_visit_as_the_session_does(
    shared_online: OnlineServed,
) -> None:
    player = shared_online.player()
    [cookie] = player.http.get("/api/me").headers.get_list("set-cookie")
    with shared_online.browser() as browser:
        body = {"name": player.name, "password": PASSWORD}
        begun = browser.post("/api/me/sign-in", json=body).headers.get_list("set-cookie")[0]
        assert "set-cookie" in browser.get("/api/me").headers
        assert browser.post("/api/me/sign-out").is_success
        assert "set-cookie" not in browser.get("/api/me").headers
    assert cookie.partition(";")[::2] == (f"{COOKIE}={player.cookie}", begun.partition(";")[2])
    token = player.token()
    with shared_online.bot(token) as bot:
        assert "set-cookie" not in bot.get("/api/me").headers


def test_over_https_the_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    with (
        serving_online(tmp_path, url="https://djambi.example") as online,
        online.browser(host="djambi.example", origin="https://djambi.example") as browser,
    ):
        answer = browser.post("/api/me/guest", json={"name": "Cookie"})
        assert answer.status_code == 200, answer.text
        header = answer.headers["set-cookie"]
        assert header.startswith("__Host-djambi=") and "Secure" in header
        assert "max-age" in answer.headers["strict-transport-security"]


def test_signing_in_as_somebody_else_ends_the_session_before(shared_online: OnlineServed) -> None:
    player = shared_online.player("Golda")
    guest = shared_online.guest("Passing")
    before = guest.cookie
    body = {"name": "Golda", "password": PASSWORD}
    assert guest.http.post("/api/me/sign-in", json=body).status_code == 200
    assert who(guest) == "Golda" and who(player) == "Golda"
    with shared_online.browser() as browser:
        browser.cookies.set(COOKIE, before)
        assert browser.get("/api/me").json()["account"] is None


def test_signing_out_everywhere(shared_online: OnlineServed) -> None:
    player = shared_online.player("Olof")
    token = player.token()
    with shared_online.browser() as other:
        other.post("/api/me/sign-in", json={"name": "Olof", "password": PASSWORD})
        assert other.post("/api/me/sign-out-everywhere").status_code == 200
    assert who(player) is None
    with shared_online.bot(token) as bot:
        assert bot.get("/api/me").json()["account"]["name"] == "Olof"


def test_a_session_ends_by_itself(online: OnlineServed) -> None:
    guest = online.guest()
    with closing(sqlite3.connect(online.where)) as connection:
        connection.execute("UPDATE sessions SET expires = 1000")
        connection.commit()
    assert who(guest) is None


def test_who_only_looks_is_known_also_while_no_visit_can_be_recorded(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise OperationalError("UPDATE", None, Exception("database or disk is full"))

    guest = online.guest()
    with closing(sqlite3.connect(online.where)) as connection:
        connection.execute("UPDATE sessions SET seen = 1000")
        connection.commit()
    with monkeypatch.context() as during:
        during.setattr(PeopleStore, "touch", full)
        assert who(guest) == guest.name
        assert rows(online, "SELECT seen FROM sessions") == [(1000,)]
    assert who(guest) == guest.name
    assert rows(online, "SELECT seen FROM sessions") != [(1000,)]


# --- what is stored -----------------------------------------------------------------------------


@pytest.fixture
def hashing(tmp_path: Path) -> Iterator[OnlineServed]:
    """A server that hashes passwords as it does for people."""
    with serving_online(tmp_path, hashing=True) as online:
        yield online


def test_no_secret_is_stored(hashing: OnlineServed) -> None:
    player = hashing.player("Keeper")
    token = player.token()
    with closing(sqlite3.connect(hashing.where)) as connection:
        dump = "\n".join(connection.iterdump())
    for secret in (PASSWORD, player.cookie, token, token.removeprefix("djambi_")):
        assert secret not in dump
    assert "$argon2id$v=19$m=19456,t=2,p=1$" in dump


def test_a_password_hashed_with_weaker_figures_is_hashed_anew(hashing: OnlineServed) -> None:
    from argon2 import PasswordHasher

    player = hashing.player("Older")
    weak = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash(PASSWORD)
    hashing.change(player.id, password=weak)
    with hashing.browser() as browser:
        body = {"name": "Older", "password": PASSWORD}
        assert browser.post("/api/me/sign-in", json=body).status_code == 200
    [(stored,)] = rows(hashing, f"SELECT password FROM accounts WHERE id = '{player.id}'")
    assert "m=19456" in str(stored)


# --- blocks -------------------------------------------------------------------------------------


def test_blocks(shared_online: OnlineServed) -> None:
    me, other = shared_online.player("Blocker"), shared_online.player("Blocked")
    for _ in range(2):
        assert me.http.put(f"/api/me/blocks/{other.id}").status_code == 204
    assert me.http.get("/api/me/blocks").json() == {
        "blocked": [{"id": other.id, "name": "Blocked", "guest": False}]
    }
    assert me.http.get(f"/api/people/{other.id}").json()["blocked"] is True
    # The other one is not told.
    assert other.http.get("/api/me/blocks").json() == {"blocked": []}
    assert other.http.get(f"/api/people/{me.id}").json()["blocked"] is False
    assert code(me.http.put(f"/api/me/blocks/{me.id}")) == (400, "not_yourself")
    assert code(me.http.put("/api/me/blocks/nobody")) == (404, "no_person")
    assert me.http.delete(f"/api/me/blocks/{other.id}").status_code == 204
    assert me.http.get("/api/me/blocks").json() == {"blocked": []}


def test_so_many_are_blocked_and_no_more(
    shared_online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("djambi.server.people.service._MAX_BLOCKS", 2)
    me, *others = (shared_online.player() for _ in range(4))
    answers = [me.http.put(f"/api/me/blocks/{other.id}") for other in others]
    assert [answer.status_code for answer in answers[:2]] == [204, 204]
    assert code(answers[2]) == (400, "too_many_blocks")


def test_settings_belong_to_the_account(shared_online: OnlineServed) -> None:
    me, other = shared_online.guest(), shared_online.guest()
    me.http.put("/api/settings", json={"lang": "fr"})
    assert me.http.get("/api/settings").json()["lang"] == "fr"
    assert other.http.get("/api/settings").json()["lang"] == ""
    with shared_online.browser() as nobody:
        assert nobody.put("/api/settings", json={"lang": "fr"}).status_code == 200
        assert nobody.get("/api/settings").json()["lang"] == ""


def test_what_two_tabs_store_at_once_is_all_kept(anywhere: str, tmp_path: Path) -> None:
    with serving_online(tmp_path, where=anywhere) as online, ThreadPoolExecutor(8) as pool:
        me = online.player()
        stages = [f"stage {number}" for number in range(16)]

        def win(stage: str) -> int:
            return me.http.put("/api/settings", json={"campaign": [stage]}).status_code

        assert set(pool.map(win, stages)) == {200}
        assert sorted(me.http.get("/api/settings").json()["campaign"]) == sorted(stages)


# --- on either database -------------------------------------------------------------------------


def test_all_of_it_on_sqlite_and_postgresql(anywhere: str, tmp_path: Path) -> None:
    with serving_online(tmp_path, where=anywhere) as online:
        player, moderator = online.player("Éva"), online.moderator()
        guest = online.guest("Guest of hers")
        with online.browser() as browser:
            body = {"name": "eva", "password": PASSWORD}
            assert code(browser.post("/api/me/register", json=body)) == (409, "name_taken")
            assert browser.post("/api/me/sign-in", json=body).status_code == 200
            assert browser.post("/api/me/sign-out").status_code == 200
        token = player.token()
        with online.bot(token) as bot:
            assert bot.get("/api/me").json()["account"]["id"] == player.id
        [listed] = player.http.get("/api/me/tokens").json()["tokens"]
        assert player.http.delete(f"/api/me/tokens/{listed['id']}").status_code == 204
        for _ in range(2):
            assert player.http.put(f"/api/me/blocks/{guest.id}").status_code == 204
        assert len(player.http.get("/api/me/blocks").json()["blocked"]) == 1
        body = {"text": "He shouts.", "accused": guest.id}
        assert player.http.post("/api/reports", json=body).status_code == 202
        [report] = moderator.http.get("/api/reports").json()["reports"]
        verdict = {"verdict": "Indeed.", "days": 1}
        path = f"/api/reports/{report['id']}/verdict"
        assert moderator.http.post(path, json=verdict).json()["barred"] is not None
        assert moderator.http.get("/api/me").json()["reports"] == 0
        body = {"name": "Another", "password": PASSWORD}
        assert guest.http.post("/api/me/register", json=body).status_code == 200
        found = moderator.http.get(f"/api/people/{guest.id}").json()
        assert found["person"]["name"] == "Another" and found["virtu"]["kept"] == 0
        assert player.http.put("/api/settings", json={"lang": "fr"}).status_code == 200
        erase = {"password": PASSWORD}
        assert player.http.post("/api/me/erase", json=erase).status_code == 200
        assert online.player("Eva").id != player.id


def test_me_says_in_how_many_games_it_is_my_turn(online: OnlineServed) -> None:
    red, blue = online.guest(), online.guest()
    for _ in range(2):
        plant(online, {"r": red.id, "b": blue.id})
    assert red.http.get("/api/me").json()["turns"] == 2
    assert blue.http.get("/api/me").json()["turns"] == 0
