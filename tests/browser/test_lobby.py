"""The first two minutes on an online server: friends make a table, strangers find one.

And all that a person has there: a name, an account, tables of one's own, others and their pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser.online import OnlineServer, Person
from tests.browser.test_access import faults

pytestmark = pytest.mark.browser

Come = Callable[..., Person]
PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServer]:
    """One online server for all of these tests."""
    server = OnlineServer(tmp_path_factory.mktemp("online"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def come(hall: OnlineServer, browser: Browser) -> Iterator[Come]:
    """`come("Ana")`: a guest of this name, on the first screen; `come()`: nobody yet."""
    here: list[Person] = []

    def comes(name: str = "", path: str = "/", **profile: Any) -> Person:
        person = Person.comes(hall, browser, **profile)
        here.append(person)
        if name:
            person.guest(name)
        person.goto(path)
        return person

    yield comes
    for person in here:
        person.leaves()


def card(person: Person, owner: str) -> Locator:
    """The table of somebody, in a list."""
    return person.page.get_by_role("article").filter(has_text=f"{owner}’s table")


def test_friends_make_a_table_and_come_by_its_link(come: Come) -> None:
    ana = come()
    ana.named("Ana")
    ana.button("Play with friends").click()
    expect(ana.page.get_by_role("heading", name="Your table")).to_be_visible()
    expect(ana.seat("Red")).to_contain_text("you")
    link = ana.link()
    code = ana.page.get_by_role("img", name=f"Code to scan for {link}")
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0

    # Bob scans the code: he sees the table, says who he is, and sits down.
    bob = come(path=link.removeprefix(ana.server.url), width=360, height=740, touch=True)
    expect(bob.page.get_by_role("heading", name="Ana’s table")).to_be_visible()
    bob.button("Sit here: Blue").tap()
    expect(bob.page.get_by_role("textbox", name="Your name")).to_be_focused()
    bob.named("Bob")
    bob.button("Sit here: Blue").tap()
    expect(bob.seat("Blue")).to_contain_text("you")
    expect(ana.seat("Blue")).to_contain_text("Bob")
    expect(ana.page.get_by_text("2 seats are free.")).to_be_visible()

    # Nobody waits for two more: bots play until they come.
    expect(bob.button("Begin now, bots in the free seats")).to_have_count(0)
    ana.button("Begin now, bots in the free seats").click()
    for person in (ana, bob):
        person.waits()
    expect(ana.prompt).to_contain_text("Your turn. Choose a piece.")
    expect(bob.prompt).to_contain_text("Waiting for Ana.")

    # The link is the way back for whoever has it, and to nothing for who has another.
    bob.goto(link.removeprefix(ana.server.url))
    bob.waits()
    bob.goto("/i/nothing-like-that")
    expect(bob.page.get_by_role("heading", name="This link leads to no table")).to_be_visible()
    bob.forgive("404")


def test_the_keyboard_alone_makes_a_table(come: Come) -> None:
    ana = come()
    ana.tab_to(ana.page.get_by_role("textbox", name="Your name"))
    ana.page.keyboard.type("Keys")
    ana.tab_to(ana.button("Play with friends"))
    ana.page.keyboard.press("Enter")
    expect(ana.page.get_by_role("heading", name="Your table")).to_be_visible()
    ana.tab_to(ana.button("Copy"))
    ana.tab_to(ana.button("Begin now, bots in the free seats"))
    ana.page.keyboard.press("Enter")
    ana.waits()


def test_strangers_play_at_once_and_find_each_other(come: Come) -> None:
    carla, dan = come(), come()
    carla.named("Carla")
    carla.page.keyboard.press("Enter")
    carla.waits()
    expect(carla.prompt).to_contain_text("Your turn. Choose a piece.")

    # Dan sees the game in the list as soon as it is there; it has seats that bots keep for people.
    table = card(dan, "Carla")
    seat = table.get_by_role("button", name=re.compile("^Sit down: Yellow"))
    seat.click()
    dialog = dan.page.get_by_role("dialog", name="What shall we call you?")
    dan.named("Dan", dialog)
    dialog.get_by_role("button", name="Sit down").click()
    dan.waits()
    mine = dan.page.get_by_role("list", name="Parties").get_by_role("listitem")
    expect(mine.filter(has_text="Yellow")).to_contain_text("you")

    # The next one who wants to play now comes to the same table.
    eve = come("Eve")
    eve.button("Play now").click()
    eve.waits()
    assert eve.page.url == dan.page.url


def test_a_table_to_order(come: Come) -> None:
    fay = come("Fay", "/new")
    page = fay.page
    page.get_by_role("radio", name="Everybody").check(force=True)
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    page.get_by_role("radio", name="Hexagon").check(force=True)
    page.get_by_label("Who plays Yellow?").select_option(label="Club player until somebody comes")
    page.get_by_role("radio", name="Fischer").check(force=True)
    page.get_by_label("For the game").select_option(label="10 min")
    page.get_by_label("More after each turn").select_option(label="20 s")
    page.get_by_text("Talk, absence, rating").click()
    page.get_by_text("Public only", exact=True).click()
    page.get_by_role("textbox", name="Name of the table").fill("Thursday")
    fay.button("Open the table").click()
    expect(page.get_by_role("heading", name="Thursday")).to_be_visible()
    for mark in ("10 min + 20 s", "Public only"):
        expect(page.get_by_text(mark, exact=True)).to_be_visible()
    expect(fay.seat("Yellow")).to_contain_text("Club player plays until somebody comes")

    # Others find it, and find it again by what it is like.
    gus = come("Gus")
    thursday = gus.page.get_by_role("article").filter(has_text="Thursday")
    expect(thursday).to_contain_text("10 min + 20 s")
    thursday.get_by_role("button", name=re.compile("^Sit down: Blue")).click()
    gus.waits()
    fay.waits()


def test_who_made_the_table_says_who_sits_there(come: Come) -> None:
    hal = come("Hal")
    hal.button("Play with friends").click()
    expect(hal.seat("Red")).to_contain_text("you")
    ida = come("Ida", hal.link().removeprefix(hal.server.url))
    ida.button("Sit here: Green").click()
    expect(ida.seat("Green")).to_contain_text("you")

    # Ida moves; then Hal frees her seat and moves himself; a bot takes another.
    ida.button("Move here: Blue").click()
    expect(hal.seat("Blue")).to_contain_text("Ida")
    expect(hal.seat("Green")).to_contain_text("free")
    hal.button("Free the seat of Ida").click()
    expect(ida.seat("Blue")).to_contain_text("free")
    ida.button("Sit here: Blue").click()
    hal.button("Move here: Yellow").click()
    expect(ida.seat("Yellow")).to_contain_text("Hal")
    expect(ida.page.get_by_label("Who plays Red?")).to_have_count(0)
    hal.page.get_by_label("Who plays Red?").select_option(label="Bot: Club player")
    expect(ida.seat("Red")).to_contain_text("Club player")
    ida.button("Leave the table").click()
    expect(ida.page.get_by_role("heading", name="Hello Ida")).to_be_visible()
    expect(hal.seat("Blue")).to_contain_text("free")


def test_your_turn_is_said_everywhere(come: Come) -> None:
    jan = come("Jan")
    bots = [{"party": party, "player": "bot"} for party in "byg"]
    jan.goto(f"/g/{jan.make(seats=[{'party': 'r', 'player': 'me'}, *bots])}")
    expect(jan.prompt).to_contain_text("Your turn")
    pill = jan.page.get_by_role("link", name="Your turn 1 table")
    # Not at the table itself.
    expect(pill).to_have_count(0)
    jan.page.get_by_role("link", name="Learn", exact=True).click()
    expect(jan.page).to_have_title(re.compile("^● "))
    pill.click()
    expect(jan.page).to_have_title("● Your tables")
    mine = jan.page.get_by_role("region", name="Your turn")
    expect(mine.get_by_role("article")).to_have_count(1)
    mine.get_by_role("link").click()
    jan.waits()


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
    kim.button("Make a token").click()
    secret = page.get_by_text("Copy it now").locator("..").locator("code").inner_text()
    with hall.http() as http:
        who = http.get("/api/me", headers={"authorization": f"Bearer {secret}"}).json()
        assert who["account"]["name"] == "Kim"
    kim.button("Take away: my bot").click()
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
    page.get_by_role("textbox", name="Name", exact=True).fill("Kimberley")
    kim.button("Change the name").click()
    expect(page.get_by_role("heading", name="Kimberley")).to_be_visible()
    page.get_by_role("link", name="Profile").click()
    expect(page.get_by_text("No rated game yet.")).to_be_visible()


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
    expect(page.get_by_text("Shouts at everybody.")).to_have_count(0)
    lea.forgive("403")

    mod.goto("/account")
    mod.page.get_by_role("link", name=re.compile("^Reports")).click()
    report = mod.page.get_by_role("listitem").filter(has_text="Shouts at everybody.")
    report.get_by_role("textbox", name="Your decision").fill("Three days of silence.")
    report.get_by_label("Bar from playing and talking").select_option(label="3 days")
    report.get_by_role("button", name="Settle").click()
    expect(mod.page.get_by_text("Nothing here.")).to_be_visible()
    mod.page.get_by_role("radio", name="Settled").check(force=True)
    expect(report).to_contain_text("Three days of silence.")
    rude.goto("/account")
    expect(rude.page.get_by_text("You may not play or talk until")).to_be_visible()


@pytest.mark.parametrize(
    ("theme", "width", "lang"), [("dark", 360, "fr-FR"), ("light", 1440, "en-US")]
)
def test_axe_finds_nothing_and_every_word_is_there(
    come: Come, hall: OnlineServer, theme: Literal["light", "dark"], width: int, lang: str
) -> None:
    look = {"width": width, "height": 800, "theme": theme, "lang": lang}

    def sound(person: Person, where: str) -> None:
        page = person.page
        page.wait_for_load_state("networkidle")
        # What stands at the bottom of the window covers nothing there.
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert faults(page) == [], where
        assert not re.search(r"\b(online|web)\.[a-z]", page.locator("body").inner_text()), where
        # Nothing sticks out to the side.
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where

    host = come(**look)
    known = host.guest(f"Host {width}")
    hall.moderate(f"Host {width}")
    host.goto(f"/g/{host.make(terms={'listed': True})}")
    host.page.locator(".line input").wait_for()
    sound(host, "my table that waits")
    link = host.page.locator(".line input").input_value().removeprefix(hall.url)
    for place in ("/", "/games", "/account", "/reports", f"/people/{known}"):
        host.goto(place)
        sound(host, place)
    other = come(**look)
    for place in ("/", "/new", link, "/sign-in", "/sign-up", "/recover", "/account", "/nowhere"):
        other.goto(place)
        sound(other, f"nobody at {place}")
    other.goto("/")
    other.page.locator(".players button").first.click()
    other.page.get_by_role("dialog").wait_for()
    sound(other, "the question for a name")
    other.guest(f"Nora {width}")
    other.goto(f"/people/{known}")
    other.page.locator("header .ways button").last.click()
    other.page.get_by_role("dialog").wait_for()
    sound(other, "a report")
