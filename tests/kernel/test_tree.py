"""The arithmetic of the search tree, on trees without a game."""

from __future__ import annotations

from math import sqrt

import pytest

from djambi.kernel.search.forced_win import MAX_OWN_TURNS
from djambi.kernel.search.tree import SearchTree

# As the module has them; C does not show its constants to Python.
NEVER = 0x7FFFFFFF
INCOMPLETE = 0x7FFFFFFE
C_EXPLORE = 2.5


def grown(*values: tuple[float, ...], threshold: int = NEVER) -> SearchTree:
    """Return a root whose children have these values, for as many parties; party 0 moves."""
    tree = SearchTree(len(values[0]), capacity=64)
    tree.init_node(0, 0, threshold)
    tree.node_count = 1
    add_children(tree, 0, 0, *values)
    return tree


def add_children(tree: SearchTree, node: int, to_move: int, *values: tuple[float, ...]) -> int:
    """Give a node children with these values; return the first of them."""
    first = tree.node_count
    for i, row in enumerate(values):
        tree.init_node(first + i, 100 + first + i, NEVER)
        tree.prior[first + i] = 1 / len(values)
        for party, share in enumerate(row):
            tree.mean_value[(first + i) * tree.parties + party] = share
    tree.attach_children(node, to_move, len(values))
    return first


def row(tree: SearchTree, node: int) -> list[float]:
    at = node * tree.parties
    return [tree.backed_up_value[at + party] for party in range(tree.parties)]


def test_a_node_takes_over_the_value_that_is_best_for_its_mover() -> None:
    tree = grown((0.5, 0.25, 0.25), (0.25, 0.75, 0.0))
    assert row(tree, 0) == [0.5, 0.25, 0.25]
    # Party 2 moves after the first turn, and it is its own share that it makes large (max^n).
    add_children(tree, 1, 2, (0.0, 0.75, 0.25), (0.5, 0.0, 0.5))
    assert row(tree, 1) == [0.5, 0.0, 0.5]


def test_a_paranoid_search_believes_that_others_are_after_it() -> None:
    values = (0.0, 0.625, 0.375), (0.5, 0.0, 0.5)
    for paranoia, reply in ((0.0, 1), (1.0, 0)):
        tree = grown((0.5, 0.25, 0.25))
        tree.paranoia = paranoia
        add_children(tree, 1, 2, *values)
        assert row(tree, 1) == list(values[reply])
        assert tree.objective(2, 0.5, 0.5) == 0.5 - 0.5 * paranoia
        assert tree.objective(0, 0.5, 0.5) == 0.5


def test_regards_count_wherever_a_party_moves() -> None:
    """Party 2 gives a little of its share to harm party 1, or to help party 0."""
    values = (0.0, 0.625, 0.375), (0.25, 0.5, 0.25), (0.75, 0.0, 0.25)
    for other, weight, reply in ((1, 0.0, 0), (1, -0.5, 2), (0, 0.5, 2), (1, -0.125, 0)):
        tree = grown((0.5, 0.25, 0.25))
        tree.set_regard(2, other, weight)
        first = add_children(tree, 1, 2, *values)
        assert row(tree, 1) == list(values[reply])
        assert tree.value(first + reply, 2) == values[reply][2] + weight * values[reply][other]
        # What one party wishes is nothing to the others.
        assert tree.value(first + reply, 0) == values[reply][0]


def test_regards_go_along_with_a_copy_and_can_be_forgotten() -> None:
    tree, other = grown((0.5, 0.25), (0.25, 0.5)), SearchTree(parties=2)
    tree.set_regard(0, 1, 2.0)
    other.copy_from(tree)
    assert other.has_regards and other.value(1, 0) == tree.value(1, 0) == 1.0
    tree.clear_regards()
    assert not tree.has_regards and tree.value(1, 0) == 0.5


def test_selection_is_value_and_bias_and_prior_over_visits() -> None:
    tree = grown((0.5, 0.5), (0.25, 0.75), (0.375, 0.625))
    tree.exploration_scale = 0.125
    tree.visits[0] = 16
    tree.visits[1] = 9
    tree.prior[1], tree.prior[2], tree.prior[3] = 0.25, 0.25, 0.5
    tree.bias[2] = 0.0625
    for child, share, visits in ((1, 0.5, 9), (2, 0.3125, 0), (3, 0.375, 0)):
        bonus = C_EXPLORE * 0.125 * tree.prior[child] * sqrt(16) / (1 + visits)
        assert tree.value(child, 0) + tree.bias[child] + bonus == share + bonus
    assert tree.select(0) == 3
    tree.visits[3] = 15
    assert tree.select(0) == 2
    tree.visits[2] = 15
    assert tree.select(0) == 1


def test_a_proven_child_is_not_explored() -> None:
    tree = grown((0.5, 0.5), (0.25, 0.75))
    tree.visits[0] = 10_000
    tree.proven[2] = True
    assert tree.select(0) == 1
    tree.proven[1] = True
    assert tree.select(0) == 1


def test_a_win_of_the_mover_proves_a_node_and_a_loss_does_not() -> None:
    tree = grown((1.0, 0.0), (0.25, 0.75))
    tree.proven[1] = True
    tree.backup(0)
    assert tree.proven[0] and tree.has_won(0, 0) and not tree.has_won(0, 1)
    tree = grown((0.0, 1.0), (0.25, 0.75))
    tree.proven[1] = True
    tree.backup(0)
    assert not tree.proven[0]


