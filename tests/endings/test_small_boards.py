"""Tables on small boards, and a slow solver that shares no code with them: every value, equal."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.endings.slow_solver import solved
from tests.endings.small_board import small_variant
from tests.endings.test_square import best_of

from djambi.endings import (
    FOUR_MAN_ENDINGS,
    THREE_MAN_ENDINGS,
    Endings,
    EndingValue,
    Material,
    statistics_of,
)
from djambi.endings.statistics import Power
from djambi.geometry import Board
from djambi.kernel.endings.ending_table import EndingTable
from djambi.kernel.rules.codes import CHIEF, MILITANT
from djambi.kernel.rules.options import option_numbers
from djambi.kernel.rules.tables import tables_of
from djambi.position import Position
from djambi.position.symmetry import mirroring, turning
from djambi.rules import Rules

EDITIONS = ("original", "djambinet", "hallepee")
POWERS: tuple[Power, ...] = ("nobody", "first", "second")


def _all_positions(endings: Endings, material: Material) -> list[Position]:
    table = endings.table(material)
    found = (endings.position(material, index) for index in range(table.size))
    return [position for position in found if position is not None]


def _compare(size: int, edition: str, material: Material, own_turns: bool = False) -> None:
    """Compare the table, and those that it leads to, with the slow solver."""
    rules = Rules.of(edition, quiet_rounds=0)
    endings = Endings(small_variant(size), rules, own_turns=own_turns)
    starts = _all_positions(endings, material)
    positions, values = solved(starts, own_turns)
    assert len({position.key for position in starts}) > 100
    seen: set[Material | None] = set()
    for key, position in positions.items():
        value = endings.probe(position)
        assert value is not None, str(position)
        winner, turns = values.get(key, (None, 0))
        assert (value.winner, value.turns) == (winner, turns), str(position)
        seen.add(endings.material_of(position))
    assert {descent.material for descent in material.descents()} <= seen


@pytest.mark.parametrize(
    ("ending", "own_turns"), [("CM-C", False), ("CD-C", False), ("CR-C", True)]
)
def test_some_on_nine_cells_by_the_interpreted_kernel_too(ending: str, own_turns: bool) -> None:
    _compare(3, "original", Material.parse(ending), own_turns)


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("material", THREE_MAN_ENDINGS, ids=str)
def test_three_men_on_nine_cells(edition: str, material: Material) -> None:
    _compare(3, edition, material)


@pytest.mark.slow
@pytest.mark.parametrize("material", THREE_MAN_ENDINGS, ids=str)
def test_own_turns_on_nine_cells(material: Material) -> None:
    _compare(3, "original", material, own_turns=True)


@pytest.mark.long
@pytest.mark.parametrize("material", THREE_MAN_ENDINGS, ids=str)
def test_own_turns_on_twenty_five_cells(material: Material) -> None:
    _compare(5, "original", material, own_turns=True)


@pytest.mark.slow
def test_four_men_on_nine_cells() -> None:
    _compare(3, "hallepee", Material.parse("CD-CR"))


@pytest.mark.slow
def test_a_necromobile_beside_a_corpse_on_nine_cells() -> None:
    _compare(3, "original", Material.parse("CN-C-x"))


@pytest.mark.slow
@pytest.mark.parametrize("enthrones", ["never", "chiefs"])
def test_an_exit_that_acts_before_the_placement(enthrones: str) -> None:
    """No edition has both: the Diplomat leaves the maze by displacing a second piece.

    On nine cells that is never better than a quiet way out; on more the slow solver takes too long.
    """
    variant, material = small_variant(5), Material.parse("CD-CM")
    options = {"mover_exit": "any", "diplomat_enthrones": enthrones}
    endings = Endings(variant, Rules.of("original", quiet_rounds=0, **options))
    maze = variant.board.maze
    known = [variant.board.index(name) for name in ("c1", "c3", "d2", "c2")]
    assert endings.probe(endings.position_at(material, 0, known)) == EndingValue(None, 0)
    chance = Random(1)
    field = [cell for cell in range(len(variant.board.cells)) if cell != maze]
    acting = 0
    while acting < 20:
        chief, diplomat, militant = chance.sample(field, 3)
        position = endings.position_at(material, 0, [chief, maze, diplomat, militant])
        turns = position.legal_turns()
        if not any("/" in str(turn) and str(turn).count(">") == 2 for turn in turns):
            continue
        acting += 1
        after = [endings.probe(position.play(turn)) for turn in turns]
        values = [value for value in after if value is not None]
        assert endings.probe(position) == best_of(values, "r"), str(position)


@pytest.mark.long
@pytest.mark.parametrize("edition", [*EDITIONS, "wikipedia"])
@pytest.mark.parametrize("material", THREE_MAN_ENDINGS, ids=str)
def test_all_three_men_on_twenty_five_cells(edition: str, material: Material) -> None:
    _compare(5, edition, material)


@pytest.mark.long
@pytest.mark.parametrize("edition", [*EDITIONS, "wikipedia"])
@pytest.mark.parametrize("material", FOUR_MAN_ENDINGS, ids=str)
def test_all_four_men_on_nine_cells(edition: str, material: Material) -> None:
    _compare(3, edition, material)


def _images(board: Board) -> list[tuple[int, ...]]:
    """Where the cells of a square board go when it is turned and mirrored, the identity first."""
    turned = [turning(board, steps) for steps in range(4)]
    return turned + [tuple(to[cell] for cell in mirroring(board)) for to in turned]


@pytest.mark.parametrize("material", THREE_MAN_ENDINGS, ids=str)
def test_what_symmetry_makes_alike_is_worth_the_same(material: Material) -> None:
    variant = small_variant(5)
    table = Endings(variant, Rules.of("original")).table(material)
    board = variant.board
    images = _images(board)
    for index in range(table.size):
        found = table.position(index)
        if found is not None:
            turn, cells, _ = found
            alike = {table.values[table.index(turn, [to[cell] for cell in cells])] for to in images}
            assert alike == {table.values[index]}, (turn, cells)


FOUR_MEN = [pytest.param(text, marks=pytest.mark.slow) for text in ("C-C-xx", "CMM-C")]


@pytest.mark.parametrize("text", ["CR-C", "CN-C", *FOUR_MEN])
def test_a_census_counts_what_probing_every_position_tells(text: str) -> None:
    variant, material = small_variant(3), Material.parse(text)
    endings = Endings(variant, Rules.of("original"))
    table = endings.table(material)
    stored = [each for i in range(table.size) if (each := table.position(i)) is not None]
    images = _images(variant.board)
    whole = {(turn, tuple(to[c] for c in cells)) for turn, cells, _ in stored for to in images}
    # Two alike that have changed places are the same position.
    positions = {endings.position_at(material, turn, [*cells]) for turn, cells in whole}
    values = [endings.probe(position) for position in positions]
    winners = Counter(value.winner for value in values if value is not None)
    found = statistics_of(endings, material)
    total = found.total()
    assert total.positions == len(positions) == winners.total()
    assert (total.first, total.second, total.shared) == (winners["r"], winners["y"], winners[None])
    ruled = Counter({"r": "first", "y": "second", None: "nobody"}[p.ruler] for p in positions)
    assert ruled == {power: found.total(power=power).positions for power in POWERS}
    assert [sum(lengths) for lengths in found.lengths] == [total.first, total.second]
    for party, longest in zip("ry", found.longest, strict=True):
        most = max((v.turns for v in values if v is not None and v.winner == party), default=0)
        assert found.most_turns("ry".index(party)) == most
        if longest is not None:
            value = endings.probe(longest)
            assert value is not None
            assert (value.winner, value.turns) == (party, most)


def test_values_of_another_size_are_refused() -> None:
    table = Endings(small_variant(3), Rules.of("original")).table(Material.parse("CM-C"))
    with pytest.raises(ValueError, match="12 values, the table has"):
        table.restore(bytes(12))


@pytest.mark.parametrize(("men", "symmetries"), [(1, 1), (5, 1), (3, 17)])
def test_more_than_there_is_room_for_is_refused(men: int, symmetries: int) -> None:
    """The compiled table has arrays of fixed sizes."""
    tables = tables_of(small_variant(3).board)
    options = option_numbers(Rules.of("original"))
    pieces = [(CHIEF, 0), (CHIEF, 1), *[(MILITANT, 0)] * 3][:men]
    with pytest.raises(ValueError, match="2 to 4 pieces and corpses, a board 16 symmetries"):
        EndingTable(tables, [range(9)] * symmetries, pieces, options)
