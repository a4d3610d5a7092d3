"""The search as a whole: legal, bounded, decided by nodes and seed, and with other parts."""

from __future__ import annotations

import threading

import pytest
from tests.positions import EXPOSED_CHIEF, IN_TWO, IN_TWO_BY_PLACING, LAST_KILL, SHUT

from djambi import Position
from djambi.kernel.search import mcts
from djambi.kernel.search.arena import MAX_BYTES
from djambi.kernel.search.evaluation import Evaluator, MaterialEvaluator
from djambi.kernel.search.forced_win import ForcedWinSolver
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.kernel.search.settings import SearchSettings
from djambi.kernel.turns import PASS
from djambi.position.turn import Turn

# It takes the interpreted kernel long.
LONG = pytest.mark.slow

# Blue is walled in unless a3 goes to b2 and lays the corpse on c6 or b7.
WALLED = (
    "square-4 bga 2gM2xyAx1/gCxx2xxxbC/4x2xx/3x1x1xx/1bRxrM5/3x3bM1/rMx1x2xx1/1rD1x1x3"
    "/1rA2rMbMxrM1 r>b,b,y>b,g rbyg b 0 56"
)

# As above: g1-f1 saves Blue, and most turns do not.
SAVED = (
    "square-3 hallepee gCgAgM3yMyAyC/gRyM5yDyR/gMgMgN3yNyMyM/9/8x/1rM1rRx2bM1/rM1rN4bM1"
    "/xrDrM2bM1bDbR/rCrArM3bNbAbC r!,b,y,g? rbyg b 0 11"
)
# From the same: hex-6 with six Chiefs, of whom Orange has nearly won.
NEARLY = (
    "hex-6 hallepee pCx1pMgMgRgC/pApDpM3gDgA/1pMpN3gNxgM/1x6x1/oM9yM/oAoM1x1xx3yMyA/oC4rD4yNxyC"
    "/1oM8yMyR/5oR1yD3/4rNpR1xyM1/1oD3bDrMbM1/rR1x2bM1x/rCrA2bMbAbC r,b,y!,g,p!,o rbygpo b 1 24"
)
# The turn that is played now ends the game by the quiet limit, unless it kills.
STANDSTILL = "square-4 original,quiet_rounds=1 8yC/9/9/9/9/9/9/9/rC8 r,b>r,y,g>y rbyg r 3 60"


def search_of(position: Position) -> MultiplayerMcts:
    return MultiplayerMcts(position.kernel())


def test_nodes_bound_the_search() -> None:
    for nodes in (1, 10, 700):
        search = search_of(Position.start())
        search.think(nodes=nodes, seconds=3600, depth=12, seed=1)
        assert search.nodes == nodes


def test_depth_bounds_the_search(compiled: bool) -> None:
    search = search_of(Position.start("hex-3"))
    search.settings = SearchSettings(width=2, root_width=4)
    search.think(nodes=1 << 40, seconds=3600, depth=3 if compiled else 2, seed=1)
    assert search.depth == (3 if compiled else 2)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_can_be_called_off_before_and_while_it_thinks(threads: int) -> None:
    position = Position.start()
    for early in (True, False):
        search = search_of(position)
        found: list[int] = []

        def think(search: MultiplayerMcts = search, found: list[int] = found) -> None:
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
    position = Position.parse(EXPOSED_CHIEF)
    search = search_of(position)
    turn = search.think(nodes, 3600, 60, 1, threads=3)
    assert str(Turn(turn, position.board)) == "d4-d8"
    first_look = search_of(position)
    first_look.think(1 << 40, 3600, 1, 1)
    # All of them look at their own nodes, the first also at all turns once.
    assert nodes <= search.nodes <= nodes + 2 * first_look.nodes
    assert sum(search.values()) == pytest.approx(1, abs=1e-4)


def test_a_settled_choice_may_end_the_search() -> None:
    nodes = 4_000
    position = Position.parse(EXPOSED_CHIEF)
    search = search_of(position)
    assert not search.ends_when_settled
    chosen = search.think(nodes, 3600, 60, 1)
    usual = search.nodes
    search.ends_when_settled = True
    assert search.think(nodes, 3600, 60, 1) == chosen
    assert search.nodes < 0.9 * usual
    # What other threads have found may change the choice.
    search.think(nodes, 3600, 60, 1, 2)
    assert search.nodes >= nodes


