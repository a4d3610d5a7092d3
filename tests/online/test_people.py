"""Accounts: guests, registration, signing in and out, sessions."""

from __future__ import annotations

from tests.online.people import PASSWORD, OnlineServed


def test_nobody_is_nobody(shared_online: OnlineServed) -> None:
    me = shared_online.browser().get("/api/me").json()
    assert me["online"] is True and me["account"] is None


def test_a_guest_plays_at_once_and_keeps_the_account_when_registering(
    shared_online: OnlineServed,
) -> None:
    guest = shared_online.guest("Niccolò")
    assert guest.http.get("/api/me").json()["account"]["guest"] is True
    body = {"name": "Niccolò M", "password": PASSWORD}
    answer = guest.http.post("/api/me/register", json=body)
    assert answer.status_code == 200, answer.text
    account = guest.http.get("/api/me").json()["account"]
    assert (account["id"], account["guest"], account["name"]) == (guest.id, False, "Niccolò M")
