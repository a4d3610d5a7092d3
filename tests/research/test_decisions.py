"""Actions, stages and planes (djambi.research.decisions, djambi.research.environment_spec)."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from random import Random

import numpy as np
import pytest
from tests.research.games import PAIRS, decisions
from tests.research.slow_observation import slow_observation

from djambi import BadRules, DjambiError, Position, Rules
from djambi.research import Decision, EnvironmentSpec
from djambi.research.decisions import _MAX_BUILDERS_PER_THREAD, _scratch
from djambi.research.environment_spec import ObservationForm

SAMPLE = [
    ("square-4", "original"),
    ("square-2", "djambinet"),
    ("hex-3", "hallepee"),
    ("hex-6", "harcourt-advanced"),
    ("polygon-5", "bga,reporter_targets=some"),
]


def text_of(decision: Decision, action: int) -> str:
    """Return the cell that an action of a decision means."""
    assert decision.mover is not None
    return decision.spec.cell_of(action, decision.mover) or ""


def follow_stages(decision: Decision) -> None:
    """Check that the choices are those of `Position.stage`, whose stages are written in text."""
    if decision.is_over:
        assert decision.actions == () and decision.stage == "done"
        return
    if decision.actions == (decision.spec.pass_action,):
        assert [choice.text for choice in decision.position.stage("").choices] == ["--"]
        return
    stage = decision.position.stage(decision.prefix)
    assert stage.kind == decision.stage
    if stage.kind == "victims":
        # Here all victims of a set are chosen at once, there one after the other.
        return
    cells = {choice.cells[0] if choice.cells else "" for choice in stage.choices}
    assert cells == {text_of(decision, action) for action in decision.actions}


@pytest.mark.parametrize(("variant", "rules"), SAMPLE)
def test_the_stages_are_those_of_a_position(variant: str, rules: str) -> None:
    spec = EnvironmentSpec(variant, rules, max_turns=60)
    for decision in decisions(spec, seed=3):
        follow_stages(decision)


@pytest.mark.parametrize(("variant", "rules"), SAMPLE)
def test_every_plane_is_what_its_name_says(variant: str, rules: str) -> None:
    random = Random(5)
    polygon = variant.startswith("polygon")
    forms: list[ObservationForm] = ["cells"] if polygon else ["planes", "cells"]
    for form in forms:
        spec = EnvironmentSpec(variant, rules, max_turns=120, obs=form)
        out = np.full(spec.encoder.size, 7, np.uint8)
        for number, decision in enumerate(decisions(spec, seed=4)):
            if number % 7 and decision.stage in ("piece", "destination"):
                continue
            observer = random.choice(spec.variant.parties)
            decision.observe(observer, out.data)
            expected = slow_observation(decision, observer)
            seen = out.reshape(spec.observation_shape)
            if not np.array_equal(seen, expected):
                axes = (1, 2) if form == "planes" else (0,)
                wrong = np.flatnonzero((seen != expected).any(axis=axes))
                pytest.fail(f"{[spec.plane_names[i] for i in wrong]} for {observer} in {decision}")


def test_very_long_quiet_limits_are_seen_too() -> None:
    """255 times the quiet turns is more than a C int holds."""
    spec = EnvironmentSpec("square-4", "original,quiet_rounds=99999999")
    start = str(spec.start).split(" ")
    decision = Decision(spec, Position.parse(" ".join([*start[:-2], "300000000", "0"])))
    out = np.zeros(spec.encoder.size, np.uint8)
    decision.observe("r", out.data)
    expected = slow_observation(decision, "r")
    assert np.array_equal(out.reshape(spec.observation_shape), expected)
    assert expected[spec.plane_names.index("quiet turns")].max() == 191


@pytest.mark.long
@pytest.mark.parametrize(("variant", "rules"), PAIRS)
def test_stages_and_planes_of_every_variant_and_edition(variant: str, rules: str) -> None:
    test_the_stages_are_those_of_a_position(variant, rules)
    test_every_plane_is_what_its_name_says(variant, rules)


def test_everybody_sees_their_own_army_in_the_same_place() -> None:
    spec = EnvironmentSpec("square-4", "djambinet")
    start = Decision.start(spec)
    out = np.zeros((4, spec.encoder.size), np.uint8)
    for number, party in enumerate(spec.variant.parties):
        start.observe(party, out[number].data)
    pieces = out.reshape(4, *spec.observation_shape)[:, :24]
    assert all(np.array_equal(pieces[0], each) for each in pieces[1:])


RULED = "square-4 {} gC8/9/9/9/4yC4/9/9/4rD4/rC7bC r,b,y,g rbyg r 0 0"
"""Yellow is in power, and red's Diplomat can reach the maze."""


