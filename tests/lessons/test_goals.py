"""The conditions of goals, one by one, and what is wrong with goals that cannot be read."""

from __future__ import annotations

from typing import Any

import pytest

from djambi.errors import DjambiError
from djambi.lessons import PlayedTurn, attempt, position_of, read_goal
from djambi.lessons import lesson as library
from djambi.lessons.lesson import _lesson as read_lesson
from djambi.pacts import Pact, PactMonitor, Promise

CALM = "rC a1, rM c3, rA b2, bC i2, bM d4, yC h9"


def holds(
    condition: str, turn: str, pieces: str = CALM, rules: str = "original", **more: str
) -> bool:
    position = position_of("square-4", rules, pieces, **more)
    [read] = read_goal([condition], position)
    return read.holds(PlayedTurn.of(position, position.turn(turn)))


@pytest.mark.parametrize(
    ("condition", "turn", "expected"),
    [
        ("moved M", "c3-c4", True),
        ("moved rM", "c3-c4", True),
        ("moved bM", "c3-c4", False),
        ("moved A", "c3-c4", False),
        ("at rM c4 c5", "c3-c5", True),
        ("at rM c4 c5", "c3-d3", False),
        ("killed bM", "c3-d4>f7", True),
        ("killed M", "c3-d4>f7", True),
        ("killed bM bM", "c3-d4>f7", False),
        ("killed bM", "c3-c4", False),
        ("kills 1", "c3-d4>f7", True),
        ("kills 2", "c3-d4>f7", False),
        ("corpse f7", "c3-d4>f7", True),
        ("corpse f7 f8", "c3-d4>f7", False),
        ("clear c3 f8", "c3-d4>f7", True),
        ("clear f7", "c3-d4>f7", False),
        ("clear d4", "c3-d4>f7", False),
        ("power r", "c3-c4", False),
        ("fallen r", "c3-c4", True),
        ("obeys g r", "c3-c4", True),
        ("obeys b r", "c3-c4", False),
        ("safe rC", "c3-c4", True),
        ("safe rM", "c3-d3", False),
        ("backed rM", "c3-d3", False),
        # From b2 the Assassin would retake, but for the corpse, which Blue lays on b3.
        ("backed rM", "c3-b4", False),
        ("backed rM", "c3-b3", True),
        ("threatens bM", "c3-c4", True),
        ("threatens bC", "c3-c4", True),
        ("threatens yC", "c3-c4", False),
        ("ways r 3", "c3-c4", True),
        ("ways r 3", "c3-d4>a2", False),
        ("unharmed r", "a1-a2", False),
        ("unharmed r", "b2-i2", True),
        ("barred rA b7", "c3-c4", False),
        ("barred rA b7", "c3-d4>b5", True),
        ("barred rA c3", "c3-c4", False),
        ("barred rA d4", "a1-a2", True),
        ("barred rA d4", "c3-c4", False),
        ("faithful r", "c3-c4", False),
        ("kept r", "c3-c4", False),
        ("wins r", "c3-c4", False),
    ],
)
def test_conditions(condition: str, turn: str, expected: bool) -> None:
    assert holds(condition, turn) is expected


@pytest.mark.parametrize(
    ("turn", "faithful", "kept"), [("c3-d4>f7", False, False), ("c3-c4", True, False)]
)
def test_promises_are_judged_by_the_pact(turn: str, faithful: bool, kept: bool) -> None:
    position = position_of("square-4", "original", CALM)
    pact = PactMonitor.of(Pact((Promise("r", "peace", 1, "b"),)), position)
    played = PlayedTurn.of(position, position.turn(turn), pact)
    found = [each.holds(played) for each in read_goal(["faithful r", "kept r"], position)]
    assert found == [faithful, kept]


def test_a_promise_that_binds_nobody_any_more_is_not_broken() -> None:
    position = position_of("square-4", "original", "rC a1, rM c3, yC h9")
    pact = PactMonitor.of(Pact((Promise("r", "peace", 1, "b"),)), position)
    played = PlayedTurn.of(position, position.turn("c3-c4"), pact)
    found = [each.holds(played) for each in read_goal(["faithful r", "kept r"], position)]
    assert found == [True, False]


def test_a_piece_is_backed_only_if_no_placement_bars_the_retaking() -> None:
    # Blue takes the Militant on d4, and may lay its corpse before the Assassin that would retake.
    pieces = "rC a1, rA d8, rM d4, bM d2, bC i1, yC i9"
    assert not holds("backed rM", "a1-a2", pieces)
    assert holds("backed rM", "a1-a2", pieces.replace("d8", "d5"))