def test_memory_bounds_the_search(monkeypatch: pytest.MonkeyPatch, compiled: bool) -> None:
    rooms: list[int] = []

    def node_capacity(nodes: int, size: int, memory: int, least: int) -> int:
        assert size > 0 and memory == MAX_BYTES and 0 < least < nodes
        rooms.append(400)
        return 400

    monkeypatch.setattr(mcts, "node_capacity", node_capacity)
    position = Position.start("hex-3")
    search = search_of(position)
    # No other bound is ever met.
    assert position.kernel().is_legal(search.think(1 << 40, 3600, 60, 1))
    assert rooms and search.nodes < 20_000


def test_memory_that_an_earlier_search_had_is_no_room_for_this_one(compiled: bool) -> None:
    position = Position.start("hex-3")
    fresh, used = search_of(position), search_of(position)
    used.think(40_000 if compiled else 300, 3600, 60, 1)
    for search in (fresh, used):
        search.memory = 1
        search.think(1 << 40 if compiled else 300, 3600, 60, 2)
    assert used.root_turns() == fresh.root_turns() and used.nodes == fresh.nodes


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
    search = search_of(Position.parse(LAST_KILL))
    search.think(1 << 40, 3600, 60, 1)
    assert search.values() == [1, 0, 0, 0]


def test_there_is_one_turn_or_none() -> None:
    search = search_of(Position.parse(SHUT))
    assert search.think(1 << 40, 3600, 60, 1) == PASS
    assert search.line() == [PASS]


def test_thinking_leaves_the_position_as_it_was() -> None:
    position = Position.parse(EXPOSED_CHIEF)
    search = search_of(position)
    search.think(nodes=300, seconds=3600, depth=12, seed=1)
    assert (search.kernel.contents(), search.kernel.entries()) == (
        position.kernel().contents(),
        position.kernel().entries(),
    )
    assert search.kernel.zobrist_hash == position.kernel().zobrist_hash


@pytest.mark.parametrize(
    "text",
    [LAST_KILL, pytest.param(IN_TWO, marks=LONG), pytest.param(IN_TWO_BY_PLACING, marks=LONG)],
)
def test_a_search_plays_the_soonest_win(text: str, compiled: bool) -> None:
    position = Position.parse(text)
    search = search_of(position)
    turn = search.think(1_600_000 if compiled else 400, 3600, 60, 1)
    assert turn == ForcedWinSolver(position.kernel()).forced_win(max_turns=200_000)
    assert max(search.values()) == sum(search.values()) == 1
    # It was proved, not weighed: hardly any of the nodes were needed.
    assert search.nodes < 250_000


@LONG
def test_nobody_is_believed_lost_who_has_another_turn() -> None:
    position = Position.parse(WALLED)
    for seed in range(4):
        turn = search_of(position).think(100_000, 3600, 60, seed)
        assert str(Turn(turn, position.board)) in ("a3-b2>c6", "a3-b2>b7")


def test_threads_believe_nobody_lost_who_has_a_turn_that_none_of_them_saw() -> None:
    search = search_of(Position.parse(SAVED))
    search.settings = SearchSettings(root_width=2)
    search.think(400, 3600, 60, 1, threads=2)
    assert not search.is_proven


@pytest.mark.parametrize(
    ("text", "nodes"), [pytest.param(NEARLY, 2_000, marks=LONG), (STANDSTILL, 1)]
)
def test_shares_add_up_to_one(text: str, nodes: int) -> None:
    search = search_of(Position.parse(text))
    for depth in (3, 60):
        search.think(nodes, 3600, depth, 2)
        assert sum(search.values()) == pytest.approx(1, abs=1e-6)


def test_no_estimate_is_as_sure_as_a_win() -> None:
    # Red has everything, Blue a Chief far away: it is nearly won, and not yet.
    text = LAST_KILL.replace("rCrA6bC", "rCrA1rRrM1rM2").replace("9/9/9/9", "7bC1/9/9/3rD5", 1)
    search = search_of(Position.parse(text))
    search.think(200, 3600, 1, 1)
    assert 0.5 < max(search.values()) < 0.99


