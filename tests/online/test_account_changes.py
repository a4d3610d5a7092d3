"""Accounts that change or go: another name or password, erasure, and what happens meanwhile."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import select
from tests.online.people import (
    PASSWORD,
    OnlineServed,
    code,
    rows,
    who,
)
from tests.online.tables import seated
from tests.server.stores import START, SUMMARY, with_new_store

from djambi.server.errors import RequestRefused
from djambi.server.people.passwords import Passwords
from djambi.server.people.service import AccountService
from djambi.server.publisher import EventPublisher
from djambi.server.rate_limits import RateLimits
from djambi.server.security.current_user import CurrentUser
from djambi.server.settings import ServeSettings
from djambi.server.storage import Store
from djambi.server.storage.account_preferences import choose
from djambi.server.storage.models import (
    AccountModel,
    BlockModel,
    KnownBrowserModel,
    PrivateModel,
    SessionModel,
    SettingsModel,
)
from djambi.server.storage.people import Account, PeopleStore
from djambi.server.storage.private_documents import PrivateDocuments
from djambi.server.storage.tables import TablesStore


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


def test_who_is_erased_is_on_nobody_s_list_of_the_blocked(online: OnlineServed) -> None:
    me, other = online.player(), online.player()
    assert me.http.put(f"/api/me/blocks/{other.id}").is_success
    assert other.http.post("/api/me/erase", json={"password": PASSWORD}).is_success
    assert me.http.get("/api/me/blocks").json() == {"blocked": []}


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
        people = AccountService(accounts, ServeSettings(), RateLimits(), "", EventPublisher())
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
        people = AccountService(accounts, ServeSettings(), RateLimits(), "", EventPublisher())
        if change == "register":
            account, _ = await people.guest("Ada", "en", "192.0.2.7")
        else:
            account = await people.make("Ada", PASSWORD)

        def overtaken(work: Callable[..., Awaitable[bool]]) -> Callable[..., Awaitable[bool]]:
            async def after_the_erasure(*given: object, **more: object) -> bool:
                await accounts.erase(account.id, words=False)
                return await work(*given, **more)

            return after_the_erasure

        for name in ("change", "register", "set_email", "set_password"):
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


def test_a_guest_is_registered_once_wherever(anywhere: str) -> None:
    """Two tabs ask for it at once, of two processes: one of them is told that it came too late."""
    checked = asyncio.Barrier(2)

    class Overtaken(PeopleStore):
        async def register(
            self, account: str, name: str, folded: str, password: str, language: str
        ) -> bool:
            await checked.wait()
            return await super().register(account, name, folded, password, language)

    async def registered(store: Store, guest: Account, name: str) -> str:
        people = Overtaken(store.database)
        service = AccountService(people, ServeSettings(), RateLimits(), "", EventPublisher())
        visitor = CurrentUser(guest, "a session", "web")
        try:
            return (await service.register(visitor, name, PASSWORD, "", "en", "192.0.2.7"))[0].name
        except RequestRefused as refused:
            return refused.code

    async def work(store: Store) -> None:
        people = PeopleStore(store.database)
        guest = Account("a guest", "Ada", guest=True)
        await people.add(guest, "ada", None)
        other = Store(anywhere)
        try:
            answers = await asyncio.gather(
                registered(store, guest, "Grace"), registered(other, guest, "Hedy")
            )
        finally:
            await other.close()
        found = await people.account(guest.id)
        assert found is not None and not found.guest
        assert sorted(answers) == sorted([found.name, "registered_already"])

    with_new_store(anywhere, work)


def test_what_comes_late_leaves_nothing_of_an_erased_account(anywhere: str) -> None:
    """Who asked was signed in then; the erasure, by another process maybe, was faster."""

    async def work(store: Store) -> None:
        database = store.database
        accounts = PeopleStore(database)
        for name in ("ada", "eve"):
            await accounts.add(Account(name, name, guest=False), name, "a password")
        await store.create("g", "square-4", "original", [START], SUMMARY)
        await accounts.erase("ada", words=False)
        assert await accounts.block("ada", "eve", most=9)
        assert await accounts.block("eve", "ada", most=9)
        assert not await accounts.open("ada", "a key", "api", None)
        await accounts.know("a browser", "ada")
        await PrivateDocuments(database).put("g", "ada", "notes", "mine")
        await TablesStore(database).set_ballot("g", "ada", vote=1, agree=True)
        assert await store.change_settings("ada", lambda _: '{"name":"Ada"}') == '{"name":"Ada"}'
        assert await choose(database, "ada", "holidays", lambda _: [(1, 2)]) == [(1, 2)]
        for model in (BlockModel, SessionModel, KnownBrowserModel, PrivateModel, SettingsModel):
            assert await database.rows(select(model)) == [], model
        kept = select(AccountModel.data).where(AccountModel.id == "ada")
        assert await database.rows(kept) == [("{}",)]

    with_new_store(anywhere, work)


def test_of_many_at_once_no_more_are_stored_than_one_may_have(anywhere: str) -> None:
    async def work(store: Store) -> None:
        other = Store(anywhere)
        here, there = PeopleStore(store.database), PeopleStore(other.database)
        names = [f"account {number}" for number in range(9)]
        for name in names:
            await here.add(Account(name, name, guest=False), name, "a password")
        first, *others = names
        opening = (
            each.open(first, f"{at} {number}", "api", None, most=3)
            for at, each in enumerate((here, there))
            for number in range(4)
        )
        blocking = (
            (here, there)[number % 2].block(first, name, most=3)
            for number, name in enumerate(others)
        )
        try:
            opened = await asyncio.gather(*opening)
            blocked = await asyncio.gather(*blocking)
        finally:
            await other.close()
        assert (sum(opened), len(await here.tokens(first))) == (3, 3)
        assert (sum(blocked), len(await here.blocked(first))) == (3, 3)

    with_new_store(anywhere, work)
