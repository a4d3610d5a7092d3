"""Why a piece may not go somewhere: a case for every code, and the judge's clause for many."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, note
from tests import judge
from tests.properties.strategies import positions, seeds, unshrunk

from djambi import IllegalTurn, Position, Reason, UnknownCell
from djambi.position.reasons import CODES, ReasonCode
from djambi.texts import has

START = (
    "square-4 original gCgAgM3yMyAyC/gRgDgM3yMyDyR/gMgMgN3yNyMyM/9/9/9/"
    "rMrMrN3bNbMbM/rRrDrM3bMbDbR/rCrArM3bMbAbC r,b,y,g rbyg r 0 0"
)
FEW = "square-4 original 8bC/9/3x5/1rM1bM3yM1/3rN1bM3/rR1bM4rDrM/8bD/9/rC8 r,b,y!,g! rbyg r 0 7"
VASSALS = "square-2 original 8yC/9/9/9/8bC/9/9/9/rC8 r,b>r,y,g>y rbyg r 0 4"
FORTRESS = (
    "hex-6 djambinet 7/8/5bN3/6rM3/11/12/6yC6/12/11/10/9/8/rC5bC "
    "r,b,y,g>r,p>r,o>r rbygpo {turn} 0 8"
)
WALLED = "square-4 djambinet 8bC/9/9/3xxx3/3xyCx3/3xrAx3/9/9/rC8 r,b,y,g>y rbyg r 0 7"
KEPT = "square-4 hallepee 8yC/9/9/9/8bM/9/9/9/rC8 r,b>r,y,g>y rbyg {turn} 0 4"
THRONE = "square-4 original 8bC/9/9/9/4yC4/3rM5/9/9/rC8 r,b,y,g>y rbyg r 0 7"
ALONE = "square-4 harcourt-advanced 8bC/9/9/9/rR8/9/9/9/rC8 r,b,y>b,g>b rbyg r 0 7"
# It may kill its own, but leaves the cell beside the maze on which it stands itself.
BESIDE = "square-4 harcourt-advanced,own_kills=any 8bC/9/9/9/9/4rR4/9/9/rC8 r,b,y>b,g>b rbyg r 0 7"

CASES = [
    ("game_over", "square-4 original rC8/9/9/9/9/9/9/9/9 r,b>r,y>r,g>r rbyg =r 0 9", "a9-a8"),
    ("nothing_there", START, "e5-e6"),
    ("corpse_stays", FEW, "d7-d8"),
    ("nobody_moves_it", FEW, "h6-h7"),
    ("not_yours", START, "g3-g4"),
    ("other_colour_plays", KEPT.format(turn="r"), "i5-i6"),
    ("other_colour_plays", KEPT.format(turn="b"), "a1-a2"),
    ("chief_sleeps", VASSALS.replace("b>r", "b>r~"), "i5-i6"),
    ("chief_sleeps", "square-4 wikipedia 8yC/9/9/9/4rC4/9/9/9/bC8 r,b!r,y,g!r rbyg r 0 4", "a1-a2"),
    ("same_cell", START, "a3-a3"),
    ("not_in_line", START, "c3-d5"),
    ("not_in_line", START, "c3-i8"),
    ("too_far", START, "a3-a6"),
    ("too_far", FORTRESS.format(turn="r"), "g10-g13"),
    ("too_far", FORTRESS.format(turn="r").replace("djambinet", "harcourt-advanced"), "g10-k8"),
    ("way_blocked", START, "a1-e5"),
    ("way_blocked", FEW, "d5-d9"),
    ("maze_only_chief", START, "c3-e5"),
    ("maze_only_own_chief", VASSALS, "i5-e5"),
    ("fortress_closed", FORTRESS.format(turn="r"), "g10-g8"),
    ("fortress_closed", FORTRESS.format(turn="b"), "f11-f8"),
    ("only_necromobile", FEW.replace("3x5", "1x7"), "b6-b7"),
    ("only_necromobile", FEW.replace("3x5", "x8"), "a4-a7"),
    ("reporter_stays_beside", FEW, "a4-c4"),
    ("necromobile_only_corpses", FEW, "d5-f5"),
    ("own_piece", FEW, "h4-i4"),
    ("own_piece", VASSALS.replace("8bC/9", "8bC/8rA"), "i4-i5"),
    ("frozen_piece", FEW, "h4-h6"),
    ("militant_against_power", THRONE, "d4-e5"),
    ("nothing_to_kill", ALONE, "a5-e5"),
    ("nothing_to_kill", BESIDE, "e4-e5"),
    ("no_way_out", WALLED, "e4-e5"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "position", "step"), CASES)
def test_cases(code: ReasonCode, position: str, step: str) -> None:
    origin, target = step.split("-")
    reason = Position.parse(position).why_not(origin, target)
    assert reason == Reason(code)


RESIGNED = "square-4 hallepee 8yC/9/9/9/{maze}/9/9/9/rC7bC r,{b},y,g>y rbyg r 0 7"
SEALED = "square-4 hallepee,encirclement=corpses 8yC/9/9/9/9/9/9/7xx/rC6xbC r,b!*,y,g>y rbyg r 0 7"

# Why a party may not return: the code, the position, the party.
RETURNS = [
    ("game_over", CASES[0][1], "b"),
    ("returns_forbidden", RESIGNED.format(maze=9, b="b!*").replace("hallepee", "bga"), "b"),
    ("not_resigned", RESIGNED.format(maze=9, b="b!"), "b"),
    ("absent_from_start", str(Position.start("hex-5", "hallepee")), "o"),
    ("chief_is_dead", RESIGNED.format(maze=9, b="b>r*").replace("bC", "bM"), "b"),
    ("not_leaderless", RESIGNED.format(maze=9, b="b>r*"), "b"),
    ("chief_encircled", SEALED, "b"),
]


@pytest.mark.parametrize(("code", "position", "party"), RETURNS)
def test_cases_of_returns(code: ReasonCode, position: str, party: str) -> None:
    here = Position.parse(position)
    assert not here.may_rejoin(party)
    with pytest.raises(IllegalTurn) as caught:
        here.rejoin(party)
    assert caught.value.reason == Reason(code).sentence()
    assert caught.value.text == f"{party} returns"


@pytest.mark.parametrize("state", ["b!*", "b>r~*"])
def test_who_resigned_may_return(state: str) -> None:
    here = Position.parse(RESIGNED.format(maze=9, b=state))
    assert here.may_rejoin("b")
    assert str(here.rejoin("b").party("b")) == "b"


def test_every_code_has_its_case() -> None:
    assert {code for code, *_ in CASES + RETURNS} == set(CODES)
    assert len(set(CODES)) == len(CODES)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("code", CODES)
def test_every_code_has_its_sentence(code: ReasonCode, lang: str) -> None:
    assert has(f"reason.{code}", lang)
    assert Reason(code).sentence(lang).endswith(".")


@pytest.mark.parametrize(("origin", "target"), [("a1", "z9"), ("j1", "a1"), ("", "a1")])
def test_unknown_cells_are_told(origin: str, target: str) -> None:
    with pytest.raises(UnknownCell):
        Position.start().why_not(origin, target)


# What the judge refuses a bare step for, and the codes that say so.
CLAUSES = {
    "RULES 7: the game is over": {"game_over"},
    "RULES 3: no living piece": {"nothing_there", "corpse_stays"},
    "RULES 3: the party does not control": {"nobody_moves_it", "not_yours"},
    "RULES 6 kept": {"other_colour_plays"},
    "RULES 6.1": {"chief_sleeps"},
    "RULES 3.1: the piece cannot slide": {"same_cell", "not_in_line", "too_far", "way_blocked"},
    "RULES 3.1: the maze is for": {"maze_only_chief", "maze_only_own_chief"},
    "RULES 3.1: this fortress cell is closed": {"fortress_closed"},
    "RULES 3.1: a Reporter may stop here only": {
        "nothing_to_kill", "fortress_closed", "no_way_out"
    },
    "RULES 3.2: a Reporter stops on nothing": {"reporter_stays_beside", "only_necromobile"},
    "RULES 3.2: it may stop on a living piece": {"only_necromobile"},
    "RULES 3.2: a Diplomat stops on": {"only_necromobile"},
    "RULES 3.2: a Necromobile stops on": {"necromobile_only_corpses"},
    "RULES 3.2: P may not": {"own_piece", "frozen_piece"},
    "RULES 3.2: a Militant may not act": {"militant_against_power"},
    "RULES 3.2: what was lifted must be placed": {"no_way_out"},
    "RULES 3.4": {"no_way_out"},
}  # fmt: skip


@unshrunk
@given(position=positions, seed=seeds)
def test_reasons_are_the_clauses_that_the_judge_names(position: Position, seed: int) -> None:
    text = str(position)
    note(text)
    chance = random.Random(seed)
    cells = position.board.cells
    steps = [
        (chance.choice([*position.pieces, chance.choice(cells)]), chance.choice(cells))
        for _ in range(150)
    ]
    for origin, target in steps:
        reason = position.why_not(origin, target)
        if reason is None:
            continue
        note(f"{origin}-{target}: {reason.code}")
        with pytest.raises(judge.RefusedError) as refused:
            judge.judge_turn(text, f"{origin}-{target}")
        clause = str(refused.value)
        named = [codes for words, codes in CLAUSES.items() if clause.startswith(words)]
        assert len(named) == 1, clause
        assert reason.code in named[0], clause


@unshrunk
@given(position=positions, seed=seeds)
def test_there_is_no_reason_where_stages_lead(position: Position, seed: int) -> None:
    note(str(position))
    chance = random.Random(seed)
    cells = position.board.cells
    reached: dict[str, set[str]] = {}
    if not position.is_over and position.kernel().movers():
        for piece in position.stage().choices:
            stage = position.stage(piece.text)
            reached[piece.text] = {choice.cells[0] for choice in stage.choices}
            assert reached[piece.text]
    origins = [*position.pieces, *position.corpses[:1]]
    for origin in chance.sample(origins, min(5, len(origins))):
        for target in [*reached.get(origin, ()), *chance.sample(cells, 15)]:
            reason = position.why_not(origin, target)
            assert (reason is None) == (target in reached.get(origin, ())), (origin, target)
            assert reason is None or reason.code in CODES
