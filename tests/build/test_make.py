"""What the targets of the Makefile install."""

from __future__ import annotations

import re
import subprocess

from tests.paths import ROOT

MAKEFILE = ROOT / "Makefile"


def test_make_play_installs_what_the_buttons_of_the_game_need() -> None:
    recipe = MAKEFILE.read_text("utf-8").partition("$(STAMPS)/play:")[2].partition("\n\n")[0]
    extras = re.search(r'-e "\.\[([\w,]+)\]"', recipe)
    # A server, and moving pictures of a game (Analysis, Share).
    assert extras is not None and {"server", "pictures"} <= set(extras[1].split(","))


def test_no_recipe_needs_gnu_sed() -> None:
    """That of macOS takes `\\t` for the letter t."""
    recipes = MAKEFILE.read_text("utf-8")
    assert not re.findall(r"\bsed\b.*\\[tn]", recipes)


def test_a_checkout_has_the_line_ends_of_the_repository() -> None:
    """Git for Windows puts its own into shell scripts unless it is told."""
    told = ["git", "check-attr", "eol", "--", "web/beside/start-linux.sh", "deploy/djambi-backup"]
    answers = subprocess.run(told, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert [line.rpartition(": ")[2] for line in answers.splitlines()] == ["lf", "lf"]
