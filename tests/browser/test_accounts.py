"""What a person has on an online server: a name, an account, a page, a past."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect
from tests.browser.online import Come, OnlineServer, Person
from tests.positions import LAST_KILL_BGA
from tests.waiting import WAIT_TIMEOUT_S

pytestmark = pytest.mark.browser

PASSWORD = "correct horse battery"


def signed_up(come: Come, name: str) -> Person:
    """Return a new person with an account."""
    person = come(name, "/sign-up")
    person.page.get_by_label("Password", exact=True).fill(PASSWORD)
    person.button("Keep my name").click()
    expect(person.page.get_by_role("heading", name=f"Hello {name}")).to_be_visible()
    return person


def test_a_guest_keeps_the_name(come: Come, hall: OnlineServer) -> None:
    kim = come("Kim", "/account")
    page = kim.page
    page.get_by_role("link", name="Keep my name").click()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    kim.button("Keep my name").click()
    expect(page.get_by_role("heading", name="Kim")).to_be_visible()
    expect(page.get_by_role("link", name="Keep my name")).to_have_count(0)

    # A token is shown once; taken away it is gone.
    page.get_by_role("textbox", name="What is it for?").fill("my bot")
    kim.button("Create a token").click()
    secret = page.get_by_text("Copy it now").locator("..").locator("code").inner_text()
    with hall.http() as http:
        who = http.get("/api/me", headers={"authorization": f"Bearer {secret}"}).json()
        assert who["account"]["name"] == "Kim"
    kim.button("Revoke: my bot").click()
    expect(page.get_by_text("my bot")).to_have_count(0)

    kim.button("Sign out").click()
    expect(page.get_by_role("heading", name="Four parties")).to_be_visible()
    page.get_by_role("link", name="Sign in", exact=True).click()
    page.get_by_label("Name", exact=True).fill("Kim")
    page.get_by_label("Password", exact=True).fill("something else")
    kim.button("Sign in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    kim.forgive("40")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    kim.button("Sign in").click()
    expect(page.get_by_role("heading", name="Hello Kim")).to_be_visible()

    page.get_by_role("link", name="Kim").click()
    page.get_by_role("textbox", name="Your name").fill("Kimberley")
    kim.button("Change the name").click()
    expect(page.get_by_role("heading", name="Kimberley")).to_be_visible()
    page.get_by_role("link", name="Profile").click()
    expect(page.get_by_text("No rated games yet.")).to_be_visible()


def test_nobody_is_carried_away_after_signing_in(come: Come) -> None:
    """One may go elsewhere before the settings that one has here have come."""
    una = signed_up(come, "Una")
    page = una.page
    una.goto("/account")
    una.button("Sign out").click()
    page.get_by_role("link", name="Sign in", exact=True).click()
    page.get_by_label("Name", exact=True).fill("Una")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    held: list[Route] = []
    page.route("**/api/settings", lambda route: held.append(route))
    una.button("Sign in").click()
    expect(page.get_by_role("heading", name="Hello Una")).to_be_visible()
    page.get_by_role("link", name="Learn").first.click()
    expect(page).to_have_url(re.compile("/learn$"))
    una.until(lambda: held)
    [settings] = held
    with page.expect_response("**/api/settings"):
        settings.continue_()
    expect(page.get_by_role("heading", name="Learn", level=1)).to_be_visible()


def test_all_tabs_of_a_browser_are_signed_in_and_out_together(come: Come) -> None:
    # Nobody signs in again to give this name up, so nobody else is called so.
    isaure = signed_up(come, "Isaure")
    other = isaure.page.context.new_page()
    other.goto(f"{isaure.server.url}/learn")
    expect(other.get_by_role("link", name="Isaure")).to_be_visible()
    isaure.goto("/account")
    isaure.button("Sign out").click()
    expect(other.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    expect(other.get_by_role("heading", name="Learn", level=1)).to_be_visible()


def test_block_report_and_what_a_moderator_does(come: Come, hall: OnlineServer) -> None:
    rude = come()
    rude_id = rude.guest("Rude")
    mod = come()
    mod.guest("Mod")
    hall.moderate("Mod")
    lea = come("Lea", f"/people/{rude_id}")
    page = lea.page
    lea.button("Block").click()
    expect(lea.button("Unblock")).to_be_visible()
    lea.button("Report").click()
    page.get_by_role("textbox", name="What happened?").fill("Shouts at everybody.")
    lea.button("Send the report").click()
    expect(lea.button("Reported")).to_be_disabled()
    lea.goto("/account")
    lea.button("Unblock Rude").click()
    expect(page.get_by_role("region", name="Blocked people")).to_contain_text("Nobody.")

    # Who is no moderator sees nothing of it.
    lea.goto("/reports")
    expect(lea.button("Try again")).to_be_visible()
    expect(page.get_by_text("Shouts at everybody.")).to_have_count(0)
    lea.forgive("403")

    mod.goto("/account")
    mod.page.get_by_role("link", name=re.compile("^Reports")).click()
    report = mod.page.get_by_role("listitem").filter(has_text="Shouts at everybody.")
    report.get_by_role("textbox", name="Your decision").fill("Three days of silence.")
    report.get_by_label("Bar from playing and talking").select_option(label="3 days")
    report.get_by_role("button", name="Resolve").click()
    # Other tests' reports may still be open.
    expect(report).to_have_count(0)
    mod.page.get_by_role("radio", name="Resolved").check(force=True)
    expect(report).to_contain_text("Three days of silence.")
    rude.goto("/account")
    expect(rude.page.get_by_text("You may not play or talk until")).to_be_visible()


def test_a_finished_game_is_found_and_stands_in_the_profile(come: Come) -> None:
    max_ = come()
    me = max_.guest("Max")
    bots = [{"party": party, "player": "bot"} for party in "byg"]
    seats = [{"party": "r", "player": "me"}, *bots]
    # Only games that everybody may watch are found by everybody.
    game = max_.make(position=LAST_KILL_BGA, seats=seats, terms={"watch": "all"})
    max_.goto(f"/g/{game}")
    max_.choose("b2")
    max_.choose("i2", "kill")
    expect(max_.page.get_by_role("dialog", name="You have won!")).to_be_visible()

    max_.goto(f"/people/{me}")
    played = max_.page.get_by_role("region", name="Games played").get_by_role("listitem")
    max_.reload_until(played.filter(has_text="Won").first)
    other = come("Ned")
    other.page.get_by_role("link", name="Finished games").click()
    search = other.page
    search.get_by_role("textbox", name="Player").fill("Ned")
    search.get_by_role("button", name="Search").click()
    expect(search.get_by_role("alert")).to_be_visible()
    other.forgive("404")
    search.get_by_role("textbox", name="Player").fill(me)
    search.locator("summary").click()
    search.get_by_role("textbox", name="A position").fill(LAST_KILL_BGA)
    search.get_by_role("button", name="Search").click()
    # The search stands in the address.
    expect(search).to_have_url(re.compile("position="))
    other.reload_until(search.get_by_text("The position occurs after 0 turns."))
    search.reload()
    table = search.get_by_role("article").filter(has_text="Max")
    expect(table).to_contain_text("Red has won")
    table.get_by_role("link").first.click()
    other.waits()


def test_nobody_of_that_address_is_not_asked_for_again(come: Come) -> None:
    ana = come("Ana")
    ana.forgive("404")
    ana.goto("/people/nobody")
    expect(ana.page.get_by_role("heading", name="No such player")).to_be_visible()
    expect(ana.button("Try again")).to_have_count(0)
    # Where the server does not answer, it may be worth another try.
    ana.forgive("ERR_FAILED")
    ana.page.route("**/api/people/**", lambda route: route.abort())
    ana.page.goto(f"{ana.server.url}/people/somebody")
    expect(ana.button("Try again")).to_be_visible()
    expect(ana.page.get_by_role("heading", name="No such player")).to_have_count(0)


def test_what_fails_of_ones_account_is_told(come: Come) -> None:
    kay = signed_up(come, "Kay")
    page = kay.page
    kay.forgive("ERR_FAILED")
    for address in ("**/api/me/blocks", "**/api/me/tokens", "**/api/me/sign-out"):
        page.route(address, lambda route: route.abort())
    page.goto(f"{kay.server.url}/account")
    # Whom one has blocked is not known: that is not nobody.
    expect(page.get_by_role("alert")).to_have_count(2)
    expect(page.get_by_text("Nobody.", exact=True)).to_have_count(0)
    kay.button("Sign out").click()
    expect(page.get_by_role("alert")).to_have_count(3)
    page.unroute("**/api/me/sign-out")
    kay.button("Sign out").click()
    expect(page.get_by_role("heading", name="Four parties")).to_be_visible()


def test_a_holiday(come: Come) -> None:
    olga = come("Olga", "/account")
    page = olga.page.get_by_role("region", name="Holiday")
    page.get_by_label("How long?").select_option(label="3 days")
    page.get_by_role("button", name="Start the holiday").click()
    expect(page.get_by_role("status")).to_contain_text("You are on holiday until")
    page.get_by_role("button", name="Back already").click()
    expect(page.get_by_role("button", name="Start the holiday")).to_be_visible()


def emailed_link(server: OnlineServer, path: str) -> str:
    """The link below this path in the e-mail that was written last; it may be on its way."""
    [file] = server.folder.rglob("djambi.sqlite3")
    until = time.monotonic() + WAIT_TIMEOUT_S
    while True:
        with sqlite3.connect(file) as database:
            rows = database.execute("SELECT data FROM letters").fetchall()
        database.close()
        links = [
            link
            for (data,) in rows
            for link in re.findall(rf"(/{path}#[\w-]+)", json.loads(data)["text"])
        ]
        if links:
            return str(links[-1])
        assert time.monotonic() < until, f"no e-mail with a link to /{path}"
        time.sleep(0.1)


@pytest.fixture
def post(tmp_path: Path) -> Iterator[OnlineServer]:
    """A server that writes e-mails; nobody takes them, so they wait."""
    mail = 'smtp = "smtp://127.0.0.1:9"\nmail_from = "djambi@example.org"'
    server = OnlineServer(tmp_path, more=mail)
    server.start()
    yield server
    server.stop()


def test_a_forgotten_password(post: OnlineServer, browser: Browser) -> None:
    pam = Person.comes(post, browser)
    page = pam.page
    pam.goto("/sign-up")
    page.get_by_label("Name", exact=True).fill("Pam")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("E-mail (optional)").fill("pam@example.org")
    pam.button("Create the account").click()
    expect(page.get_by_role("heading", name="Hello Pam")).to_be_visible()
    pam.goto(emailed_link(post, "confirm"))
    expect(page.get_by_text("Your address is confirmed.")).to_be_visible()
    # What the e-mail carried does not stay in the address.
    expect(page).not_to_have_url(re.compile("#"))

    pam.goto("/account")
    # No two lines to fill in are called the same, nor as the part of the page that they stand in.
    expect(page.get_by_role("textbox", name="Your address")).to_be_visible()
    named = page.locator("main :is(h2, .line > label)").all_text_contents()
    assert "Your name" in named and len(set(named)) == len(named)
    pam.button("Sign out").click()
    page.get_by_role("link", name="Sign in", exact=True).click()
    page.get_by_role("link", name="I forgot my password").click()
    page.get_by_role("textbox", name="Name or e-mail").fill("Pam")
    pam.button("Send the link").click()
    expect(page.get_by_role("heading", name="Check your mail")).to_be_visible()
    pam.goto(emailed_link(post, "recover"))
    page.get_by_label("New password").fill("another good one")
    pam.button("Use this password").click()
    expect(page.get_by_role("heading", name="Hello Pam")).to_be_visible()
    pam.leaves()
