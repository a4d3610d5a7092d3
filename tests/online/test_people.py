"""Accounts: guests, registration, signing in and out, sessions, passwords, tokens, blocks."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError
from tests.online.people import OURS, PASSWORD, Member, OnlineServed, serving_online
from tests.online.planted import plant
from tests.online.test_table_emails import do
from tests.online.test_tables import seated
from tests.server.stores import with_new_store

from djambi.server.apps.online import OnlineProcess
from djambi.server.errors import RequestRefused
from djambi.server.game.events import StoodIn
from djambi.server.live.room import GameRoom
from djambi.server.people.passwords import Passwords
from djambi.server.people.service import People
from djambi.server.publisher import EventPublisher
from djambi.server.rate_limits import RateLimits
from djambi.server.security.current_user import CurrentUser
from djambi.server.security.devices import Device
from djambi.server.security.request_policy import cookie_name
from djambi.server.settings import ServeSettings
from djambi.server.storage import Store
from djambi.server.storage.online import SessionModel
from djambi.server.storage.people import PeopleStore
from djambi.server.tables.admission import Admission

COOKIE = cookie_name(False)


def code(answer: object) -> tuple[int, str]:
    """Status and code of an answer that is an error."""
    return answer.status_code, answer.json()["code"]  # type: ignore[attr-defined]


def rows(online: OnlineServed, query: str) -> list[tuple[object, ...]]:
    """What the database file has."""
    with closing(sqlite3.connect(online.where)) as connection:
        return connection.execute(query).fetchall()


def who(member: Member) -> str | None:
    """The name by which the server knows a browser."""
    account = member.http.get("/api/me").json()["account"]
    return None if account is None else str(account["name"])


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


# --- changing -----------------------------------------------------------------------------------


def test_a_new_password_ends_everything_else(shared_online: OnlineServed) -> None:
    player = shared_online.player("Willy")
    token = player.token()
    with shared_online.browser() as other:
        other.post("/api/me/sign-in", json={"name": "Willy", "password": PASSWORD})
        change = {"old": "not this one", "new": "another long one"}
        assert code(player.http.put("/api/me/password", json=change)) == (403, "wrong_password")
        change = {"old": PASSWORD, "new": "another long one"}
        assert player.http.put("/api/me/password", json=change).status_code == 200
        assert who(player) == "Willy"
        assert other.get("/api/me").json()["account"] is None
        body = {"name": "Willy", "password": PASSWORD}
        assert other.post("/api/me/sign-in", json=body).status_code == 401
        body["password"] = "another long one"
        assert other.post("/api/me/sign-in", json=body).status_code == 200
    with shared_online.bot(token) as bot:
        assert code(bot.get("/api/me")) == (401, "bad_token")


def test_another_name(shared_online: OnlineServed) -> None:
    player = shared_online.player("Corazon")
    shared_online.player("Benazir")
    assert code(player.http.put("/api/me/name", json={"name": "bénazir"})) == (409, "name_taken")
    assert player.http.put("/api/me/name", json={"name": "Corazón A"}).status_code == 200
    assert who(player) == "Corazón A"
    with shared_online.browser() as browser:
        body = {"name": "Corazon A", "password": PASSWORD}
        assert browser.post("/api/me/sign-in", json=body).status_code == 200


def test_a_guest_does_not_take_the_name_of_a_registered_player(
    shared_online: OnlineServed,
) -> None:
    shared_online.player("Kwame")
    guest = shared_online.guest("Somebody")
    assert code(guest.http.put("/api/me/name", json={"name": "Kwаme"}))[0] in (400, 409)
    assert code(guest.http.put("/api/me/name", json={"name": "kwame"})) == (409, "name_taken")
    assert guest.http.put("/api/me/name", json={"name": "Nkrumah"}).status_code == 200


def test_erasing_an_account_leaves_no_name_behind(online: OnlineServed) -> None:
    player, other = online.player("Salvador"), online.player("Other")
    player.token()
    player.http.put("/api/settings", json={"name": "Salvador"})
    other.http.put(f"/api/me/blocks/{player.id}")
    wrong = player.http.post("/api/me/erase", json={"password": "wrong password"})
    assert code(wrong) == (403, "wrong_password")
    assert player.http.post("/api/me/erase", json={"password": PASSWORD}).status_code == 200
    assert who(player) is None
    with closing(sqlite3.connect(online.where)) as connection:
        assert "Salvador" not in "\n".join(connection.iterdump())
    assert code(other.http.get(f"/api/people/{player.id}")) == (404, "no_person")
    # The name is free again.
    assert online.player("Salvador").id != player.id


def test_erasing_an_account_takes_its_private_things_with_it(online: OnlineServed) -> None:
    """Notes, turns in advance, secret ballots, where it was, known browsers: all of it at once."""
    player, other = online.player("Salvador"), online.player("Other")
    with seated([player, other]) as (game, [first, second]):
        notes = {"notes": [{"lines": 0, "text": "my private thought 4711"}]}
        for member in (player, other):
            answer = member.http.put(f"/api/games/{game}/notes", json=notes)
            assert answer.status_code == 200, answer.text
        plans = {"plans": [{"after": 0, "turns": ["*", "c3-e3"]}]}
        answer = player.http.put(f"/api/games/{game}/plans", json=plans)
        assert answer.status_code == 200, answer.text
        first.change("call", vote="draw")
        assert first.ask("talk", room="", text="said by Salvador")["type"] == "noted"
        assert second.ask("talk", room="", text="said by the other")["type"] == "noted"
    kept = "SELECT account, kind FROM privates"
    assert {(player.id, kind) for kind in ("notes", "plans", "ballot")} <= set(rows(online, kept))
    erase = {"password": PASSWORD}
    assert player.http.post("/api/me/erase", json=erase).status_code == 200
    assert rows(online, kept) == [(other.id, "notes")]
    for table in ("sessions", "known_browsers", "presences", "recoveries", "letters"):
        mine = f"SELECT count(*) FROM {table} WHERE account = '{player.id}'"
        assert rows(online, mine) == [(0,)], table
    # What was said at the table stays, unless one asks for it to go.
    said = "\n".join(str(row[0]) for row in rows(online, "SELECT data FROM asides"))
    assert "said by Salvador" in said
    assert other.http.post("/api/me/erase", json={**erase, "words": True}).status_code == 200
    said = "\n".join(str(row[0]) for row in rows(online, "SELECT data FROM asides"))
    assert "said by Salvador" in said and "said by the other" not in said


def test_words_that_are_erased_leave_the_pages_that_show_them(online: OnlineServed) -> None:
    player, other = online.player("Salvador"), online.player("Other")
    with seated([player, other]) as (_, [first, second]):
        assert second.ask("talk", room="", text="said by the other")["type"] == "noted"
        while "said by the other" not in str(first.until("asides")):
            pass
        erase = {"password": PASSWORD, "words": True}
        assert other.http.post("/api/me/erase", json=erase).status_code == 200
        again = first.until("asides")
        assert again["since"] == 0 and again["entries"]
        assert "said by the other" not in str(again)


def test_a_guest_is_erased_without_a_password(online: OnlineServed) -> None:
    guest = online.guest()
    assert guest.http.post("/api/me/erase", json={}).status_code == 200
    assert who(guest) is None


class Overtaken(Passwords):
    """Passwords of which one is changed, or its account erased, while it is checked."""

    def __init__(self, meanwhile: Callable[[], Awaitable[object]]) -> None:
        super().__init__()
        self._meanwhile: Callable[[], Awaitable[object]] | None = meanwhile

    async def matches(self, stored: str | None, password: str, known: bool = False) -> bool:
        found = await super().matches(stored, password, known)
        meanwhile, self._meanwhile = self._meanwhile, None
        if meanwhile is not None:
            await meanwhile()
        return found


@pytest.mark.parametrize("change", ["password", "erasure"])
def test_nobody_signs_in_past_a_change_of_the_password(tmp_path: Path, change: str) -> None:
    async def work(store: Store) -> None:
        accounts = PeopleStore(store.database)
        people = People(accounts, ServeSettings(), RateLimits(), "", EventPublisher())
        account = (await people.make("Ada", PASSWORD)).id
        another = await people.passwords.hash("quite another one")
        people.passwords = Overtaken(
            partial(accounts.set_password, account, another)
            if change == "password"
            else partial(accounts.erase, account, words=False)
        )
        with pytest.raises(RequestRefused, match="wrong_name_or_password"):
            await people.sign_in("Ada", PASSWORD, "192.0.2.7")
        assert await store.database.rows(select(SessionModel.key)) == []

    with_new_store(tmp_path / "djambi.sqlite3", work)


@pytest.mark.parametrize("change", ["register", "name", "email", "no email", "password"])
def test_an_account_that_is_erased_meanwhile_does_not_come_back(
    tmp_path: Path, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: Store) -> None:
        accounts = PeopleStore(store.database)
        people = People(accounts, ServeSettings(), RateLimits(), "", EventPublisher())
        if change == "register":
            account, _ = await people.guest("Ada", "en", "192.0.2.7")
        else:
            account = await people.make("Ada", PASSWORD)

        def overtaken(work: Callable[..., Awaitable[bool]]) -> Callable[..., Awaitable[bool]]:
            async def after_the_erasure(*given: object, **more: object) -> bool:
                await accounts.erase(account.id, words=False)
                return await work(*given, **more)

            return after_the_erasure

        for name in ("change", "set_email", "set_password"):
            monkeypatch.setattr(accounts, name, overtaken(getattr(accounts, name)))
        visitor = CurrentUser(account, "a session", "web")
        grace = "grace@example.org"
        asked: dict[str, Callable[[], Awaitable[object]]] = {
            "register": lambda: people.register(visitor, "Grace", PASSWORD, grace, "en", ""),
            "name": lambda: people.rename(account, "Grace"),
            "email": lambda: people.change_email(account, PASSWORD, grace),
            "no email": lambda: people.change_email(account, PASSWORD, ""),
            "password": lambda: people.change_password(visitor, PASSWORD, "quite another one"),
        }
        with pytest.raises(RequestRefused, match="sign_in"):
            await asked[change]()
        found = await accounts.account(account.id)
        assert found is not None and found.erased
        assert (found.name, found.email) == ("", None)
        assert await accounts.password(account.id) is None
        await people.make("Grace", PASSWORD)

    with_new_store(tmp_path / "djambi.sqlite3", work)


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


# --- tokens -------------------------------------------------------------------------------------


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
        browser.cookies.set(COOKIE, token)
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


# --- what a token may do ------------------------------------------------------------------------


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
