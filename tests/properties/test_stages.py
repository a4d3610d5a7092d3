"""Turns chosen step by step: the stages lead to the legal turns, to all of them, nowhere else."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, note
from tests.properties.strategies import positions, seeds, unshrunk

from djambi import IllegalTurn, Position, Stage

SEGMENT = re.compile(r"^--$|^[a-z]\d*|-[a-z]\d*|>[a-z]\d*|(?:\*[a-z]\d*)+|/[a-z]\d*")
KINDS = {">": "placement", "*": "victims", "/": "exit", "-": "destination"}


def steps(text: str) -> list[str]:
    """A turn's text as the pieces of text that the stages offer one after another."""
    found = SEGMENT.findall(text)
    assert "".join(found) == text
    return found


def expected(legal: list[list[str]], chosen: list[str], some: bool) -> set[str]:
    """What may be written after what is chosen; "" if that is a turn by itself.

    With `reporter_targets` `some` victims are chosen one by one.
    """
    at = len(chosen)
    found: set[str] = set()
    for one in legal:
        following = "".join(one[at : at + 1])
        if one[:at] == chosen:
            found.update(victims(following) if some and following[:1] == "*" else {following})
        elif some and chosen[-1][0] == "*" and one[: at - 1] == chosen[:-1]:
            last = victims(one[at - 1]) if len(one) >= at else set[str]()
            if victims(chosen[-1]) < last:
                found |= last - victims(chosen[-1])
    return found


def victims(step: str) -> set[str]:
    return {f"*{cell}" for cell in step[1:].split("*")} if step[:1] == "*" else set()


def check(stage: Stage, legal: list[list[str]], chosen: list[str], some: bool) -> None:
    prefix = "".join(chosen)
    offered = {choice.text for choice in stage.choices}
    assert stage.prefix == prefix
    assert len(offered) == len(stage.choices)
    wanted = expected(legal, chosen, some)
    if wanted == {""}:
        assert stage.kind == "done"
        assert stage.choices == ()
        assert str(stage.turn) == prefix
        return
    assert offered == wanted
    assert (stage.turn is None) == ("" not in wanted)
    # Where a Reporter may kill more or go on at once, it is asked for victims.
    signs = {text[:1] for text in wanted}
    assert stage.kind == KINDS.get("*" if "*" in signs else max(signs), "piece")
    for choice in stage.choices:
        cells = re.findall(r"[a-z]\d*", choice.text)
        assert list(choice.cells) == cells


@unshrunk
@given(position=positions, seed=seeds)
def test_stages_offer_what_legal_turns_go_on_with(position: Position, seed: int) -> None:
    note(str(position))
    if position.is_over:
        return
    legal = [steps(str(turn)) for turn in position.legal_turns()]
    chance = random.Random(seed)
    some = position.rules.reporter_targets == "some"
    check(position.stage(), legal, [], some)
    pieces = sorted({one[0] for one in legal})
    # Turns with an exit are the rarest and the longest.
    leaving = sorted({one[0] for one in legal if "/" in "".join(one)})
    for one in leaving[:2] + chance.sample(pieces, min(2, len(pieces))):
        here = [turn for turn in legal if turn[0] == one]
        for chosen in sampled(here, chance):
            note("".join(chosen))
            check(position.stage("".join(chosen)), here, list(chosen), some)


def sampled(turns: list[list[str]], chance: random.Random) -> list[tuple[str, ...]]:
    """Beginnings of turns: some of every shape that there is."""
    shapes: dict[str, set[tuple[str, ...]]] = {}
    for turn in turns:
        for end in range(1, len(turn) + 1):
            shape = "".join(part[0] for part in turn[1:end])
            shapes.setdefault(shape, set()).add(tuple(turn[:end]))
    return [
        chosen
        for _, same in sorted(shapes.items())
        for chosen in chance.sample(sorted(same), min(5, len(same)))
    ]


def walk(position: Position, prefix: str = "") -> set[str]:
    """Every turn that the stages lead to; the same victims may be chosen in any order."""
    stage = position.stage(prefix)
    found: set[str] = set() if stage.turn is None else {str(stage.turn)}
    for choice in stage.choices:
        if choice.text:
            found |= walk(position, prefix + choice.text)
    return found


@unshrunk
@given(position=positions)
def test_stages_walk_to_exactly_the_legal_turns(position: Position) -> None:
    note(str(position))
    if position.is_over or len(position.legal_turns()) > 250:
        return
    assert sorted(walk(position)) == sorted(map(str, position.legal_turns()))


SOME = (
    "square-4 {rules},reporter_targets=some 8yC/9/9/2bM6/1bA1gM5/9/9/2rR6/rC8 "
    "r,b>y,y,g>y rbyg r 0 0"
)


