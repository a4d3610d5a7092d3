"""E-mails of accounts: a forgotten password, an address to be confirmed."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import threading
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.online.people import PASSWORD, Member, OnlineServed, rows, serving_online
from tests.server.stores import with_new_store
from tests.waiting import WAIT_TIMEOUT_S

from djambi.server.people import passwords
from djambi.server.people.service import AccountService
from djambi.server.rate_limits import RateLimits
from djambi.server.storage import Store
from djambi.server.storage import people as people_store
from djambi.server.storage.people import Account, PeopleStore
from djambi.server.timekeeping import now

NEW = "a new and long password"
ADDRESS = "tito@example.org"

Emails = list[tuple[str, str, str]]


@contextmanager
def posting(folder: Path, **settings: Any) -> Generator[tuple[OnlineServed, Emails]]:
    """A server that sends e-mails, and what it has sent: address, subject, text."""
    emails: Emails = []

    async def send(
        account: Account, address: str, subject: str, text: str, until: int | None
    ) -> None:
        del account, until
        emails.append((address, subject, text))

    with serving_online(folder, **settings) as online:
        people = online.guard.policy.people
        assert isinstance(people, AccountService)
        people.send = send
        yield online, emails


def settle(online: OnlineServed) -> None:
    """Wait until what was asked for has been sent: it goes out after the answer."""

    async def settled() -> None:
        people = online.guard.policy.people
        assert isinstance(people, AccountService)
        tasks = people._tasks._tasks
        while sending := [each for each in tasks if "_insisted" in repr(each.get_coro())]:
            await asyncio.wait(sending)

    assert online.loop is not None
    asyncio.run_coroutine_threadsafe(settled(), online.loop).result(WAIT_TIMEOUT_S)


@pytest.fixture
def posted(tmp_path: Path) -> Iterator[tuple[OnlineServed, Emails]]:
    with posting(tmp_path) as served:
        yield served


def key_in(text: str) -> str:
    """The key that an e-mail's link carries, behind the #."""
    found = re.search(r"/(?:recover|confirm)#(\S+)", text)
    assert found, text
    return found[1]


def confirmed(online: OnlineServed, emails: Emails, **more: str) -> Member:
    """A player whose address is known to be his."""
    player = online.player("Josip Broz", email=ADDRESS.upper(), **more)
    with online.browser() as browser:
        body = {"key": key_in(emails[-1][2])}
        assert browser.post("/api/recovery/email", json=body).status_code == 200
    assert player.http.get("/api/me").json()["account"]["confirmed"] is True
    emails.clear()
    return player


def ask(online: OnlineServed, who: str) -> str:
    with online.browser() as browser:
        answer = browser.post("/api/recovery", json={"who": who})
        assert answer.status_code == 202
    settle(online)
    return answer.text


def test_an_address_is_asked_whether_it_is_his(posted: tuple[OnlineServed, Emails]) -> None:
    online, emails = posted
    player = online.player("Josip Broz", email=ADDRESS, language="fr")
    account = player.http.get("/api/me").json()["account"]
    assert (account["email"], account["confirmed"]) == (ADDRESS, False)
    [(address, subject, text)] = emails
    assert address == ADDRESS and "vôtre" in subject and "Josip Broz" in text
    assert f"{online.url}/confirm#" in text
    # Until then nobody gets a new password by it.
    ask(online, ADDRESS)
    ask(online, "Josip Broz")
    assert len(emails) == 1


def test_the_email_that_confirms_an_address_can_be_asked_for_again(tmp_path: Path) -> None:
    limits = {"letter": [2, 3600], "call": [1000, 1]}
    with posting(tmp_path, limited=True, limits=limits) as (online, emails):
        # A class whose teacher has one address: two are sent an e-mail, the others are not.
        first, _, third = (online.player(f"Pupil {n}", email=ADDRESS) for n in "abc")
        assert len(emails) == 2

        def again(member: Member) -> tuple[int, bool]:
            answer = member.http.post("/api/me/email/confirmation")
            return answer.status_code, answer.is_success and answer.json()["account"]["confirmed"]

        assert again(third) == (429, False) and len(emails) == 2
        people = online.guard.policy.people
        assert isinstance(people, AccountService)
        people.limits = RateLimits()
        assert again(third) == (200, False)
        assert again(first) == (200, False)
        assert [address for address, _, _ in emails[2:]] == [ADDRESS] * 2
        with online.browser() as browser:
            # The one before is good as well.
            for email in (emails[2], emails[3], emails[0]):
                body = {"key": key_in(email[2])}
                assert browser.post("/api/recovery/email", json=body).status_code == 200
        # Who has confirmed it, or has none, is sent nothing.
        for member in (first, third, online.player()):
            assert again(member) == (200, member in (first, third))
        assert len(emails) == 4


