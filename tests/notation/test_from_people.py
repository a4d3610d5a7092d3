"""Records as people write them who know PGN: read, and written again in the canonical form."""

from __future__ import annotations

import pytest

from djambi import BadRecord, Game
from djambi.notation.reading import read_records
from djambi.notation.records import Record


def read_one(text: str) -> Record:
    (record,) = read_records(text)
    return record


def canonical(text: str) -> str:
    """Return the game of a text as it is written, the tags aside."""
    (game,) = Game.read(text)
    return str(game).partition("\n\n")[2]


FOUR = "1. r c3-e3 b g3-g5 y g7-e7 g c7-c5\n"


@pytest.mark.parametrize(
    "text",
    [
        "1. c3-e3 g3-g5 g7-e7 c7-c5",
        "1. r c3-e3 g3-g5 2. y g7-e7 c7-c5 *",
        "c3-e3 b g3-g5 Ng7-e7 g c7-c5\n*\n",
        "1. r c3-e3 1... b g3-g5 1... y g7-e7 1... g c7-c5",
    ],
)
def test_turns_without_letters_and_with_a_result_are_read(text: str) -> None:
    assert canonical(text) == FOUR


@pytest.mark.parametrize(
    ("text", "comments"),
    [
        ("r c3-e3!", ["!"]),
        ("r c3-e3?!", ["?!"]),
        ("c3-e3 ! {bold}", ["!", "bold"]),
        ("c3-e3$5 $13", ["!?", "$13"]),
        ("r c3-e3 ; as ever }", ["as ever }"]),
        ("r c3-e3;", [""]),
        ("r c3-e3 $1; so\n; and so\n", ["!", "so", "and so"]),
    ],
)
def test_glyphs_and_remarks_become_comments(text: str, comments: list[str]) -> None:
    (game,) = Game.read(text + "\nb g3-g5")
    assert game.root.children[0].comments == comments
    (again,) = Game.read(str(game))
    assert again.root.children[0].comments == comments
    assert len(again.history) == 2


def test_a_remark_before_the_first_turn_is_the_game_s_own() -> None:
    (game,) = Game.read("; played at home\n1. c3-e3")
    assert game.root.comments == ["played at home"]


def test_a_result_of_letters_is_read_at_the_end() -> None:
    record = read_one("1. r c3-e3 b resigns y resigns g resigns r")
    assert (record.tags["Result"], record.faults) == ("r", [])
    (game,) = Game.read("1. r c3-e3 draw agreed rbyg {in peace}")
    assert game.position.winners == "rbyg"
    assert game.node.comments == ["in peace"]


@pytest.mark.parametrize("remark", ["{gg}", "; gg"])
def test_a_result_of_one_letter_may_be_remarked_on(remark: str) -> None:
    record = read_one(f"1. r c3-e3 b resigns y resigns g resigns r {remark}")
    assert (record.tags["Result"], record.faults) == ("r", [])


def test_games_without_tags_follow_one_another_after_a_result() -> None:
    won = "1. r c3-e3 b resigns y resigns g resigns r\n\n1. c3-d3\n"
    assert [len(game.history) for game in Game.read(won)] == [4, 1]
    games = list(Game.read("1. c3-e3 *\n\n1. c3-c5 g3-g5 *\n1. c3-d3\n"))
    assert [len(game.history) for game in games] == [1, 2, 1]


@pytest.mark.parametrize(
    ("text", "line", "column", "word"),
    [
        ("1. r c3-e3 * b g3-g5", 1, 14, "ended with its result"),
        ("1. r c3-e3 (r c3-d3 *)", 1, 21, "at the end of the game"),
        ("1. r c3-e3 2. *", 1, 15, "expected a turn"),
        ('[Result "r"]\n\n1. r c3-e3 *', 3, 12, "tag Result is 'r'"),
        ("1. r c3-e3 b", 1, 12, "Result is 'b', but the game says '*'"),
        ("1. resigns", 1, 4, "party's letter"),
        ("1. r c3-e3!!!", 1, 6, "expected a turn"),
        ("1. {x} ! $1", 1, 4, "after the round's number"),
        ("1. c3-c9", 1, 4, "'c3-c9'"),
        ('[Event "x"]\n[Result "b"]\n\n1. r c3-e3', 2, 1, "tag Result is 'b'"),
        ('[Event "x"]\n[Variant "squre-4"]\n', 2, 1, "squre-4"),
        ('[Event "x"]\n[Rules "bga,x=y"]\n', 2, 1, "'x'"),
        ('[Variant "hex-3"]\n[Event "x"]\n[Position "nonsense"]\n', 3, 1, "position"),
    ],
)
def test_faults_stand_where_they_are(text: str, line: int, column: int, word: str) -> None:
    faults: list[BadRecord] = []
    (game,) = Game.read(text, faults)
    assert game.errors == faults
    (fault,) = faults
    assert (fault.line, fault.column) == (line, column)
    assert word in fault.message


def test_after_a_bad_game_reading_goes_on() -> None:
    text = "".join(f'[Event "{n}"]\n\n1. r {"c3-c9" if n == 1 else "c3-e3"}\n\n' for n in range(4))
    games = Game.read(text)
    assert next(games).tags["Event"] == "0"
    with pytest.raises(BadRecord, match="^game 2, line 7, column 4:") as raised:
        next(games)
    assert raised.value.game == 2
    assert [game.tags["Event"] for game in games] == ["2", "3"]
    faults: list[BadRecord] = []
    every = list(Game.read(text, faults))
    assert [game.errors for game in every] == [[], faults, [], []]
