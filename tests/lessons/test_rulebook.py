"""Every page, for every edition: its boards are positions, and what they show can be played."""

from __future__ import annotations

import re
from typing import Any

import pytest

from djambi import Position
from djambi.errors import DjambiError
from djambi.guide import option_sentence
from djambi.lessons.rulebook import _page as read_page
from djambi.lessons.rulebook import pages, table
from djambi.rules import EDITIONS, OPTIONS, VARIANT_NAMES, Rules
from djambi.texts import LANGUAGES, catalogue

EDITION = pytest.mark.parametrize("edition", EDITIONS)


@EDITION
def test_every_board_shows_a_turn_that_can_be_played(edition: str) -> None:
    rules = Rules.of(edition)
    for page in pages(rules):
        assert page.boards, page.name
        for board in page.boards:
            assert board.position.rules == rules
            assert board.position.mover is not None
            if board.show:
                assert board.position.play(board.show).ply == 1
            else:
                # The start of a variant.
                assert board.position == Position.start(board.position.variant.name, edition)


@EDITION
def test_play_goes_on_after_what_a_board_shows(edition: str) -> None:
    for page in pages(Rules.of(edition)):
        for board in page.boards:
            if board.show:
                over = board.position.play(board.show).is_over
                assert over == (page.name == "end"), f"{page.name}, {board.name}"


@EDITION
def test_pages_speak_both_languages(edition: str) -> None:
    for page in pages(Rules.of(edition)):
        for lang in LANGUAGES:
            assert page.title(lang) and page.paragraphs(lang)
            for board in page.boards:
                assert board.caption(page.name, lang)
                for cell in re.findall(r"\b[a-m]\d{1,2}\b", board.caption(page.name, lang)):
                    assert cell in board.position.board.cells


def test_every_option_has_a_page_and_every_variant_a_board() -> None:
    book = pages(Rules.of("original"))
    named = [option for page in book for option in page.options]
    assert set(named) == {option.name for option in OPTIONS}
    assert {name for option in OPTIONS for name in option.pages} <= {page.name for page in book}
    [boards] = [page for page in book if page.name == "boards"]
    assert [board.name for board in boards.boards] == list(VARIANT_NAMES)
    assert {page.kind for page in book} == {"", *"CARDNM"}


def test_pages_follow_the_edition() -> None:
    found = {edition: pages(Rules.of(edition)) for edition in EDITIONS}

    def boards(edition: str, page: str) -> list[str]:
        return [board.name for each in found[edition] if each.name == page for board in each.boards]

    assert boards("original", "reporter") == ["one", "ruler"]
    assert boards("harcourt-advanced", "reporter") == ["all", "ruler"]
    assert "enthrone" in boards("bga", "diplomat")
    assert "enthrone" not in boards("original", "diplomat")

    def text(edition: str, name: str) -> str:
        [page] = [each for each in found[edition] if each.name == name]
        return " ".join(page.paragraphs("en"))

    assert "exception" not in text("original", "turn")
    assert "passes through corpses" in text("harcourt-advanced", "turn")
    assert "stop in the empty maze" in text("harcourt-advanced", "maze")
    assert "stop in the empty maze" not in text("harcourt", "maze")
    assert "he wakes" in text("djambinet", "encirclement")
    assert "he wakes" not in text("harcourt", "encirclement")
    assert "leaves no such trace" in text("original", "assassin")
    assert "leaves no such trace" not in text("wikipedia", "assassin")
    assert "the instant he leaves" in text("hallepee", "vassals")
    assert "the instant he leaves" not in text("bga", "vassals")
    assert "may come back" in text("hallepee", "vassals")
    assert "may come back" not in text("wikipedia", "vassals")
    assert "as a puppet" in text("original", "vassals")
    assert "as a puppet" not in text("harcourt", "vassals")
    assert boards("original", "endings") == ["assassin", "reporter"]
    assert boards("hallepee", "endings") == ["pair"]
    assert boards("harcourt", "endings") == boards("bga", "endings") == ["hunt"]
    assert "sixteen turns" in text("djambinet", "endings")
    assert "sixteen turns" not in text("hallepee", "endings")
    assert "enough to take power" in text("harcourt", "endings")
    militant = {e: found[e][7].paragraphs("en")[0] for e in ("original", "harcourt-advanced")}
    assert militant["original"] != militant["harcourt-advanced"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_is_left_over(lang: str) -> None:
    used = {"rulebook.editions", "rulebook.editions.text.1"}
    for edition in EDITIONS:
        for page in pages(Rules.of(edition)):
            used.add(f"rulebook.{page.name}")
            names = [name for passages in page.text for name in passages]
            used |= {f"rulebook.{page.name}.text.{name}" for name in names}
            used |= {f"rulebook.{page.name}.board.{board.name}" for board in page.boards}
    assert set(catalogue(lang, "rulebook")) - used == set()


def test_the_table_has_what_the_option_table_has() -> None:
    rows = table(EDITIONS)
    assert [row.option for row in rows] == [option.name for option in OPTIONS]
    for row, option in zip(rows, OPTIONS, strict=True):
        assert row.editions == {name: option.text(option.default(name)) for name in EDITIONS}
        assert set(row.values) == set(row.editions.values())
        for lang in LANGUAGES:
            sentences = [option_sentence(row.option, value, lang) for value in row.values]
            assert len(set(sentences)) == len(sentences)


FAULTS: list[tuple[dict[str, object], str]] = [
    ({"kind": "X"}, "'X' is not a kind"),
    ({"options": ["fortress"]}, "unknown: options"),
    ({"boards": [{"name": "a", "pieces": "rC a1", "show": "a1-a9", "why": 1}]}, "unknown: why"),
    ({"boards": [{"name": "a", "pieces": "rC a1, yC c9", "show": "a1-b3"}]}, "line"),
    ({"boards": [{"name": "a", "when": {"fort": ["yes"]}}]}, "unknown option 'fort'"),
    ({"boards": ["a"]}, "a board is an object"),
    ({"text": ["1"]}, "a paragraph is a list of passages"),
    ({"text": [[1]]}, "a passage is an object"),
    ({"text": [[{"name": "1", "if": {}}]]}, "unknown: if"),
    ({"text": [[{"name": "1", "when": {"fortress": ["maybe"]}}]]}, "fortress: 'maybe'"),
]


@pytest.mark.parametrize(("change", "message"), FAULTS)
def test_faults_of_the_file_are_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(DjambiError, match=f"page 'aim' of the rulebook: .*{message}"):
        read_page({"page": "aim", **change}, Rules.of("original"))
