"""The examples of the Markdown pages give what the pages say."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from tests.paths import ROOT

FENCE = re.compile(r"^```(\w*)\s*$")


def examples(page: Path) -> str:
    """Return a page with only its examples left, each on the line where it stands."""
    kept: list[str] = []
    language: str | None = None
    for line in page.read_text(encoding="utf-8").splitlines():
        fence = FENCE.match(line)
        if fence:
            language = (fence[1] or "text") if language is None else None
        kept.append("" if fence or language != "pycon" else line)
    assert language is None, f"{page.name}: a block of code without end"
    return "\n".join(kept) + "\n"


PAGES = {
    str(page.relative_to(ROOT)): text
    for page in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
    if ">>>" in (text := examples(page))
}


def test_pages_with_examples_are_found() -> None:
    assert "docs/library.md" in PAGES


@pytest.mark.parametrize("name", PAGES)
def test_examples_of_a_page(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    test = doctest.DocTestParser().get_doctest(PAGES[name], {}, name, name, 0)
    assert test.examples
    doctest.DocTestRunner(verbose=False).run(test)
    assert capsys.readouterr().out == ""
