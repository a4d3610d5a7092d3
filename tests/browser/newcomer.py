"""Somebody who has never played: reads accessible names, and does only what they announce.

python -m tests.browser.newcomer FOLDER [LANGUAGE]     writes a picture of every step
"""

from __future__ import annotations

import re
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Locator, Page, expect, sync_playwright
from tests.browser.table import QUIET, Server
from tests.waiting import WAIT_TIMEOUT_S

from djambi.texts import say

WORDS_PER_MINUTE = 200
"""How fast a grown-up reads."""

SECONDS_PER_DECISION = 10.0
"""How long they look at the board before they choose a cell."""

_CELL = re.compile(r"\b[a-i][1-9]\b")


@dataclass
class Newcomer:
    """Somebody at a page; `clicks` is what they clicked, `read` all that they were told."""

    page: Page
    lang: str
    folder: Path | None = None
    clicks: list[str] = field(default_factory=list[str])
    read: list[str] = field(default_factory=list[str])
    decisions: int = 0

    def say(self, key: str) -> str:
        """The sentence of a key in the language of the page."""
        return say(key, self.lang)

    # --- reading --------------------------------------------------------------------------------

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("application")

    def cells(self, *words: str) -> Locator:
        """The cells of the board whose names have all these words."""
        found = self.board.get_by_role("button")
        for word in words:
            found = found.and_(self.board.get_by_role("button", name=re.compile(word)))
        return found

    def hear(self, key: str) -> None:
        """Wait until this sentence is said, and take it as read."""
        sentence = self.say(key)
        expect(self.page.get_by_text(sentence, exact=True).first).to_be_visible()
        self.listen(sentence)

    def told(self, region: str, sentence: str) -> None:
        """Wait until a live region says this, and take it as read."""
        expect(self.page.get_by_role(region).filter(has_text=sentence)).to_have_count(1)  # type: ignore[arg-type]
        self.listen(sentence)

    def listen(self, sentence: str) -> None:
        self.read.append(sentence)
        self.picture()

    def picture(self) -> None:
        if self.folder is not None:
            self.page.wait_for_timeout(1200)
            self.page.screenshot(path=self.folder / f"{len(self.read):02}.png")

    # --- doing ----------------------------------------------------------------------------------

    def press(self, key: str, role: str = "button") -> None:
        """Press a button or follow a link by its name."""
        name = self.say(key)
        self.page.get_by_role(role, name=name, exact=True).click()  # type: ignore[arg-type]
        self.clicks.append(name)

    def obey(self, key: str, number: int = 0) -> None:
        """Hear which cells may be chosen, and choose one of those that are named."""
        self.hear(key)
        cell = _CELL.findall(self.say(key))[number]
        # The name of a cell begins with its own, and ends with what can be done there.
        self._choose(self.cells(rf"^{cell}, .*, "))

    def _choose(self, wanted: Locator) -> None:
        expect(wanted.first).to_be_visible()
        expect(self.board).not_to_have_attribute("aria-busy", "true")
        self.clicks.append(wanted.first.get_attribute("aria-label") or "")
        wanted.first.click()
        self.decisions += 1

    # --- the whole walk -------------------------------------------------------------------------

    def come(self, url: str) -> None:
        """Open the first screen, and accept the invitation."""
        self.page.goto(url)
        invitation = self.page.get_by_role("region", name=self.say("web.invitation"))
        expect(invitation).to_contain_text(self.say("web.invitation.more"))
        self.listen(self.say("web.invitation.more"))
        self.press("web.invitation.accept", "link")

    def decide(self, number: int, stages: tuple[str, ...], chosen: int = 0) -> None:
        """Make one of the three decisions; `chosen` is which of the cells named last."""
        goal = f"lesson.one-night.goal.{number}"
        self.told("status", self.say(goal))
        self.listen(self.say(f"lesson.one-night.hint.{number}"))
        for stage in stages:
            last = stage == stages[-1]
            self.obey(f"tutorial.cue.{number}.{stage}", chosen if last else 0)

    def seize_power(self, astray: bool = False) -> None:
        """Go through the night; with `astray`, choose the wrong victim first."""
        two = ("piece", "destination")
        if astray:
            self.decide(1, two, chosen=1)
            self.told("status", self.say("lesson.one-night.remark.1.hearse"))
            self.press("tutorial.rewind")
        self.decide(1, two)
        self.told("status", self.say("lesson.one-night.remark.1.right"))
        self.press("tutorial.go_on")
        self.decide(2, (*two, "placement"), chosen=int(astray))
        self.told("status", self.say("lesson.one-night.remark.2.right"))
        self.press("tutorial.go_on")
        self.decide(3, two)
        self.told("status", self.say("lesson.one-night.remark.3.right"))
        self.press("tutorial.go_on")
        self.told("status", self.say("lesson.one-night.why"))
        self.listen(self.say("tutorial.real.more"))

    def begin_the_real_game(self) -> None:
        self.press("learn.play")
        self.my_turn()

    def my_turn(self) -> None:
        prompt = self.page.get_by_role("region", name=self.say("web.prompt"))
        expect(prompt).to_contain_text(self.say("web.prompt.piece"))
        self.picture()

    def play_a_turn(self) -> None:
        """Choose a piece that can move and a cell to go to, by what their names say."""
        self._choose(self.cells(self.say("web.act.select")))
        self._choose(self.cells(self.say("web.act.move")))

    # --- how long it takes ----------------------------------------------------------------------

    @property
    def minutes(self) -> float:
        """Minutes that all this takes, by what there is to read and to decide."""
        words = sum(len(sentence.split()) for sentence in self.read)
        return words / WORDS_PER_MINUTE + self.decisions * SECONDS_PER_DECISION / 60

    def report(self) -> str:
        words = sum(len(sentence.split()) for sentence in self.read)
        return (
            f"{self.lang}: {len(self.clicks)} clicks, {self.decisions} cells chosen, "
            f"{words} words, about {self.minutes:.1f} minutes"
        )


def settle(server: Server, lang: str) -> None:
    """Make this computer one whose owner has never played."""
    server.settings(lang=lang, tutorial={"state": ""}, hints_seen=[], warn=True)


def main(folder: Path, lang: str) -> None:
    """Walk through the first five minutes on a phone, and leave a picture of every step."""
    server = Server(Path(tempfile.mkdtemp()))
    server.start()
    try:
        settle(server, lang)
        with server.http() as http:
            http.put("/api/settings", json={**QUIET, "lang": lang, "tutorial": {}, "animation": ""})
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path="/usr/bin/chromium", args=["--no-sandbox"]
            )
            page = browser.new_page(viewport={"width": 390, "height": 844})
            page.set_default_timeout(WAIT_TIMEOUT_S * 1000)
            newcomer = Newcomer(page, lang, folder)
            newcomer.come(server.url)
            newcomer.seize_power(astray=True)
            print(newcomer.report())
            newcomer.begin_the_real_game()
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:3] or ["en"])
