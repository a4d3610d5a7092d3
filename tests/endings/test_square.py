"""Tables on the square board against the public rules: the best of what turns lead to."""

from __future__ import annotations

from random import Random

import pytest

from djambi import Position, Rules, Variant
from djambi.endings import (
    FOUR_MAN_ENDINGS,
    THREE_MAN_ENDINGS,
    Endings,
    EndingValue,
    Material,
    statistics_of,
)

EDITIONS = ("original", "djambinet", "hallepee")
SQUARE = Variant.get("square-4")


def best_of(values: list[EndingValue], mover: str) -> EndingValue:
    """Return what a position is worth, by what those after each of its turns are worth."""
    won = [value.turns for value in values if value.winner == mover]
    if won:
        return EndingValue(mover, min(won) + 1)
    if any(value.winner is None for value in values):
        return EndingValue(None, 0)
    return EndingValue(values[0].winner, max(value.turns for value in values) + 1)


def _check(endings: Endings, material: Material, seed: int, count: int) -> None:
    """Compare positions drawn at random, half of them with a ruler or a bonus turn."""
    chance = Random(f"{material} {seed}")
    table = endings.table(material)
    bonus = table.index(2, [endings.variant.board.maze, 0, 0, 0])
    done = 0
    while done < count:
        index = chance.randrange(table.size) if done % 2 else chance.randrange(bonus, table.size)
        position = endings.position(material, index)
        if position is None:
            continue
        done += 1
        mover = position.mover
        assert mover is not None
        after = [endings.probe(position.play(turn)) for turn in position.legal_turns()]
        values = [value for value in after if value is not None]
        assert len(values) == len(after), str(position)
        assert endings.probe(position) == best_of(values, mover), str(position)


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("material", THREE_MAN_ENDINGS, ids=str)
def test_a_value_is_the_best_of_those_after_a_turn(edition: str, material: Material) -> None:
    _check(Endings(SQUARE, Rules.of(edition)), material, 1, 30)


@pytest.mark.long
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("material", FOUR_MAN_ENDINGS, ids=str)
def test_four_men_and_what_they_become(edition: str, material: Material) -> None:
    endings = Endings(SQUARE, Rules.of(edition))
    for each in (material, *(descent.material for descent in material.descents())):
        _check(endings, each, 2, 200)


@pytest.mark.slow
def test_the_reporter_wins_whoever_is_in_power() -> None:
    found = statistics_of(Endings(SQUARE, Rules.of("original")), Material.parse("CR-C"))
    to_move = found.total(mover=0)
    assert to_move.first == to_move.positions == 492_960 + 3 * 6_320
    assert (found.most_turns(0), found.most_turns(1)) == (17, 1)
    assert sum(found.lengths[0]) == found.total().first


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "won", "longest"), [("original", 100, 6), ("hallepee", 59, 1)])
def test_the_assassin_wins_from_power_where_power_has_turns(
    edition: str, won: int, longest: int
) -> None:
    found = statistics_of(Endings(SQUARE, Rules.of(edition)), Material.parse("CA-C"))
    in_power = found.total(mover=0, power="first", bonus=True)
    assert in_power.first * 100 // in_power.positions == won
    assert found.most_turns(0) == longest


@pytest.mark.slow
def test_the_longest_win_plays_to_its_end() -> None:
    endings = Endings(SQUARE, Rules.of("original"))
    longest = statistics_of(endings, Material.parse("CR-C")).longest[0]
    assert longest is not None
    line = endings.line(longest)
    assert len(line) == 17
    position = longest
    for turn in line:
        position = position.play(turn)
    assert position.winners == "r"


@pytest.mark.slow
def test_turned_and_mirrored_positions_are_worth_the_same() -> None:
    endings = Endings(SQUARE, Rules.of("original"))
    chance = Random(3)
    table = endings.table(Material.parse("CR-C"))
    for _ in range(300):
        position = endings.position(Material.parse("CR-C"), chance.randrange(table.size))
        if position is None:
            continue
        value = endings.probe(position)
        assert endings.probe(position.turned(1)) == value
        assert endings.probe(position.mirrored()) == value
        other = endings.probe(position.relabelled("ybrg"))
        assert value is not None
        assert other is not None
        assert other.turns == value.turns
        assert (other.winner, value.winner) in {("r", "y"), ("y", "r"), (None, None)}


def test_a_position_that_is_over_needs_no_table() -> None:
    endings = Endings(SQUARE, Rules.of("original"))
    won = Position.parse("square-4 original 8x/9/9/9/9/9/9/9/rC8 r,b>r,y>r,g>r rbyg =r 0 9")
    assert endings.probe(won) == EndingValue("r", 0)
