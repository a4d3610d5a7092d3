"""Evaluators that need no features."""

from __future__ import annotations

import pytest

from djambi import Position
from djambi.kernel.search.evaluation import Evaluator, MaterialEvaluator

# Blue has a Chief alone; Green's Militant is Yellow's.
CROWD = "square-4 original 7yC1/3bC5/9/9/9/3rA5/8gM/9/rC8 r,b,y,g>y rbyg r 0 0"


def test_an_evaluator_holds_all_active_parties_alike() -> None:
    kernel = Position.parse(CROWD).kernel()
    evaluator = Evaluator(kernel.tables)
    assert evaluator.shares(kernel) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])
    assert evaluator.draw_chance(kernel) == 0
    evaluator.set_weights({"chief": 9.0})
    assert evaluator.clone().shares(kernel) == evaluator.shares(kernel)


@pytest.mark.parametrize("kind", [Evaluator, MaterialEvaluator])
def test_winners_share_the_game(kind: type[Evaluator]) -> None:
    over = Position.start("hex-3").resign("r").resign("b")
    kernel = over.kernel()
    assert kind(kernel.tables).shares(kernel) == [0, 0, 1]


def test_material_is_what_a_party_controls() -> None:
    kernel = Position.parse(CROWD).kernel()
    evaluator = MaterialEvaluator(kernel.tables)
    assert evaluator.shares(kernel) == pytest.approx([4.5 / 11, 3 / 11, 3.5 / 11, 0])
    evaluator.set_weights({"chief": 1.0, "militant": 1.0, "assassin": 1.0})
    assert evaluator.shares(kernel) == pytest.approx([2 / 5, 1 / 5, 2 / 5, 0])
    assert evaluator.clone().shares(kernel) == evaluator.shares(kernel)
    with pytest.raises(ValueError, match="more than nothing"):
        evaluator.set_weights({"chief": 0.0})


def test_another_board_is_refused() -> None:
    evaluator = Evaluator(Position.start("hex-3").kernel().tables)
    with pytest.raises(ValueError, match="another board"):
        evaluator.shares(Position.start().kernel())
    with pytest.raises(ValueError, match="another board"):
        evaluator.draw_chance(Position.start().kernel())
