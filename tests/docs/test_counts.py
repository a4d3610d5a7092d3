"""How many there are of something, as pages say it, is how many there are."""

from __future__ import annotations

import pytest
from tests.paths import ROOT

from djambi.bots.cast import cast
from djambi.lessons import CHAPTERS, lessons
from djambi.rules import EDITIONS, OPTIONS, VARIANT_NAMES

ENGLISH = {7: "seven", 9: "nine", 12: "twelve", 48: "forty-eight", 56: "fifty-six"}
FRENCH = {9: "neuf", 48: "quarante-huit", 56: "cinquante-six"}


@pytest.mark.parametrize(
    ("page", "said"),
    [
        (
            "docs/how-to/from-python-chess.md",
            f"{len(VARIANT_NAMES)} variants, {len(EDITIONS)} editions, {len(OPTIONS)} options",
        ),
        ("docs/programs.md", f"{ENGLISH[len(VARIANT_NAMES)]} boards"),
        ("docs/programs.md", f"{ENGLISH[len(EDITIONS)]} editions"),
        (
            "docs/learning.md",
            f"{ENGLISH[len(lessons())]} exercises in {ENGLISH[len(CHAPTERS)]} chapters",
        ),
        (
            "docs/fr/apprendre.md",
            f"{FRENCH[len(lessons())]} exercices en {FRENCH[len(CHAPTERS)]} chapitres",
        ),
        ("README.md", f"{ENGLISH[len(cast())]} bots"),
        ("README.fr.md", f"{FRENCH[len(cast())]} robots"),
    ],
)
def test_a_page_says_how_many_there_are(page: str, said: str) -> None:
    assert said in (ROOT / page).read_text("utf-8").lower()
