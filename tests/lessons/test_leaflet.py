"""The rulebook on paper: whole for every edition, and a PDF where Typst is at hand."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from djambi.cli import main
from djambi.errors import BadRules, DjambiError
from djambi.lessons.leaflet import _quoted as quoted
from djambi.lessons.leaflet import _source as source_of
from djambi.lessons.leaflet import leaflet
from djambi.lessons.rulebook import pages
from djambi.rules import EDITIONS, OPTIONS, Rules
from djambi.texts import LANGUAGES, say


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_it_has_every_page_board_and_option(edition: str, lang: str) -> None:
    rules = Rules.of(edition)
    source = "\n".join(source_of(rules, lang))
    for page in pages(rules):
        assert quoted(page.title(lang)) in source
        for board in page.boards:
            assert f'"{page.name}-{board.name}.svg"' in source
    for option in OPTIONS:
        # Once on its page, once in the table.
        assert source.count(quoted(say(f"option.{option.name}", lang))) >= 2


def test_no_text_means_anything_to_typst() -> None:
    assert quoted('a "b" \\ #c $d') == '"a \\"b\\" \\\\ #c $d"'


@pytest.mark.parametrize(("edition", "lang"), [("original", "fr"), ("harcourt-advanced", "en")])
def test_it_is_a_pdf_of_several_pages(
    edition: str, lang: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    target = tmp_path / "leaflet.pdf"
    assert main(["rules", "leaflet", edition, "--lang", lang, "-o", str(target)]) == 0
    made = target.read_bytes()
    assert made.startswith(b"%PDF") and len(made) > 100_000
    counts = [int(found) for found in re.findall(rb"/Count (\d+)", made)]
    assert max(counts, default=10) >= 8
    assert capfdbinary.readouterr().out == b""


def test_without_typst_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(DjambiError, match=r"djambi\[leaflet\]"):
        leaflet("original", "en")


def test_an_unknown_edition_or_language_is_named() -> None:
    with pytest.raises(BadRules, match="house"):
        leaflet("house", "en")
    with pytest.raises(DjambiError, match="de"):
        leaflet("original", "de")
