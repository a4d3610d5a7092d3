"""Which turns look promising before they are played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.kernel.random_play import later

from djambi.kernel.search import turn_policy
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.kernel.search.settings import SearchSettings
from djambi.kernel.search.turn_features import (
    POSITION_FEATURE_NAMES,
    TURN_FEATURE_NAMES,
    TurnFeatureExtractor,
)
from djambi.kernel.search.turn_policy import TurnPolicy
from djambi.kernel.search.turn_weights import HIDDEN_UNITS, SCORE_UNIT, TURN_WEIGHTS


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


@pytest.mark.parametrize("variant", ["square-4", "hex-3"])
def test_scores_are_the_output_of_the_network(variant: str) -> None:
    position = later(variant, 20, 1)
    policy, extractor = TurnPolicy(position.kernel()), TurnFeatureExtractor(position.kernel())
    packed = [turn.packed for turn in position.legal_turns()]
    of_position = extractor.position_features()
    scores: list[int] = []
    for features in extractor.features(packed):
        hidden = list(TURN_WEIGHTS.bias)
        for i in (*features, *of_position):
            hidden = [a + b for a, b in zip(hidden, TURN_WEIGHTS.hidden[i], strict=True)]
        output = sum(max(0, a) * b for a, b in zip(hidden, TURN_WEIGHTS.output, strict=True))
        direct = sum(TURN_WEIGHTS.direct[i] for i in features)
        scores.append(direct + output // SCORE_UNIT)
    assert policy.scores(packed) == scores and len(set(scores)) > 1


def test_a_search_that_preselects_sees_further_and_no_less_at_its_root() -> None:
    position = later("square-4", 12, 3)
    depths: list[int] = []
    roots: list[set[int]] = []
    for preselected in (0, 12):
        search = MultiplayerMcts(position.kernel())
        search.settings = SearchSettings(preselected=preselected)
        chosen = search.think(nodes=6_000, seconds=3600.0, depth=60, seed=1)
        assert search.kernel.is_legal(chosen)
        depths.append(sum(visits for _, visits, *_ in search.root_turns()))
        roots.append({turn for turn, *_ in search.root_turns()})
    assert depths[1] > 1.5 * depths[0]
    assert roots[0] == roots[1]
