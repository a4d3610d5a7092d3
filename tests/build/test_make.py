"""What the targets of the Makefile install."""

from __future__ import annotations

import re

from tests.paths import ROOT

MAKEFILE = ROOT / "Makefile"


def test_make_play_installs_what_the_buttons_of_the_game_need() -> None:
    recipe = MAKEFILE.read_text("utf-8").partition("$(STAMPS)/play:")[2].partition("\n\n")[0]
    extras = re.search(r'-e "\.\[([\w,]+)\]"', recipe)
    # A server, and moving pictures of a game (Analysis, Share).
    assert extras is not None and {"server", "pictures"} <= set(extras[1].split(","))