def test_the_latest_win_that_can_be_proved_is_a_win() -> None:
    # As deep as a tree is (60 plies), in as many own turns as are looked for.
    latest = 1.0 - 0.0001 * (59 + 2 * MAX_OWN_TURNS - 1)
    tree = grown((latest, 1.0 - latest), (0.98, 0.02))
    tree.proven[1] = True
    tree.backup(0)
    assert tree.proven[0] and tree.has_won(1, 0) and not tree.has_won(2, 0)


@pytest.mark.parametrize("threshold", [64, NEVER, INCOMPLETE])
def test_a_node_is_lost_only_when_all_legal_turns_are_children(threshold: int) -> None:
    tree = grown((0.0, 1.0), (0.0, 1.0), threshold=threshold)
    tree.proven[1] = tree.proven[2] = True
    tree.backup(0)
    assert not tree.has_open_child(0)
    if threshold == NEVER:
        assert tree.proven[0] and tree.has_won(0, 1)
    elif threshold == INCOMPLETE:
        # There is no room for the others, one of which may be better.
        assert not tree.proven[0] and tree.widening_threshold[0] == INCOMPLETE
    else:
        # All turns that were kept are lost: the others are needed at once.
        assert not tree.proven[0] and tree.widening_threshold[0] == 0


def test_visits_are_averaged() -> None:
    tree = grown((0.5, 0.5))
    first = add_children(tree, 1, 1, (0.25, 0.75), (0.75, 0.25))
    tree.visits[0] = 1
    tree.mean_value[0], tree.mean_value[1] = 0.5, 0.5
    tree.record_visit(0, first)
    assert (tree.visits[0], tree.mean_value[0], tree.mean_value[1]) == (2, 0.375, 0.625)


def test_played_is_the_soonest_win_or_what_was_visited_most() -> None:
    tree = grown((0.5, 0.5), (0.75, 0.25), (0.625, 0.375))
    tree.visits[1] = 2
    assert tree.best_child(0) == 1
    tree.visits[3] = 2
    assert tree.best_child(0) == 3
    later, sooner = 0.998, 0.999
    for child, share in ((1, later), (2, sooner)):
        tree.proven[child] = True
        tree.backed_up_value[2 * child] = share
    assert tree.best_child(0) == 2


def test_what_is_proved_is_played_for_its_value_not_for_its_visits() -> None:
    tree = grown((0.5, 0.5), (0.75, 0.25), (0.625, 0.375))
    tree.visits[1], tree.visits[2], tree.visits[3] = 100, 3, 2
    tree.proven[1] = True
    tree.backed_up_value[2] = 0.001
    assert (tree.best_child(0), tree.lead(0)) == (2, 1)
    tree.backed_up_value[2] = 0.875
    assert (tree.best_child(0), tree.lead(0)) == (1, 0)
    tree.proven[2] = tree.proven[3] = True
    tree.backed_up_value[2], tree.backed_up_value[4], tree.backed_up_value[6] = 0.25, 0.1, 0.5
    assert tree.best_child(0) == 3


def test_a_copy_is_alike_and_apart() -> None:
    tree = grown((0.5, 0.5), (0.25, 0.75))
    tree.root_party, tree.paranoia, tree.exploration_scale = 1, 0.5, 0.25
    tree.visits[1] = 3
    copy = SearchTree(parties=2)
    copy.copy_from(tree)
    assert (copy.node_count, copy.capacity, copy.visits[1]) == (3, 64, 3)
    assert (copy.root_party, copy.paranoia, copy.exploration_scale) == (1, 0.5, 0.25)
    assert copy.select(0) == tree.select(0) and row(copy, 0) == row(tree, 0)
    copy.visits[1] = 4
    assert tree.visits[1] == 3


@pytest.mark.parametrize("pair", [(-1, 0), (0, 2), (10**6, 0)])
def test_regards_are_those_of_parties(pair: tuple[int, int]) -> None:
    """The compiled array is written to without a check."""
    with pytest.raises(IndexError, match="no party number"):
        SearchTree(parties=2).set_regard(*pair, 1.0)


def test_trees_are_merged_by_their_visits() -> None:
    one, two = grown((0.5, 0.5), (0.25, 0.75)), grown((0.75, 0.25), (0.25, 0.75))
    one.visits[1], two.visits[1] = 1, 3
    two.proven[2] = True
    two.backed_up_value[4], two.backed_up_value[5] = 1.0, 0.0
    one.merge_root(two)
    assert one.visits[1] == 4 and one.mean_value[2] == pytest.approx(0.6875)
    assert one.proven[2] and one.proven[0] and one.best_child(0) == 2


def test_a_tree_has_the_room_asked_for_and_keeps_its_memory() -> None:
    tree = grown((0.5, 0.5))
    tree.reserve(10)
    assert (tree.capacity, tree.node_count) == (10, 2)
    tree.reserve(64)
    assert (tree.capacity, tree.node_count) == (64, 2)
    tree.reserve(100)
    assert (tree.capacity, tree.node_count) == (100, 0)
    assert tree.node_size == 38 + 8 * 2


def test_who_leads_by_how_many_visits() -> None:
    tree = grown((0.5, 0.5), (0.25, 0.75), (0.25, 0.75))
    assert tree.lead(0) == 0
    tree.visits[2] = 5
    assert tree.lead(0) == 5
    tree.visits[1], tree.visits[3] = 7, 6
    assert tree.lead(0) == 1
