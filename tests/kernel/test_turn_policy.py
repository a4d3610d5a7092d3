"""Which turns look promising before they are played."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from tests.kernel.kernels import kernel_of

from djambi import Position
from djambi.kernel.search import turn_policy
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.kernel.search.settings import SearchSettings
from djambi.kernel.search.turn_policy import (
    HIDDEN_UNITS,
    POSITION_FEATURE_NAMES,
    SCORE_UNIT,
    TURN_FEATURE_NAMES,
    TURN_WEIGHTS,
    TurnPolicy,
)

# Blue's Assassin attacks the Chief of Red, who is to play; Red's Militant can kill it, and Yellow's
# Chief has a way to the maze.
THREAT = "square-4 original 8yC/9/9/6gC2/9/9/5rM3/9/rC3bA3bC r,b,y,g rbyg r 0 0"


def seen_in(position: Position, text: str) -> set[str]:
    packed = position.turn(text).packed
    policy = TurnPolicy(kernel_of(position))
    return {TURN_FEATURE_NAMES[i] for i in policy.features([packed])[0]}


def later(variant: str, turns: int, seed: int) -> Position:
    """Return a position after so many random turns, or the last one of a shorter game."""
    random = Random(seed)
    position = Position.start(variant)
    for _ in range(turns):
        following = position.play(random.choice(position.legal_turns()))
        if following.is_over:
            break
        position = following
    return position


def test_every_input_has_its_weights() -> None:
    assert len(TURN_WEIGHTS.direct) == len(TURN_FEATURE_NAMES)
    assert len(TURN_WEIGHTS.hidden) == len(TURN_FEATURE_NAMES) + len(POSITION_FEATURE_NAMES)
    rows = (*TURN_WEIGHTS.hidden, TURN_WEIGHTS.bias, TURN_WEIGHTS.output)
    assert {len(row) for row in rows} == {HIDDEN_UNITS}


def test_no_hidden_unit_outgrows_sixteen_bits() -> None:
    seen_at_most = 64  # MAX_SEEN
    largest = max(abs(weight) for row in TURN_WEIGHTS.hidden for weight in row)
    of_position = max(map(abs, TURN_WEIGHTS.bias)) + 2 * largest
    assert seen_at_most * largest + of_position < 2**15
    assert max(map(abs, TURN_WEIGHTS.output)) * HIDDEN_UNITS * 2**15 < 2**31


def test_how_the_weights_were_obtained_stands_beside_them() -> None:
    how = json.loads(Path(turn_policy.__file__).with_name("turn_policy.json").read_text("utf-8"))[
        "how"
    ]
    assert sum(how["games"].values()) >= 500 and how["positions"] > 10_000
    assert how["loss"]["after"] < how["loss"]["all alike"]
    # Weights are kept only if they are not worse.
    assert all(each["games"] >= 200 and each["wins"] >= 0.5 for each in how["matches"])


def test_a_chief_under_attack_makes_turns_that_answer_and_turns_that_do_not() -> None:
    position = Position.parse(THREAT)
    assert "ignores" in seen_in(position, "f3-f4")
    assert "shields" in seen_in(position, "f3-d1")
    away = seen_in(position, "a1-a2")
    assert "flees_chief" in away and not {"ignores", "shields", "risks_chief"} & away
    assert "risks_chief" in seen_in(position, "a1-a6")
    kill = seen_in(position, "a1-e1>h1")
    assert {"acts_chief", "kills_checker", "kills_assassin", "walls_others"} <= kill
    assert not {"ignores", "shields"} & kill


def test_ways_to_power_are_seen() -> None:
    position = Position.parse(THREAT)
    assert "to_power" in seen_in(position, "a1-e5")
    assert "nearer" in seen_in(position, "a1-c3")
    # Yellow's Chief is on one diagonal to the maze, Blue's on the other.
    assert "bars_lane" in seen_in(position, "f3-g3")
    assert "bars_lane" not in seen_in(position, "f3-h3")


def test_what_is_attacked_from_the_new_cell_is_seen() -> None:
    position = Position.parse(THREAT)
    assert {"attacks_assassin", "risks_next"} <= seen_in(position, "f3-e3")
    two = seen_in(position, "a1-a9")
    assert {"attacked_chief", "attacks_chief", "attacks_two", "attacks_leader"} <= two
    assert not any(name.startswith("attacks_") for name in seen_in(position, "f3-h3"))


@pytest.mark.parametrize("variant", ["square-4", "hex-3", "hex-6", "polygon-5"])
def test_a_turned_board_shows_the_same(variant: str) -> None:
    for seed in range(4):
        position = later(variant, 25, seed)
        turned = position.turned(1)
        found = [
            sorted(
                tuple(sorted(features))
                for features in TurnPolicy(kernel_of(each)).features(
                    [turn.packed for turn in each.legal_turns()]
                )
            )
            for each in (position, turned)
        ]
        assert found[0] == found[1]


@pytest.mark.parametrize("variant", ["square-4", "hex-3"])
def test_scores_are_the_output_of_the_network(variant: str) -> None:
    position = later(variant, 20, 1)
    policy = TurnPolicy(kernel_of(position))
    packed = [turn.packed for turn in position.legal_turns()]
    of_position = policy.position_features()
    scores: list[int] = []
    for features in policy.features(packed):
        hidden = list(TURN_WEIGHTS.bias)
        for i in (*features, *of_position):
            hidden = [a + b for a, b in zip(hidden, TURN_WEIGHTS.hidden[i], strict=True)]
        output = sum(max(0, a) * b for a, b in zip(hidden, TURN_WEIGHTS.output, strict=True))
        direct = sum(TURN_WEIGHTS.direct[i] for i in features)
        scores.append(direct + output // SCORE_UNIT)
    assert policy.scores(packed) == scores and len(set(scores)) > 1


def test_who_is_left_and_who_is_in_power_are_seen() -> None:
    def seen(text: str) -> set[str]:
        features = TurnPolicy(kernel_of(Position.parse(text))).position_features()
        return {POSITION_FEATURE_NAMES[i - len(TURN_FEATURE_NAMES)] for i in features}

    assert seen(THREAT) == {"more_left"}
    in_power = "square-4 original 8yC/9/9/9/4rC4/9/9/9/5bC3 r,b,y,g>r rbyg {} 0 0"
    assert seen(in_power.format("r")) == {"three_left", "rules"}
    assert seen(in_power.format("b")) == {"three_left", "is_ruled"}


def test_a_search_that_preselects_sees_further_and_no_less_at_its_root() -> None:
    position = later("square-4", 12, 3)
    depths: list[int] = []
    roots: list[set[int]] = []
    for preselected in (0, 12):
        search = MultiplayerMcts(kernel_of(position))
        search.settings = SearchSettings(preselected=preselected)
        chosen = search.think(nodes=6_000, seconds=3600.0, depth=60, seed=1)
        assert search.kernel.is_legal(chosen)
        depths.append(sum(visits for _, visits, *_ in search.root_turns()))
        roots.append({turn for turn, *_ in search.root_turns()})
    assert depths[1] > 1.5 * depths[0]
    assert roots[0] == roots[1]
