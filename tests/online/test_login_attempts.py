"""A stranger's wrong guesses find no password and lock nobody out; e-mails flood nobody."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import httpx
import pytest
from tests.online.people import PASSWORD, OnlineServed
from tests.online.test_recovery import ADDRESS, NEW, Emails, confirmed, key_in, posting, settle

from djambi.server.errors import RequestRefused
from djambi.server.people import passwords
from djambi.server.rate_limits import ACTIONS
from djambi.server.security.request_policy import known_cookie

KNOWN = known_cookie(False)


@contextlib.contextmanager
def behind_a_proxy(folder: Path) -> Generator[tuple[OnlineServed, Emails]]:
    """A server with the limits as they are, whose visitors come from anywhere, and its e-mails."""
    with posting(folder, limited=True, proxies=["127.0.0.1"]) as served:
        yield served


def from_address(online: OnlineServed, address: str) -> httpx.Client:
    """A browser at an address."""
    return online.browser(**{"x-forwarded-for": address})


def sign_in(browser: httpx.Client, password: str, name: str = "Josip Broz") -> tuple[int, str]:
    answer = browser.post("/api/me/sign-in", json={"name": name, "password": password})
    return answer.status_code, answer.json().get("code", "")


def attack(online: OnlineServed, addresses: list[str], name: str = "Josip Broz") -> Counter[str]:
    """Guess from each address until it is told to stop; returns what was answered."""
    answers: Counter[str] = Counter()
    for address in addresses:
        with from_address(online, address) as browser:
            for _ in range(12):
                _, code = sign_in(browser, "wrong password", name)
                answers[code] += 1
                if code != "wrong_name_or_password":
                    break
    return answers


def test_strangers_who_guess_lock_nobody_out(tmp_path: Path) -> None:
    with behind_a_proxy(tmp_path) as (online, emails):
        owner = confirmed(online, emails)
        at_home = from_address(online, "198.51.100.7")
        assert sign_in(at_home, PASSWORD) == (200, "")
        assert len(str(at_home.cookies.get(KNOWN))) == 43
        at_home.post("/api/me/sign-out")

        answers = attack(online, [f"203.0.{n // 4}.{n}" for n in range(40)])
        # So many for the name, and then three for each network: it is no place to guess.
        most = ACTIONS["guess"][0] + 10 * ACTIONS["guarded"][0]
        assert answers["wrong_name_or_password"] <= most
        assert answers["guarded"] > 0

        # The owner comes in from the browser that is known, from anywhere, ...
        at_home.headers["x-forwarded-for"] = "203.0.0.1"
        assert sign_in(at_home, PASSWORD) == (200, "")
        # ... from a new one, after a slip too, in a network where nobody has guessed, ...
        elsewhere = from_address(online, "192.0.2.9")
        assert sign_in(elsewhere, "a slip of mine") == (401, "wrong_name_or_password")
        assert sign_in(elsewhere, PASSWORD) == (200, "")
        # ... and who is signed in notices nothing.
        assert owner.http.get("/api/me").json()["account"]["name"] == "Josip Broz"
        # A new browser in a network of the guessers is told what it can do,
        crowded = from_address(online, "203.0.1.77")
        assert sign_in(crowded, PASSWORD) == (429, "guarded")
        body = {"name": "Josip Broz", "password": PASSWORD}
        wait = int(crowded.post("/api/me/sign-in", json=body).headers["retry-after"])
        assert 0 < wait <= ACTIONS["guarded"][1]
        # and comes in by an e-mail.
        emails.clear()
        assert crowded.post("/api/recovery", json={"who": "Josip Broz"}).status_code == 202
        settle(online)
        body = {"key": key_in(emails[-1][2]), "password": NEW}
        assert crowded.post("/api/recovery/password", json=body).status_code == 200
        # After another password no browser is known by the old one's.
        at_home.headers["x-forwarded-for"] = "203.0.5.99"
        assert sign_in(at_home, NEW) == (429, "guarded")
        assert sign_in(crowded, NEW) == (200, "")


def test_all_addresses_of_a_household_are_one(tmp_path: Path) -> None:
    """Of IPv6 a stranger has 2 to the 64 addresses, and no more goes for it."""
    with behind_a_proxy(tmp_path) as (online, _):
        online.player("Josip Broz")
        answers = attack(online, [f"2001:db8:1:2::{n:x}" for n in range(1, 30)])
        assert answers["wrong_name_or_password"] == ACTIONS["password"][0]
        # All of a provider's customer are one network, once a name is guarded.
        attack(online, [f"2001:db8:{n}:1::1" for n in range(2, 10)])
        for n in range(9):
            with from_address(online, f"2001:db8:77:{n}::1") as browser:
                _, code = sign_in(browser, "wrong password")
            assert code == ("wrong_name_or_password" if n < ACTIONS["guarded"][0] else "guarded")
        # A neighbour of theirs is the owner.
        with from_address(online, "2001:db8:78:1::1") as browser:
            assert sign_in(browser, PASSWORD) == (200, "")


def test_a_known_browser_does_not_guess_either(tmp_path: Path) -> None:
    with behind_a_proxy(tmp_path) as (online, _):
        online.player("Josip Broz")
        online.player("Thief")
        browser = from_address(online, "198.51.100.7")
        assert sign_in(browser, PASSWORD, "Thief") == (200, "")
        # It is known for its own account, and for no other.
        codes = Counter(sign_in(browser, "wrong password")[1] for _ in range(30))
        assert codes["wrong_name_or_password"] == ACTIONS["password"][0]
        codes = Counter(sign_in(browser, "wrong password", "Thief")[1] for _ in range(40))
        assert codes["wrong_name_or_password"] <= ACTIONS["known"][0]


@pytest.mark.parametrize("cookie", ["", "x", "a" * 43, "a" * 500, "é", '"', "' OR 1=1"])
def test_a_made_up_cookie_is_no_known_browser(shared_online: OnlineServed, cookie: str) -> None:
    name = f"Player {len(cookie)} {ord(cookie[0]) if cookie else 0}"
    shared_online.player(name)
    headers = {b"cookie": f"{KNOWN}={cookie}".encode("latin-1")}
    with shared_online.browser() as browser:
        body = {"name": name, "password": PASSWORD}
        answer = browser.post("/api/me/sign-in", json=body, headers=headers)
        assert answer.status_code == 200
        header = next(v for _, v in answer.headers.multi_items() if v.startswith(f"{KNOWN}="))
    assert "httponly" in header.lower() and "samesite=strict" in header.lower()


def test_strangers_who_ask_for_emails_keep_none_from_the_owner(tmp_path: Path) -> None:
    with behind_a_proxy(tmp_path) as (online, emails):
        confirmed(online, emails)
        at_home = from_address(online, "198.51.100.7")
        assert sign_in(at_home, PASSWORD) == (200, "")
        for n in range(30):
            with from_address(online, f"203.0.113.{n}") as stranger:
                stranger.post("/api/recovery", json={"who": ADDRESS})
            settle(online)
        # The owner's mailbox is not flooded, and the newest e-mail in it is good.
        assert len(emails) == ACTIONS["recover"][0]
        newest = key_in(emails[-1][2])
        with from_address(online, "192.0.2.9") as browser:
            body = {"key": newest, "password": NEW}
            assert browser.post("/api/recovery/password", json=body).status_code == 200
        # From a known browser an e-mail of one's own comes besides.
        assert sign_in(at_home, NEW) == (200, "")
        emails.clear()
        assert at_home.post("/api/recovery", json={"who": ADDRESS}).status_code == 202
        settle(online)
        assert len(emails) == 1


def test_nobody_has_emails_sent_to_somebody_else_again_and_again(tmp_path: Path) -> None:
    with behind_a_proxy(tmp_path) as (online, emails):
        accounts: list[httpx.Client] = []
        for n in range(30):
            browser = from_address(online, f"203.0.113.{n % 3}")
            answer = browser.post(
                "/api/me/register",
                json={
                    "name": f"Sender {n}",
                    "password": PASSWORD,
                    "email": f"victim+{n % 5}@example.org",
                },
            )
            # The account is made all the same: nobody is kept from registering by it.
            assert answer.status_code == 200
            accounts.append(browser)
        assert len(emails) == ACTIONS["letter"][0]
        body = {"password": PASSWORD, "email": "Victim@example.org"}
        answer = accounts[0].put("/api/me/email", json=body)
        assert (answer.status_code, answer.json()["code"]) == (429, "slow_down")
        # An address of one's own is nobody's business.
        body["email"] = "mine@example.org"
        assert accounts[0].put("/api/me/email", json=body).status_code == 200
        assert emails[-1][0] == "mine@example.org"


def test_strangers_who_keep_all_slots_busy_do_not_turn_a_known_browser_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(passwords, "_MAX_WAITING_HASHES", 0)

    async def run() -> None:
        mine = passwords.Passwords()
        stored = passwords._hasher.hash(PASSWORD)
        with pytest.raises(RequestRefused, match="slow_down"):
            await mine.matches(stored, PASSWORD)
        assert await mine.matches(stored, PASSWORD, known=True)

    asyncio.run(run())
