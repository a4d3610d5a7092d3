"""The modules, files and names that pages mention exist."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import pytest
from tests.docs.test_site import prose
from tests.paths import ROOT
from tests.texts.test_catalogue import PREFIXES

import djambi
from djambi.texts import catalogue

# Copies, history, and the map of the project, which names rooms rather than files.
UNCHECKED = {"RULES.md", "NOTATION.md", "changelog.md"}
PAGES = sorted(
    page
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    if page.name not in UNCHECKED
)
FOLDERS = ("src/djambi", "web", "tests", "tools", "bench", "deploy", "docs", "examples", ".github")

# Pages on the app for those who use it: what stands there in italics, with a capital, is a label.
ABOUT_THE_APP = [
    ROOT / name
    for name in (
        "README.fr.md", "docs/tutorial.md", "docs/tui.md", "docs/learning.md",
        "docs/online/lobby.md", "docs/online/table.md", "docs/how-to/analysing-a-game.md",
        "docs/how-to/browsers-compute.md", "docs/fr/premiere-partie.md", "docs/fr/apprendre.md",
        "docs/fr/a-table.md", "docs/fr/en-ligne.md", "docs/fr/terminal.md", "docs/fr/vie-privee.md",
    )
]  # fmt: skip

_LABEL = re.compile(r"(?<![*\w])\*([A-ZÀÉÊ][^*]*)\*(?![*\w])")
_CODE = re.compile(r"```.*?```|`([^`\n]+)`", re.DOTALL)
_DOTTED = re.compile(r"djambi(?:\.[A-Za-z_]\w*)+")
_PATH = re.compile(r"`((?:src|tests|web|docs|tools|bench)/[a-z\d_./-]+)`")
_BUILT = {"src/djambi/server/static/", "web/src/generated/"}
_FILE = re.compile(r"(?<![\w*./-])[\w./-]*\w\.(?:py|pxd|ts|svelte|css)\b")
# Names of hosts and files, not of modules.
_NOT_OURS = {"djambi.example", "djambi.net", "djambi.service", "djambi.sqlite3", "djambi.toml"}


def code_of(page: Path) -> list[str]:
    """Return the inline code of a page and its indented blocks, fenced examples left out."""
    text = page.read_text(encoding="utf-8")
    inline = [match[1] for match in _CODE.finditer(text) if match[1]]
    return inline + [line for line in text.splitlines() if line.startswith("    ")]


def existing_files() -> set[str]:
    """Return the paths of the project's files, and every tail of them after a slash."""
    found: set[str] = set()
    for folder in FOLDERS:
        for file in (ROOT / folder).rglob("*.*"):
            if "node_modules" in file.parts or "static" in file.parts:
                continue
            parts = file.relative_to(ROOT).parts
            found.update("/".join(parts[start:]) for start in range(len(parts)))
    return found | {file.name for file in ROOT.iterdir()}


FILES = existing_files()


def is_name(dotted: str) -> bool:
    """Return whether a dotted name is a module, or an attribute of one."""
    try:
        pkgutil.resolve_name(dotted)
    except (ImportError, AttributeError):
        module, _, name = dotted.rpartition(".")
        try:
            owner = pkgutil.resolve_name(module)
        except (ImportError, AttributeError):
            return False
        # A slot or a field without a default is no attribute of its class.
        return name in getattr(owner, "__annotations__", {})
    return True


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_modules_and_files_that_a_page_mentions_exist(page: Path) -> None:
    code = code_of(page)
    dotted = {name for text in code for name in _DOTTED.findall(text)} - _NOT_OURS
    files = {name.lstrip("./") for text in code for name in _FILE.findall(text)}
    assert sorted(name for name in dotted if not is_name(name)) == []
    assert sorted(name for name in files if name not in FILES) == []


def test_recipes_name_paths_that_exist() -> None:
    """Every path in CONTRIBUTING.md, folders and texts too; not what is built, nor placeholders."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    paths = set(_PATH.findall(text)) - _BUILT
    assert len(paths) > 30
    assert sorted(path for path in paths if not (ROOT / path).exists()) == []


def plain(label: str) -> str:
    """Return a label without the signs at its end and what tells its spaces and letters apart."""
    return re.sub(r"\s", " ", label).strip(" .…:?!").lower()


@pytest.mark.parametrize("page", ABOUT_THE_APP, ids=lambda page: page.stem)
def test_labels_that_a_page_names_are_those_of_the_app(page: Path) -> None:
    lang = "fr" if page.parent.name == "fr" or page.stem.endswith(".fr") else "en"
    shown = {plain(text) for prefix in PREFIXES for text in catalogue(lang, prefix).values()}
    named = _LABEL.findall(re.sub(r"`[^`]*`", "", prose(page)))
    assert named
    assert [label for label in named if plain(label) not in shown] == []


def test_wrong_names_are_found() -> None:
    assert importlib.import_module("djambi") is djambi
    assert is_name("djambi.kernel.rules") and is_name("djambi.Position.play")
    assert not is_name("djambi.kernel.nothing") and not is_name("djambi.Position.nothing")
    assert "kernel/rules/state.py" in FILES and "kernel/rules/nothing.py" not in FILES
