"""The text of turns (NOTATION 2): what is read, what is refused and where, what is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from djambi.errors import UnknownCell, UnreadableTurn
from djambi.geometry import polygon_board, square_board
from djambi.notation.turns import PASS, TurnParts, format_turn, long_turn, parse_turn

BOARD = square_board()
CELLS = st.sampled_from(BOARD.cells)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("c3-e3", TurnParts("c3", "e3")),
        ("c3-f6>h2", TurnParts("c3", "f6", place="h2")),
        ("a2-e4*d4*e5", TurnParts("a2", "e4", victims=("d4", "e5"))),
        ("b1-e5/e9", TurnParts("b1", "e5", exit="e9")),
        ("b2-e5>a5/e8", TurnParts("b2", "e5", place="a5", exit="e8")),
        ("b2-e5>a5/e8>e5", TurnParts("b2", "e5", place="a5", exit="e8", exit_place="e5")),
        (
            "f7-g7*g8/g3*g2",
            TurnParts("f7", "g7", victims=("g8",), exit="g3", exit_victims=("g2",)),
        ),
        (
            "b2-e5/e8>e5>a5",
            TurnParts("b2", "e5", place="a5", exit="e8", exit_place="e5", places_last=True),
        ),
        ("b2-e5/e8>a5", TurnParts("b2", "e5", exit="e8", exit_place="a5")),
        ("--", PASS),
    ],
)
def test_short_form(text: str, parts: TurnParts) -> None:
    assert parse_turn(text, BOARD) == parts
    assert format_turn(parts) == text


@pytest.mark.parametrize(
    ("text", "short", "kind", "act"),
    [
        ("Mc3xf6>h2", "c3-f6>h2", "M", "x"),
        ("Ab1xb8", "b1-b8", "A", "x"),
        ("Ra2-e4*e5", "a2-e4*e5", "R", "-"),
        ("Db2@e5>a5/e8", "b2-e5>a5/e8", "D", "@"),
        ("Nc3~f6>h2", "c3-f6>h2", "N", "~"),
        ("Db2@e5/@e8>e5>a5", "b2-e5/e8>e5>a5", "D", "@"),
    ],
)
def test_long_form(text: str, short: str, kind: str, act: str) -> None:
    parts = parse_turn(text, BOARD)
    assert (parts.kind, parts.act) == (kind, act)
    assert format_turn(parts) == short
    assert long_turn(parts, kind) == text
    assert long_turn(parse_turn(short, BOARD), kind, (parts.act, parts.exit_act)) == text


def test_white_space_around_a_turn_is_ignored() -> None:
    assert parse_turn(" c3-e3\n", BOARD) == TurnParts("c3", "e3")


@pytest.mark.parametrize(
    ("text", "column", "word"),
    [
        ("", 1, "the end"),
        ("c3", 3, "- x @ ~"),
        ("c3-", 4, "cell"),
        ("z3-e3", 1, "z3"),
        ("c3-e33", 4, "e33"),
        ("c3-e3>", 7, "placement"),
        ("c3-e3>a1>b1", 9, "'>'"),
        ("c3-e3*", 7, "victim"),
        ("c3-e3/", 7, "exit"),
        ("c3-e3/e8>a1>b1>c1", 15, "end"),
        ("b2-e5>a5/e8>e5>a6", 15, "end"),
        ("a2-e4*d4>a5", 9, "expected * / or the end"),
        ("Xc3-e3", 1, "piece"),
        ("--x", 1, "'-'"),
        ("c3-é3", 4, "'é'"),
        ("c3-e3\x00", 6, "x00"),
        ("c3-e3" + "*a1" * 1000, 1, "characters"),
    ],
)
def test_what_is_refused_and_where(text: str, column: int, word: str) -> None:
    with pytest.raises(UnreadableTurn) as caught:
        parse_turn(text, BOARD)
    assert caught.value.reason.startswith(f"column {column}: ")
    assert word in caught.value.reason
    assert caught.value.text == text


def test_the_error_carries_the_position() -> None:
    with pytest.raises(UnreadableTurn) as caught:
        parse_turn("c3", BOARD, "square-4 original ...")
    assert caught.value.position == "square-4 original ..."


def test_two_readings_where_the_text_leaves_it_open() -> None:
    first, second = parse_turn("b2-e5/e8>a5", BOARD).readings()
    assert (first.place, first.exit_place, first.places_last) == (None, "a5", False)
    assert (second.place, second.exit_place, second.places_last) == ("a5", None, True)
    assert format_turn(first) == format_turn(second) == "b2-e5/e8>a5"


@pytest.mark.parametrize(
    "text",
    ["c3-e3", "b2-e5>a5/e8>e5", "b2-e5/e8>e5>a5", "b2-e5/e8*e9>a5", "b2-e5/e8>a5*e9"],
)
def test_one_reading_elsewhere(text: str) -> None:
    assert len(parse_turn(text, BOARD).readings()) == 1


@given(
    st.builds(
        TurnParts,
        origin=CELLS,
        target=CELLS,
        place=st.none() | CELLS,
        victims=st.lists(CELLS, max_size=3).map(tuple),
        exit=st.none() | CELLS,
        exit_place=st.none() | CELLS,
        exit_victims=st.lists(CELLS, max_size=3).map(tuple),
        places_last=st.booleans(),
    )
)
def test_every_turn_is_read_as_it_was_written(parts: TurnParts) -> None:
    if parts.exit is None:
        parts = TurnParts(parts.origin, parts.target, "-", parts.place, parts.victims)
    elif parts.place is None:
        parts = TurnParts(
            parts.origin,
            parts.target,
            "-",
            None,
            parts.victims,
            parts.exit,
            "-",
            parts.exit_place,
            parts.exit_victims,
        )
    assert parts in parse_turn(format_turn(parts), BOARD).readings()


@given(st.text(alphabet="abe19-x@~>*/MCo \n", max_size=40) | st.text(max_size=30))
def test_any_text_is_a_turn_or_an_unreadable_one(text: str) -> None:
    try:
        parts = parse_turn(text, BOARD)
    except UnreadableTurn:
        return
    again = parse_turn(format_turn(parts), BOARD)
    assert format_turn(again) == format_turn(parts)


def test_cells_of_the_polygon() -> None:
    board = polygon_board(5)
    assert parse_turn("a22xo/b31", board) == TurnParts("a22", "o", "x", exit="b31")
    with pytest.raises(UnknownCell):
        board.index("f11")
    with pytest.raises(UnreadableTurn, match="f11"):
        parse_turn("a22-f11", board)
