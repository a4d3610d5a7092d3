"""What a piece is said to do agrees with what the rules let it do."""

from __future__ import annotations

import pytest

from djambi.errors import DjambiError
from djambi.guide import piece_help
from djambi.lessons.rulebook import pages
from djambi.rules import EDITIONS, PIECE_KINDS, Rules, Variant
from djambi.texts import LANGUAGES, say

HOME = {"en": "any empty cell but the maze", "fr": "hors du Labyrinthe"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_carried_never_comes_to_rest_in_the_maze(edition: str) -> None:
    rules = Rules.of(edition)
    boards = {page.kind: page.boards[0] for page in pages(rules) if page.kind in ("D", "N")}
    for kind, board in boards.items():
        for lang, words in HOME.items():
            assert words in piece_help(kind, rules, Variant.get("square-4"), lang)
        cell = board.show[:2]
        placed = [str(turn) for turn in board.position.legal_turns() if f"{cell}-" in str(turn)]
        assert any(">" in turn for turn in placed)
        assert not any(turn.endswith(">e5") for turn in placed), "neither a corpse nor an Assassin"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_exit_is_said_of_the_fortress_too_where_there_is_one(lang: str) -> None:
    rules, closed = Rules.of("harcourt-advanced"), say("guide.exit_fortress", lang)
    for kind in "ADN":
        assert closed in piece_help(kind, rules, Variant.get("hex-6"), lang)
        assert closed not in piece_help(kind, rules, Variant.get("square-4"), lang)
        assert closed not in piece_help(kind, Rules.of("bga"), Variant.get("hex-6"), lang)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_piece_is_explained(edition: str, lang: str) -> None:
    for kind in PIECE_KINDS:
        assert piece_help(kind, Rules.of(edition), Variant.get("square-3"), lang).endswith(".")


def test_the_second_act_of_a_diplomat_is_told() -> None:
    square = Variant.get("square-4")
    told = {each: piece_help("D", Rules.of(each), square, "en") for each in EDITIONS}
    assert "carry off another" in told["wikipedia"] and "carry off another" in told["hallepee"]
    assert "another Chief" in told["bga"]
    assert "to an empty cell" in told["original"]


def test_where_the_victim_of_an_assassin_in_the_maze_lies_is_told() -> None:
    square = Variant.get("square-4")
    told = {each: piece_help("A", Rules.of(each), square, "en") for each in EDITIONS}
    assert [each for each in EDITIONS if "any empty cell that you choose" in told[each]] == [
        "original"
    ]


def test_no_such_piece() -> None:
    with pytest.raises(DjambiError, match="'X' is not a kind"):
        piece_help("X", Rules.of("original"), Variant.get("square-4"), "en")
