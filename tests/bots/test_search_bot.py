"""The bot that looks ahead: legal, reproducible, bounded, and no fool."""

from __future__ import annotations

import threading
from math import exp, log
from random import Random

import pytest

from djambi import Position
from djambi.bots import Bot, BotSettings, PublishedBot, SearchBot, make
from djambi.bots.levels import level
from djambi.kernel.search import arena as pool
from djambi.kernel.search import mcts as search_module
from djambi.kernel.search.evaluation import SIGN_NAMES, WEIGHTS
from djambi.kernel.search.features import NAMES
from djambi.kernel.search.mcts import Search
from djambi.position.turn import PASS_CODE, Turn
from djambi.rules import EDITIONS, VARIANT_NAMES

# Red's Assassin can kill the Chief of Blue, and nobody can take revenge at once.
KILL = "square-4 original 7yC1/3bC5/9/6gC2/1bR7/3rA5/9/9/rC8 r,b,y,g rbyg r 0 0"
# Blue's Assassin attacks the Chief of Red, who is to play.
THREAT = "square-4 original 7yC1/3bC5/9/6gC2/9/9/9/5rM3/rC3bA4 r,b,y,g rbyg r 0 0"

# Whoever kills the last Chief but his own has won.
WON = "square-4 original 9/9/9/9/9/9/9/9/rCrA6bC r,b,y>b,g>b rbyg r 0 0"
# Red is walled in and passes.
SHUT = "square-4 original,quiet_rounds=0 8yC/8yN/9/9/9/9/xxx6/xrMx6/rCxx6 r,b>y,y,g>y rbyg r 0 7"


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
        SearchBot(
            BotSettings(nodes=nodes, oversight_rate=blind, paranoia=fear, root_places=places), 1
        )
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
def test_the_baseline_plays_legal_turns(variant: str, compiled: bool) -> None:
    position = Position.start(variant)
    wanderer, bot = make("random", 4), PublishedBot(4)
    for _ in range(30 if compiled else 1):
        if position.is_over:
            break
        assert bot.choose(position) in position.legal_turns()
        position = position.play(wanderer.choose(position))


def test_the_baseline_takes_a_chief_but_not_into_a_loss() -> None:
    assert {str(PublishedBot(seed).choose(Position.parse(KILL))) for seed in range(3)} == {"d4-d8"}
    # One turn ahead it sees what Blue would take.
    position = Position.parse(THREAT)
    for seed in range(3):
        after = position.play(PublishedBot(seed).choose(position))
        assert all(after.play(t).party("r").is_active for t in after.legal_turns())


@pytest.mark.parametrize("name", ["master", "grandmaster"])
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
        left += any(not after.play(t).party("r").is_active for t in after.legal_turns())
    # A level that overlooks things may overlook this too, but not always.
    assert left <= (1 if level(name).settings.oversight_rate else 0)


def test_a_game_about_to_be_won_is_won() -> None:
    position = Position.parse(WON)
    assert position.play(SearchBot(BotSettings(nodes=2_000), 1).choose(position)).winners == "r"


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
    random = Random(3)
    weights = {name: random.uniform(-1, 1) for name in NAMES}
    traits: list[list[list[float]]] = []
    shares: list[list[float]] = []
    truce: list[float] = []
    for edition in ("original,quiet_rounds=0", "original"):
        frame = crowd.replace("original", edition)
        search = search_of(Position.parse(f"{frame} r,b,y,g rbyg r 9 9"))
        search.weigh(weights)
        search.heeds_truce = True
        traits.append(search.traits())
        shares.append(search.shares())
        truce.append(search.truce())
    sums = [
        sum(trait * weights[name] for name, trait in zip(NAMES, row, strict=True))
        for row in traits[0]
    ]
    total = sum(map(exp, sums))
    assert traits[0] == traits[1]
    # Where there is no quiet limit there is no truce.
    assert shares[0] == pytest.approx([exp(each) / total for each in sums])
    assert shares[1] == pytest.approx(
        [truce[1] / 4 + (1 - truce[1]) * exp(each) / total for each in sums]
    )


