"""A value of the wrong type is a TypeError that names the argument; ends of a line do no harm."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import djambi
from djambi import Game, Position, Rules, Setup, Variant

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
    (Game, "square-4", "start must be a Position, not str"),
    (Game().play, None, "turn must be a Turn or its text, not None"),
    (Game().comment, b"good", "comment must be str, not bytes"),
    (lambda depth: djambi.perft(Position.start(), depth), 1.5, "depth must be int, not float"),
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
