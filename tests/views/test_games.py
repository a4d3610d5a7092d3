"""What never changes in a game, and what there is to play."""

from __future__ import annotations

from djambi import Position
from djambi.guide import piece_help
from djambi.rules import PIECE_KINDS, VARIANT_NAMES, Variant
from djambi.views.catalogue import VariantView, catalogue_view
from djambi.views.games import GameView, game_view
from djambi.views.words import Words


def test_a_game_says_what_never_changes_in_it() -> None:
    start = Position.start("hex-6", "bga", own_kills="none")
    helps = {
        kind: Words(*(piece_help(kind, start.rules, start.variant, lang) for lang in ("en", "fr")))
        for kind in PIECE_KINDS
    }
    rules = "bga,own_kills=none"
    assert game_view("name", start, "2026-11-27") == GameView(
        "name", "hex-6", rules, "bga", "2026-11-27", helps, str(start)
    )


def test_variants_are_offered_as_they_begin() -> None:
    shown = {each.name: each for each in catalogue_view().variants}
    assert list(shown) == list(VARIANT_NAMES)
    assert shown["square-3"] == VariantView(
        "square-3", "square", "rbyg", "rby", Variant.get("square-3").default_edition,
        {"r": "active", "b": "active", "y": "active", "g": "hostage"},
    )  # fmt: skip
