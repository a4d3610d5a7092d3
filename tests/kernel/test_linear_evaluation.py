"""Shares of the game from weighed features."""

from __future__ import annotations

from math import exp, log
from random import Random

import pytest
from tests.positions import EXPOSED_CHIEF, LAST_KILL, THREATENED_CHIEF

from djambi import Position
from djambi.kernel.search.features import FEATURE_NAMES
from djambi.kernel.search.linear_evaluation import DRAW_SIGN_NAMES, WEIGHTS, LinearEvaluator


def shares_of(position: Position) -> list[float]:
    kernel = position.kernel()
    return LinearEvaluator(kernel.tables).shares(kernel)


def test_every_feature_has_a_weight() -> None:
    assert tuple(WEIGHTS) == FEATURE_NAMES + DRAW_SIGN_NAMES


def test_shares_are_of_one_whole() -> None:
    shares = shares_of(Position.start("hex-3"))
    assert sum(shares) == pytest.approx(1)
    assert all(share > 0.2 for share in shares)
    over = Position.start("hex-3").resign("r").resign("b")
    assert shares_of(over) == [0, 0, 1]


def test_a_chief_that_can_be_killed_at_once_is_worth_little() -> None:
    mine = shares_of(Position.parse(THREATENED_CHIEF))[0]
    other = shares_of(Position.parse(THREATENED_CHIEF.replace(" r 0 0", " b 0 0")))[0]
    assert other < 0.5 * mine


def test_weights_change_what_is_judged() -> None:
    kernel = Position.parse(EXPOSED_CHIEF).kernel()
    evaluator = LinearEvaluator(kernel.tables)
    before = evaluator.shares(kernel)
    evaluator.set_weights({"reporter": 170.0})
    assert evaluator.shares(kernel)[1] > before[1]
    evaluator.set_weights({})
    assert evaluator.shares(kernel) == before


def test_weights_are_known_by_their_former_names_too() -> None:
    text = "square-4 original gC4yC3/9/9/9/9/9/9/3bM1rD3/rC3bA3bC r,b,y,g rbyg r 0 0"
    kernel = Position.parse(text).kernel()
    evaluator = LinearEvaluator(kernel.tables)
    usual = evaluator.shares(kernel)
    found: dict[str, list[float]] = {}
    for name in ("throws", "displaces", "chief_thrown", "chief_displaced"):
        evaluator.set_weights({name: 2.5})
        found[name] = evaluator.shares(kernel)
        assert found[name] != usual
    assert found["throws"] == found["displaces"]
    assert found["chief_thrown"] == found["chief_displaced"]
    evaluator.set_weights({"throws": 9.0, "displaces": 2.5})
    assert evaluator.shares(kernel) == found["displaces"]


def test_shares_are_the_part_of_exponentials_of_weighed_features() -> None:
    crowd = "square-4 original 2yR6/yC1bM2yA2x/2x6/5gD1rN1/4gC4/1bA7/1rD3gM3/x1rR6/1xrC4bRbC"
    random = Random(3)
    weights = {name: random.uniform(-1, 1) for name in FEATURE_NAMES}
    features: list[list[list[float]]] = []
    shares: list[list[float]] = []
    draw: list[float] = []
    for edition in ("original,quiet_rounds=0", "original"):
        frame = crowd.replace("original", edition)
        kernel = Position.parse(f"{frame} r,b,y,g rbyg r 9 9").kernel()
        evaluator = LinearEvaluator(kernel.tables)
        evaluator.set_weights(weights)
        evaluator.draw_aware = True
        features.append(evaluator.extractor.features(kernel))
        shares.append(evaluator.shares(kernel))
        draw.append(evaluator.draw_chance(kernel))
    sums = [
        sum(feature * weights[name] for name, feature in zip(FEATURE_NAMES, row, strict=True))
        for row in features[0]
    ]
    total = sum(map(exp, sums))
    assert features[0] == features[1]
    # Where there is no quiet limit there is no draw.
    assert shares[0] == pytest.approx([exp(each) / total for each in sums])
    assert shares[1] == pytest.approx(
        [draw[1] / 4 + (1 - draw[1]) * exp(each) / total for each in sums]
    )


def test_a_draw_is_foretold_by_its_signs() -> None:
    # Half of the quiet limit is over; of two parties one has a killer beside his Chief.
    kernel = Position.parse(LAST_KILL.replace(" r 0 0", " r 100 200")).kernel()
    evaluator = LinearEvaluator(kernel.tables)
    assert evaluator.draw_chance(kernel) == 0
    evaluator.draw_aware = True
    assert evaluator.draw_signs(kernel) == pytest.approx([1, 0.5, 0, 1, log(2)])
    logit = sum(
        WEIGHTS[name] * sign
        for name, sign in zip(DRAW_SIGN_NAMES, evaluator.draw_signs(kernel), strict=True)
    )
    assert evaluator.draw_chance(kernel) == pytest.approx(1 / (1 + exp(-logit)))


def test_who_leads_is_in_a_hurry() -> None:
    most: list[float] = []
    for quiet in (0, 190):
        kernel = Position.parse(EXPOSED_CHIEF.replace(" r 0 0", f" r {quiet} 199")).kernel()
        evaluator = LinearEvaluator(kernel.tables)
        evaluator.draw_aware = True
        most.append(max(evaluator.shares(kernel)))
    assert 0.25 < most[1] < most[0]


def test_a_clone_judges_alike_and_apart() -> None:
    kernel = Position.parse(THREATENED_CHIEF).kernel()
    evaluator = LinearEvaluator(kernel.tables)
    evaluator.draw_aware = True
    evaluator.set_weights({"chased_soon": -9.0, "truce": 1.0})
    clone = evaluator.clone()
    before = evaluator.shares(kernel)
    assert clone.shares(kernel) == before
    evaluator.set_weights({})
    assert clone.shares(kernel) == before != evaluator.shares(kernel)