def test_a_key_that_was_asked_for_confirms_no_other_address(anywhere: str) -> None:
    async def work(store: Store) -> None:
        people = PeopleStore(store.database)
        await people.add(Account("ada", "Ada", guest=False), "ada", "a password")
        end = now() + 3_600_000
        await people.set_email("ada", "victim@example.org", "one", end)
        assert not await people.add_email_key("ada", "mine@example.org", "two", end)
        assert not await people.confirm_email("two")

    with_new_store(anywhere, work)


def test_a_link_that_is_opened_twice_confirms_the_address(
    posted: tuple[OnlineServed, Emails],
) -> None:
    online, emails = posted
    player = online.player("Josip Broz", email=ADDRESS)
    body = {"key": key_in(emails[-1][2])}
    with online.browser() as browser:
        for _ in range(2):
            assert browser.post("/api/recovery/email", json=body).status_code == 200
        # But no later address, nor the same one when it has been removed.
        for later in ("other@example.org", "", ADDRESS):
            change = {"password": PASSWORD, "email": later}
            assert player.http.put("/api/me/email", json=change).status_code == 200
            assert browser.post("/api/recovery/email", json=body).json()["code"] == "bad_key"


@pytest.mark.parametrize("who", [ADDRESS, f" {ADDRESS.upper()} ", "Josip Broz", "josip broz"])
def test_a_forgotten_password(posted: tuple[OnlineServed, Emails], who: str) -> None:
    online, emails = posted
    player = confirmed(online, emails)
    token = player.token()
    ask(online, who)
    [(address, _, text)] = emails
    assert address == ADDRESS
    with online.browser() as browser:
        # What is no password leaves the key good; one's own name is none.
        for bad in ("short", "josipbroz"):
            body = {"key": key_in(text), "password": bad}
            answer = browser.post("/api/recovery/password", json=body)
            assert answer.json()["code"] == "bad_password"
        body["password"] = NEW
        assert browser.post("/api/recovery/password", json=body).status_code == 200
        assert browser.get("/api/me").json()["account"]["id"] == player.id
        # Once only.
        assert browser.post("/api/recovery/password", json=body).json()["code"] == "bad_key"
    # Whoever was signed in is so no more, bots too.
    assert player.http.get("/api/me").json()["account"] is None
    with online.bot(token) as bot:
        assert bot.get("/api/me").status_code == 401
    with online.browser() as browser:
        sign_in = {"name": "Josip Broz", "password": PASSWORD}
        assert browser.post("/api/me/sign-in", json=sign_in).status_code == 401
        sign_in["password"] = NEW
        assert browser.post("/api/me/sign-in", json=sign_in).status_code == 200


