"""One thread's search: how a tree is grown from a position."""

from __future__ import annotations

import pytest
from tests.positions import LAST_KILL

from djambi import Position
from djambi.kernel.search.evaluation import MaterialEvaluator
from djambi.kernel.search.settings import SearchSettings
from djambi.kernel.search.tree_search import TreeSearch

# As the modules have them; C does not show its constants to Python.
NEVER = 0x7FFFFFFF
INCOMPLETE = 0x7FFFFFFE
MAX_DEPTH = 60
MAX_LISTED = 16384

# All but Blue's Chief are Red's: so many turns that a list of them is full.
CROWD = (
    "polygon-8 harcourt-advanced,own_kills=any,quiet_rounds=0 1/bM1yM1kRyDyAbM4oM2oMrM3"
    "/3oMbM1yM1pNgArDkA2rN1wCpMwR1/2oC1gM5kMkC1bNwMyCgM1yNgR/1kM1kMwMrM2bC2pC3kN4"
    "/oMyMoN2wAgC4wMoD2oAkDrC1bD/1kM1wD3pRgN1bR1gM1bArM2pD1/rR3bM1rA7pMpA2gM1"
    "/1pM3rM1yM1wMpMyRoR1gD3wN1 r,b,y>r,g>r,p>r,o>r,w>r,k>r rbygpowk r 0 0"
)


def begun(position: Position, settings: SearchSettings, depth: int = MAX_DEPTH) -> TreeSearch:
    """Return a search whose root is expanded."""
    kernel = position.kernel()
    search = TreeSearch(kernel, MaterialEvaluator(kernel.tables), settings)
    search.prepare(60_000, 1, depth, seed=1)
    search.limits.start(1 << 40, 3600.0)
    search.expand_root()
    return search


@pytest.mark.parametrize(("depth", "rate"), [(MAX_DEPTH, 0.0), (3, 0.0), (MAX_DEPTH, 0.5)])
def test_the_root_has_its_most_promising_turns_with_priors(depth: int, rate: float) -> None:
    search = begun(
        Position.start("hex-3"), SearchSettings(root_width=5, oversight_rate=rate), depth
    )
    tree = search.tree
    children = range(tree.first_child[0], tree.first_child[0] + tree.child_count[0])
    assert 0 < len(children) <= 5 and tree.visits[0] == 1 and search.depth == 1
    assert sum(tree.prior[child] for child in children) == pytest.approx(1)
    priors = [tree.prior[child] for child in children]
    assert priors == sorted(priors, reverse=True)
    # Only a search that sees all proves anything, and widens.
    assert (tree.widening_threshold[0] == NEVER) == (depth < MAX_DEPTH or rate > 0)


def test_visits_add_up_and_the_position_stays(compiled: bool) -> None:
    position = Position.start("hex-3")
    search = begun(position, SearchSettings())
    visits = 150 if compiled else 4
    for _ in range(visits):
        assert search.can_go_on()
        search.visit()
    tree = search.tree
    children = range(tree.first_child[0], tree.first_child[0] + tree.child_count[0])
    assert tree.visits[0] == 1 + visits
    assert sum(tree.visits[child] for child in children) <= visits
    assert search.kernel.contents() == position.kernel().contents()
    assert search.kernel.zobrist_hash == position.kernel().zobrist_hash


def test_the_root_is_widened_to_all_legal_turns() -> None:
    position = Position.start("hex-3")
    search = begun(position, SearchSettings(root_width=3, root_placements=1))
    assert search.tree.child_count[0] == 3
    search.widen_root()
    assert search.tree.child_count[0] == len(position.legal_turns())
    assert search.tree.widening_threshold[0] == NEVER


def test_a_root_that_cannot_be_widened_is_not_proven_lost() -> None:
    search = begun(Position.start("hex-3"), SearchSettings(root_width=2, root_placements=1))
    search.tree.reserve(search.tree.node_count)
    search.widen_root()
    assert search.tree.child_count[0] == 2 and search.tree.widening_threshold[0] == INCOMPLETE
    assert search.can_go_on()
    search.tree.proven[1] = search.tree.proven[2] = True
    search.tree.backup(0)
    assert not search.tree.proven[0] and search.is_decided() and not search.can_go_on()


@pytest.mark.slow
def test_a_search_with_a_full_list_of_turns_stays_within_it() -> None:
    search = begun(Position.parse(CROWD), SearchSettings(root_placements=200))
    assert search.limits.nodes == MAX_LISTED
    assert search.candidates.oversight_rate == 0


def test_a_forced_win_proves_the_root() -> None:
    position = Position.parse(LAST_KILL)
    search = begun(position, SearchSettings())
    search.solver.reserve(1_000)
    search.find_forced_win()
    assert search.tree.proven[0] and search.tree.has_won(0, 0) and not search.can_go_on()
    best = search.tree.best_child(0)
    assert search.tree.turn[best] == position.turn("b1-i1").packed


def test_a_helper_has_a_new_tree_and_the_same_settings(compiled: bool) -> None:
    search = begun(Position.start("hex-3"), SearchSettings())
    search.tree.widening_threshold[0] = NEVER
    helper = search.helper(1)
    assert helper.settings is search.settings
    assert helper.tree is not search.tree and helper.evaluator is not search.evaluator
    before = search.limits.nodes
    helper.run(2_000 if compiled else 60, 3600.0)
    assert search.limits.nodes == before and search.tree.visits[0] == 1
    seen = [helper.tree.visits[child] for child in range(1, 1 + helper.tree.child_count[0])]
    search.join(helper)
    assert search.limits.nodes == before + helper.limits.nodes
    assert [search.tree.visits[child] for child in range(1, 1 + len(seen))] == seen
