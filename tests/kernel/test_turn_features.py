"""What a look at the board tells of turns, before they are played."""

from __future__ import annotations

import pytest
from tests.kernel.random_play import later

from djambi import Position
from djambi.kernel.search.turn_features import (
    POSITION_FEATURE_NAMES,
    TURN_FEATURE_NAMES,
    TurnFeatureExtractor,
)

# Blue's Assassin attacks the Chief of Red, who is to play; Red's Militant can kill it, and Yellow's
# Chief has a way to the maze.
THREAT = "square-4 original 8yC/9/9/6gC2/9/9/5rM3/9/rC3bA3bC r,b,y,g rbyg r 0 0"


def seen_in(position: Position, text: str) -> set[str]:
    packed = position.turn(text).packed
    extractor = TurnFeatureExtractor(position.kernel())
    return {TURN_FEATURE_NAMES[i] for i in extractor.features([packed])[0]}


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
                for features in TurnFeatureExtractor(each.kernel()).features(
                    [turn.packed for turn in each.legal_turns()]
                )
            )
            for each in (position, turned)
        ]
        assert found[0] == found[1]


def test_who_is_left_and_who_is_in_power_are_seen() -> None:
    def seen(text: str) -> set[str]:
        features = TurnFeatureExtractor(Position.parse(text).kernel()).position_features()
        return {POSITION_FEATURE_NAMES[i - len(TURN_FEATURE_NAMES)] for i in features}

    assert seen(THREAT) == {"more_left"}
    in_power = "square-4 original 8yC/9/9/9/4rC4/9/9/9/5bC3 r,b,y,g>r rbyg {} 0 0"
    assert seen(in_power.format("r")) == {"three_left", "rules"}
    assert seen(in_power.format("b")) == {"three_left", "is_ruled"}