@pytest.mark.parametrize("trouble", ["busy", "away"])
def test_a_key_is_used_up_by_a_new_password_only(
    posted: tuple[OnlineServed, Emails], trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    online, emails = posted
    player = confirmed(online, emails)
    ask(online, ADDRESS)
    people = online.guard.policy.people
    assert isinstance(people, AccountService)

    async def add_no_cut(*_: object) -> None:
        raise OSError("the database is away")

    with online.browser() as browser:
        body = {"key": key_in(emails[-1][2]), "password": NEW}
        with monkeypatch.context() as patch:
            if trouble == "busy":
                patch.setattr(people.passwords, "_waiting", passwords._MAX_WAITING_HASHES)
            else:
                patch.setattr(people_store, "_add_cut", add_no_cut)
            refused = browser.post("/api/recovery/password", json=body)
            assert refused.status_code == (429 if trouble == "busy" else 503)
        # Nobody was signed out, and the same link is good.
        assert player.http.get("/api/me").json()["account"]["id"] == player.id
        assert browser.post("/api/recovery/password", json=body).status_code == 200


def test_of_two_who_bring_a_key_at_once_one_has_a_new_password(anywhere: str) -> None:
    async def work(store: Store) -> None:
        people = PeopleStore(store.database)
        await people.add(Account("ada", "Ada", guest=False), "ada", "a password")
        await people.add_key("ada", "key", now() + 3_600_000)
        await people.open("ada", "session", "web", None)
        assert not await people.set_password("ada", "hash", "another key")
        assert await people.session("session") is not None
        hashes = [f"hash {number}" for number in range(4)]
        were = await asyncio.gather(*(people.set_password("ada", each, "key") for each in hashes))
        assert sum(were) == 1
        assert await people.password("ada") == hashes[were.index(True)]

    with_new_store(anywhere, work)


def test_an_email_is_of_use_as_long_as_the_key_in_it(
    posted: tuple[OnlineServed, Emails], monkeypatch: pytest.MonkeyPatch
) -> None:
    online, emails = posted
    player = confirmed(online, emails)
    people = online.guard.policy.people
    assert isinstance(people, AccountService)
    untils: list[int | None] = []

    async def send(account: Account, to: str, subject: str, text: str, until: int | None) -> None:
        untils.append(until)

    monkeypatch.setattr(people, "send", send)
    ask(online, ADDRESS)
    keys = "SELECT expires FROM recoveries WHERE kind = '{}'"
    assert [(until,) for until in untils] == rows(online, keys.format("password"))
    untils.clear()
    body = {"password": PASSWORD, "email": "other@example.org"}
    assert player.http.put("/api/me/email", json=body).status_code == 200
    # What tells the former address of it is always of use.
    assert [(until,) for until in untils] == [*rows(online, keys.format("email")), (None,)]


def test_nobody_learns_who_has_an_account(posted: tuple[OnlineServed, Emails]) -> None:
    online, emails = posted
    confirmed(online, emails)
    said = {ask(online, who) for who in (ADDRESS, "nobody@example.org", "Josip Broz", "Nobody")}
    assert len(said) == 1


def test_nor_by_the_time_that_an_answer_takes(posted: tuple[OnlineServed, Emails]) -> None:
    online, emails = posted
    confirmed(online, emails)
    people = online.guard.policy.people
    assert isinstance(people, AccountService)
    stored, store_key = threading.Event(), people.store.add_key

    async def slowly(account: str, key: str, expires: int) -> None:
        await asyncio.to_thread(stored.wait, WAIT_TIMEOUT_S)
        await store_key(account, key, expires)

    people.store.add_key = slowly  # type: ignore[method-assign]
    with online.browser() as browser:
        assert browser.post("/api/recovery", json={"who": ADDRESS}).status_code == 202
    assert not stored.is_set() and emails == []
    stored.set()
    settle(online)
    assert [address for address, _, _ in emails] == [ADDRESS]


def test_a_newer_email_makes_the_older_one_worthless(
    posted: tuple[OnlineServed, Emails],
) -> None:
    online, emails = posted
    confirmed(online, emails)
    ask(online, ADDRESS)
    ask(online, ADDRESS)
    first, second = (key_in(text) for _, _, text in emails)
    with online.browser() as browser:
        body = {"key": first, "password": NEW}
        assert browser.post("/api/recovery/password", json=body).json()["code"] == "bad_key"
        body["key"] = second
        assert browser.post("/api/recovery/password", json=body).status_code == 200


def test_an_email_is_good_for_its_time_and_purpose_only(
    posted: tuple[OnlineServed, Emails],
) -> None:
    online, emails = posted
    confirmed(online, emails)
    ask(online, ADDRESS)
    key = key_in(emails[-1][2])
    with online.browser() as browser:
        # Nor is a link of which the end is missing.
        for wrong in (key, ""):
            answer = browser.post("/api/recovery/email", json={"key": wrong})
            assert answer.json()["code"] == "bad_key"
        with closing(sqlite3.connect(online.where)) as connection:
            assert key not in "\n".join(connection.iterdump())
            connection.execute("UPDATE recoveries SET expires = 1000")
            connection.commit()
        body = {"key": key, "password": NEW}
        assert browser.post("/api/recovery/password", json=body).json()["code"] == "bad_key"


def test_a_confirmation_comes_in_time_or_is_asked_for_again(
    posted: tuple[OnlineServed, Emails],
) -> None:
    online, emails = posted
    player = online.player("Josip Broz", email=ADDRESS)
    with closing(sqlite3.connect(online.where)) as connection:
        connection.execute("UPDATE recoveries SET expires = 1000")
        connection.commit()
    with online.browser() as browser:
        late = browser.post("/api/recovery/email", json={"key": key_in(emails[-1][2])})
        assert late.json()["code"] == "bad_key"
        body = {"password": PASSWORD, "email": ADDRESS}
        assert player.http.put("/api/me/email", json=body).status_code == 200
        assert len(emails) == 2
        key = key_in(emails[-1][2])
        # It is good for that alone.
        stolen = browser.post("/api/recovery/password", json={"key": key, "password": NEW})
        assert stolen.json()["code"] == "bad_key"
        assert browser.post("/api/recovery/email", json={"key": key}).is_success
    assert player.http.get("/api/me").json()["account"]["confirmed"] is True


def test_another_address_is_confirmed_anew(posted: tuple[OnlineServed, Emails]) -> None:
    online, emails = posted
    player = confirmed(online, emails)
    body = {"password": "wrong password", "email": "other@example.org"}
    assert player.http.put("/api/me/email", json=body).json()["code"] == "wrong_password"
    body["password"] = PASSWORD
    account = player.http.put("/api/me/email", json=body).json()["account"]
    assert (account["email"], account["confirmed"]) == ("other@example.org", False)
    assert [address for address, _, _ in emails] == ["other@example.org", ADDRESS]
    # The old address is good for nothing any more.
    ask(online, ADDRESS)
    assert len(emails) == 2
    # What nobody has confirmed may be a stranger's, who is told nothing.
    body["email"] = ""
    account = player.http.put("/api/me/email", json=body).json()["account"]
    assert (account["email"], account["confirmed"]) == ("", False)
    assert len(emails) == 2


@pytest.mark.parametrize("later", ["other@example.org", ""])
def test_the_former_address_is_told(posted: tuple[OnlineServed, Emails], later: str) -> None:
    online, emails = posted
    player = confirmed(online, emails, language="fr")
    body = {"password": PASSWORD, "email": later}
    assert player.http.put("/api/me/email", json=body).status_code == 200
    address, subject, text = emails[-1]
    assert address == ADDRESS and "votre adresse e-mail a changé" in subject
    assert "Josip Broz" in text and f"{online.url}/account" in text
    assert "other@example.org" not in text


def test_an_older_email_confirms_no_later_address(posted: tuple[OnlineServed, Emails]) -> None:
    online, emails = posted
    player = online.player("Josip Broz", email=ADDRESS)
    first = {"key": key_in(emails[-1][2])}
    for later in ("other@example.org", ""):
        body = {"password": PASSWORD, "email": later}
        assert player.http.put("/api/me/email", json=body).status_code == 200
        with online.browser() as browser:
            assert browser.post("/api/recovery/email", json=first).json()["code"] == "bad_key"
        account = player.http.get("/api/me").json()["account"]
        assert (account["email"], account["confirmed"]) == (later, False)
        first = {"key": key_in(emails[-1][2])}


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("/api/me/email", {"password": PASSWORD, "email": "other@example.org"}),
        ("/api/me/password", {"old": PASSWORD, "new": NEW}),
    ],
)
def test_an_older_email_gives_no_password_once_the_address_or_password_is_another(
    posted: tuple[OnlineServed, Emails], path: str, change: dict[str, str]
) -> None:
    """Whoever has read somebody's mail is locked out by a change of either."""
    online, emails = posted
    player = confirmed(online, emails)
    ask(online, ADDRESS)
    key = key_in(emails[-1][2])
    assert player.http.put(path, json=change).status_code == 200
    with online.browser() as browser:
        body = {"key": key, "password": "of whoever read the mail"}
        assert browser.post("/api/recovery/password", json=body).json()["code"] == "bad_key"
    assert player.http.get("/api/me").json()["account"]["id"] == player.id


