"""The pages hang together: navigation, links, and the names that the reference shows."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.paths import ROOT
from tests.texts.terms import TERMS

import djambi

SETTINGS: dict[str, Any] = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "web" / "README.md"])
FRENCH = sorted((ROOT / "docs" / "fr").glob("*.md"))

# A seat is a "siège" in a sentence of the campaign, where the word means a parliament's.
_FRENCH_TERMS = TERMS["fr"] | {r"\b[Ss]ièges?\b": "place", r"\b[Ee]xtras?\b": "option"}

_LINK = re.compile(r"\]\(([^()\s]+)\)")
_COMMAND = re.compile(r"^    (\S.*)$", re.MULTILINE)
_SHOWN = re.compile(r"^::: (\S+)$", re.MULTILINE)


def prose(page: Path) -> str:
    """Return a page without its blocks of code."""
    text = page.read_text(encoding="utf-8")
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    titles = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    plain = (re.sub(r"[^\w\s-]", "", title.lower()).strip() for title in titles)
    return {re.sub(r"[\s-]+", "-", title) for title in plain}


def nav() -> list[str]:
    """Return the pages that the site's settings put into the navigation."""

    def leaves(entry: str | dict[str, Any] | list[Any]) -> Iterator[str]:
        if isinstance(entry, str):
            yield entry
        else:
            for part in entry.values() if isinstance(entry, dict) else entry:
                yield from leaves(part)

    return list(leaves(SETTINGS["nav"]))


def shown() -> Iterator[str]:
    for page in (ROOT / "docs" / "reference").glob("*.md"):
        yield from _SHOWN.findall(page.read_text(encoding="utf-8"))


def test_examples_of_docstrings_are_fenced_for_the_site() -> None:
    tool = ROOT / "tools" / "docs_examples.py"
    command = [sys.executable, "-m", "doctest", str(tool)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_the_citation_names_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {djambi.__version__}\n" in citation


def test_every_page_is_in_the_navigation_once() -> None:
    listed = nav()
    assert len(listed) == len(set(listed))
    there = {
        page.relative_to(ROOT / "docs").as_posix()
        for page in PAGES
        if page.is_relative_to(ROOT / "docs")
    }
    # tools/docs_notebooks.py makes a page of every notebook.
    notebooks = (ROOT / "docs").rglob("*.ipynb")
    there |= {each.relative_to(ROOT / "docs").with_suffix(".md").as_posix() for each in notebooks}
    assert set(listed) == there


def test_every_page_in_french_has_its_twin() -> None:
    twins: dict[str, str] = SETTINGS["extra"]["french"]
    there = {str(page.relative_to(ROOT / "docs").with_suffix("").as_posix()) for page in FRENCH}
    assert set(twins.values()) == there
    assert len(twins) == len(there)
    assert set(twins) <= {page.removesuffix(".md") for page in nav()}


@pytest.mark.parametrize("page", FRENCH, ids=lambda page: page.stem)
def test_a_page_in_french_has_the_commands_of_its_twin(page: Path) -> None:
    twins = {french: english for english, french in SETTINGS["extra"]["french"].items()}
    twin = ROOT / "docs" / f"{twins[f'fr/{page.stem}']}.md"
    theirs = {line.split("  ")[0] for line in _COMMAND.findall(twin.read_text("utf-8"))}
    for line in _COMMAND.findall(page.read_text("utf-8")):
        assert line.split("  ")[0] in theirs, line


@pytest.mark.parametrize("page", [*FRENCH, ROOT / "README.fr.md"], ids=lambda page: page.stem)
def test_french_typography(page: Path) -> None:
    text = re.sub(r"^    .*$|`[^`]*`|https?:\S+", "", prose(page), flags=re.MULTILINE)
    text = re.sub(r"\]\([^)]*\)|<[^>]*>|^\|-.*$", "", text, flags=re.MULTILINE)
    assert "'" not in text, "the apostrophe is ’"
    wrong = re.findall(r".*(?:[^\u00a0\u202f!][!?;»](?!\[)|«(?![\u00a0\u202f])| :).*", text)
    assert not wrong, "a space that does not break goes before ! ? ; : » and after «"


@pytest.mark.parametrize("page", [*FRENCH, ROOT / "README.fr.md"], ids=lambda page: page.stem)
def test_pages_in_french_say_what_the_game_says(page: Path) -> None:
    text = re.sub(r"^    .*?(  |$)|`[^`]*`|\]\([^)]*\)", "", prose(page), flags=re.MULTILINE)
    if page.stem == "glossaire":
        # The second column has the terms in English.
        text = re.sub(r"^(\|[^|]*\|)[^|]*", r"\1", text, flags=re.MULTILINE)
    for wrong, right in _FRENCH_TERMS.items():
        assert not re.findall(f".*(?:{wrong}).*", text), right


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    links = [
        link for link in _LINK.findall(prose(page)) if not link.startswith(("http", "mailto:"))
    ]
    for link in links:
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), link


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.stem)
def test_the_site_leads_nowhere_outside_itself(page: Path) -> None:
    for link in _LINK.findall(prose(page)):
        if not link.startswith("http"):
            target = (page.parent / link.partition("#")[0]).resolve()
            assert target.is_relative_to(ROOT / "docs"), link


@pytest.mark.parametrize("name", sorted(set(shown())))
def test_what_the_reference_shows_is_there(name: str) -> None:
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        for part in parts[count:]:
            found = getattr(found, part)
        assert found.__doc__
        return
    raise AssertionError(name)


def test_everything_public_is_in_the_reference() -> None:
    page = set(_SHOWN.findall((ROOT / "docs" / "reference" / "djambi.md").read_text("utf-8")))
    for name in djambi.__all__:
        value: object = getattr(djambi, name)
        if isinstance(value, type):
            module = f"{value.__module__}"
            assert f"djambi.{name}" in page or module in page, name
