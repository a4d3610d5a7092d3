"""Boards in the documentation: what a block means, and that a wrong one fails the build."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from djambi.errors import DjambiError

pytest.importorskip("mkdocs", reason="the extra docs is not installed")
docs_boards = pytest.importorskip("tools.docs_boards")

ROOT = Path(__file__).resolve().parents[2]

SITE = """
site_name: Test
docs_dir: docs
site_dir: site
strict: true
use_directory_urls: false
theme: {{ name: material, font: false }}
hooks: ["{hook}"]
"""
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
        ("turns: c3-e3", "there is no position"),
        ("position: square-4\nposition: hex-3", "or again"),
        ("position: square-4\ncolour: red", "'colour: red' is none of caption, mark"),
        ("position: square-9", "square-9"),
        ("position: square-4 original 9/9 r,b,y,g rbyg r 0 0", "placement"),
        ("position: square-4\nturns: c3-e5", "Only a Chief may stop in the maze"),
        ("position: square-4\nmark: z9", "z9"),
        ("position: square-4\nshow: middle", "show is start or end"),
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


def built(folder: Path, turns: str) -> tuple[int, str]:
    """Build a site with one page; return the exit status and what was said."""
    for page in ("index.md", "fr/index.md"):
        file = folder / "docs" / page
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(PAGE.format(turns=turns), "utf-8")
    hook = (ROOT / "tools" / "docs_boards.py").as_posix()
    (folder / "mkdocs.yml").write_text(SITE.format(hook=hook), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_a_site_gets_pictures_for_both_themes_and_a_wrong_turn_fails_it(tmp_path: Path) -> None:
    status, said = built(tmp_path, "e3-e4")
    assert status == 0, said
    page = (tmp_path / "site" / "index.html").read_text("utf-8")
    pictures = re.findall(
        r'<img src="(assets/boards/\w+\.svg)#only-(light|dark)" alt="([^"]+)"', page
    )
    assert [theme for _, theme, _ in pictures] == ["light", "dark"]
    for name, _, told in pictures:
        assert (tmp_path / "site" / name).read_text("utf-8").startswith("<svg")
        assert "Red (active): Chief e1" in told
    assert "<figcaption>Red &amp; Blue &lt;b&gt;</figcaption>" in page
    assert "position: not drawn" in page
    french = (tmp_path / "site" / "fr" / "index.html").read_text("utf-8")
    assert '<html lang="en"' in page and '<html lang="fr"' in french
    assert re.search(r'<img src="../assets/boards/\w+\.svg#only-light" alt="Rouge ', french)
    status, said = built(tmp_path, "e3-e5")
    assert status != 0
    assert "index.md, block in line 3: 'e3-e5': Only a Chief may stop in the maze." in said
