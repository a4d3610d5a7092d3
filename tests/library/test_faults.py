"""Reading checks everything (NOTATION 1): every word of that paragraph, on the start of a game.

Each case changes fields of a position that is right, and names every fault that must be found.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from djambi import (
    OPTIONS,
    BadPosition,
    DjambiError,
    Party,
    Position,
    Rules,
    Setup,
    UnknownCell,
    Variant,
)
from djambi.parties import STATUSES
from djambi.position.setup_reading import FIELDS, MAX_COUNT, MAX_POSITION_CHARS
from djambi.rules import MOST_QUIET_ROUNDS

START = dict(zip(FIELDS, str(Position.start()).split(" "), strict=True))
KERNEL = Position.start().kernel()
RANKS = START["placement"].split("/")

# Red and blue play; yellow is red's vassal, green frozen; red's Chief stands in the maze.
POWER = {
    "rules": "wikipedia",
    "placement": "8bC/9/9/9/4rC4/9/9/9/yC7gC",
    "parties": "r,b,y>r,g!r",
}


def written(**fields: str) -> str:
    """Return the classic start with some fields written otherwise."""
    return " ".join((START | fields).values())


def ranks(**rows: str) -> str:
    """Return the placement of the start with some ranks written otherwise: `r9` to `r1`."""
    return "/".join(rows.get(f"r{9 - i}", rank) for i, rank in enumerate(RANKS))


def faults_in(text: str) -> list[str]:
    """Return the faults that reading finds, each as its text."""
    with pytest.raises(BadPosition) as caught:
        Position.parse(text)
    assert caught.value.faults
    assert all(fault.field in (*FIELDS, "position") for fault in caught.value.faults)
    assert str(caught.value) == "; ".join(map(str, caught.value.faults))
    return [str(fault) for fault in caught.value.faults]


ONE_FAULT = {
    # Eight fields, separated by single spaces.
    "a field too few": (
        "square-4 original 9/9/9/9/9/9/9/9/9 r,b,y,g rbyg r 0",
        "position: 7 fields instead of eight: variant rules placement parties order turn quiet ply",
    ),
    "two spaces": (
        str(Position.start()).replace(" r 0", "  r 0"),
        "position: 9 fields instead of eight: variant rules placement parties order turn quiet ply",
    ),
    "nothing": (
        "",
        "position: 1 field instead of eight: variant rules placement parties order turn quiet ply",
    ),
    "a text without end": (
        "x" * 1_000_000,
        "position: 1000000 characters are too many for a position",
    ),
    # Unknown words.
    "an edition": (written(rules="foo"), "rules: unknown edition 'foo'"),
    "an option": (written(rules="original,foo=no"), "rules: unknown option 'foo'"),
    "an option's value": (
        written(rules="original,fortress=maybe"),
        "rules: option fortress: 'maybe' is not one of its values",
    ),
    "an option without value": (written(rules="original,fortress"), "rules: 'fortress'"),
    "an option twice": (
        written(rules="original,fortress=no,fortress=yes"),
        "rules: option fortress stands twice",
    ),
    "a sign in a rank": (
        written(placement=ranks(r5="4?4")),
        (
            "placement: row 5 (from a5), column 2: '?4' is not a piece, a corpse or a number of"
            " empty cells"
        ),
    ),
    "half a piece": (
        written(placement=ranks(r5="8r")),
        (
            "placement: row 5 (from a5), column 2: 'r' is not a piece, a corpse or a number of"
            " empty cells"
        ),
    ),
    "a zero": (
        written(placement=ranks(r5="09")),
        "placement: row 5 (from a5), column 1: '09' is not a piece",
    ),
    "two numbers side by side": (
        # They are one: 45 empty cells.
        written(placement=ranks(r5="45")),
        "placement: row 5 (from a5): 45 cells, the board has 9 there",
    ),
    "a number without end": (
        written(placement=ranks(r5="9" * 3000)),
        "placement: row 5 (from a5): too many cells, the board has 9 there",
    ),
    "a party's state": (
        written(parties="r,b>,y,g"),
        "parties: 'b>', number 2, is not the state of a party",
    ),
    "a party's state, nothing": (
        written(parties="r,,y,g"),
        "parties: '', number 2, is not the state of a party",
    ),
    "a star before the state": (
        written(parties="r,b*!,y,g"),
        "parties: 'b*!', number 2, is not the state of a party",
    ),
    "an order": (written(order="r-by"), "order: 'r-by' is not a list of letters"),
    "a turn": (written(turn="r+"), "turn: 'r+' is not a seat, a bonus turn or a result"),
    "a result without end": (
        written(turn="=" + "r" * 3000),
        "turn: '=rrrr",
    ),
    "a result": (written(turn="="), "turn: '=' is not a seat, a bonus turn or a result"),
    "a quiet count": (
        written(quiet="-1"),
        "quiet: '-1' is not a number from 0 to 999999999",
    ),
    "a ply": (written(ply="1e3"), "ply: '1e3' is not a number from 0 to 999999999"),
    "a ply with a zero before": (
        written(ply="01"),
        "ply: '01' is not a number from 0 to 999999999",
    ),
    "a ply that is too large": (
        written(ply=str(MAX_COUNT + 1)),
        "ply: '1000000000' is not a number from 0 to 999999999",
    ),
    "a ply in other digits": (written(ply="٣"), "ply: '٣' is not a number from 0 to 999999999"),
    "a line's end within": (
        written(quiet="0\n"),
        "quiet: '0\\n' is not a number from 0 to 999999999",
    ),
    # Ranks of the wrong length.
    "a rank too short": (
        written(placement=ranks(r5="8")),
        "placement: row 5 (from a5): 8 cells, the board has 9 there",
    ),
    "a rank too long": (
        written(placement=ranks(r5="9x")),
        "placement: row 5 (from a5): 10 cells, the board has 9 there",
    ),
    "an empty rank": (
        written(placement=ranks(r5="")),
        "placement: row 5 (from a5): 0 cells, the board has 9 there",
    ),
    "a rank missing": (
        written(placement="/".join(RANKS[:-1])),
        "placement: 8 rows, the board square has 9",
    ),
    # A kind or a party that the variant lacks.
    "a kind": (
        written(placement=ranks(r5="4rK4")),
        "placement: 'rK' on e5: no such kind of piece",
    ),
    "a party on the board": (
        written(placement=ranks(r4="oM8")),
        "placement: 'oM' on a4: no such party in square-4",
    ),
    "a party too many": (
        written(parties="r,b,y,g,p"),
        "parties: 5 parties, square-4 has r,b,y,g",
    ),
    "parties in another order": (
        written(parties="b,r,y,g"),
        "parties: b,r,y,g instead of r,b,y,g",
    ),
    "a lord": (
        written(parties="r,b,y>o,g"),
        "parties: y>o: square-4 has no party 'o'",
    ),
    "a holder": (
        written(rules="wikipedia", parties="r,b,y!o,g"),
        "parties: y!o: square-4 has no party 'o'",
    ),
    "a seat in the order": (written(order="rbyo"), "order: 'rbyo' is not rbyg in some order"),
    "a seat twice in the order": (
        written(order="rbyy"),
        "order: 'rbyy' is not rbyg in some order",
    ),
    "a seat missing from the order": (
        written(order="rby"),
        "order: 'rby' is not rbyg in some order",
    ),
    "the seat to play": (written(turn="o"), "turn: square-4 has no party 'o'"),
    "the ruler": (written(turn="o+r"), "turn: square-4 has no party 'o'"),
    "the seat before a bonus turn": (
        written(**POWER, turn="r+o"),
        "turn: square-4 has no party 'o'",
    ),
    "a winner": (written(turn="=o"), "turn: =o: square-4 has no party 'o'"),
    "winners in another order": (
        written(turn="=br"),
        "turn: =br is written =rb, in seat order",
    ),
    "a winner twice": (written(turn="=rr"), "turn: =rr is written =r, in seat order"),
    # More pieces than the set-up has.
    "five Militants": (
        written(placement=ranks(r5="rM8", r1="rC1rM3bMbAbC")),
        "placement: 5 times rM, the set-up has 4",
    ),
    "two Chiefs": (
        written(placement=ranks(r5="rC8", r1="rC5bMbAbC")),
        "placement: 2 times rC, the set-up has 1",
    ),
    "37 with a corpse": (
        written(placement=ranks(r5="x8")),
        "placement: 37 pieces and corpses, the set-up has 36",
    ),
    "37 corpses": (
        written(
            placement="/".join(["xxxxxxxxx"] * 4 + ["x8"] + ["9"] * 4),
            parties="r!,b!,y!,g!",
            turn="=rb",
        ),
        "placement: 37 pieces and corpses, the set-up has 36",
    ),
    # An active party with no Chief.
    "no Chief": (
        written(placement=ranks(r9="x" + RANKS[0][2:])),
        "parties: g: active, without a Chief on the board",
    ),
    "an active party with a star": (
        written(parties="r,b*,y,g"),
        "parties: b*: active, though marked as resigned or absent",
    ),
    # A living piece that is no Chief in the maze.
    "a Militant in the maze": (
        written(placement=ranks(r5="4rM4", r1="rCrA4bMbAbC")),
        "placement: rM on e5, the maze: only a Chief may live there",
    ),
    # A vassal of a party that is not active.
    "a vassal of a vassal": (
        written(parties="r,b>r,y>b,g"),
        "parties: y>b: vassal of b, who is not active",
    ),
    "a vassal of the frozen": (
        written(parties="r,b!,y>b~,g"),
        "parties: y>b~: vassal of b, who is not active",
    ),
    "a vassal of himself": (
        written(parties="r,b>b,y,g"),
        "parties: b>b: vassal of b, who is not active",
    ),
    # A holder who is not in power (or is missing).
    "held by one who is not in power": (
        written(**(POWER | {"parties": "r,b,y>r,g!b"})),
        "parties: g!b: held by b, who is not in power",
    ),
    "held by one who does not play": (
        written(rules="wikipedia", parties="r,b,y!g,g!"),
        "parties: y!g: held by g, who is not in power",
    ),
    "held while nobody is in power": (
        written(rules="wikipedia", parties="r,b,y,g!r"),
        "parties: g!r: held by r, who is not in power",
    ),
    "not held by the one in power": (
        written(**(POWER | {"parties": "r,b,y>r,g!"})),
        "parties: g!: frozen, and not held by r, who is in power",
    ),
    "held under permanent vassalage": (
        written(**(POWER | {"rules": "original"})),
        "parties: g!r: held, though vassalage is permanent",
    ),
    # A seat that does not play.
    "a frozen seat": (written(parties="r!,b,y,g"), "turn: r: this seat does not play"),
    "a hostage seat": (written(parties="r?,b,y,g"), "turn: r: this seat does not play"),
    "a vassal's seat": (written(parties="r>b,b,y,g"), "turn: r: this seat does not play"),
    "a frozen seat where vassals' seats play": (
        written(rules="hallepee", parties="r!,b,y,g"),
        "turn: r: this seat does not play",
    ),
    "a hostage seat where vassals' seats play": (
        written(rules="hallepee", parties="r?,b,y,g"),
        "turn: r: this seat does not play",
    ),
    "a vassal's seat without a piece": (
        written(
            rules="hallepee", placement="bC8/9/9/9/9/9/9/9/yCgC7", parties="r>b,b,y,g", turn="r"
        ),
        "turn: r: this seat does not play",
    ),
    # A bonus turn of a party not in power.
    "a bonus turn while nobody is in power": (
        written(turn="r+b"),
        "turn: r+b: r is not in power",
    ),
    "a bonus turn of another than the ruler": (
        written(**POWER, turn="b+r"),
        "turn: b+r: b is not in power",
    ),
}


@pytest.mark.parametrize(("text", "fault"), ONE_FAULT.values(), ids=ONE_FAULT)
def test_one_fault_is_named_with_its_field_and_place(text: str, fault: str) -> None:
    (found,) = faults_in(text)
    assert found.startswith(fault)


RIGHT = {
    "the start": written(),
    "a ruler with vassals and the held": written(**POWER),
    "a bonus turn": written(**POWER, turn="r+b"),
    "a bonus turn after a seat that plays no more": written(**POWER, turn="r+g"),
    "a vassal's own turn": written(
        rules="hallepee", placement="bC8/9/9/9/9/9/9/9/yCgCrM6", parties="r>b,b,y,g", turn="r"
    ),
    "an ended game": written(turn="=ry"),
    "an ended game of those who play no more": written(parties="r!*,b!,y!,g!", turn="=g"),
    "stars on every other state": written(parties="r,b>r*,y!*,g>r~*"),
    "a corpse in the maze": written(placement=ranks(r5="4x4", r1="rCrA4bMbAbC")),
    "a Chief without power in the maze": written(
        placement="8bC/9/9/9/4rC4/9/9/9/yC7gC", parties="r>b,b,y,g", turn="b"
    ),
    "the largest numbers": written(quiet=str(MAX_COUNT), ply=str(MAX_COUNT)),
    "options out of order": written(rules="original,quiet_rounds=7,layout=rotated"),
}


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_what_is_right_is_read(text: str) -> None:
    assert Setup.parse(text).faults() == ()
    position = Position.parse(text)
    assert Position.parse(str(position)) == position


def test_the_first_line_of_a_file_is_read_as_it_is() -> None:
    text = written()
    for around in (f"\ufeff{text}\r\n", f" {text}\n", f"\ufeff {text} "):
        assert str(Position.parse(around)) == text
    with pytest.raises(BadPosition, match=r"unknown variant '\\ufeffsquare-4'"):
        Position.parse(f"\ufeff\ufeff{text}")


def test_every_fault_is_named_in_the_order_of_the_fields() -> None:
    text = "square-4 original 9/9/9/9/4rM4/9/9/9/9 r,b,y>b,g? rbyy o+g -1 x"
    assert [fault.partition(":")[0] for fault in faults_in(text)] == [
        "placement", "parties", "parties", "order", "turn", "quiet", "ply",
    ]  # fmt: skip


def test_an_unreadable_field_does_not_hide_the_faults_of_others() -> None:
    text = written(placement=ranks(r5="x"), parties="r,b*,y>g,g!", ply="no")
    assert faults_in(text) == [
        "placement: row 5 (from a5): 1 cells, the board has 9 there",
        "parties: b*: active, though marked as resigned or absent",
        "parties: y>g: vassal of g, who is not active",
        "ply: 'no' is not a number from 0 to 999999999",
    ]


def test_every_bad_row_is_named() -> None:
    found = faults_in(written(placement="8/9/?/9/10/9/9/9/9", parties="r!,b!,y!,g!", turn="=r"))
    assert [fault.split(" (")[0] for fault in found] == [
        "placement: row 1",
        "placement: row 3",
        "placement: row 5",
    ]


def test_every_bad_state_is_named() -> None:
    assert faults_in(written(parties="r,b??,y>,g")) == [
        "parties: 'b??', number 2, is not the state of a party",
        "parties: 'y>', number 3, is not the state of a party",
    ]


def test_variant_and_rules_are_both_named() -> None:
    found = faults_in(written(variant="chess", rules="fide", quiet="-", ply="x"))
    assert [fault.partition(":")[0] for fault in found] == ["variant", "rules", "quiet", "ply"]
    assert "square-4" in found[0]
    assert "original" in found[1]


def test_the_longest_position_is_read() -> None:
    others = {
        option.name: max(set(option.values) - {option.text(option.default("bga"))}, key=len)
        for option in OPTIONS
        if option.values
    }
    rules = Rules.of("bga", **others, quiet_rounds=MOST_QUIET_ROUNDS)
    text = str(Setup.start(Variant.get("polygon-8"), rules).replace(quiet=MAX_COUNT, ply=MAX_COUNT))
    assert text.count("=") == len(OPTIONS)
    assert len(text) < MAX_POSITION_CHARS / 2
    assert str(Position.parse(text)) == text
    assert str(Position.parse(text.ljust(MAX_POSITION_CHARS))) == text


# Setups made by hand can hold anything: faults, never a traceback.

START_SETUP = Setup.start(Variant.get("square-4"), Rules.of())

BY_HAND = {
    "no piece at all": (
        START_SETUP.with_cell("e5", "nonsense"),
        "placement: 'nonsense' on e5: no such party in square-4",
    ),
    "one letter": (
        START_SETUP.with_cell("e5", "r"),
        "placement: 'r' on e5: no such party in square-4",
    ),
    "parties missing": (
        replace(START_SETUP, parties=START_SETUP.parties[:2]),
        "parties: r,b instead of r,b,y,g",
    ),
    "a vassal without a lord": (
        START_SETUP.with_party("g", "vassal"),
        "parties: g: vassal without a lord",
    ),
    "an active party with a lord": (
        START_SETUP.with_party("g", "active", "r"),
        "parties: g: active with a lord, r",
    ),
    "no state": (
        START_SETUP.with_party("g", "asleep"),  # type: ignore[arg-type] # pyright: ignore
        "parties: g: 'asleep' is not the state of a party",
    ),
    "no seat": (replace(START_SETUP, seat=""), "turn: square-4 has no party ''"),
    "a seat of many letters": (replace(START_SETUP, seat="rb"), "turn: square-4 has no party 'rb'"),
    "a negative count": (
        replace(START_SETUP, quiet=-1),
        "quiet: -1 is not a number from 0 to 999999999",
    ),
    "a count too large": (
        replace(START_SETUP, ply=10**10),
        "ply: 10000000000 is not a number from 0 to 999999999",
    ),
}


@pytest.mark.parametrize(("setup", "fault"), BY_HAND.values(), ids=BY_HAND)
def test_a_setup_made_by_hand_may_hold_anything(setup: Setup, fault: str) -> None:
    assert [str(found) for found in setup.faults()] == [fault]
    with pytest.raises(BadPosition) as caught:
        Position.from_setup(setup)
    assert caught.value.faults == setup.faults()


def test_a_setup_has_one_entry_a_cell() -> None:
    for many in (0, 80, 82):
        with pytest.raises(DjambiError, match=f"^{many} cells, the board square has 81$"):
            replace(START_SETUP, cells=("",) * many)


_words = st.text("rbygoxCARDNM>!?~*", max_size=3)


@given(
    cells=st.lists(_words, min_size=61, max_size=61).map(tuple),
    parties=st.lists(
        st.builds(
            Party,
            _words,
            st.sampled_from(STATUSES),
            st.none() | _words,
            st.booleans(),
        ),
        max_size=4,
    ).map(tuple),
    order=_words,
    seat=_words,
    ruler=st.none() | _words,
    winners=_words,
    quiet=st.integers(),
)
def test_whatever_a_setup_holds_it_has_faults_and_no_traceback(
    cells: tuple[str, ...],
    parties: tuple[Party, ...],
    order: str,
    seat: str,
    ruler: str | None,
    winners: str,
    quiet: int,
) -> None:
    base = Setup.start(Variant.get("hex-3"), Rules.of("wikipedia"))
    one_by_one: list[dict[str, object]] = [
        {"cells": cells}, {"parties": parties}, {"order": order}, {"seat": seat},
        {"ruler": ruler}, {"winners": winners}, {"quiet": quiet},
    ]  # fmt: skip
    everything = {key: value for one in one_by_one for key, value in one.items()}
    for fields in (*one_by_one, everything):
        setup = base.replace(**fields)
        assert len(str(setup)) > 20
        if setup.faults():
            with pytest.raises(BadPosition):
                Position.from_setup(setup)
        else:
            assert Position.parse(str(setup)).setup() == Position.from_setup(setup).setup()


def test_a_setup_with_a_party_in_no_known_state_can_be_written() -> None:
    status: Any = "asleep"
    setup = Setup.start(Variant.get("hex-3"), Rules.of()).with_party("r", status)
    assert "r(asleep),b,y" in str(setup)
    with pytest.raises(BadPosition, match="parties"):
        Setup.parse(str(setup))
    with pytest.raises(BadPosition, match="r: 'asleep' is not the state of a party"):
        Position.from_setup(setup)


@pytest.mark.parametrize(
    ("contents", "entries"),
    [(KERNEL.contents(), ["a"] * 38), (["a"] * 81, KERNEL.entries())],
)
def test_letters_in_place_of_numbers_restore_no_position(contents: Any, entries: Any) -> None:
    with pytest.raises(DjambiError, match="stands for nothing"):
        Position.start().restored(contents, entries)


def test_a_setup_is_read_faults_and_all() -> None:
    text = written(placement=ranks(r5="4zQ4"), turn="o")
    setup = Setup.parse(text)
    assert str(setup) == text
    assert setup.at("e5") == "zQ"
    assert [fault.field for fault in setup.faults()] == ["placement", "turn"]


def test_a_start_is_edited_into_another_position() -> None:
    setup = (
        START_SETUP.with_move("b9", "b5")
        .with_move("a9", "e5")
        .with_party("y", "frozen", gone=True)
        .with_cells({"a1": "", "b1": "x"})
        .with_party("r", "vassal", "g")
        .with_turn("b", ruler="g")
    )
    position = Position.from_setup(setup)
    assert (position.ruler, position.bonus, position.mover, position.seat) == ("g", True, "g", "b")
    assert [str(party) for party in position.parties] == ["r>g", "b", "y!*", "g"]
    assert position.corpses == ("b1",)
    assert position.setup() == setup
    assert setup.with_turn("b").ruler is None
    assert Setup.start(Variant.get("square-4"), Rules.of()) == START_SETUP


def test_an_editor_asks_for_what_there_is() -> None:
    with pytest.raises(UnknownCell):
        START_SETUP.with_cell("z1", "")
    with pytest.raises(UnknownCell):
        START_SETUP.with_move("a1", "z1")
    with pytest.raises(UnknownCell):
        START_SETUP.at("z1")
    with pytest.raises(DjambiError, match="'o' is not a party of square-4"):
        START_SETUP.with_party("o", "active")
    assert START_SETUP.with_move("a1", "a1") == START_SETUP
    assert START_SETUP.party("b") == Party("b")


def test_an_empty_board_waits_for_pieces() -> None:
    setup = Setup.empty(Variant.get("hex-3"), Rules.of("harcourt"))
    assert [fault.message for fault in setup.faults()] == [
        f"{letter}: active, without a Chief on the board" for letter in "rby"
    ]
    chiefs = setup.with_cells({"e1": "rC", "i5": "bC", "a9": "yC"})
    assert Position.from_setup(chiefs).mover == "r"
