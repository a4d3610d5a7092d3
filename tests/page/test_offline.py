"""The page without a server as people have it: offline for ever, updated, taken elsewhere."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.test_access import faults
from tests.page.builds import next_build, script_of
from tests.page.conftest import PageSite, Visit
from tests.page.folder import PAGE
from tests.waiting import WAIT_TIMEOUT_S

pytestmark = pytest.mark.browser


def wait_until_kept(page: Page) -> None:
    """Wait until the service worker keeps the page and answers for it."""
    expect(page.get_by_text("it works offline, too")).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def play_now(page: Page) -> str:
    """Begin a game against bots; return its address."""
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".board .token").first).to_be_visible()
    expect(page).to_have_url(re.compile(r"#/g/\w+$"))
    return page.url


def test_after_one_visit_a_game_of_bots_is_played_without_a_network(
    visit: Visit, site: PageSite
) -> None:
    page = visit()
    wait_until_kept(page)
    page.context.set_offline(True)
    site.host.gone = True
    page.goto(f"{site.url}#/new")
    page.reload()
    page.get_by_label("Who plays Red?").select_option("bot:novice")
    page.get_by_label("All bots").select_option("novice")
    page.get_by_role("button", name="Start the game").click()
    hurry = page.get_by_role("button", name="Fast", exact=True)
    expect(hurry).to_be_visible()
    hurry.click()
    end = page.get_by_role("dialog", name="The game is over")
    # A whole game, as long as chance will have it.
    expect(end).to_be_visible(timeout=5_000 * WAIT_TIMEOUT_S)
    # A deep link is read again, and what was played is stored.
    page.reload()
    expect(page.locator(".board .token").first).to_be_visible()
    page.goto(f"{site.url}#/")
    expect(page.locator(f'a[href="#{page.url.split("#")[1]}"]').first).to_be_attached()
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()


def test_a_newer_build_waits_until_the_player_reloads(
    visit: Visit, site: PageSite, tmp_path: Path
) -> None:
    page = visit()
    wait_until_kept(page)
    game = play_now(page)
    next_build(PAGE, tmp_path / "next")
    site.host.folder = tmp_path / "next"
    page.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
    notice = page.get_by_text("A new version of Djambi is available.")
    # A game is not disturbed by it.
    expect(notice).to_be_attached()
    expect(notice).to_be_hidden()
    # The old build goes on, with files that it had not asked for before.
    own = page.locator("script[type=module][src]").first
    expect(own).to_have_attribute("src", re.compile(re.escape(script_of(PAGE))))
    page.evaluate("location.hash = '#/online'")
    expect(page.get_by_role("heading", name="Playing online")).to_be_visible()
    expect(notice).to_be_visible()
    page.go_back()
    expect(page.locator(".board .token").first).to_be_visible()
    page.go_forward()
    page.get_by_role("button", name="Reload").click()
    expect(own).to_have_attribute("src", re.compile("index-another0.js"))
    page.goto(game)
    expect(page.locator(".board .token").first).to_be_visible()
    # Nobody runs the old build any more: its files are forgotten.
    page.wait_for_function("caches.keys().then((names) => names.length === 1)")


def test_everything_goes_to_another_browser_in_one_file(
    visit: Visit, site: PageSite, tmp_path: Path
) -> None:
    page = visit()
    play_now(page)
    page.goto(f"{site.url}#/about")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save everything as a file").click()
    file = tmp_path / "everything.json"
    download.value.save_as(file)
    assert len(json.loads(file.read_text("utf-8"))["games"]) == 1

    other = visit("#/about")
    chosen = other.locator("input[type=file]")
    foreign = tmp_path / "foreign.json"
    foreign.write_text("[not JSON", "utf-8")
    chosen.set_input_files(foreign)
    expect(other.get_by_text("This file is not an export of Djambi")).to_be_visible()
    chosen.set_input_files(file)
    expect(other.get_by_text("1 game added")).to_be_visible()
    chosen.set_input_files(file)
    expect(other.get_by_text("1 game was here already")).to_be_visible()
    assert faults(other) == []

    other.get_by_role("button", name="Delete everything").click()
    with other.expect_navigation():
        other.get_by_role("button", name="Delete for good").click()
    other.goto(f"{site.url}#/")
    expect(other.get_by_text("No games yet.")).to_be_visible()


def test_where_a_server_is_needed_the_page_leads_to_one(visit: Visit) -> None:
    page = visit("#/sign-in", lang="fr-FR", theme="dark", width=390)
    expect(page.get_by_role("heading", name="Jouer en ligne")).to_be_visible()
    address = page.get_by_label("Adresse du serveur")
    address.fill("http://djambi.example.org")
    page.get_by_role("button", name="Ouvrir le serveur").click()
    expect(page.get_by_role("alert")).to_contain_text("https://")
    expect(address).to_be_focused()
    assert faults(page) == []


def test_what_the_manifest_names_is_there(visit: Visit, site: PageSite) -> None:
    manifest = json.loads((PAGE / "manifest.webmanifest").read_text("utf-8"))
    assert (manifest["start_url"], manifest["scope"]) == ("./", "./")
    for picture in [*manifest["icons"], *manifest["screenshots"]]:
        assert (PAGE / picture["src"]).is_file(), picture
    page = visit()
    for way in manifest["shortcuts"]:
        page.goto(f"{site.url}{way['url']}")
        expect(page.locator(".app h1").first).to_be_visible()
        expect(page.get_by_role("heading", name="There is nothing here")).to_have_count(0)
