"""Boards in the documentation: what a block means, and that a wrong one fails the build."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.paths import ROOT

from djambi.errors import DjambiError
from djambi.rules import VARIANT_NAMES

pytest.importorskip("zensical", reason="the extra docs is not installed")

import build_docs
import docs_boards
import docs_rulebook

PAGE = """# Page

```djambi
position: hex-3
turns: {turns}
mark: e5
caption: Red & Blue <b>
```

````
```djambi
position: not drawn, but shown as it is written
```
````
"""


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("turns: c3-e3", "the field position is missing"),
        ("position: square-4\nposition: hex-3", "given twice"),
        (
            "position: square-4\ncolour: red",
            "'colour: red': unknown or given twice; known: caption, mark",
        ),
        ("position: square-9", "square-9"),
        ("position: square-4 original 9/9 r,b,y,g rbyg r 0 0", "placement"),
        ("position: square-4\nturns: c3-e5", "Only a Chief may stop in the maze"),
        ("position: square-4\nmark: z9", "z9"),
        ("position: square-4\nshow: middle", "show must be start or end"),
    ],
)
def test_a_wrong_block_says_what_is_wrong(text: str, fault: str) -> None:
    with pytest.raises(DjambiError, match=re.escape(fault)):
        docs_boards.board_block(text)


def test_a_block_is_a_game_and_where_it_is_shown() -> None:
    board = docs_boards.board_block("position: square-4 bga\nturns: c3-e3 g3-g5\nmark: e3 g5")
    assert (board.shown, board.marked) == (2, ("e3", "g5"))
    assert str(board.game).splitlines()[-1] == "1. r c3-e3 b g3-g5"
    assert docs_boards.board_block("position: square-4\nturns: c3-e3\nshow: start").shown == 0


def test_every_board_of_the_rulebook_has_its_clause() -> None:
    rules = (ROOT / "docs" / "RULES.md").read_text("utf-8")
    places = dict(docs_boards.clauses_with_boards(rules))
    assert len(places) == len(docs_boards.CLAUSE_BOARDS)
    for place in places:
        assert rules[place:].startswith("#") or place == len(rules)
    with pytest.raises(DjambiError, match=r"5"):
        list(docs_boards.clauses_with_boards(rules.replace("## 5. ", "## 9. ")))


def built(folder: Path, turns: str) -> Path:
    """Build a site with a page in each language, set up as the real one; return its folder."""
    for page in ("index.md", "fr/index.md"):
        file = folder / "docs" / page
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(PAGE.format(turns=turns), "utf-8")
    config = folder / "zensical.toml"
    settings = (ROOT / "zensical.toml").read_text("utf-8")
    settings = re.sub(r"^nav = .*?^\]$", "", settings, flags=re.MULTILINE | re.DOTALL)
    config.write_text(settings, "utf-8")
    build_docs.build(folder / "built", folder / "docs", config)
    return folder / "built" / "site"


def test_a_site_gets_pictures_for_both_themes_and_its_languages(tmp_path: Path) -> None:
    site = built(tmp_path, "e3-e4")
    page = (site / "index.html").read_text("utf-8")
    pictures = re.findall(
        r'<img src="(assets/boards/\w+\.svg)#only-(light|dark)" alt="([^"]+)"', page
    )
    assert [theme for _, theme, _ in pictures] == ["light", "dark"]
    for name, _, told in pictures:
        assert (site / name).read_text("utf-8").startswith("<svg")
        assert "Red (active): Chief e1" in told
    assert "<figcaption>Red &amp; Blue &lt;b&gt;</figcaption>" in page
    assert "position: not drawn" in page
    french = (site / "fr" / "index.html").read_text("utf-8")
    assert '<html lang="en"' in page and '<html lang="fr"' in french
    assert re.search(r'<img src="../assets/boards/\w+\.svg#only-light" alt="Rouge ', french)
    assert re.search(r'hreflang="fr" href="\./fr/(index.html)?">Cette page en français</a>', page)
    assert re.search(r'hreflang="en" href="\.\./(index.html)?">This page in English</a>', french)


def test_a_wrong_turn_fails_the_site(tmp_path: Path) -> None:
    said = "block in line 3: 'e3-e5': Only a Chief may stop in the maze."
    with pytest.raises(DjambiError, match=f"fr/index.md, {re.escape(said)}"):
        built(tmp_path, "e3-e5")


def test_a_page_shows_the_rulebook_of_an_edition_in_its_language() -> None:
    page = docs_rulebook.with_rulebook("# Page\n\n```rulebook\nbga\n```\n", "fr")
    assert page.startswith("# Page\n\n## De quoi il s’agit\n")
    assert "\n## Les éditions côte à côte\n" in page
    blocks = re.findall(r"```djambi\n(.*?)\n```", page, re.DOTALL)
    assert len(blocks) > 15
    assert docs_boards.board_block(blocks[0]).caption.startswith("Le départ.")
    with pytest.raises(DjambiError, match="chess"):
        docs_rulebook.with_rulebook("```rulebook\nchess\n```", "en")


@pytest.mark.parametrize("page", ["gallery.md", "fr/galerie.md"])
def test_the_gallery_shows_every_board(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    shown = re.findall(r"^position: (\S+)$", text, re.MULTILINE)
    assert len(shown) == len(set(shown))
    assert {*shown, "polygon-4"} == set(VARIANT_NAMES), "polygon-4 looks like the square board"
