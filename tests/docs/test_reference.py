"""The site as mkdocs builds it: signatures with types, a place for every type that is returned."""

from __future__ import annotations

import builtins
import inspect
import os
import re
import subprocess
import sys
import typing
import zlib
from html import unescape
from pathlib import Path

import pytest

import djambi

pytest.importorskip("mkdocs", reason="the extra docs is not installed")

ROOT = Path(__file__).resolve().parents[2]
# Names in annotations that are Python's, or merely what this module calls a type variable.
PYTHON = {*dir(builtins), *dir(typing), "Self", "MappingProxyType"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Ruff" not in done.stderr, "signatures are not formatted: the extra docs lacks ruff"
    return folder


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