@pytest.mark.parametrize(
    ("rules", "cells", "turn"),
    [
        ("wikipedia", ["e2", "e5", "a5", "e8"], "e2-e5>a5/e8"),
        ("original", ["e2", "e5", "e8", "a5"], "e2-e5/e8>a5"),
    ],
)
def test_a_turn_is_chosen_cell_by_cell_as_it_is_written(
    rules: str, cells: list[str], turn: str
) -> None:
    spec = EnvironmentSpec("square-4", rules)
    position = Position.parse(RULED.format(rules))
    decision = Decision(spec, position)
    for cell in cells:
        assert decision.position is position
        decision = decision.take(spec.action_of(cell, "r"))
    assert decision.position == position.play(turn)


def test_actions_that_cannot_be_taken_are_named() -> None:
    start = Decision.start(EnvironmentSpec("square-4"))
    with pytest.raises(DjambiError, match=r"action 40 \(e5\) cannot be taken: r chooses a piece"):
        start.take(40)
    with pytest.raises(DjambiError, match=r"action 82 \(pass\)"):
        start.take(82)
    with pytest.raises(DjambiError, match="action: '83' is not a whole number from 0 to 82"):
        start.take(83)
    chosen = start.take(20)
    with pytest.raises(DjambiError, match="chooses a destination after c3"):
        chosen.take(0)
    *_, last = decisions(EnvironmentSpec("hex-3", max_turns=2), 1)
    assert last.is_broken_off and last.shares == dict.fromkeys("rby", 1 / 3)
    with pytest.raises(DjambiError, match="the game is over"):
        last.take(0)


def test_arguments_that_make_no_sense_are_named() -> None:
    with pytest.raises(DjambiError, match="unknown variant 'hex-9'; did you mean"):
        EnvironmentSpec("hex-9")
    with pytest.raises(BadRules, match="wikipedai"):
        EnvironmentSpec("hex-3", "wikipedai")
    with pytest.raises(DjambiError, match="max_turns: '0'"):
        EnvironmentSpec(max_turns=0)
    with pytest.raises(DjambiError, match="polygon-5 has no rows"):
        EnvironmentSpec("polygon-5", obs="planes")
    with pytest.raises(DjambiError, match="obs: 'pixels'"):
        EnvironmentSpec(obs="pixels")  # type: ignore[arg-type]


def test_a_decision_is_a_value() -> None:
    decision = Decision.start(EnvironmentSpec("hex-3")).take(
        Decision.start(EnvironmentSpec("hex-3")).actions[0]
    )
    again = pickle.loads(pickle.dumps(decision))
    assert again == decision and hash(again) == hash(decision)
    assert again.actions == decision.actions
    assert copy.deepcopy(decision) is decision
    # Two games that take turns on one thread's builders.
    other = Decision.start(EnvironmentSpec("hex-3"))
    assert other.take(other.actions[-1]) != decision
    assert decision.take(decision.actions[0]) == again.take(again.actions[0])


def test_what_is_played_by_equal_rules_is_equal_whatever_they_were_written_from() -> None:
    bga = Rules.of("bga")
    differing = {
        name: getattr(bga, name).value
        for name in ("own_kills", "diplomat_enthrones", "killer_exit", "mover_exit",
                     "assassin_maze_corpse", "necromobile_saves")
    }  # fmt: skip
    other = Rules.of("original", exit_before_placement=False, **differing)
    assert other == bga and str(other) != str(bga)
    specs = [EnvironmentSpec("square-4", rules, 9) for rules in (bga, other)]
    assert specs[0] == specs[1] and hash(specs[0]) == hash(specs[1])
    assert Decision.start(specs[0]) == Decision.start(specs[1])
    for spec in specs:
        again = pickle.loads(pickle.dumps(spec))
        assert again == spec and repr(again) == repr(spec)
        assert str(again.rules) == str(spec.rules)


