"""The variants and their set-ups, against the start positions of the sample (RULES 2.4)."""

from __future__ import annotations

import json
import pickle
import re

import pytest
from tests.judge import position as judge
from tests.paths import SAMPLE

from djambi.errors import DjambiError
from djambi.rules import EDITIONS, PIECE_KINDS, VARIANT_NAMES, Rules, Variant

every_variant = pytest.mark.parametrize("name", VARIANT_NAMES)


def starts() -> list[str]:
    """The start positions of the sample; positions made by hand are not among them."""
    positions = {
        json.loads(line)["position"]
        for file in sorted(SAMPLE.glob("*.jsonl"))
        if file.name != "hand.jsonl"
        for line in file.read_text(encoding="utf-8").splitlines()
    }
    return sorted(position for position in positions if position.endswith(" 0 0"))


STARTS = starts()


def test_the_sample_has_a_start_of_nearly_every_variant() -> None:
    assert set(VARIANT_NAMES) - {start.split()[0] for start in STARTS} == {"polygon-7"}


@pytest.mark.parametrize("text", STARTS, ids=lambda text: " ".join(text.split()[:2]))
def test_setup_is_the_start_position(text: str) -> None:
    name, rules, _, parties, order, seat, _, _ = text.split()
    variant, start = Variant.get(name), judge.read(text)
    assert variant.parties == order
    assert order[0] == seat
    pieces = {
        variant.board.cells[cell]: (party, kind)
        for cell, party, kind in variant.setup(Rules.parse(rules))
    }
    # An encircled, and so an absent, Chief may be dead: the position says so, not the set-up.
    dead = {cell: pieces.pop(cell) for cell in start.corpses}
    assert set(dead.values()) <= {
        (party, "C")
        for party, initial in zip(variant.parties, variant.initial, strict=True)
        if initial == "absent"
    }
    assert pieces == start.pieces
    assert variant.initial == tuple(initial_of(party) for party in parties.split(","))


def initial_of(party: str) -> str:
    """How a party of the position's field starts."""
    if party.endswith("!*"):
        return "absent"
    if party.endswith("?"):
        return "hostage"
    return f"vassal of {party[-1]}" if ">" in party else "active"


@every_variant
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_setup_is_whole(name: str, edition: str) -> None:
    variant = Variant.get(name)
    pieces = variant.setup(Rules.of(edition))
    cells = [cell for cell, _, _ in pieces]
    assert cells == sorted(set(cells))
    assert variant.board.maze not in cells
    assert len(pieces) == 9 * len(variant.parties)
    for party, corner in zip(variant.parties, variant.corners, strict=True):
        kinds = sorted(kind for _, letter, kind in pieces if letter == party)
        assert kinds == sorted(PIECE_KINDS + "MMM")
        assert (corner, party, "C") in pieces


@pytest.mark.parametrize(
    ("layout", "assassins", "reporters"),
    [
        ("mirror", {"rA": "b1", "bA": "h1", "yA": "h9", "gA": "b9"}, "a2 i2 i8 a8"),
        ("rotated", {"rA": "b1", "bA": "i2", "yA": "h9", "gA": "a8"}, "a2 h1 i8 b9"),
    ],
)
def test_layouts_of_the_square(layout: str, assassins: dict[str, str], reporters: str) -> None:
    variant = Variant.get("square-4")
    at = {
        party + kind: variant.board.cells[cell]
        for cell, party, kind in variant.setup(Rules.of(layout=layout))
        if kind in "AR"
    }
    assert {piece: at[piece] for piece in assassins} == assassins
    assert [at[f"{party}R"] for party in variant.parties] == reporters.split()


@every_variant
def test_mirrored_neighbours_face_each_other_piece_by_piece(name: str) -> None:
    """With an even number of corners the mirror image of a camp is the camp beside it."""
    variant = Variant.get(name)
    count = len(variant.parties)
    if count % 2:
        assert variant.setup(Rules.of(layout="mirror")) == variant.setup(Rules.of(layout="rotated"))
        return
    at = {cell: kind for cell, _, kind in variant.setup(Rules.of(layout="mirror"))}
    camps = [variant.board.camps[camp] for camp in variant.camps]
    for one, other in zip(camps, camps[1:] + camps[:1], strict=True):
        for u in range(3):
            for v in range(3):
                assert at[one[u][v]] == at[other[v][u]]


@pytest.mark.parametrize(
    ("name", "board", "parties", "corners", "edition"),
    [
        ("square-4", "square", "rbyg", "a1 i1 i9 a9", "original"),
        ("square-3", "square", "rbyg", "a1 i1 i9 a9", "original"),
        ("square-2", "square", "rbyg", "a1 i1 i9 a9", "original"),
        ("hex-3", "hex-61", "rby", "e1 i5 a9", "harcourt"),
        ("hex-6", "hex-127", "rbygpo", "g1 m1 m7 g13 a13 a7", "harcourt-advanced"),
        ("hex-5", "hex-127", "rbygpo", "g1 m1 m7 g13 a13 a7", "harcourt-advanced"),
        ("polygon-3", "polygon-3", "rby", "a44 b44 c44", "harcourt"),
        ("polygon-8", "polygon-8", "rbygpowk", "a44 b44 c44 d44 e44 f44 g44 h44", "harcourt"),
    ],
)
def test_variants(name: str, board: str, parties: str, corners: str, edition: str) -> None:
    variant = Variant.get(name)
    assert (variant.name, variant.board.name, variant.parties) == (name, board, parties)
    assert [variant.board.cells[cell] for cell in variant.corners] == corners.split()
    assert variant.default_edition == edition
    assert len(variant.initial) == len(parties)


def test_the_names() -> None:
    polygons = [f"polygon-{n}" for n in range(3, 9)]
    others = ["square-4", "square-3", "square-2", "hex-3", "hex-6", "hex-5"]
    assert list(VARIANT_NAMES) == others + polygons


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("", "known: square-4, square-3"),
        ("chess", "known: square-4, square-3"),
        ("square", "did you mean square-4?"),
        ("square-5", "did you mean square-4?"),
        ("polygon-2", "did you mean polygon-8?"),
        ("polygon-9", "did you mean polygon-8?"),
        ("Hex-3", "did you mean hex-3?"),
    ],
)
def test_unknown_variants(name: str, hint: str) -> None:
    with pytest.raises(DjambiError, match=re.escape(f"unknown variant '{name}'; {hint}")):
        Variant.get(name)


@every_variant
def test_a_variant_is_a_value(name: str) -> None:
    variant = Variant.get(name)
    assert Variant.get(name) is variant
    copy = pickle.loads(pickle.dumps(variant))
    assert (copy, hash(copy)) == (variant, hash(variant))
