"""The site as it is built: links, signatures with types, a place for every type returned."""

from __future__ import annotations

import builtins
import inspect
import json
import os
import re
import typing
import zlib
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest
from tests.paths import ROOT

import djambi

pytest.importorskip("zensical", reason="the extra docs is not installed")

import build_docs
import docs_versions

# Names in annotations that are Python's, or merely what this module calls a type variable.
PYTHON = {*dir(builtins), *dir(typing), "Self", "MappingProxyType"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    said = build_docs.build(folder)
    assert "No issues found" in said
    assert "Ruff" not in said, "signatures are not formatted: the extra docs lacks ruff"
    return folder / "site"


@pytest.fixture(scope="module")
def inventory(site: Path) -> set[str]:
    """Return the names that other sites can link to."""
    head, _, packed = (site / "objects.inv").read_bytes().partition(b"zlib.\n")
    assert head.startswith(b"# Sphinx inventory version 2")
    return {line.split(" ", 1)[0] for line in zlib.decompress(packed).decode().splitlines()}


def returned() -> set[str]:
    """Return the names of the types in the annotations of everything that is public."""
    found: set[str] = set()
    for name in djambi.__all__:
        thing: object = getattr(djambi, name)
        parts = list(vars(thing).values()) if inspect.isclass(thing) else [thing]
        for part in parts:
            function = part.fget if isinstance(part, property) else part
            function = getattr(function, "__func__", function)
            if inspect.isfunction(function) and not function.__name__.startswith("_"):
                words = " ".join(map(str, function.__annotations__.values()))
                found.update(re.findall(r"\b[A-Z]\w+", re.sub(r"'[^']*'|\"[^\"]*\"", "", words)))
    return found - PYTHON


def test_every_type_of_the_public_interface_has_a_place(inventory: set[str]) -> None:
    names = returned()
    assert {"Node", "Event", "Kernel", "Position", "LegalTurns"} <= names
    known = {name.rpartition(".")[2] for name in inventory}
    assert names <= known, sorted(names - known)


@pytest.mark.parametrize(
    "name",
    [
        "djambi.nodes.Node",
        "djambi.nodes.Event",
        "djambi.nodes.Step",
        "djambi.kernel.rules.kernel.Kernel",
        "djambi.kernel.rules.kernel.Kernel.perft",
        "djambi.protocol.search_task.EngineLimits",
        "djambi.protocol.search_task.SearchTask",
        "djambi.position.symmetry.turning",
        "djambi.threats.threats_by",
        "djambi.counting.perft",
        "djambi.counting.divide",
        "djambi.Position.legal_turns",
    ],
)
def test_what_is_looked_for_most_can_be_linked_to(name: str, inventory: set[str]) -> None:
    assert name in inventory


def test_signatures_have_types(site: Path) -> None:
    page = unescape(re.sub(r"<[^>]+>", "", (site / "reference/djambi.html").read_text("utf-8")))
    page = re.sub(r"\s+", " ", page)
    assert "origin: str | None = None" in page
    assert "-> LegalTurns" in page
    assert page.count(" -> ") > 60


def test_the_changelog_is_a_page_and_stands_in_one_place(site: Path) -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    heading = re.findall(r"^## (.+)$", changes, re.MULTILINE)[0]
    assert heading in (site / "changelog.html").read_text("utf-8")
    assert len((ROOT / "docs" / "changelog.md").read_text("utf-8")) < 100


def lost(site: Path) -> Iterator[str]:
    """Yield the links of a site that lead to no file of it, or to no place in it."""
    pages = {page: page.read_text("utf-8") for page in site.rglob("*.html") if page.stem != "404"}
    places = {page: {*re.findall(r' id="?([^"\s>]+)', text)} for page, text in pages.items()}
    for page, text in pages.items():
        for link in re.findall(r'<[^>]* (?:href|src)="([^"]+)"', text):
            address, _, place = unescape(link).partition("#")
            if re.match(r"[a-z]+:|//", address):
                continue
            target = Path(os.path.normpath(page.parent / unquote(address))) if address else page
            picture = place in ("only-light", "only-dark")
            if not target.exists() or (
                place and not picture and unquote(place) not in places.get(target, ())
            ):
                yield f"{page.relative_to(site)}: {link}"


def test_every_link_leads_somewhere(site: Path) -> None:
    assert list(lost(site)) == []
    assert list(site.rglob("*.html"))


def test_a_lost_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<p id="here"><a href="#here">', "utf-8")
    (tmp_path / "b.html").write_text('<a class=x href="a.html#no"><img src="c.png">', "utf-8")
    assert list(lost(tmp_path)) == ["b.html: a.html#no", "b.html: c.png"]


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        found = re.findall(r'<(?:link|script|img|iframe)[^>]* (?:href|src)="(?:https?:)?//', text)
        assert not found, page.name


def test_each_version_stands_in_its_folder_and_the_newest_is_the_entrance(tmp_path: Path) -> None:
    site, folder = tmp_path / "site", tmp_path / "published"
    site.mkdir()
    for version in ("1.9", "1.10", "1.2"):
        (site / "index.html").write_text(version, "utf-8")
        docs_versions.publish(site, folder, version)
    listed = json.loads((folder / "versions.json").read_text("utf-8"))
    assert [each["version"] for each in listed] == ["1.10", "1.9", "1.2"]
    assert [each["aliases"] for each in listed] == [["latest"], [], []]
    assert 'url=1.10/index.html"' in (folder / "index.html").read_text("utf-8")
    assert (folder / "1.9" / "index.html").read_text("utf-8") == "1.9"
    assert re.fullmatch(r"\d+\.\d+", docs_versions.VERSION)
