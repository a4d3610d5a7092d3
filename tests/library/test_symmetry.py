"""Turned, mirrored and relabelled positions are the same game seen otherwise."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

import pytest
from tests.library.playing import SEEDED, sampled, some_play
from tests.positions import MUST_PASS

from djambi import VARIANT_NAMES, Board, DjambiError, Position, Turn, Variant
from djambi.position.symmetry import mirroring, renaming, turning

Thing = TypeVar("Thing", Position, Turn)

BOARDS = list(dict.fromkeys(Variant.get(name).board for name in VARIANT_NAMES))
CORNERS = {"square": 4, "hex-61": 6, "hex-127": 6} | {f"polygon-{n}": n for n in range(3, 9)}


def test_every_board_is_tested() -> None:
    assert {board.name for board in BOARDS} == set(CORNERS)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_turnings_and_the_mirror_keep_rays_and_sides(board: Board) -> None:
    for image in [mirroring(board), *(turning(board, k) for k in range(CORNERS[board.name]))]:
        assert sorted(image) == list(range(len(board.cells)))
        assert image[board.maze] == board.maze
        for cell, rays in enumerate(board.rays):
            turned = Counter(tuple(image[other] for other in ray) for ray in rays)
            assert turned == Counter(board.rays[image[cell]])
            assert {image[side] for side in board.sides[cell]} == set(board.sides[image[cell]])
        assert {image[cell] for cell in board.fortress} == set(board.fortress)
        slanting = [frozenset(line.cells) for line in board.lines if line.hex_diagonal]
        assert Counter(frozenset(image[c] for c in line) for line in slanting) == Counter(slanting)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_a_turning_takes_every_corner_to_the_next(board: Board) -> None:
    many = len(board.corners)
    assert many == CORNERS[board.name]
    for steps in range(-many, many + 1):
        image = turning(board, steps)
        for number, corner in enumerate(board.corners):
            assert image[corner] == board.corners[(number + steps) % many]
    assert turning(board, many) == tuple(range(len(board.cells)))


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_the_mirror_exchanges_left_and_right_of_the_first_corner(board: Board) -> None:
    image = mirroring(board)
    for number, corner in enumerate(board.corners):
        assert image[corner] == board.corners[-number % len(board.corners)]
    assert image != tuple(range(len(board.cells)))
    assert tuple(image[cell] for cell in image) == tuple(range(len(board.cells)))


def turned(thing: Thing, mirror: bool, steps: int) -> Thing:
    """Return a position or a turn mirrored, if so, and turned."""
    return (thing.mirrored() if mirror else thing).turned(steps)


@pytest.mark.parametrize(("variant", "edition", "seed"), SEEDED)
def test_legal_turns_and_play_commute_with_symmetries(
    variant: str, edition: str, seed: int, compiled: bool
) -> None:
    chance = random.Random(seed)
    plies, many = (200, 6) if compiled else (40, 2)
    for position in sampled(some_play(variant, edition, seed, plies), many, seed):
        turns = list(position.legal_turns())
        steps = chance.randrange(1, len(position.board.corners))
        for mirror, by in ((False, steps), (True, 0), (True, steps)):
            image = turned(position, mirror, by)
            assert image != position
            assert (image.board, image.parties) == (position.board, position.parties)
            assert Position.parse(str(image)) == image
            there = sorted(str(turned(turn, mirror, by)) for turn in turns)
            assert there == sorted(map(str, image.legal_turns()))
            for turn in chance.sample(turns, min(5, len(turns))):
                after = image.play(turned(turn, mirror, by))
                assert after == turned(position.play(turn), mirror, by)


@pytest.mark.parametrize(("variant", "edition", "seed"), SEEDED)
def test_legal_turns_and_play_do_not_depend_on_letters(
    variant: str, edition: str, seed: int, compiled: bool
) -> None:
    chance = random.Random(seed)
    plies, many = (200, 8) if compiled else (40, 2)
    for position in sampled(some_play(variant, edition, seed, plies), many, seed):
        parties = position.variant.parties
        letters = "".join(chance.sample(parties, len(parties)))
        new = renaming(parties, letters)
        other = position.relabelled(letters)
        turns = [str(turn) for turn in position.legal_turns()]
        assert sorted(map(str, other.legal_turns())) == sorted(turns)
        assert other.mover == (position.mover and new[position.mover])
        assert set(other.winners) == {new[letter] for letter in position.winners}
        assert Position.parse(str(other)) == other
        for text in chance.sample(turns, min(5, len(turns))):
            assert other.play(text) == position.play(text).relabelled(letters)


def test_a_rotated_start_turned_and_relabelled_is_the_start_of_the_next_seat() -> None:
    start = Position.start("hex-6", layout="rotated")
    turned = start.turned(1).relabelled("bygpor")
    assert (turned.pieces, turned.order, turned.seat) == (start.pieces, "bygpor", "b")


def test_relabelling_is_undone_by_its_inverse() -> None:
    for position in some_play("square-4", "wikipedia", 3, 60)[::7]:
        assert position.relabelled("yrgb").relabelled("bgry") == position
        assert position.relabelled("rbyg") == position


def test_who_may_never_return_goes_by_the_letter() -> None:
    start = Position.start("hex-5", "hallepee")
    assert (start.rejoinable, start.relabelled("bygpro").rejoinable) == ("", "")
    assert start.relabelled("obygpr").rejoinable == "r"


def test_a_pass_stays_a_pass() -> None:
    position = Position.parse(MUST_PASS)
    (turn,) = position.legal_turns()
    assert (str(turn.turned(1)), str(turn.mirrored())) == ("--", "--")
    assert position.turned(1).play(turn.turned(1)) == position.play("--").turned(1)


@pytest.mark.parametrize("letters", ["", "rby", "rbyy", "rbyo", "rbygo"])
def test_other_letters_than_the_variants_are_refused(letters: str) -> None:
    with pytest.raises(DjambiError, match="is not rbyg in some order"):
        Position.start().relabelled(letters)


def swapped(board: Board, one: str, other: str) -> list[int]:
    """Return the board's cells with two of them exchanged."""
    cells = list(range(len(board.cells)))
    first, second = board.index(one), board.index(other)
    cells[first], cells[second] = second, first
    return cells


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([0] * 81, "cells: they are not the numbers from 0 to 80, each once"),
        ([1], "cells: they are not the numbers"),
        (range(1, 82), "cells: they are not the numbers"),
        (range(82), "cells: they are not the numbers"),
        (range(-1, 80), "cells: they are not the numbers"),
        (swapped(BOARDS[0], "a1", "e5"), "cells: lines through a1 are not lines through e5"),
        (swapped(BOARDS[0], "c3", "c4"), "cells: lines through"),
    ],
)
def test_cells_that_are_no_symmetry_are_refused(cells: Sequence[int], message: str) -> None:
    start = Position.start()
    for thing in (start, start.turn("c3-e3")):
        with pytest.raises(DjambiError, match=message):
            thing.mapped(cells)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_every_symmetry_may_be_given_as_cells(board: Board) -> None:
    variant = next(name for name in VARIANT_NAMES if Variant.get(name).board == board)
    start = Position.start(variant)
    for steps in range(len(board.corners)):
        image = list(turning(board, steps))
        assert start.mapped(image) == start.turned(steps)
        both = [image[cell] for cell in mirroring(board)]
        assert start.mapped(both) == start.mirrored().turned(steps)


def test_victims_and_exits_turn_with_the_rest() -> None:
    text = "square-4 harcourt-advanced 9/3bM5/9/3bMrRyM3/9/9/9/9/rC6yCbC r,b,y,g! rbyg r 0 0"
    position = Position.parse(text)
    turn = position.turn("e6-e8*d8")
    assert (str(turn.turned(1)), str(turn.turned(2))) == ("d5-b5*b4", "e4-e2*f2")
    assert position.turned(1).turn("d5-b5*b4") == turn.turned(1)
