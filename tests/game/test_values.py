"""Games as values: pickled, copied and shown, however long they are."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

from djambi import Game, Position
from djambi.nodes import Event, Node, Step, child_of, to_play

COPIES: list[Callable[[Game], Game]] = [
    copy.copy,
    copy.deepcopy,
    lambda game: pickle.loads(pickle.dumps(game)),
]
LONG = 3000
"""Plies: three times what Python lets functions call one another."""


def long_game() -> Game:
    """Return a game of many turns; that they are always the same one matters to nobody here."""
    game = Game(Position.start(), {"Event": "Long"})
    here = game.position
    node = game.root
    for _ in range(LONG):
        child = child_of(node, Event(Step.TURN, to_play(here), here.turn("c3-e3")), here)
        node.children.append(child)
        node = child
    game.to_end()
    return game


@pytest.mark.parametrize("copied", COPIES)
def test_a_game_of_any_length_is_copied_and_pickled(copied: Callable[[Game], Game]) -> None:
    game = long_game()
    again = copied(game)
    assert len(list(again.main_line())) == LONG + 1
    assert again.node.position == game.node.position
    assert again.tags == {"Event": "Long"}


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_has_everything_and_shares_nothing(copied: Callable[[Game], Game]) -> None:
    game = Game.start("square-3", "bga")
    game.play("c3-e3")
    game.comment("a comment")
    game.undo()
    game.play("c3-c5")
    game.resign("b")
    game.undo()
    again = copied(game)
    assert str(again) == str(game)
    assert again.history == game.history
    assert again.root is not game.root
    assert again.node in again.root.children
    written = str(game)
    again.redo()
    again.comment("only here")
    again.tags["Event"] = "only here"
    assert str(game) == written


def test_a_node_brings_its_tree_and_keeps_its_place() -> None:
    game = Game()
    game.play("c3-e3")
    game.play("g3-g5")
    node = pickle.loads(pickle.dumps(game.node.parent))
    assert isinstance(node, Node)
    assert str(node.event) == "c3-e3"
    assert [str(child.event) for child in node.children] == ["g3-g5"]
    assert node.parent is not None
    assert node.parent.children == [node]


def test_a_node_that_was_taken_out_can_be_pickled() -> None:
    game = Game()
    game.play("c3-e3")
    game.play("g3-g5")
    node = game.node
    game.undo(forget=True)
    again = pickle.loads(pickle.dumps(node))
    assert (str(again.event), again.parent) == ("g3-g5", None)


def test_games_and_nodes_show_themselves_in_one_line() -> None:
    game = long_game()
    for shown in (repr(game), repr(game.root), repr(game.node), repr(list(game.path())[:2])):
        assert "\n" not in shown
        assert len(shown) < 200
    assert repr(Game()) == "<Game square-4 original, ply 0, r to play>"
    every = {"own_kills": "any", "layout": "rotated", "fortress": True, "quiet_rounds": 7}
    assert repr(Game.start("hex-6", "bga", **every)) == "<Game hex-6 bga,…, ply 0, r to play>"
    over = Game.start("hex-3")
    over.agree_draw()
    assert repr(over) == "<Game hex-3 harcourt, ply 0, won by rby>"
    assert repr(over.node) == "<Node draw agreed, ply 0, 0 children>"