def test_a_thread_keeps_builders_of_a_few_specs_only() -> None:
    first, *others = (EnvironmentSpec("hex-3", max_turns=turns) for turns in range(1, 20))
    decision = Decision.start(first).take(Decision.start(first).actions[0])
    actions = decision.actions
    for spec in others:
        assert Decision.start(spec).actions
    assert len(_scratch.builders) == _MAX_BUILDERS_PER_THREAD
    # One that was given up is built again.
    assert first not in _scratch.builders
    assert Decision(first, decision.position, decision.progress).actions == actions


@pytest.mark.parametrize(
    ("module", "package"),
    [
        ("djambi_v0", "pettingzoo"),
        ("openspiel", "pyspiel"),
        ("batch", "numpy"),
        ("seat_vector_env", "gymnasium"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(module: str, package: str) -> None:
    code = f"import sys; sys.modules['{package}'] = None; import djambi.research.{module}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f'needs {package}: pip install "djambi[research]"' in run.stderr


def test_the_room_itself_needs_none_of_the_packages() -> None:
    code = (
        "import sys, djambi.research as r; r.Decision.start(r.EnvironmentSpec()).take(20);"
        "assert not {'numpy', 'gymnasium', 'pettingzoo', 'pyspiel'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_view_of_another_size_is_not_written_to() -> None:
    decision = Decision.start(EnvironmentSpec("hex-3"))
    size = decision.spec.encoder.size
    for wrong in (0, size - 1, size + 1):
        memory = bytearray(b"\xee" * (size + 1))
        with pytest.raises(DjambiError, match=f"out: {wrong} bytes, not the {size} wanted"):
            decision.observe("r", memoryview(memory)[:wrong])
        assert memory == b"\xee" * (size + 1)


def test_a_decision_is_of_its_spec_and_its_turn_of_its_position() -> None:
    spec = EnvironmentSpec("square-4")
    start = Position.start("square-4")
    for stranger in (Position.start("hex-3"), Position.start("square-4", "bga")):
        with pytest.raises(DjambiError, match=r"the position is of .*, not of square-4 original"):
            Decision(spec, stranger)
    chosen = Decision(spec, start).take(20)
    assert chosen.progress is not None
    assert Decision(spec, start, chosen.progress).actions == chosen.actions
    for wrong in ((9, 9, 9, 9), (-1, -1, -1, -1), (1, 6, 0, 255)):
        with pytest.raises(DjambiError, match=r"progress: .* is no part of a legal turn"):
            Decision(spec, start, wrong)
    with pytest.raises(DjambiError, match=r"progress: .* is no part of a legal turn"):
        Decision(spec, start.play("c3-e3"), chosen.progress)
    assert Decision(spec, start).actions == (2, 11, 18, 19, 20)
    # Nor of a game that is over, also where no turn was chosen by this spec before.
    over, fresh = start.resign("r").resign("b").resign("y"), EnvironmentSpec(max_turns=7)
    with pytest.raises(DjambiError, match=r"progress: .* is no part of a legal turn"):
        Decision(fresh, over, chosen.progress)


def test_a_value_that_makes_no_sense_is_told_by_its_name() -> None:
    spec = EnvironmentSpec("hex-3")
    with pytest.raises(TypeError, match="action must be a whole number, not None"):
        Decision.start(spec).take(None)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(DjambiError, match="obs: '' is not planes or cells"):
        EnvironmentSpec("hex-3", obs="")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    for letter in ("", "rb", "g"):
        with pytest.raises(DjambiError, match="has no agent in hex-3"):
            spec.agent_of(letter)


def test_actions_are_sorted_for_whoever_plays() -> None:
    decision = Decision.start(EnvironmentSpec("square-4"))
    for cell in ("c3", "e3"):
        decision = decision.take(decision.spec.action_of(cell, "r"))
    assert decision.mover == "b"
    assert list(decision.actions) == sorted(decision.actions)


def test_vassals_of_the_set_up_are_agents_where_they_may_wake() -> None:
    assert EnvironmentSpec("square-2", "original").players == "ry"
    assert EnvironmentSpec("square-2", "hallepee").players == "rbyg"
