"""The first five minutes, by somebody who reads accessible names and does what they announce."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.newcomer import Newcomer, settle
from tests.browser.table import Server, Table

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}


@pytest.mark.parametrize(
    ("lang", "device", "astray"), [("en", PHONE, True), ("fr", DESK, False)], ids=["en", "fr"]
)
def test_a_newcomer_seizes_power_and_plays_on(
    tmp_path_factory: pytest.TempPathFactory,
    browser: Browser,
    lang: str,
    device: dict[str, Any],
    astray: bool,
) -> None:
    server = Server(tmp_path_factory.mktemp("newcomer"))
    server.start()
    settle(server, lang)
    page = browser.new_page(service_workers="block", **device)
    table = Table(server, page)
    try:
        newcomer = Newcomer(page, lang)
        newcomer.come(server.url)
        newcomer.seize_power(astray)
        print(newcomer.report())
        assert newcomer.minutes < 5
        newcomer.begin_the_real_game()
        for _ in range(2):
            newcomer.play_a_turn()
            newcomer.my_turn()
        # Whoever has done it is not asked again.
        page.goto(server.url)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("link", name=newcomer.say("web.invitation.accept"))).to_have_count(
            0
        )
        assert table.problems == []
    finally:
        page.close()
        server.stop()


def test_who_declines_is_not_asked_again_and_finds_it_among_the_lessons(
    tmp_path_factory: pytest.TempPathFactory, browser: Browser
) -> None:
    server = Server(tmp_path_factory.mktemp("declined"))
    server.start()
    settle(server, "en")
    page = browser.new_page(service_workers="block", **PHONE)
    table = Table(server, page)
    try:
        page.goto(server.url)
        newcomer = Newcomer(page, "en")
        with table.storing():
            newcomer.press("web.invitation.decline")
        invitation = page.get_by_role("region", name=newcomer.say("web.invitation"))
        expect(invitation).to_have_count(0)
        page.reload()
        expect(table.button(newcomer.say("web.play_now"))).to_be_visible()
        expect(invitation).to_have_count(0)
        page.goto(f"{server.url}/learn")
        newcomer.press("learn.tutorial", "link")
        newcomer.hear("tutorial.cue.1.piece")
        assert table.problems == []
    finally:
        page.close()
        server.stop()
