"""A server that leaves local games and analysis to its visitors' browsers: the ways there."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from tests.browser.online import Come, OnlineServer, Person
from tests.browser.table import opened
from tests.browser.test_access import faults
from tests.online.page_builds import page_build
from tests.paths import ROOT

pytestmark = pytest.mark.browser

PAGE = ROOT / "build" / "page"

_ACTIVE = """async path => {
  const found = await navigator.serviceWorker.getRegistration(path);
  const isOwn = found?.scope === new URL(path, location.href).href;
  return isOwn && found.active?.state === "activated";
}"""


def serving(folder: Path, build: Path) -> Iterator[OnlineServer]:
    server = OnlineServer(folder, more=f'page = "{build}"')
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServer]:
    """A server with a small page: these tests are about the ways to it."""
    build = page_build(tmp_path_factory.mktemp("build"))
    yield from serving(tmp_path_factory.mktemp("online"), build)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_first_screen_offers_to_play_here(come: Come, lang: str) -> None:
    ana = come(width=360, height=740, touch=True)
    ana.page.evaluate("lang => localStorage.setItem('djambi', JSON.stringify({ lang }))", lang)
    ana.page.reload()
    name = {"en": "On this screen", "fr": "Sur cet écran"}[lang]
    link = ana.page.get_by_role("link", name=name)
    expect(link).to_be_visible()
    assert faults(ana.page) == []
    link.tap()
    expect(ana.page).to_have_url(f"{ana.server.url}/here/")
    expect(ana.page.get_by_role("heading", name="Here")).to_be_visible()
    ana.page.go_back()
    expect(link).to_be_visible()


def test_screens_that_compute_are_the_browsers_own(come: Come) -> None:
    ana = come("Ana")
    ways = ana.page.get_by_role("navigation", name="Other screens")
    for name, path in (
        ("Learn", "/learn"),
        ("Puzzles", "/puzzles"),
        ("Analysis", "/analyse"),
        ("Board editor", "/edit"),
    ):
        ways.get_by_role("link", name=name).click()
        expect(ana.page).to_have_url(f"{ana.server.url}/here/#{path}")
        ana.page.go_back()
        expect(ana.page.get_by_role("heading", name="Hello Ana")).to_be_visible()
    # Old addresses too; the rulebook is the server's, for players look at it during a game.
    ana.page.goto(f"{ana.server.url}/puzzles/hex-3-07774fccd2951237?x=1")
    expect(ana.page).to_have_url(f"{ana.server.url}/here/#/puzzles/hex-3-07774fccd2951237?x=1")
    ana.page.goto(f"{ana.server.url}/analyse#p=some.position")
    expect(ana.page).to_have_url(f"{ana.server.url}/here/#/analyse!p=some.position")
    ana.goto("/rules")
    expect(ana.page).to_have_url(f"{ana.server.url}/rules?edition=original")


def test_a_game_goes_along_as_its_record_for_who_may_see_it(come: Come) -> None:
    ana = come("Ana")
    seats = [{"party": "r", "player": "me"}, {"party": "y", "player": "bot"}]
    game = ana.make(variant="square-2", seats=seats, terms={"watch": "nobody"})
    api = f"{ana.server.url}/api/games/{game}"

    def ask(**message: object) -> dict[str, object]:
        ours = {"x-djambi": "1", "origin": ana.server.url}
        answer = ana.page.context.request.post(f"{api}/ask", data=message, headers=ours)
        return dict(answer.json())

    def resigns() -> bool:
        """The bot may have played meanwhile: then one looks again."""
        number = ask(type="resume", id=1, after=0)["number"]
        return ask(type="resign", id=2, after=number, party="r")["type"] == "done"

    ana.until(resigns)
    ana.page.goto(f"{ana.server.url}/analyse#g={game}")
    expect(ana.page).to_have_url(re.compile(r"/here/#/analyse!r=[\w-]+$"))
    packed = ana.page.url.partition("!r=")[2]
    record = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15)
    assert record.decode() == ana.page.context.request.get(f"{api}/record").text()

    bob = come("Bob")
    bob.page.goto(f"{bob.server.url}/analyse#g={game}")
    expect(bob.page.get_by_role("heading", name="This cannot be opened")).to_be_visible()
    bob.forgive("404")
    assert faults(bob.page) == []


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en-US", "either this device is offline"), ("fr-FR", "soit cet appareil est hors ligne")],
)
def test_a_server_that_people_share_is_not_to_be_started_by_them(
    lang: str, said: str, tmp_path: Path, browser: Browser
) -> None:
    server = OnlineServer(tmp_path)
    server.start()
    context = opened(browser, 360, 800, lang=lang, worker=True)
    person = Person(server, context.new_page())
    try:
        person.goto("/")
        person.until(lambda: person.page.evaluate(_ACTIVE, "/"))
    finally:
        server.kill()
    person.meant += ("ERR_", "Failed to load", "WebSocket")
    person.page.reload()
    expect(person.page.get_by_text(said)).to_be_visible()
    expect(person.page.locator("code")).to_have_count(0)
    assert faults(person.page) == []
    context.close()
    assert person.problems == []


# --- with the whole page ------------------------------------------------------------------------


@pytest.fixture
def whole(tmp_path: Path) -> Iterator[OnlineServer]:
    """A server with the page as it is built."""
    if not (PAGE / "index.html").is_file():
        pytest.skip("there is no page without a server: make page")
    yield from serving(tmp_path, PAGE)


def kept(context: BrowserContext) -> list[str]:
    """The places of which the browser keeps files, as their workers name them."""
    names: list[str] = context.pages[0].evaluate("caches.keys()")
    return sorted(name.partition(" ")[2] for name in names)


def test_both_apps_live_beside_each_other(whole: OnlineServer, browser: Browser) -> None:
    """The page plays on without its server; the server's app says that it does not answer."""
    context = opened(browser, worker=True)
    person = Person(whole, context.new_page())
    page = person.page
    person.goto("/")
    person.until(lambda: page.evaluate(_ACTIVE, "/"))
    page.get_by_role("button", name="Dark theme").click()
    page.get_by_role("link", name="On this screen").click()
    expect(page.get_by_role("link", name="Set up a game")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    person.until(lambda: page.evaluate(_ACTIVE, "/here/"))
    assert kept(context) == [f"{whole.url}/", f"{whole.url}/here/"]

    # What the server no longer computes, the browser does.
    page.goto(f"{whole.url}/puzzles")
    expect(page).to_have_url(f"{whole.url}/here/#/puzzles")
    expect(page.get_by_role("heading", name="Puzzles", level=1)).to_be_visible()
    page.goto(f"{whole.url}/here/#/online")
    expect(page.get_by_role("link", name=whole.url.removeprefix("http://"))).to_be_visible()

    whole.kill()
    person.meant += ("ERR_", "Failed to load", "WebSocket")
    page.goto(f"{whole.url}/here/")
    page.reload()
    page.get_by_role("button", name="Play now").click()
    person.waits()
    page.goto(f"{whole.url}/")
    expect(page.get_by_role("heading", name="No answer")).to_be_visible()
    expect(page.get_by_text("either this device is offline, or the server is down")).to_be_visible()
    context.close()
    assert person.problems == []
    whole.start()