def test_a_lesson_says_whose_turn_it_is() -> None:
    with pytest.raises(DjambiError, match="turn"):
        position_of("square-4", "original", CALM, "")


def test_the_dead_are_neither_safe_nor_backed() -> None:
    pieces = "rC a1, rA b2, bC i2, yC h9"
    assert not holds("backed rM", "a1-b1", pieces)
    position = position_of("square-4", "original", pieces)
    [safe] = read_goal(["safe rM"], position)
    played = PlayedTurn.of(position, position.turn("a1-b1"))
    assert not safe.holds(played)
    assert safe.missing(played, "en") == "The red Militant is gone."


def test_whoever_can_take_a_vassals_piece_harms_its_lord() -> None:
    assert not holds("unharmed r", "a1-a2", "rC a1, gM c3, bC h1, bM d4, yC i8")
    assert holds("unharmed r", "a1-a2", "rC a1, gM c3, bC h1, bM d8, yC i8")


def test_a_purge_counts_as_killing() -> None:
    exercise = library("purge")
    played = PlayedTurn.of(exercise.position, exercise.position.turn("g3-g7"))
    [both] = read_goal(["killed bM yR"], exercise.position)
    assert both.holds(played)


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        ([], "at least one"),
        (["dead bC"], "unknown condition 'dead'"),
        (["killed"], "killed needs piece"),
        (["killed zC"], "'zC' is not a piece"),
        (["killed bX"], "'bX' is not a piece"),
        (["at rM"], "at needs piece cell"),
        (["at rM z9"], "'z9' is not a cell"),
        (["power r b"], "power needs party"),
        (["power z"], "'z' is not a party"),
        (["kills many"], "'many' is not a n"),
    ],
)
def test_goals_that_cannot_be(goal: list[str], message: str) -> None:
    with pytest.raises(DjambiError, match=message):
        read_goal(goal, position_of("square-4", "original", CALM))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tasks": []}, "it has no tasks"),
        ({"tasks": "none"}, "tasks is not a list"),
        ({"tasks": ["c3-c4"]}, "a task is an object"),
        ({"tasks": [{"goal": [1]}]}, "goal is not a list of strings"),
        ({"tasks": [{"goal": ["power r"], "clue": ""}]}, "unknown: clue"),
        ({"tasks": [{"goal": ["power r"], "marks": ["z9"]}]}, "z9"),
        ({"pieces": "rC a1, rM"}, "no cell is named"),
        ({"pieces": "rC a1, rM a1"}, "a1 is given twice"),
        ({"pieces": "rC a1, qM a2"}, "qM"),
        ({"pieces": 7}, "pieces is not a string"),
        ({"parties": "z!"}, "has no party 'z'"),
        ({"variant": "round"}, "unknown variant"),
        ({"rules": "house"}, "unknown edition"),
        ({"colour": "red"}, "unknown: colour"),
        ({"pact": ["r peace b 40"]}, "'r peace b 40': promise_rounds"),
        ({"pact": ["r war b 1"]}, "unknown kind of promise 'war'"),
        ({"tasks": [{"goal": ["power r"], "remarks": [1]}]}, "a remark is an object"),
    ],
)
def test_faults_of_a_file_are_named(change: dict[str, Any], message: str) -> None:
    good = {"name": "one", "pieces": CALM, "tasks": [{"goal": ["power r"]}]}
    assert read_lesson("craft", good).name == "one"
    with pytest.raises(DjambiError, match=f"lesson 'one' in craft.json: .*{message}"):
        read_lesson("craft", good | change)


def test_replies_are_the_first_that_can_be_played() -> None:
    task = {"goal": ["moved M"], "replies": ["i2-i9 i2-i3", "h9-h8"]}
    data = {"name": "one", "pieces": CALM + ", x i8", "tasks": [task, {"goal": ["moved M"]}]}
    exercise = read_lesson("craft", data)
    found = attempt(exercise, ["c3-c4"])
    assert [str(reply.turn) for reply in found.replies] == ["i2-i3", "h9-h8"]
    data["tasks"] = [{**task, "replies": ["i2-i9"]}, {"goal": ["moved M"]}]
    with pytest.raises(DjambiError, match="none of the replies"):
        attempt(read_lesson("craft", data), ["c3-c4"])
