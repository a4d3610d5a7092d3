"""The app as one that is installed: what systems ask for, no network to the outside, no server."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Route, expect
from tests.browser.table import Server, Table, opened
from tests.browser.test_access import faults

pytestmark = pytest.mark.browser


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop."""
    server = Server(tmp_path)
    server.start()
    server.settings(lang="", theme="")
    yield server
    server.stop()


def test_the_manifest_names_icons_that_are_there(server: Server) -> None:
    with server.http() as http:
        answer = http.get("/manifest.webmanifest")
        assert answer.headers["content-type"] == "application/manifest+json"
        manifest = answer.json()
        assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
        sizes: set[tuple[str, str]] = set()
        for icon in manifest["icons"]:
            picture = http.get(icon["src"])
            assert picture.headers["content-type"] == icon["type"]
            sizes.add((icon["sizes"], icon["purpose"]))
            if icon["type"] == "image/png":
                width, height = struct.unpack(">II", picture.content[16:24])
                assert f"{width}x{height}" == icon["sizes"]
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes


def test_the_page_leads_to_the_manifest(table: Table) -> None:
    table.home()
    assert table.page.locator('link[rel="manifest"]').get_attribute("href") == (
        "/manifest.webmanifest"
    )
    for icon in ("/icon-512.png", "/icon-full-180.png"):
        seen = table.page.evaluate(
            "async src => { const image = new Image(); image.src = src; await image.decode();"
            " return image.naturalWidth }",
            icon,
        )
        assert seen in (180, 512)


def test_nothing_is_asked_of_the_outside(server: Server, browser: Browser) -> None:
    """Board, turns, lessons and rulebook without a network: only this computer is asked."""
    server.settings()
    outside: list[str] = []

    def only_here(route: Route) -> None:
        if urlsplit(route.request.url).hostname == "127.0.0.1":
            route.continue_()
        else:
            outside.append(route.request.url)
            route.abort()

    context = opened(browser)
    context.route("**/*", only_here)
    table = Table(server, context.new_page())
    # The gate holds: what is outside is not reached.
    table.home()
    gone = "fetch('https://example.org/').then(() => 'reached', () => 'stopped')"
    assert table.page.evaluate(gone) == "stopped"
    # The content security policy may have stopped it even before.
    outside.clear()
    table.problems.clear()
    table.sit(server.new(variant="square-4"))
    table.play("c3-e3")
    table.turns(1)
    table.choose("g3", "select")
    table.page.goto(f"{server.url}/learn")
    expect(table.page.get_by_role("heading", level=1)).to_be_visible()
    table.page.locator('a[href^="/learn/"], a[href^="/lesson"]').first.click()
    table.board.locator(".token").first.wait_for()
    assert outside == []
    assert table.problems == []
    context.close()


@pytest.mark.parametrize(
    ("lang", "theme", "width", "title"),
    [
        ("en-US", "light", 1280, "Djambi is not running"),
        ("fr-FR", "dark", 360, "Djambi n’est pas lancé"),
    ],
)
def test_without_its_server_it_says_so_and_goes_on_with_it(
    own: Server,
    browser: Browser,
    lang: str,
    theme: Literal["light", "dark"],
    width: int,
    title: str,
) -> None:
    context = opened(browser, width, 800, lang=lang, theme=theme, worker=True)
    table = Table(own, context.new_page())
    table.home()
    table.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    own.stop()
    table.page.goto(f"{own.url}/learn")
    heading = table.page.get_by_role("heading", level=1, name=title)
    expect(heading).to_be_visible()
    assert table.page.evaluate("document.documentElement.dataset.theme") == theme
    assert faults(table.page) == []
    own.start()
    expect(heading).to_have_count(0)
    expect(table.page.get_by_role("heading", level=1)).to_be_visible()
    expect(table.page).to_have_url(f"{own.url}/learn")
    assert table.problems == []
    context.close()
