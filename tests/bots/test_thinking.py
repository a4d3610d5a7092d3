"""The bot that looks ahead: legal, reproducible, bounded, and no fool."""

from __future__ import annotations

import threading
from math import exp
from random import Random

import pytest

from djambi import Position
from djambi.bots import Bot, Mind, PublishedBot, ThinkingBot, make
from djambi.bots.levels import level
from djambi.kernel.judge import WEIGHTS
from djambi.kernel.search import Search
from djambi.rules import EDITIONS, VARIANT_NAMES

# Red's Assassin can kill the Chief of Blue, and nobody can take revenge at once.
KILL = "square-4 original 7yC1/3bC5/9/6gC2/1bR7/3rA5/9/9/rC8 r,b,y,g rbyg r 0 0"
# Blue's Assassin attacks the Chief of Red, who is to play.
THREAT = "square-4 original 7yC1/3bC5/9/6gC2/9/9/9/5rM3/rC3bA4 r,b,y,g rbyg r 0 0"


def search_of(position: Position) -> Search:
    kernel = position.kernel()
    search = Search(kernel.tables, kernel.parties, kernel.options)
    search.load(kernel.contents(), kernel.entries())
    return search


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("variant", [*VARIANT_NAMES, "polygon-3"])
def test_turns_are_legal_everywhere(variant: str, edition: str, compiled: bool) -> None:
    position = Position.start(variant, edition)
    random = Random(f"{variant} {edition}")
    wanderer = make("random", random.getrandbits(32))
    thinkers: list[Bot] = [
        ThinkingBot(Mind(nodes=nodes, blind=blind, fear=fear, root_places=places), 1)
        for nodes, blind, fear, places in ((1, 0, 0, 8), (90, 0.9, 1, 1), (400, 0, 0, 120))
    ]
    for _ in range(12 if compiled else 1):
        for _ in range(6):
            if not position.is_over:
                position = position.play(wanderer.choose(position))
        if position.is_over:
            return
        # `play` refuses what is not legal.
        position = position.play(random.choice(thinkers).choose(position))
        if position.is_over:
            return


@pytest.mark.parametrize("variant", ["square-4", "hex-3"])
def test_the_yardstick_plays_legal_turns(variant: str, compiled: bool) -> None:
    position = Position.start(variant)
    wanderer, bot = make("random", 4), PublishedBot(4)
    for _ in range(30 if compiled else 1):
        if position.is_over:
            break
        assert bot.choose(position) in position.legal_turns()
        position = position.play(wanderer.choose(position))


def test_the_yardstick_takes_a_chief_but_not_into_a_loss() -> None:
    assert {str(PublishedBot(seed).choose(Position.parse(KILL))) for seed in range(3)} == {"d4-d8"}
    # One turn ahead it sees what Blue would take.
    position = Position.parse(THREAT)
    for seed in range(3):
        after = position.play(PublishedBot(seed).choose(position))
        assert all(after.play(t).party("r").status == "active" for t in after.legal_turns())


@pytest.mark.parametrize("name", ["expert", "master"])
def test_a_chief_in_reach_is_killed(name: str, patient: None) -> None:
    for seed in range(3):
        assert str(make(name, seed).choose(Position.parse(KILL))) == "d4-d8"


@pytest.mark.parametrize("name", ["casual", "club", "expert", "master"])
def test_the_own_chief_is_not_left_to_be_killed(name: str, patient: None) -> None:
    position = Position.parse(THREAT)
    seeds = range(3)
    left = 0
    for seed in seeds:
        after = position.play(make(name, seed).choose(position))
        left += any(after.play(t).party("r").status != "active" for t in after.legal_turns())
    # A level that overlooks things may overlook this too, but not always.
    assert left <= (1 if level(name).mind.blind else 0)


def test_a_game_about_to_be_won_is_won() -> None:
    position = Position.parse("square-4 original 9/9/9/9/9/9/9/9/rCrA6bC r,b,y>b,g>b rbyg r 0 0")
    assert position.play(ThinkingBot(Mind(nodes=2_000), 1).choose(position)).winners == "r"


def test_shares_are_of_one_whole() -> None:
    shares = search_of(Position.start("hex-3")).shares()
    assert sum(shares) == pytest.approx(1)
    assert all(share > 0.2 for share in shares)
    over = Position.start("hex-3").resign("r").resign("b")
    assert search_of(over).shares() == [0, 0, 1]


def test_a_chief_that_can_be_killed_at_once_is_worth_little() -> None:
    mine = search_of(Position.parse(THREAT)).shares()[0]
    other = search_of(Position.parse(THREAT.replace(" r 0 0", " b 0 0"))).shares()[0]
    assert other < 0.5 * mine


def test_weights_change_what_is_judged() -> None:
    search = search_of(Position.parse(KILL))
    before = search.shares()
    search.weigh({"reporter": 170.0})
    assert search.shares()[1] > before[1]
    search.weigh({})
    assert search.shares() == before


def test_shares_are_the_part_of_exponentials_of_weighed_traits() -> None:
    crowd = "square-4 original 2yR6/yC1bM2yA2x/2x6/5gD1rN1/4gC4/1bA7/1rD3gM3/x1rR6/1xrC4bRbC"
    search = search_of(Position.parse(f"{crowd} r,b,y,g rbyg r 0 0"))
    random = Random(3)
    weights = {name: random.uniform(-1, 1) for name in WEIGHTS}
    search.weigh(weights)
    sums = [
        sum(trait * weight for trait, weight in zip(row, weights.values(), strict=True))
        for row in search.traits()
    ]
    total = sum(map(exp, sums))
    assert search.shares() == pytest.approx([exp(each) / total for each in sums])


def test_nodes_bound_the_search() -> None:
    for nodes in (1, 10, 700):
        search = search_of(Position.start())
        search.think(nodes=nodes, seconds=3600, depth=12, seed=1)
        assert search.nodes == nodes


def test_depth_bounds_the_search(compiled: bool) -> None:
    search = search_of(Position.start("hex-3"))
    search.root_width = 4
    search.width = 2
    search.think(nodes=1 << 40, seconds=3600, depth=3 if compiled else 2, seed=1)
    assert search.depth == (3 if compiled else 2)


def test_no_time_is_enough_for_a_turn() -> None:
    position = Position.start()
    turn = ThinkingBot(Mind(seconds=0.0), 1).choose(position)
    assert turn in position.legal_turns()


def test_a_search_can_be_cancelled() -> None:
    position = Position.start()
    search = search_of(position)
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(search.think(1 << 40, 3600, 12, 1)))
    thread.start()
    while thread.is_alive():
        # Again and again: a search forgets what was cancelled before it began.
        search.cancel()
        thread.join(0.01)
    assert position.kernel().is_legal(found[0])


def test_thinking_leaves_the_position_as_it_was() -> None:
    position = Position.parse(KILL)
    search = search_of(position)
    search.think(nodes=300, seconds=3600, depth=12, seed=1)
    assert (search.contents(), search.entries()) == (
        position.kernel().contents(),
        position.kernel().entries(),
    )
    assert search.key == position.kernel().key
