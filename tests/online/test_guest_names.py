"""Two guests are not taken for each other, nor a guest for who registers his name."""

from __future__ import annotations

import asyncio
import time

import pytest
from tests.online.people import PASSWORD, Member, OnlineServed, who
from tests.online.tables import table
from tests.server.people import Person
from tests.server.stores import with_new_store

from djambi.server.apps.admin import Admin
from djambi.server.errors import RequestRefused
from djambi.server.people import names
from djambi.server.people.service import _REMEMBERED_GUEST_MS, AccountRenamed, AccountService
from djambi.server.publisher import EventPublisher
from djambi.server.rate_limits import RateLimits
from djambi.server.settings import ServeSettings
from djambi.server.storage import Store
from djambi.server.storage.people import Account, PeopleStore

WEEK = _REMEMBERED_GUEST_MS
WANTED = {"password": PASSWORD}


def rename(member: Member, name: str) -> str:
    """What is said to who wants another name: "ok", or a code."""
    answer = member.http.put("/api/me/name", json={"name": name})
    return "ok" if answer.is_success else str(answer.json()["code"])


def test_guests_of_one_name_are_told_apart(online: OnlineServed) -> None:
    given = [online.guest(name).name for name in ("Ada", "Ada", "ada", "Áda", "A d a", "Ada 2")]
    assert given == ["Ada", "Ada 2", "ada 3", "Áda 4", "A d a 5", "Ada 2 2"]
    assert len(online.guest("x" * 24).name) == len(online.guest("x" * 24).name) == 24


def test_so_many_guests_of_one_name_and_no_more(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(names, "_FIRST_NUMBERS", range(2, 4))
    monkeypatch.setattr(names, "_DRAWN_NUMBERS", 0)
    assert [online.guest("Ada").name for _ in range(3)] == ["Ada", "Ada 2", "Ada 3"]
    answer = online.browser().post("/api/me/guest", json={"name": "Ada"})
    assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")


def test_no_guest_takes_anothers_name_at_the_same_table(online: OnlineServed) -> None:
    ada, eve = online.guest("Ada"), online.guest("Eve")
    for wanted in ("Ada", "ADA", "A-da", "Àda"):
        assert rename(eve, wanted) == "name_taken"
    # One's own, written otherwise, is one's own; and what was given up is free.
    assert rename(ada, "ADA") == "ok" and rename(ada, "Grace") == "ok"
    assert rename(eve, "Ada") == "ok"


def test_nobody_registers_the_name_of_a_guest_who_is_here(online: OnlineServed) -> None:
    ada, eve = online.guest("Ada"), online.player("Eve")
    stranger = online.browser()
    answer = stranger.post("/api/me/register", json={"name": "Ada", **WANTED})
    assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")
    assert rename(eve, "Ada") == "name_taken"
    assert ada.http.post("/api/me/register", json={"name": "Ada", **WANTED}).is_success
    assert online.browser().post("/api/me/guest", json={"name": "ada"}).status_code == 409


def test_two_processes_give_a_name_once(anywhere: str) -> None:
    """A guest comes at one while somebody registers at the other: both have found it free."""
    checked = asyncio.Barrier(2)

    class Overtaken(PeopleStore):
        async def add(self, account: Account, folded: str | None, password: str | None) -> None:
            if account.name == "Ada":
                await checked.wait()
            await super().add(account, folded, password)

    def process(store: Store) -> AccountService:
        accounts = Overtaken(store.database)
        return AccountService(accounts, ServeSettings(), RateLimits(), "", EventPublisher())

    async def registered(people: AccountService) -> str:
        try:
            return (await people.register(None, "Ada", PASSWORD, "", "en", "192.0.2.8"))[0].name
        except RequestRefused as refused:
            return refused.code

    async def work(store: Store) -> None:
        other = Store(anywhere)
        try:
            (guest, _), account = await asyncio.gather(
                process(store).guest("Ada", "en", "192.0.2.7"), registered(process(other))
            )
        finally:
            await other.close()
        assert (guest.name, account) in {("Ada", "name_taken"), ("Ada 2", "Ada")}

    with_new_store(anywhere, work)


def test_a_guest_who_does_not_come_keeps_no_name_from_others(online: OnlineServed) -> None:
    ada = online.guest("Ada")
    online.change(ada.id, seen=int(time.time() * 1000) - WEEK - 60_000)
    answer = online.browser().post("/api/me/register", json={"name": "Ada", **WANTED})
    assert answer.status_code == 200
    blaise = online.guest("Blaise")
    online.change(blaise.id, seen=int(time.time() * 1000) - WEEK - 60_000)
    assert online.guest("Blaise").name == "Blaise"


def test_a_guest_who_comes_back_late_is_not_taken_for_who_has_the_name_now(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = online.guard.policy.people
    assert isinstance(people, AccountService)
    told: list[object] = []
    monkeypatch.setattr(people._events, "publish", told.append)
    ada, blaise = online.guest("Ada"), online.guest("Blaise")
    online.player("Ada 2")
    online.guest("Blaise 2")
    for guest in (ada, blaise):
        online.change(guest.id, seen=int(time.time() * 1000) - WEEK - 60_000)
    online.player("Ada")
    online.guest("Blaise")
    assert [who(ada), who(blaise)] == ["Ada 3", "Blaise 3"]
    # Open tables are told.
    renamed = [event for event in told if isinstance(event, AccountRenamed)]
    assert renamed == [AccountRenamed(ada.id), AccountRenamed(blaise.id)]
    # Once back, nobody else takes the new name.
    online.change(blaise.id, seen=int(time.time() * 1000))
    assert online.guest("Blaise 3").name == "Blaise 3 2"


def test_a_table_shows_the_new_name_whichever_process_gave_it(online: OnlineServed) -> None:
    def shown(person: Person) -> str:
        return str(person.until("update")["seats"][0]["name"])

    ada, watcher = online.guest("Ada"), online.guest("Eve")
    made = table(ada, terms={"watch": "all", "listed": True})
    online.change(ada.id, seen=int(time.time() * 1000) - WEEK - 60_000)
    with watcher.sit(made["id"]) as person:
        assert person.until("state")["seats"][0]["name"] == "Ada"
        Admin(ServeSettings(database=f"sqlite:///{online.where}")).make("Ada", PASSWORD)
        assert shown(person) == "Ada 2"
    [card] = watcher.http.get("/api/lobby").json()["waiting"]
    assert card["seats"][0]["name"] == "Ada 2"
