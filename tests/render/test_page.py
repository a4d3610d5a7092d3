"""A game as one HTML file: whole, alone, and nothing in it can end its script."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest
from tests.render.scene import scene

from djambi import Position
from djambi.errors import DjambiError
from djambi.game import Game
from djambi.render.page import MAX_POSITIONS, page


class Reader(HTMLParser):
    """Notes elements that are opened, and whether each is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.wrong: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "input"):
            self.stack.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.stack or self.stack.pop() != tag:
            self.wrong.append(tag)


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    assert (reader.stack, reader.wrong) == ([], [])
    return reader


def short_game(variant: str = "square-4") -> Game:
    game = Game.start(variant)
    for _ in range(3):
        game.play(game.position.legal_turns()[0])
    return game


@pytest.mark.parametrize("variant", ["square-4", "hex-6", "polygon-5"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_position_is_there_and_the_last_is_seen(variant: str, lang: str) -> None:
    reader = read(page(short_game(variant).path(), lang=lang))
    shown = [attrs for _, attrs in reader.seen if attrs.get("class") == "at"]
    assert [attrs.get("display") for attrs in shown] == ["none"] * 3 + [None]
    used = {attrs["href"] for tag, attrs in reader.seen if tag == "use"}
    ids = {f"#{attrs['id']}" for tag, attrs in reader.seen if tag == "g" and "id" in attrs}
    assert used == ids
    assert ("html", {"lang": lang}) in reader.seen


def test_the_gates_of_the_fortress_are_those_of_each_position() -> None:
    game = Game(scene("rC:g3 bC:a7 bA:b7", variant="hex-6"))
    for turn in ("g3-g7", "a7-a8", "g7-g3"):
        game.play(turn)
    reader = read(page(game.path()))
    gates = [attrs["class"] for _, attrs in reader.seen if "fortress" in (attrs.get("class") or "")]
    assert gates == ["fortress", "fortress-closed", "fortress-closed", "fortress"]
    # Each is six drawings; what is never seen is not defined.
    open_throughout = read(page(short_game("hex-6").path()))
    ids = [attrs.get("id") for _, attrs in open_throughout.seen]
    assert "djambi-light-fortress" in ids and "djambi-light-fortress-closed" not in ids


def test_it_needs_nothing_from_elsewhere() -> None:
    reader = read(page(short_game().path()))
    links = [
        value
        for _, attrs in reader.seen
        for name, value in attrs.items()
        if name in ("src", "href")
    ]
    assert all(value is not None and value.startswith("#") for value in links)
    assert "http" not in page(short_game().path()).replace("http://www.w3.org/2000/svg", "")


def test_every_turn_is_told() -> None:
    game = short_game()
    text = page(game.path())
    found = re.search(r'<script type="application/json" id="words">(.*?)</script>', text)
    assert found is not None
    words = json.loads(found[1])
    assert len(words) == 4
    assert words[1].startswith("1. The red")


def test_a_position_alone_has_no_buttons() -> None:
    reader = read(page(Game(Position.start("hex-3")).path(), theme="dark"))
    assert not [tag for tag, _ in reader.seen if tag in ("button", "script", "input")]


def test_what_no_page_can_show_is_refused() -> None:
    path = Game().path()
    with pytest.raises(DjambiError, match="no position"):
        page([])
    with pytest.raises(DjambiError, match="too many"):
        page(path * (MAX_POSITIONS + 1))
    with pytest.raises(DjambiError, match=r"unknown theme 'drak'; did you mean dark\?"):
        page(path, theme="drak")
    with pytest.raises(DjambiError, match="unknown language 'de'; known: en, fr"):
        page(path, lang="de")
