"""The tree of a game is edited: variations added, moved, promoted and removed."""

from __future__ import annotations

import pytest

from djambi import Game, IllegalTurn, Position
from djambi.errors import DjambiError
from djambi.nodes import Node
from djambi.notation.writing import write_record


def turns(nodes: list[Node]) -> list[str]:
    return [str(node.event) for node in nodes]


def line(game: Game) -> list[str]:
    return turns(list(game.main_line())[1:])


def test_a_variation_stands_behind_and_comes_once() -> None:
    game = Game()
    game.play("c3-e3")
    start = game.root
    other = start.add_variation("c3-d3")
    assert start.add_variation(start.position.turn("c3-d3")) is other
    assert turns(start.children) == ["c3-e3", "c3-d3"]
    assert line(game) == ["c3-e3"]
    with pytest.raises(IllegalTurn):
        start.add_variation("c3-e5")
    assert len(start.children) == 2


def test_nodes_move_among_their_siblings() -> None:
    start = Node(Position.start())
    first, second, third = map(start.add_variation, ("c3-e3", "c3-d3", "c3-c4"))
    third.promote()
    assert start.children == [first, third, second]
    first.promote()
    second.demote()
    assert start.children == [first, third, second]
    first.demote()
    assert start.children == [third, first, second]
    start.promote()
    start.demote()


def test_a_deep_variation_becomes_the_game() -> None:
    game = Game()
    for turn in ("c3-e3", "g3-g5", "g7-e7"):
        game.play(turn)
    deep = game.root.add_variation("c3-d3").add_variation("g3-g4")
    aside = deep.parent
    assert aside is not None
    beside = aside.add_variation("g3-g6")
    beside.promote_to_main_line()
    assert line(game) == ["c3-d3", "g3-g6"]
    assert beside.is_main_line() and not deep.is_main_line()
    assert turns(game.root.children) == ["c3-d3", "c3-e3"]
    [again] = Game.read(str(game))
    assert line(again) == line(game)
    game.root.promote_to_main_line()
    assert game.root.is_main_line()


def test_a_removed_node_is_a_tree_of_its_own() -> None:
    game = Game()
    game.play("c3-e3")
    node = game.root.add_variation("c3-d3")
    node.remove()
    assert turns(game.root.children) == ["c3-e3"]
    assert node.root() is node and node.is_main_line()
    for start in (node, game.root):
        with pytest.raises(DjambiError, match="cannot be removed"):
            start.remove()


def test_records_without_comments_or_variations() -> None:
    text = "{before} 1. r c3-e3 {bold} ({or} r c3-d3 {quiet}) b g3-g5\n"
    [game] = Game.read(text)

    def written(*, comments: bool = True, variations: bool = True) -> str:
        record = game.to_record(comments=comments, variations=variations)
        return " ".join(write_record(record).partition("\n\n")[2].split())

    assert written() == "{before} 1. r c3-e3 {bold} ({or} 1. r c3-d3 {quiet}) b g3-g5"
    assert written(comments=False) == "1. r c3-e3 (1. r c3-d3) b g3-g5"
    assert written(variations=False) == "{before} 1. r c3-e3 {bold} b g3-g5"
    assert written(comments=False, variations=False) == "1. r c3-e3 b g3-g5"


def test_why_a_game_ended() -> None:
    game = Game.start("hex-3", quiet_rounds=1)
    while not game.position.is_over:
        assert game.ending is None
        quiet = [
            turn for turn in game.position.legal_turns() if not turn.place and not turn.victims
        ]
        game.play(quiet[0])
    assert (game.ending, game.position.is_over) == ("quiet", True)
    assert Game(game.position).ending is None
    game.undo()
    game.resign()
    game.resign()
    assert (game.ending, game.position.is_over) == ("last", True)
