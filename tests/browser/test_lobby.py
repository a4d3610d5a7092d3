"""The first two minutes on an online server: friends make a table, strangers find one."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.online import Come, OnlineServer, Person
from tests.browser.test_access import faults
from tests.positions import LAST_KILL_BGA

pytestmark = pytest.mark.browser


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
    lesson = bob.page.get_by_role("link", name="Never played?")
    expect(lesson).to_have_attribute("target", "_blank")
    bob.button("Sit here: Blue").tap()
    expect(bob.page.get_by_role("textbox", name="Your name")).to_be_focused()
    bob.named("Bob")
    bob.button("Sit here: Blue").tap()
    expect(bob.seat("Blue")).to_contain_text("you")
    expect(ana.seat("Blue")).to_contain_text("Bob")
    expect(ana.page.get_by_text("2 seats are free.")).to_be_visible()

    # Nobody waits for two more: bots play until they come.
    expect(bob.button("Begin now, with bots in the free seats")).to_have_count(0)
    ana.button("Begin now, with bots in the free seats").click()
    for person in (ana, bob):
        person.waits()
    expect(ana.prompt).to_contain_text("Your turn. Choose a piece.")
    expect(bob.prompt).to_contain_text("Waiting for Ana (Red).")
    expect(bob.prompt).to_contain_text("You are Blue.")

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
    ana.tab_to(ana.button("Begin now, with bots in the free seats"))
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


def test_among_strangers_nobody_has_to_think_of_a_name(come: Come) -> None:
    kim = come()
    field = kim.page.get_by_role("textbox", name="Your name")
    offered = field.get_attribute("placeholder")
    # Friends want to know whose table it is.
    kim.button("Play with friends").click()
    expect(field).to_be_focused()
    assert kim.page.url == f"{kim.server.url}/"
    kim.button("Play now").click()
    kim.waits()
    kim.goto("/")
    expect(kim.page.get_by_role("heading", level=1)).to_have_text(f"Hello {offered}")

    # So at a table that somebody finds, too.
    host, lou = come("Zoé"), come()
    host.goto(f"/g/{host.make(terms={'listed': True})}")
    card(lou, "Zoé").get_by_role("button", name=re.compile("^Sit down")).first.click()
    dialog = lou.page.get_by_role("dialog", name="What shall we call you?")
    expect(dialog.get_by_role("textbox", name="Your name")).to_have_attribute(
        "placeholder", re.compile(".+")
    )
    dialog.get_by_role("button", name="Sit down").click()
    expect(lou.page.get_by_role("heading", name="Zoé’s table")).to_be_visible()


def test_a_table_to_order(come: Come) -> None:
    fay = come("Fay", "/new")
    page = fay.page
    page.get_by_role("radio", name="Everybody").check(force=True)
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    page.get_by_role("radio", name="Hexagon").check(force=True)
    page.get_by_label("Who plays Yellow?").select_option(label="Club player until somebody comes")
    page.get_by_role("radio", name="Fischer").check(force=True)
    page.get_by_label("For the whole game").select_option(label="10 min")
    page.get_by_label("Added after each turn").select_option(label="20 s")
    page.get_by_text("Talk, absence, rating").click()
    page.get_by_text("Public only", exact=True).click()
    page.get_by_role("textbox", name="Name of the table").fill("Fay's evening")
    fay.button("Open the table").click()
    expect(page.get_by_role("heading", name="Fay's evening")).to_be_visible()
    for mark in ("10 min + 20 s", "Public only"):
        expect(page.get_by_text(mark, exact=True)).to_be_visible()
    expect(fay.seat("Yellow")).to_contain_text("Club player plays until somebody comes")

    # Others find it, and find it again by what it is like.
    gus = come("Gus")
    evening = gus.page.get_by_role("article").filter(has_text="Fay's evening")
    expect(evening).to_contain_text("10 min + 20 s")
    evening.get_by_role("button", name=re.compile("^Sit down: Blue")).click()
    gus.waits()
    fay.waits()


@pytest.mark.parametrize(
    ("lang", "absence"), [("en-US", "If a player is away"), ("fr-FR", "Si un joueur s’absente")]
)
def test_what_a_table_agrees_on_fits_a_phone(come: Come, lang: str, absence: str) -> None:
    bea = come("Bea", "/new", width=320, height=844, lang=lang)
    page = bea.page
    page.locator("details summary").first.click()
    expect(page.get_by_role("heading", name=absence)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_game_begins_with_its_board_in_sight(come: Come) -> None:
    jo = come("Jo", width=360, height=640, touch=True)
    jo.goto(f"/g/{jo.make(seats=[{'party': 'r', 'player': 'me'}])}")
    jo.button("Begin now, with bots in the free seats").scroll_into_view_if_needed()
    assert jo.page.evaluate("scrollY") > 0
    jo.button("Begin now, with bots in the free seats").tap()
    jo.waits()
    expect(jo.board).to_be_in_viewport(ratio=1)


def test_who_sits_at_a_table_begins_when_its_host_has_left(come: Come) -> None:
    kim, lou = come("Kim"), come("Lou", width=360, height=640, touch=True)
    kim.goto(f"/g/{kim.make()}")
    lou.goto(kim.link().removeprefix(kim.server.url))
    lou.seat("Blue").get_by_role("button").tap()
    begin = lou.button("Begin now, with bots in the free seats")
    expect(lou.button("Leave the table")).to_be_visible()
    expect(begin).to_have_count(0)
    # Away, Kim is waited for; a seat given up is none to wait for.
    address = kim.page.url
    kim.page.goto("about:blank")
    begin.tap()
    expect(lou.page.get_by_role("alert")).to_contain_text("The host may still come back.")
    kim.page.goto(address)
    expect(begin).to_have_count(0)
    kim.button("Leave the table").click()
    begin.tap()
    lou.waits()


def test_a_rematch_tells_whom_it_waits_for_and_begins_without_them(come: Come) -> None:
    kim, lou = come("Kim"), come("Lou")
    bots = [{"party": party, "player": "bot"} for party in "yg"]
    seats = [{"party": "r", "player": "me"}, *bots]
    kim.goto(f"/g/{kim.make(edition='bga', position=LAST_KILL_BGA, seats=seats)}")
    lou.goto(kim.link().removeprefix(kim.server.url))
    # The picture of the table is that of its position.
    expect(lou.page.locator("main aside .token")).to_have_count(4)
    lou.seat("Blue").get_by_role("button").click()
    kim.waits()
    kim.choose("b2")
    kim.choose("i2", "kill")
    kim.page.get_by_role("dialog").get_by_role("button", name="Rematch").click()

    # Lou has not come yet; the seat is nobody else's.
    expect(kim.seat("Yellow")).to_contain_text("reserved")
    expect(kim.seat("Yellow").get_by_role("button", name="Free the reserved seat")).to_be_visible()
    expect(
        kim.page.get_by_text("One seat is reserved for a player of the last game")
    ).to_be_visible()
    kim.button("Begin now, with bots until they come").click()
    kim.waits()


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
    expect(ida.page.get_by_role("alert")).to_contain_text("You cannot sit down at this table")
    # Hal did not mean it: a new link brings her back, and the old one leads nowhere.
    old = hal.link()
    hal.button("New link").click()
    sure = hal.page.get_by_role("dialog", name="Replace this link?")
    sure.get_by_role("button", name="Keep this one").click()
    assert hal.link() == old
    hal.button("New link").click()
    sure.get_by_role("button", name="New link").click()
    expect(hal.page.get_by_text("The old link no longer works.")).to_be_visible()
    ida.goto(old.removeprefix(hal.server.url))
    expect(ida.page.get_by_text("This link leads to no table")).to_be_visible()
    ida.forgive("404")
    ida.page.goto(hal.link())
    ida.button("Sit here: Blue").click()
    expect(ida.seat("Blue")).to_contain_text("you")
    hal.button("Move here: Yellow").click()
    expect(ida.seat("Yellow")).to_contain_text("Hal")
    expect(ida.page.get_by_label("Who plays Red?")).to_have_count(0)
    hal.page.get_by_label("Who plays Red?").select_option(label="Bot: Club player")
    expect(ida.seat("Red")).to_contain_text("Club player")
    ida.button("Leave the table").click()
    expect(ida.page.get_by_role("heading", name="Hello Ida")).to_be_visible()
    expect(hal.seat("Blue")).to_contain_text("free")
    # Another bot of the level is somebody else.
    hal.page.get_by_label("Who plays Blue?").select_option(label="Bot: Club player")
    expect(hal.seat("Blue")).to_contain_text("Club player")
    names = [hal.seat(party).locator("strong").inner_text() for party in ("Red", "Blue")]
    assert names[0] != names[1]
    expect(hal.page.get_by_label("Who plays Blue?").locator("option:checked")).to_have_text(
        "Bot: Club player"
    )


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
    jan.goto("/learn/first-steps")
    expect(jan.page).to_have_title(re.compile("^● .+ · Djambi$"))
    pill.click()
    expect(jan.page).to_have_title("● Your tables")
    mine = jan.page.get_by_role("region", name="Your turn")
    expect(mine.get_by_role("article")).to_have_count(1)
    mine.get_by_role("link").click()
    jan.waits()


MINE = ["/", "/games", "/account", "/reports", "/search"]
ANYBODYS = ["/", "/new", "/sign-in", "/sign-up", "/recover", "/account", "/nowhere"]


@pytest.mark.parametrize(
    ("theme", "width", "lang", "mine", "anybodys"),
    [
        ("dark", 360, "fr-FR", MINE, ANYBODYS),
        # Colours and width are other ones, the rest is the same.
        ("light", 1440, "en-US", MINE[:3], ANYBODYS[:2]),
    ],
)
def test_axe_finds_nothing_and_every_word_is_there(
    come: Come,
    hall: OnlineServer,
    theme: Literal["light", "dark"],
    width: int,
    lang: str,
    mine: list[str],
    anybodys: list[str],
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
    for place in (*mine, f"/people/{known}"):
        host.goto(place)
        sound(host, place)
    other = come(**look)
    for place in (*anybodys, link):
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
