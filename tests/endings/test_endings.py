"""What has a table and what has none; the files in which tables are kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.endings.small_board import small_variant

from djambi import Position, Rules, Variant
from djambi.endings import Endings, EndingValue, Material, exact_value, unsupported_option
from djambi.errors import DjambiError

SQUARE = Variant.get("square-4")
BARE = Material.parse("C-C")
# On nine cells a table takes no time, interpreted too.
SMALL = small_variant(3)


def probe(text: str) -> EndingValue | None:
    return Endings(SQUARE, Rules.of("original")).probe(Position.parse(text))


def test_two_chiefs_in_line() -> None:
    text = "square-4 original 8yC/9/9/9/9/9/9/9/rC8 r,b>r,y,g>y rbyg {} 0 0"
    assert probe(text.format("r")) == EndingValue("r", 1)
    assert probe(text.format("y")) == EndingValue("y", 1)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("square-4", id="a whole game"),
        pytest.param(
            "square-4 original 8yC/9/9/9/9/9/9/9/rC1bM6 r,b>r,y,g>y rbyg r 0 0", id="a vassal"
        ),
        pytest.param(
            "square-4 original 8yC/9/9/9/4x4/9/9/9/rC8 r,b>r,y,g>y rbyg r 0 0", id="corpse in maze"
        ),
        pytest.param(
            "square-4 original 8yC/9/9/9/9/9/3xxx3/9/rC8 r,b>r,y,g>y rbyg r 0 0", id="five men"
        ),
        pytest.param(
            "square-4 original 8yC/9/9/9/4rC4/9/9/9/9 r,b>r,y,g>y rbyg r+b 0 0", id="bonus after b"
        ),
        pytest.param(
            "square-4 original bC7yC/9/9/9/9/9/9/9/rC8 r,b,y,g>y rbyg r 0 0", id="three parties"
        ),
    ],
)
def test_what_is_no_ending_has_no_value(text: str) -> None:
    position = Position.start() if text == "square-4" else Position.parse(text)
    endings = Endings(SQUARE, Rules.of("original"))
    assert endings.probe(position) is None
    assert endings.rated_turns(position) is None
    assert endings.line(position) == ()


def test_editions_that_the_tables_do_not_know_are_refused() -> None:
    assert unsupported_option(Rules.of("bga")) == "own_kills=any"
    assert unsupported_option(Rules.of("wikipedia")) is None
    with pytest.raises(DjambiError, match="unreachable_power_wins=yes"):
        Endings(SQUARE, Rules.of("harcourt"))
    with pytest.raises(DjambiError, match="hex-6"):
        Endings(Variant.get("hex-6"), Rules.of("original"))


def test_a_position_of_other_rules_is_refused() -> None:
    text = "square-4 hallepee 8yC/9/9/9/9/9/9/9/rC8 r,b>r,y,g>y rbyg r 0 0"
    with pytest.raises(DjambiError, match="other rules"):
        probe(text)
    with pytest.raises(DjambiError, match="other rules"):
        probe(text.replace("hallepee", "original,own_kills=any"))


def test_a_game_that_two_share_is_won_by_neither() -> None:
    assert probe("square-4 original 8yC/9/9/9/9/9/9/9/rC8 r,b>r,y,g>y rbyg =ry 0 0") == EndingValue(
        None, 0
    )


def test_whoever_loses_puts_the_latest_loss_first() -> None:
    material = Material.parse("CM-C")
    endings = Endings(SMALL, Rules.of("original"))
    lost: list[list[int]] = []
    for index in range(endings.table(material).size):
        position = endings.position(material, index)
        value = None if position is None else endings.probe(position)
        if position is None or value is None or value.winner in (None, position.mover):
            continue
        rated = endings.rated_turns(position) or ()
        lost.append([each.value.turns for each in rated])
        if len(lost) == 40:
            break
    assert all(turns == sorted(turns, reverse=True) for turns in lost)
    assert any(len(set(turns)) > 1 for turns in lost)


def test_own_turns_and_turns_of_both_are_kept_apart(tmp_path: Path) -> None:
    for own_turns in (False, True):
        Endings(SMALL, Rules.of("original"), tmp_path, own_turns=own_turns).table(BARE)
    assert len(list(tmp_path.iterdir())) == 2


def test_without_a_quiet_limit_no_win_is_too_late(compiled: bool) -> None:
    # The interpreted kernel looks nothing up.
    win = EndingValue("r", 1) if compiled else None
    text = "square-4 {} 8yC/9/9/9/9/9/9/9/rC8 r,b>r,y,g>y rbyg r {} 0"
    assert exact_value(Position.parse(text.format("original,quiet_rounds=0", 500))) == win
    assert exact_value(Position.parse(text.format("original", 0))) == win
    assert exact_value(Position.parse(text.format("original", 199))) is None


def test_a_value_says_whether_its_win_comes_before_the_quiet_limit() -> None:
    material = Material.parse("CA-C")

    def in_time(quiet: int, own_turns: bool = False, rounds: int = 50) -> bool:
        rules = Rules.of("original", quiet_rounds=rounds)
        endings = Endings(SMALL, rules, own_turns=own_turns)
        place = list(endings.table(material).values).index(2 * 2)
        position = endings.position(material, place)
        assert position is not None
        late = Position.from_setup(position.setup().replace(quiet=quiet))
        value = endings.probe(late)
        assert value is not None and (value.winner, value.turns) == ("r", 2)
        return value.in_time

    assert [in_time(quiet) for quiet in (0, 98, 99)] == [True, True, False]
    assert in_time(10_000, rounds=0)
    # The other player may have two turns to each of the winner's.
    assert [in_time(quiet, own_turns=True) for quiet in (94, 95)] == [True, False]


def test_what_no_turn_can_prevent_comes_in_time() -> None:
    shared = probe("square-4 original 8yC/9/9/9/rC8/9/9/9/9 r,b>r,y,g>y rbyg r 199 0")
    killed = probe("square-4 original 8yC/9/9/9/9/9/9/9/rC8 r,b>r,y,g>y rbyg r 200 0")
    assert (shared, killed) == (EndingValue(None, 0), EndingValue("r", 1))


def test_a_table_is_made_once_and_read_from_its_file(tmp_path: Path) -> None:
    told: list[tuple[str, int]] = []

    def note(material: Material, level: int, found: int) -> None:
        del found
        told.append((str(material), level))

    rules = Rules.of("original")
    made = Endings(SMALL, rules, tmp_path, note).table(Material.parse("CA-C"))
    assert ("CA-C", 1) in told
    assert ("C-C-x", 0) in told
    told.clear()
    read = Endings(SMALL, rules, tmp_path, note).table(Material.parse("CA-C"))
    assert not told
    assert bytes(read.values) == bytes(made.values)


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "other"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, damage: str) -> None:
    rules = Rules.of("original")
    made = Endings(SMALL, rules, tmp_path).table(BARE)
    [path] = tmp_path.iterdir()
    whole = path.read_bytes()
    head, _, rest = whole.partition(b"\n")
    path.write_bytes(
        {
            "cut": whole[:-5],
            "changed": head.replace(b'"C-C"', b'"C-X"') + b"\n" + rest,
            "empty": b"",
            "other": head + b"\n" + bytes(len(rest)),
        }[damage]
    )
    again = Endings(SMALL, rules, tmp_path).table(BARE)
    assert bytes(again.values) == bytes(made.values)
    assert path.read_bytes() == whole


def test_a_folder_that_cannot_be_used_is_named_before_any_work(tmp_path: Path) -> None:
    told: list[Material] = []

    def note(material: Material, turns: int, found: int) -> None:
        told.append(material)

    (tmp_path / "file").touch()
    endings = Endings(SMALL, Rules.of("original"), tmp_path / "file" / "tables", note)
    with pytest.raises(OSError, match="file"):
        endings.table(Material.parse("CA-C"))
    assert told == []


def test_editions_share_what_they_play_alike(tmp_path: Path) -> None:
    for edition in ("original", "djambinet"):
        Endings(SMALL, Rules.of(edition), tmp_path).table(Material.parse("CA-C"))
    assert len(list(tmp_path.glob("*-CA-C-*"))) == 1
    for edition in ("original", "djambinet"):
        Endings(SMALL, Rules.of(edition), tmp_path).table(Material.parse("CR-C"))
    assert len(list(tmp_path.glob("*-CR-C-*"))) == 2


def test_tables_can_be_let_go() -> None:
    endings = Endings(SMALL, Rules.of("original"))
    table = endings.table(BARE)
    assert endings.table(BARE) is table
    endings.forget()
    assert endings.table(BARE) is not table


@pytest.mark.parametrize("index", [-1_000_000, -1, None, 10**12, 10**30])
def test_a_place_outside_a_table_is_refused(index: int | None) -> None:
    """The compiled table reads its memory without a check; None stands for the first too far."""
    endings = Endings(SMALL, Rules.of("original"))
    table = endings.table(BARE)
    place = table.size if index is None else index
    with pytest.raises(DjambiError, match=f"index: '{place}' is not a whole number from 0 to"):
        endings.position(BARE, place)
    with pytest.raises(IndexError, match=f"no place number {place}"):
        table.position(place)


@pytest.mark.parametrize(
    ("turn", "cells", "said"),
    [
        (-1, [0, 1], "number of a turn"),
        (4, [0, 1], "number of a turn"),
        (0, [0, 9], "no cell number 9"),
        (0, [-1, 0], "no cell number -1"),
        (0, [0, 10**12], "no cell number"),
        (0, [0], "1 cells for 2 slots"),
        (0, [0] * 5, "5 cells for 2 slots"),
    ],
)
def test_what_is_no_position_has_no_place(turn: int, cells: list[int], said: str) -> None:
    table = Endings(SMALL, Rules.of("original")).table(BARE)
    with pytest.raises(ValueError, match=said):
        table.index(turn, cells)


@pytest.mark.parametrize(
    ("turn", "cells", "parties", "said"),
    [
        (4, [0, 1], "ry", "turn: '4' is not a whole number from 0 to 3"),
        (0, [0], "ry", "cells: 1 for 2 pieces and corpses"),
        (0, [0, 1, 2], "ry", "cells: 3 for 2 pieces and corpses"),
        (0, [0, 9], "ry", "cell: '9' is not a whole number from 0 to 8"),
        (0, [0, -1], "ry", "cell: '-1' is not a whole number from 0 to 8"),
        (0, [0, 1], "r", "parties: 'r' is not two parties"),
        (0, [0, 1], "rr", "parties: 'rr' is not two parties"),
        (0, [0, 1], "rb", "parties: 'rb' is not two parties"),
    ],
)
def test_pieces_that_cannot_stand_so_are_refused(
    turn: int, cells: list[int], parties: str, said: str
) -> None:
    with pytest.raises(DjambiError, match=said):
        Endings(SMALL, Rules.of("original")).position_at(BARE, turn, cells, parties)
