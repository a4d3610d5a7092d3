"""The project's copies of the common rule book, notation and sample are still the originals'.

The originals lie in a folder `shared` beside the checkout where several projects work from
them; elsewhere there is nothing to compare, and no test.
"""

from __future__ import annotations

from pathlib import Path

from tests.paths import ROOT, SAMPLE

SHARED = ROOT.parent / "shared"
ORIGINALS = [SHARED / "RULES.md", SHARED / "NOTATION.md", *(SHARED / "conformance").glob("*")]


def copy_of(original: Path) -> Path:
    """Return where the project keeps its copy of a file of the common folder."""
    return (ROOT / "docs" if original.parent == SHARED else SAMPLE) / original.name


def test_no_copy_differs_from_an_original_at_hand() -> None:
    at_hand = [path for path in ORIGINALS if path.exists()]
    differing = [path.name for path in at_hand if copy_of(path).read_bytes() != path.read_bytes()]
    assert differing == []


def test_the_copies_are_there() -> None:
    assert (ROOT / "docs" / "RULES.md").stat().st_size > 0
    assert len(list(SAMPLE.glob("*.jsonl"))) > 20