def test_what_an_estimate_loses_by_its_limit_the_others_have() -> None:
    # An evaluation that is sure of everything says 1 of Red, and 0 of the others.
    text = LAST_KILL.replace("rCrA6bC", "rCrA1rRrM1rM2").replace("9/9/9/9", "7bC1/9/9/3rD5", 1)
    search = search_of(Position.parse(text))
    search.evaluator.set_weights({"militant": 30.0})
    search.think(200, 3600, 1, 1)
    shares = [each for _, _, _, each in search.root_turns()]
    assert max(map(max, shares)) == pytest.approx(0.98)
    for each in shares:
        assert sum(each) == pytest.approx(1, abs=1e-6) and each[2] == each[3] == 0


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("kind", [Evaluator, MaterialEvaluator])
def test_another_evaluator_drops_in(kind: type[Evaluator], threads: int, compiled: bool) -> None:
    position = Position.parse(EXPOSED_CHIEF)
    kernel = position.kernel()
    search = MultiplayerMcts(kernel, kind(kernel.tables))
    turn = search.think(2_000 if compiled else 120, 3600, 2, 1, threads)
    assert position.kernel().is_legal(turn)
    assert sum(search.values()) == pytest.approx(1, abs=1e-4)
    if kind is MaterialEvaluator:
        # Whose Chief is taken has no share of the material any more.
        assert str(Turn(turn, position.board)) == "d4-d8" and search.values()[1] < 0.01


def seen(search: MultiplayerMcts) -> list[object]:
    return [search.think(400, 600.0, 60, 7), search.values(), search.nodes, search.root_turns()]


@LONG
def test_without_regards_a_search_is_the_same_to_the_last_node() -> None:
    position = Position.parse(EXPOSED_CHIEF)
    search = MultiplayerMcts(position.kernel())
    plain = seen(search)
    for weight in (0.0, 0.5):
        for party in range(4):
            search.tree.set_regard(party, (party + 1) % 4, weight)
        search.load(position.kernel().contents(), position.kernel().entries())
        assert (seen(search)[:3] == plain[:3]) == (weight == 0)
    search.tree.clear_regards()
    search.load(position.kernel().contents(), position.kernel().entries())
    assert seen(search) == plain


@LONG
@pytest.mark.parametrize("threads", [1, 2])
def test_a_chief_is_spared_by_who_wishes_him_well(threads: int) -> None:
    position = Position.parse(EXPOSED_CHIEF)
    search = MultiplayerMcts(position.kernel())
    killed = {}
    for weight in (0.0, 2.0):
        search.load(position.kernel().contents(), position.kernel().entries())
        search.tree.set_regard(0, 1, weight)
        turn = Turn(search.think(800, 600.0, 60, 1, threads), position.board)
        killed[weight] = "b" not in position.play(turn).active
    assert killed == {0.0: True, 2.0: False}


def test_settings_are_one_value_for_all_threads(compiled: bool) -> None:
    position = Position.start("hex-3")
    seen: set[tuple[int, ...]] = set()
    for paranoia in (0.0, 0.0, 5.0):
        search = search_of(position)
        search.settings = SearchSettings(paranoia=paranoia, oversight_rate=0.2)
        search.think(3_000 if compiled else 150, 3600, 3, 4, threads=2)
        seen.add((search.nodes, *map(round, [1e6 * share for share in search.values()])))
    assert len(seen) == 2


def test_paranoia_ends_after_its_rounds(compiled: bool) -> None:
    position = Position.start("hex-3")

    def seen(paranoia: float, rounds: int, depth: int) -> list[float]:
        search = search_of(position)
        search.settings = SearchSettings(paranoia=paranoia, paranoid_rounds=rounds)
        search.think(6_000 if compiled else 600, 3600, depth, seed=4)
        return [*search.values(), *search.line()]

    # In no round it is max^n; in one it is as in all, if three parties look three plies ahead.
    assert seen(5.0, rounds=0, depth=6) == seen(0.0, rounds=60, depth=6)
    assert seen(5.0, rounds=1, depth=3) == seen(5.0, rounds=60, depth=3)
    # Whoever looks further ahead sees something else with every round.
    assert seen(5.0, 0, 6) != seen(5.0, 1, 6) != seen(5.0, 2, 6) != seen(5.0, 0, 6)


def test_an_evaluator_for_another_board_is_refused() -> None:
    kernel = Position.start().kernel()
    with pytest.raises(ValueError, match="another board"):
        MultiplayerMcts(kernel, Evaluator(Position.start("hex-3").kernel().tables))


def test_a_forced_win_at_the_root_is_proved_before_the_first_visit() -> None:
    # One of the puzzles: Red wins within two turns of his own.
    text = "hex-3 harcourt x2xx/x1yM1x1/2yMxx2/1x3xxbR/2x1rCx2bC/1x1rMxx1x/3x1xrR/xx4/5"
    search = MultiplayerMcts(Position.parse(f"{text} r,b,y>r bry r+b 20 159").kernel())
    chosen = search.think(nodes=600, seconds=3600.0, depth=60, seed=1)
    assert search.is_proven and search.solver.own_turns == 2
    assert search.nodes < 600 and search.line() == [chosen]
    assert search.values() == [1.0, 0.0, 0.0]