def test_an_address_is_confirmed_also_after_a_new_password(
    posted: tuple[OnlineServed, Emails],
) -> None:
    online, emails = posted
    player = online.player("Josip Broz", email=ADDRESS)
    change = {"old": PASSWORD, "new": NEW}
    assert player.http.put("/api/me/password", json=change).status_code == 200
    with online.browser() as browser:
        body = {"key": key_in(emails[-1][2])}
        assert browser.post("/api/recovery/email", json=body).status_code == 200


def test_who_may_not_be_sent_an_email_keeps_the_address(tmp_path: Path) -> None:
    """However many want the same address at once: it is taken by who is sent a key to it."""
    limits = {"letter": [1, 3600], "call": [1000, 1]}
    with posting(tmp_path, limited=True, limits=limits) as (online, emails):
        owns = {f"{n}@example.org": online.player(email=f"{n}@example.org") for n in range(6)}
        keys = {address: key_in(text) for address, _, text in emails}

        def change(member: Member) -> int:
            body = {"password": PASSWORD, "email": ADDRESS}
            return member.http.put("/api/me/email", json=body).status_code

        with ThreadPoolExecutor(len(owns)) as pool:
            statuses = dict(zip(owns, pool.map(change, owns.values()), strict=True))
        assert sorted(statuses.values()) == [200, *[429] * 5]
        for address, member in owns.items():
            with online.browser() as browser:
                used = browser.post("/api/recovery/email", json={"key": keys[address]})
            account = member.http.get("/api/me").json()["account"]
            if statuses[address] == 200:
                assert used.json()["code"] == "bad_key"
                assert (account["email"], account["confirmed"]) == (ADDRESS, False)
            else:
                assert used.status_code == 200
                assert (account["email"], account["confirmed"]) == (address, True)