def test_victims_are_chosen_one_by_one_in_any_order() -> None:
    position = Position.parse(SOME.format(rules="original"))
    assert [choice.act for choice in position.stage("c2-c5").choices] == ["spare"] + ["kill"] * 3
    assert str(position.stage("c2-c5").turn) == "c2-c5"
    for prefix in ("c2-c5*c6*b5", "c2-c5*b5*c6"):
        stage = position.stage(prefix)
        assert [(choice.text, choice.act) for choice in stage.choices] == [
            ("", "finish"), ("*d5", "kill"),
        ]  # fmt: skip
        assert str(stage.turn) == "c2-c5*b5*c6"
    assert position.stage("c2-c5*c6*b5*d5").kind == "done"
    must = Position.parse(SOME.format(rules="original,reporter_kill=mandatory"))
    assert [choice.text for choice in must.stage("c2-c5").choices] == ["*b5", "*d5", "*c6"]
    assert must.stage("c2-c5").turn is None


@pytest.mark.parametrize("prefix", ["c2-c5*z9", "c2-c5*c4", "c2-c5*b5*b5*", "c2-c5**b5"])
def test_what_is_no_victim_is_refused(prefix: str) -> None:
    with pytest.raises(IllegalTurn):
        Position.parse(SOME.format(rules="original")).stage(prefix)


@unshrunk
@given(position=positions, seed=seeds)
def test_acts_are_what_turns_then_do(position: Position, seed: int) -> None:
    note(str(position))
    turns = list(position.legal_turns())
    marks = {"kill": "x", "displace": "@", "exhume": "~"}
    for turn in random.Random(seed).sample(turns, min(12, len(turns))):
        if turn.is_pass:
            assert [choice.act for choice in position.stage().choices] == ["pass"]
            continue
        origin, target = turn.origin or "", turn.target or ""
        acts = {choice.cells[0]: choice.act for choice in position.stage(origin).choices}
        act, mark = acts[target], position.act_mark(origin, target)
        assert marks.get(act, "-") == mark
        if act == "splash":
            assert any(
                other.victims for other in turns if (other.origin, other.target) == (origin, target)
            )
        if turn.victims:
            assert act == "splash"
        if act == "power":
            assert position.play(turn).contents_at(position.board.maze) > 1
            assert position.pieces[origin].kind == "C"


@pytest.mark.parametrize(
    ("position", "prefix", "acts"),
    [
        pytest.param("4rC4/9/9/9/9/9/9/9/8bC", "e9", {"-e5": "power", "-e8": "move"}, id="power"),
        pytest.param("9/4bM4/9/4rR4/9/9/9/9/rC7bC", "e6", {"-e7": "splash"}, id="splash"),
        pytest.param("9/4bM4/4rR4/9/9/9/9/9/rC7bC", "e7-d7", {}, id="no victims"),
        pytest.param(
            "9/4bM4/9/4rR4/9/9/9/9/rC7bC", "e6-e7", {"": "spare", "*e8": "kill"}, id="spare"
        ),
        pytest.param("9/4bM4/9/4rD4/9/9/9/9/rC7bC", "e6", {"-e8": "displace"}, id="displace"),
        pytest.param("9/4x4/9/4rN4/9/9/9/9/rC7bC", "e6", {"-e8": "exhume"}, id="exhume"),
        pytest.param("9/4bM4/9/4rA4/9/9/9/9/rC7bC", "e6", {"-e8": "kill"}, id="kill"),
        pytest.param(
            "9/4bC4/9/4rD4/9/9/9/9/rC8", "e6-e8", {">e5": "enthrone", ">a9": "place"}, id="throne"
        ),
        pytest.param("9/9/9/9/4bC4/9/4rA4/9/rC8", "e3-e5", {"/e7": "move"}, id="exit"),
        pytest.param("9/4yC4/9/9/4bC4/9/4rA4/9/rC8", "e3-e5", {"/e8": "kill"}, id="exit kill"),
    ],
)
def test_acts(position: str, prefix: str, acts: dict[str, str]) -> None:
    parties = f"r,b,{'y' if 'yC' in position else 'y>b'},g>b"
    rules = "wikipedia,vassalage=permanent"
    stage = Position.parse(f"square-4 {rules} {position} {parties} rbyg r 0 1").stage(prefix)
    found = {choice.text: choice.act for choice in stage.choices}
    assert acts.items() <= found.items()
    assert not acts or stage.choices


@pytest.mark.parametrize(
    "prefix",
    ["e6", "a1", "a9", "z9", "c3-", "c3-e", "c3-e5", "c3-e4>", "c3-e4/e5", "--", "-", "c3-c3",
     "C3", " c3", "c3 ", "c3-e4-", "\x00", "c3-ｅ4", "i1"],
)  # fmt: skip
def test_what_begins_no_legal_turn_is_refused(prefix: str) -> None:
    with pytest.raises(IllegalTurn):
        Position.start().stage(prefix)


def test_a_game_that_is_over_has_no_stage() -> None:
    over = Position.parse("square-4 original rC8/9/9/9/9/9/9/9/9 r,b>r,y>r,g>r rbyg =r 0 9")
    assert list(over.legal_turns()) == []
    with pytest.raises(IllegalTurn, match="over"):
        over.stage()
