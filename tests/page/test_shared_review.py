"""A game reviewed in the page by two engines: what they find is what one finds."""

from __future__ import annotations

import base64
import zlib
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.browser.table import opened
from tests.page.folder import Host, PageServer, PageTable, hosted

from djambi.game import Game

pytestmark = pytest.mark.browser

TURNS = 26
"""Enough for three pieces (`PIECE` in web/src/host/shared-review.ts)."""

WATCHED = """
Object.defineProperty(navigator, "hardwareConcurrency", { get: () => PROCESSORS });
globalThis.review = { lines: {}, engines: [] };
const waiting = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (said) {
  const [, first] = /^.api.study.game(?:.first=(\\d+))?/.exec(said.address ?? "") ?? [null, null];
  if (first === null) return post.call(this, said);
  const { lines, engines } = globalThis.review;
  const lead = engines.length === 0 || engines[0] === this;
  if (!engines.includes(this)) {
    engines.push(this);
    this.addEventListener("message", ({ data }) => {
      for (const line of data.text?.split("\\n") ?? [])
        if (line.includes('"loss"')) lines[JSON.parse(line).number] = line;
    });
  }
  // However slowly the second engine comes up: the first one is to leave it something to do.
  if (lead && engines.length < PROCESSORS && first > 0) waiting.push(() => post.call(this, said));
  else post.call(this, said);
  if (!lead) for (const go of waiting.splice(0)) go();
};
"""
"""Keeps what the engines answer, and who was asked."""


def record() -> str:
    """Return a game in which some turns are bad enough to be searched closely."""
    game = Game.start("hex-3")
    while len(game.path()) <= TURNS:
        game.play(max(game.position.legal_turns(), key=str))
    return str(game)


def link_to(record: str) -> str:
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(record.encode()) + packer.flush()
    return "#/analyse!r=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def reviewed(browser: Browser, server: PageServer, processors: int) -> tuple[dict[str, str], int]:
    """Return the lines of a review by their numbers, and how many engines made them."""
    context = opened(browser)
    table = PageTable(server, context.new_page())
    table.page.add_init_script(WATCHED.replace("PROCESSORS", str(processors)))
    table.page.goto(server.url + link_to(record()))
    table.button("Analyse the whole game").click()
    last = f"{TURNS} in review.lines"
    table.until(lambda: table.page.evaluate(last))
    table.button("Pause").wait_for(state="detached")
    found: dict[str, Any] = table.page.evaluate(
        "({ lines: review.lines, engines: review.engines.length })"
    )
    context.close()
    assert table.problems == []
    return found["lines"], found["engines"]


def test_two_engines_find_what_one_finds(browser: Browser) -> None:
    host = Host()
    host.engine.set()
    with hosted(host) as server:
        alone, one = reviewed(browser, server, 1)
        shared, two = reviewed(browser, server, 2)
    assert (one, two) == (1, 2)
    assert len(alone) == TURNS + 1
    assert '"mark":"' in "".join(alone.values())
    assert shared == alone
