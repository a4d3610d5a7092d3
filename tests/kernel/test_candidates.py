"""The turns that a search considers: legal, few, and of every sort."""

from __future__ import annotations

from random import Random

import pytest
from tests.kernel.random_play import later
from tests.positions import MANY_TURNS, SHUT

from djambi import Position
from djambi.kernel import turns
from djambi.kernel.search.candidates import CandidateGenerator

# The Diplomat b5 may displace the ruler.
RULER = "square-4 wikipedia 8yC/9/9/9/1rD2gC4/9/9/9/rC7bC r,b,y,g rbyg r 0 0"


@pytest.mark.parametrize(
    ("variant", "edition"),
    [("square-4", "original"), ("hex-3", "hallepee"), ("hex-6", "harcourt-advanced")],
)
def test_candidates_are_legal_and_of_every_sort(variant: str, edition: str, compiled: bool) -> None:
    random = Random(f"{variant} {edition}")
    position = Position.start(variant, edition)
    for _ in range(40 if compiled else 6):
        if position.is_over:
            break
        kernel = position.kernel()
        generator = CandidateGenerator(kernel)
        legal = set(generator.legal_turns())
        assert legal == {turn.packed for turn in position.legal_turns()}
        few = set(generator.candidates(placements=2))
        assert few <= legal
        if legal != {turns.PASS}:
            steps = {turn & turns.STEP_BITS for turn in legal}
            assert {turn & turns.STEP_BITS for turn in few} == steps
        position = position.play(random.choice(list(position.legal_turns())))


@pytest.mark.parametrize("placements", [1, 3, 8])
def test_no_candidate_is_listed_twice(placements: int, compiled: bool) -> None:
    for seed in range(30 if compiled else 4):
        generator = CandidateGenerator(later("square-4", 10 + 3 * seed, seed).kernel())
        found = generator.candidates(placements)
        assert len(found) == len(set(found))


@pytest.mark.slow
def test_of_many_ways_none_is_left_out_for_ever() -> None:
    # The Diplomat puts the ruler somewhere and goes out of the maze: 15,794 turns.
    position = Position.parse(RULER)
    kernel = position.kernel()
    generator = CandidateGenerator(kernel)
    step = position.turn("b5-e5>b1/d5").packed & turns.STEP_BITS
    places: set[int] = set()
    for seed in range(600):
        kernel.seed_random(seed)
        ways = [turn for turn in generator.candidates(3) if turn & turns.STEP_BITS == step]
        assert len(ways) == len(set(ways)) > 1
        places.update(map(turns.place, ways))
    legal = [
        turn.packed for turn in position.legal_turns() if turn.packed & turns.STEP_BITS == step
    ]
    assert len(legal) > 15_000
    assert places == set(map(turns.place, legal))


def test_where_a_player_passes_there_is_no_candidate() -> None:
    generator = CandidateGenerator(Position.parse(SHUT).kernel())
    assert generator.candidates(placements=8) == []
    assert generator.legal_turns() == [turns.PASS]


def test_oversights_are_a_part_of_all_candidates() -> None:
    generator = CandidateGenerator(Position.start().kernel())
    every = len(generator.candidates(placements=1))
    generator.oversight_rate = 1.0
    assert generator.candidates(placements=1) == []
    generator.oversight_rate = 0.5
    assert generator.oversight_rate == 0.5
    seen = sum(len(generator.candidates(placements=1)) for _ in range(50)) / 50
    assert 0.35 * every < seen < 0.65 * every
    # Whoever overlooks turns knows all the same what is legal.
    assert len(generator.legal_turns()) == every


@pytest.mark.slow
def test_more_turns_than_can_be_listed_are_an_error() -> None:
    position = Position.parse(MANY_TURNS)
    assert len(position.legal_turns()) > 60_000
    with pytest.raises(OverflowError):
        CandidateGenerator(position.kernel()).legal_turns()