def test_a_truce_is_foretold_by_its_signs() -> None:
    # Half of the quiet limit is over; of two parties one has a killer beside his Chief.
    search = search_of(Position.parse(WON.replace(" r 0 0", " r 100 200")))
    assert search.truce() == 0
    search.heeds_truce = True
    assert search.signs() == pytest.approx([1, 0.5, 0, 1, log(2)])
    logit = sum(WEIGHTS[name] * sign for name, sign in zip(SIGN_NAMES, search.signs(), strict=True))
    assert search.truce() == pytest.approx(1 / (1 + exp(-logit)))


def test_who_leads_is_in_a_hurry() -> None:
    most: list[float] = []
    for quiet in (0, 190):
        search = search_of(Position.parse(KILL.replace(" r 0 0", f" r {quiet} 199")))
        search.heeds_truce = True
        most.append(max(search.shares()))
    assert 0.25 < most[1] < most[0]


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
    turn = SearchBot(BotSettings(seconds=0.0), 1).choose(position)
    assert turn in position.legal_turns()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_can_be_called_off_before_and_while_it_thinks(threads: int) -> None:
    position = Position.start()
    for early in (True, False):
        search = search_of(position)
        found: list[int] = []

        def think(search: Search = search, found: list[int] = found) -> None:
            found.append(search.think(1 << 40, 3600, 60, 1, threads))

        if early:
            search.cancel()
        thread = threading.Thread(target=think)
        thread.start()
        search.cancel()
        thread.join()
        assert position.kernel().is_legal(found[0])


def test_threads_put_together_what_they_saw(compiled: bool) -> None:
    nodes = 6_000 if compiled else 150
    position = Position.parse(KILL)
    search = search_of(position)
    search.weigh({})
    turn = search.think(nodes, 3600, 60, 1, threads=3)
    assert str(Turn(turn, position.board)) == "d4-d8"
    first_look = search_of(position)
    first_look.think(1 << 40, 3600, 1, 1)
    # All of them look at their own nodes, the first also at all turns once.
    assert nodes <= search.nodes <= nodes + 2 * first_look.nodes
    assert sum(search.values()) == pytest.approx(1, abs=1e-4)


def test_memory_bounds_the_search(monkeypatch: pytest.MonkeyPatch, compiled: bool) -> None:
    rooms: list[int] = []

    def room_for(nodes: int, size: int, memory: int, least: int) -> int:
        assert size > 0 and memory == pool.LARGEST and 0 < least < nodes
        rooms.append(400)
        return 400

    monkeypatch.setattr(search_module, "room_for", room_for)
    position = Position.start("hex-3")
    search = search_of(position)
    # No other bound is ever met.
    assert position.kernel().is_legal(search.think(1 << 40, 3600, 60, 1))
    assert rooms and search.nodes < 20_000


def test_memory_is_bounded_whatever_is_asked() -> None:
    for nodes in (1, 10**6, 1 << 62):
        assert 1 <= pool.room_for(nodes, 100) * 100 <= 512 << 20


def test_what_is_expected_can_be_played(compiled: bool) -> None:
    position = Position.start("hex-3")
    search = search_of(position)
    chosen = search.think(20_000 if compiled else 200, 3600, 60, 1)
    line = search.line()
    assert line[0] == chosen and len(line) > (3 if compiled else 0)
    for packed in line:
        assert position.kernel().is_legal(packed)
        position = position.play(Turn(packed, position.board))


def test_a_decided_game_is_seen_through() -> None:
    search = search_of(Position.parse(WON))
    search.think(1 << 40, 3600, 60, 1)
    assert search.values() == [1, 0, 0, 0]


def test_there_is_one_turn_or_none() -> None:
    search = search_of(Position.parse(SHUT))
    assert search.think(1 << 40, 3600, 60, 1) == PASS_CODE
    assert search.line() == [PASS_CODE]


def test_thinking_leaves_the_position_as_it_was() -> None:
    position = Position.parse(KILL)
    search = search_of(position)
    search.think(nodes=300, seconds=3600, depth=12, seed=1)
    assert (search.contents(), search.entries()) == (
        position.kernel().contents(),
        position.kernel().entries(),
    )
    assert search.zobrist_hash == position.kernel().zobrist_hash