def test_of_addresses_changed_at_once_only_the_last_one_s_key_is_good(anywhere: str) -> None:
    async def work(store: Store) -> None:
        people = PeopleStore(store.database)
        await people.add(Account("ada", "Ada", guest=False), "ada", "a password")
        end = now() + 3_600_000
        for turn in range(10):
            await people.set_email("ada", f"a{turn}", f"a{turn}", end)
            wanted = [f"b{turn}", f"c{turn}", f"d{turn}"]
            await asyncio.gather(
                *(people.set_email("ada", each, each, end) for each in wanted),
                people.confirm_email(f"a{turn}"),
            )
            account = await people.account("ada")
            assert account is not None and account.email in wanted and not account.confirmed
            good = [each for each in (f"a{turn}", *wanted) if await people.confirm_email(each)]
            assert good == [account.email]

    with_new_store(anywhere, work)


def test_nobody_is_flooded_with_emails(tmp_path: Path) -> None:
    limits = {"recover": [2, 3600], "call": [1000, 1]}
    with posting(tmp_path, limited=True, limits=limits) as (online, emails):
        confirmed(online, emails)
        with online.browser() as browser:
            body = {"who": ADDRESS}
            statuses = [browser.post("/api/recovery", json=body).status_code for _ in range(3)]
        assert statuses == [202, 202, 429]
        settle(online)
        assert len(emails) == 2


def test_whose_emails_are_used_up_is_sent_no_other_and_nobody_learns_it(tmp_path: Path) -> None:
    limits = {"recover": [2, 3600], "call": [1000, 1]}
    with posting(tmp_path, limited=True, limits=limits) as (online, emails):
        player = confirmed(online, emails)
        people = online.guard.policy.people
        assert isinstance(people, AccountService)
        people.limits.take("recover", player.id, 2)
        ask(online, ADDRESS)
        assert emails == []


def test_strangers_do_not_use_up_the_emails_of_a_browser_that_is_known(tmp_path: Path) -> None:
    limits = {"recover": [2, 3600], "call": [1000, 1]}
    with posting(tmp_path, limited=True, limits=limits) as (online, emails):
        player = confirmed(online, emails)
        with online.browser() as stranger:
            asked = [stranger.post("/api/recovery", json={"who": ADDRESS}) for _ in range(3)]
        assert [answer.status_code for answer in asked] == [202, 202, 429]
        settle(online)
        emails.clear()
        # Signed out, as somebody is who has forgotten the password.
        assert player.http.post("/api/me/sign-out").status_code == 200
        asked = [player.http.post("/api/recovery", json={"who": ADDRESS}) for _ in range(3)]
        assert [answer.status_code for answer in asked] == [202, 202, 202]
        settle(online)
        assert len(emails) == 2


def test_an_address_that_nobody_has_confirmed_is_not_told_of_another(
    posted: tuple[OnlineServed, Emails],
) -> None:
    online, emails = posted
    player = online.player("Josip Broz", email=ADDRESS)
    body = {"password": PASSWORD, "email": "josip@example.org"}
    assert player.http.put("/api/me/email", json=body).status_code == 200
    assert [address for address, _, _ in emails] == [ADDRESS, "josip@example.org"]


def test_a_server_without_mail_says_so(shared_online: OnlineServed) -> None:
    with shared_online.browser() as browser:
        answer = browser.post("/api/recovery", json={"who": ADDRESS})
    assert (answer.status_code, answer.json()["code"]) == (400, "no_mail")
