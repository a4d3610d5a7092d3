"""Watching bots from the first screen: commentary, remarks, speed, and the end of the game."""

from __future__ import annotations

import pytest
from playwright.sync_api import WebSocket, expect
from tests.browser.table import Table

pytestmark = pytest.mark.browser


def test_one_watches_four_of_the_cast_until_the_end(table: Table) -> None:
    page = table.page
    sockets: list[WebSocket] = []
    paces: list[str] = []

    def opened(socket: WebSocket) -> None:
        sockets.append(socket)
        socket.on(
            "framesent", lambda sent: paces.append(str(sent)) if '"pace"' in str(sent) else None
        )

    page.on("websocket", opened)
    page.goto(table.server.url)
    page.get_by_role("link", name="Watch a game").click()
    feed = page.get_by_role("log", name="Commentary").get_by_role("listitem")
    expect(page.locator(".board .token").first).to_be_visible()
    expect(feed.first).not_to_have_text("The commentator clears their throat.")
    expect(page.get_by_role("img", name="Shares of the game: ").first).to_be_visible()
    # Nobody plays while they pause, but for a turn at a time.
    pause = page.get_by_role("button", name="Pause", exact=True)
    pause.click()
    expect(pause).to_have_attribute("aria-pressed", "true")
    with table.server.http() as http:
        game = page.url.rpartition("/")[2]
        before = http.get("/api/games").json()["games"]
        ply = next(each["ply"] for each in before if each["id"] == game)
    page.get_by_role("button", name="One turn", exact=True).click()
    expect(page.locator("#panel-turns li").nth(ply)).to_be_attached()
    fast = page.get_by_role("button", name="Fast", exact=True)
    fast.click()
    expect(fast).to_have_attribute("aria-pressed", "true")
    # So fast nothing is read out but the end.
    prompt = table.prompt.locator(".main")
    expect(prompt).to_have_attribute("aria-live", "off")
    page.evaluate(
        """() => {
          window.read = [];
          const log = document.querySelector("p[role=log]");
          new MutationObserver(() => window.read.push(log.textContent)).observe(log, {
            childList: true, characterData: true, subtree: true,
          });
        }"""
    )
    # To the end without pauses: a whole game at a pace that can be followed takes minutes.
    with table.server.http() as http:
        rush = {"type": "pace", "id": 1, "pace": "rush"}
        assert http.post(f"/api/games/{game}/ask", json=rush).json()["type"] == "done"
    # A Chief that falls is spoken of, sooner or later.
    expect(page.locator("#panel-turns q").first).to_be_attached()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert len(page.evaluate("window.read")) == 1
    expect(prompt).to_have_attribute("aria-live", "polite")
    expect(fast).to_have_count(0)
    expect(feed.nth(1)).to_be_attached()
    # The pace is sent when it is chosen, and once with every connection: not again after each turn.
    games = [socket for socket in sockets if game in socket.url]
    assert len(games) < len(paces) <= len(games) + len(["pause", "step", "fast"]), paces
