"""The baseline UCT: legal, reproducible, bounded, and better than chance."""

from __future__ import annotations

import threading
from collections import Counter
from random import Random

import pytest
from tests.positions import LAST_KILL, MANY_TURNS, SHUT

from djambi import Position
from djambi.bots import Bot, RandomBot
from djambi.bots.baselines import UctBot
from djambi.bots.kernels import KernelCache
from djambi.bots.matches import Match, scores
from djambi.kernel import turns
from djambi.kernel.baselines import uct
from djambi.kernel.baselines.staged import StagedGenerator
from djambi.kernel.baselines.uct import Uct
from djambi.kernel.rules.kernel import Kernel
from djambi.rules import EDITIONS, VARIANT_NAMES


def uct_of(position: Position) -> Uct:
    return KernelCache(Uct).set_up(position)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("variant", [*VARIANT_NAMES, "polygon-3"])
def test_turns_are_legal_everywhere(variant: str, edition: str, compiled: bool) -> None:
    position = Position.start(variant, edition)
    # The interpreted kernel starts where a random game is not far from its end.
    random = Random(f"{variant} {edition}")
    wanderer = RandomBot(random.getrandbits(32))
    for _ in range(10 if compiled else 1):
        for _ in range(10):
            if not position.is_over:
                position = position.play(wanderer.choose(position))
        if position.is_over:
            return
        bot = UctBot(1, random.choice((1, 30, 300)) if compiled else 1)
        # `play` refuses what is not legal.
        position = position.play(bot.choose(position))
        if position.is_over:
            return


def whole_turns(stages: StagedGenerator, stage: int = 0, turn: int = 0) -> Counter[int]:
    """Every turn that the stages lead to."""
    found: Counter[int] = Counter()
    ways = stages.ways(stage, turn)
    for way, chosen in ways:
        found += whole_turns(stages, chosen, way) if chosen < 3 else Counter([way])
    assert len(ways) == len(set(ways))
    return found


@pytest.mark.parametrize(
    "text",
    [
        "square-4 djambinet 6gCyC1/9/9/4gM4/3rA1bC3/9/9/9/rC8 r,b,y,g rbyg r 0 0",
        # A Militant and a Diplomat may act in the maze, place, go on, and place again.
        pytest.param(
            "square-4 harcourt 7yC1/7gC1/9/3gM1bM3/3rDbC4/3rM2gA2/4rN4/4x4/rC8 r,b,y,g rbyg r 0 0",
            marks=pytest.mark.slow,
        ),
        # A Diplomat may throw a Chief out of the maze, and must go on.
        "square-4 original 6gCyC1/9/9/9/3rDbC4/9/9/9/rC8 r,b,y,g rbyg r 0 0",
        # A Reporter with a choice of victims; a Necromobile with one corpse.
        "square-4 original 7yC1/bCgC7/3bM5/3rR1gM3/3gA5/9/4rN1x2/9/rC8 r,b,y,g rbyg r 0 0",
        # Nothing but a pass.
        SHUT,
    ],
)
def test_stages_lead_to_every_turn_once(text: str) -> None:
    position = Position.parse(text)
    search = uct_of(position)
    legal = Counter(turn.packed & turns.STEP_BITS for turn in position.legal_turns())
    found = whole_turns(search.stages)
    assert set(found.values()) == {1}
    assert all(map(search.kernel.is_legal, list(found)[::40]))
    # At most 4096 turns of a step are looked at.
    steps = Counter(turn & turns.STEP_BITS for turn in found)
    assert steps == {step: min(many, 4096) for step, many in legal.items()}


@pytest.mark.slow
def test_of_very_many_turns_some_are_looked_at() -> None:
    search = uct_of(Position.parse(MANY_TURNS))
    kernel, stages = search.kernel, search.stages
    step = max((way for way, _ in stages.ways(0, 0)), key=lambda way: count(kernel, way))
    found = whole_turns(stages, 1, step)
    assert count(kernel, step) > 50_000 > 4_096 >= sum(found.values()) > 1_000
    assert max(found.values()) == 1
    assert all(kernel.is_legal(turn) for turn in list(found)[::100])


def count(kernel: Kernel, way: int) -> int:
    kernel.movers()
    origin, target = turns.origin(way), turns.target(way)
    return kernel.count_to(origin, target) if kernel.contents()[origin] else 1


def test_a_game_about_to_be_won_is_won(compiled: bool) -> None:
    bot = UctBot(1, 2_000 if compiled else 500)
    assert Position.parse(LAST_KILL).play(bot.choose(Position.parse(LAST_KILL))).winners == "r"


@pytest.mark.slow
def test_it_is_better_than_chance() -> None:
    def made(name: str, seed: int | None) -> Bot:
        return UctBot(seed, games=300) if name == "uct" else RandomBot(seed)

    match = Match(Position.start("hex-3"), ("uct", "random", "random"))
    games = [match.play(number, seats, made) for number, seats in enumerate(match.seatings(6))]
    assert scores(games)[0].player == "uct"


def test_games_and_seed_decide(compiled: bool) -> None:
    games = 400 if compiled else 2
    position = Position.start("hex-3")
    seen = {str(UctBot(seed, games).choose(position)) for seed in range(8)}
    assert len(seen) > 1
    for seed in range(2):
        search = uct_of(position)
        turn = search.think(games, 3600, seed)
        assert (search.nodes, turn) == (games, uct_of(position).think(games, 3600, seed))
        assert search.turns_played > games


def test_no_time_is_enough_for_a_turn() -> None:
    for by_processor in (False, True):
        bot = UctBot(1, seconds=0.0, by_processor=by_processor)
        assert bot.choose(Position.start()) in Position.start().legal_turns()


def test_the_tree_stops_growing_where_memory_ends(
    monkeypatch: pytest.MonkeyPatch, compiled: bool
) -> None:
    rooms: list[int] = []

    def node_capacity(nodes: int, size: int) -> int:
        rooms.append(min(nodes, 5_000))
        return rooms[-1]

    monkeypatch.setattr(uct, "node_capacity", node_capacity)
    position = Position.start("hex-3")
    games = 1_000 if compiled else 3
    assert position.kernel().is_legal(uct_of(position).think(games, 3600, 1))
    assert rooms == [min(5_000, 4_096 + 256 * games)]


def test_it_can_be_called_off_before_and_while_it_thinks() -> None:
    position = Position.start()
    search = uct_of(position)
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(search.think(1 << 40, 3600, 1)))
    thread.start()
    search.cancel()
    thread.join()
    assert position.kernel().is_legal(found[0])
    assert search.nodes < 1 << 20


def test_thinking_leaves_the_position_as_it_was() -> None:
    position = Position.parse(LAST_KILL)
    search = uct_of(position)
    search.think(2, 3600, 1)
    assert (search.kernel.contents(), search.kernel.entries()) == (
        position.kernel().contents(),
        position.kernel().entries(),
    )
