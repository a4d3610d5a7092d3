"""A value of the wrong type is a TypeError that names the argument; ends of a line do no harm."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest

import djambi
from djambi import Game, Position, Rules, Setup, Variant
from djambi.analysis import Analyser, analyse, game_statistics, review_game, review_turns
from djambi.endings import Endings, Material, unsupported_option
from djambi.geometry import board_named
from djambi.render import svg, text
from djambi.render.animation import animation_frames
from djambi.render.page import page

START = Position.start()
TURN = START.turn("c3-e3")
HEX = Variant.get("hex-3")
CELLS = "cells must be whole numbers, one for each cell of the board"

# What is given here is wrong on purpose, so no type checker may see it.
WRONG: list[tuple[Callable[[Any], object], object, str]] = [
    (Position.parse, b"square-4", "text must be str, not bytes"),
    (Setup.parse, None, "text must be str, not None"),
    (Position.start().play, None, "turn must be a Turn or its text, not None"),
    (Position.start().play, 5, "turn must be a Turn or its text, not int"),
    (Position.start().turn, b"c3-e3", "turn must be text, not bytes"),
    (Position.start().find, 5, "turn must be text, not int"),
    (Position.start().stage, None, "prefix must be str, not None"),
    (Position.start().resign, 5, "party must be str, not int"),
    (Position.start().party, None, "party must be str, not None"),
    (Position.start().piece_at, 5, "cell must be a cell's name, not int"),
    (Position.start().legal_turns, ["c3"], "cell must be a cell's name, not list"),
    (Position.start, ["square-4"], "variant must be a variant's name, not list"),
    (Variant.get, None, "variant must be a variant's name, not None"),
    (Rules.parse, b"bga", "rules must be text, not bytes"),
    (Position.start_by, "square-4", "variant must be a Variant, not str"),
    (lambda rules: Position.start_by(HEX, rules), "bga", "rules must be Rules, not str"),
    (Position.from_setup, 5, "setup must be a Setup, not int"),
    (Position.start().reached, None, "kernel must be a Kernel, not None"),
    (Position.start().turned, 1.5, "steps must be a whole number, not float"),
    (Position.start().turned, "x", "steps must be a whole number, not str"),
    (Position.start().upcoming, "a", "many must be a whole number, not str"),
    (Position.start().upcoming, 2.5, "many must be a whole number, not float"),
    (Position.start().relabelled, 5, "letters must be str, not int"),
    (Position.start().long_line, 5, "turns must be turns or their texts, not int"),
    (Position.start().pieces_of, 5, "parties must be str, not int"),
    (Position.start().chief_of, None, "party must be str, not None"),
    (Position.start().controlled_by, None, "party must be str, not None"),
    (Position.start().controlled_pieces, b"r", "party must be str, not bytes"),
    (Position.start().opponents, 5, "party must be str, not int"),
    (lambda piece: Position.start().may_act(piece, piece), "rC", "piece must be a Piece, not str"),
    (Position.start().mapped, 5, CELLS),
    (Position.start().mapped, [0.0, *range(1, 81)], CELLS),
    (TURN.mapped, "zz", CELLS),
    (TURN.turned, 0.5, "steps must be a whole number, not float"),
    (TURN.long, "c3", "position must be a Position, not str"),
    (TURN.marks, None, "position must be a Position, not None"),
    (lambda variant: Setup.start(variant, Rules.of()), 5, "variant must be a Variant, not int"),
    (lambda variant: Setup.empty(variant, Rules.of()), 5, "variant must be a Variant, not int"),
    (Position.start().setup().with_cells, 5, "changes must be a mapping of cells, not int"),
    (lambda rules: Setup.empty(HEX, rules), "bga", "rules must be Rules, not str"),
    (Rules.of().without_effect, "hex-3", "variant must be a Variant, not str"),
    (svg, "square-4", "position must be a Position, not str"),
    (text, None, "position must be a Position, not None"),
    (lambda turn: svg(START, last_turn=turn), "c3-e3", "last_turn must be a Turn or None, not str"),
    (board_named, None, "name must be a board's name, not None"),
    (HEX.board.names, 5, "cells must be numbers of cells, not int"),
    (HEX.board.names, ["a1"], "cell must be a whole number, not str"),
    (Material.parse, None, "text must be an ending, not None"),
    (lambda variant: Endings(variant, Rules.of()), None, "variant must be a Variant, not None"),
    (lambda rules: Endings(HEX, rules), "bga", "rules must be Rules, not str"),
    (unsupported_option, None, "rules must be Rules, not None"),
    (HEX.has_party, 5, "party must be str, not int"),
    (HEX.in_seat_order, 5, "letters must be letters, not int"),
    (HEX.players_from, 5, "active must be str, not int"),
    (Game, "square-4", "start must be a Position, not str"),
    (lambda tags: Game(tags=tags), 5, "tags must be a mapping, not int"),
    (lambda value: str(Game(tags={"Event": value})), 5, "tag Event must be str, not int"),
    (lambda name: str(Game(tags={name: "x"})), 5, "a tag's name must be str, not int"),
    (Game().resign, 5, "party must be str, not int"),
    (Game.from_record, "1. r c3-e3", "record must be a Record, not str"),
    (lambda stream: Game.write(stream, []), "x", "stream must be a stream of text, not str"),
    (lambda games: Game.write(io.StringIO(), games), 5, "games must be Games, not int"),
    (lambda game: Game.write(io.StringIO(), [game]), START, "games must be Games, not Position"),
    (Game().play, None, "turn must be a Turn or its text, not None"),
    (Game().comment, b"good", "comment must be str, not bytes"),
    (
        lambda depth: djambi.perft(Position.start(), depth),
        1.5,
        "depth must be a whole number, not float",
    ),
    (analyse, "square-4", "position must be a Position, not str"),
    (lambda nodes: analyse(START, nodes=nodes), "5", "nodes must be a whole number, not str"),
    (lambda lines: analyse(START, lines=lines), 1.5, "lines must be a whole number, not float"),
    (lambda here: Analyser().assess(here, 5), None, "position must be a Position, not None"),
    (Analyser().evaluate, "hex-3", "position must be a Position, not str"),
    # Nodes are counted, which an iterator cannot be.
    (lambda nodes: list(review_game(nodes)), 5, "nodes must be a list of nodes, not int"),
    (
        lambda nodes: list(review_turns(nodes, lambda position: Analyser().assess(position, 1))),
        Game(),
        "nodes must be a list of nodes, not Game",
    ),
    (game_statistics, Game().main_line(), "nodes must be a list of nodes, not generator"),
    (animation_frames, Game(), "nodes must be a list of nodes, not Game"),
    (page, Game().main_line(), "nodes must be a list of nodes, not generator"),
    (lambda position: djambi.perft(position, 1), "square-4", "position must be Position, not str"),
]


@pytest.mark.parametrize(("function", "value", "message"), WRONG)
def test_a_wrong_type_is_named(
    function: Callable[[Any], object], value: object, message: str
) -> None:
    with pytest.raises(TypeError) as raised:
        function(value)
    assert str(raised.value) == message


@pytest.mark.parametrize("text", ["{}\n", "{}\r\n", "  {}", "\t{} \n"])
def test_a_position_can_be_given_as_the_line_that_it_stands_on(text: str) -> None:
    start = Position.start("hex-3")
    assert Position.parse(text.format(start)) == start
    assert str(Setup.parse(text.format(start))) == str(start)
