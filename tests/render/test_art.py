"""The drawings are whole, and can be told apart by everybody."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from djambi.errors import DjambiError
from djambi.render.appearance import CORPSE, PieceAppearance
from djambi.render.art import THEMES, Layer, Slot, art, coloured, piece_drawing, theme_named
from djambi.rules.variants import PARTY_LETTERS, PIECE_KINDS

CELLS = ("cell", "cell-alt", "cell-third", "maze", "fortress")

# Viénot's projection for a person without green cones, on linear light.
DEUTERANOPIA = ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0))
NORMAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def light(colour: str) -> tuple[float, ...]:
    """Linear red, green and blue of `#rrggbb`."""
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)


def contrast(one: str, other: str) -> float:
    """The contrast of WCAG 2, from 1 to 21."""
    levels = sorted(
        0.2126 * red + 0.7152 * green + 0.0722 * blue
        for red, green, blue in map(light, (one, other))
    )
    return (levels[1] + 0.05) / (levels[0] + 0.05)


def lab(colour: str, eye: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    """CIE L*a*b* as this eye sees the colour."""
    seen = [
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light(colour), strict=True))))
        for row in eye
    ]
    to_xyz = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8728))
    x, y, z = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116
        for value in (sum(a * b for a, b in zip(row, seen, strict=True)) for row in to_xyz)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("party", PARTY_LETTERS)
def test_pieces_stand_out_from_every_cell(theme: str, party: str) -> None:
    colours = theme_named(theme)
    own = colours.parties[party]
    for ground in CELLS:
        on = colours.tokens[ground]
        assert max(contrast(own["fill"], on), contrast(own["edge"], on)) >= 3, ground
    assert contrast(own["ink"], own["fill"]) >= 3
    assert contrast(own["ink"], own["shade"]) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_everything_else_stands_out_too(theme: str) -> None:
    tokens = theme_named(theme).tokens
    for ground in CELLS:
        assert contrast(tokens["corpse-edge"], tokens[ground]) >= 3, ground
    for ground in ("cell", "cell-alt", "cell-third"):
        assert contrast(tokens["last"], tokens[ground]) >= 3
        assert contrast(tokens["highlight"], tokens[ground]) >= 3
        assert contrast(tokens["text"], tokens[ground]) >= 4.5
    assert contrast(tokens["text"], tokens["board"]) >= 4.5
    assert contrast(tokens["corpse-ink"], tokens["corpse-fill"]) >= 3
    assert contrast(tokens["maze-line"], tokens["maze"]) >= 3
    assert contrast(tokens["fortress-shut"], tokens["fortress"]) >= 2.5
    assert contrast(tokens["badge-ink"], tokens["badge-fill"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("eye", "least"), [(NORMAL, 35), (DEUTERANOPIA, 15)])
def test_no_two_parties_look_alike(
    theme: str, eye: tuple[tuple[float, ...], ...], least: float
) -> None:
    fills = {party: own["fill"] for party, own in theme_named(theme).parties.items()}
    for one, other in combinations(PARTY_LETTERS, 2):
        pairs = zip(lab(fills[one], eye), lab(fills[other], eye), strict=True)
        assert sum((a - b) ** 2 for a, b in pairs) ** 0.5 >= least, (one, other)


def test_every_kind_and_party_has_its_own_drawing() -> None:
    drawings = art()
    assert set(drawings.pieces) == set(PIECE_KINDS)
    assert set(drawings.emblems) == set(PARTY_LETTERS)
    silhouettes = [layer.d for layers in drawings.pieces.values() for layer in layers[:1]]
    assert len({*silhouettes, *drawings.emblems.values()}) == len(PIECE_KINDS) + len(PARTY_LETTERS)
    assert {"frozen", "sleeping", "hostage", "crown", "veil", "ring", "lord", "badge"} == set(
        drawings.marks
    )


def every_layer() -> list[Layer]:
    drawings = art()
    groups = [drawings.base, drawings.corpse, *drawings.pieces.values()]
    groups += [*drawings.marks.values(), *drawings.cells.values()]
    return [layer for group in groups for layer in group] + [
        Layer(path, "party-ink") for path in drawings.emblems.values()
    ]


def test_every_path_is_a_path() -> None:
    number = r"\s*-?\d+(?:\.\d+)?"
    for layer in every_layer():
        assert re.fullmatch(rf"M{number}{number}(?:[MLHVCQAaZhv]|{number})*", layer.d), layer.d
        assert bool(layer.stroke) == bool(layer.width)
        assert layer.fill or layer.stroke


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_is_known(theme: str) -> None:
    for layer, _ in coloured(every_layer(), theme_named(theme), "r", "b"):
        for colour in filter(None, (layer.fill, layer.stroke)):
            assert re.fullmatch("#[0-9a-f]{6}", colour)


def test_unknown_theme() -> None:
    with pytest.raises(DjambiError, match=r"'sepia'.*light, dark"):
        theme_named("sepia")


def paths(look: PieceAppearance) -> list[str]:
    return [layer.d for layer, _ in piece_drawing(look, theme_named("light"))]


def test_a_figure_is_its_parts() -> None:
    drawings = art()
    plain = paths(PieceAppearance("r", "C"))
    assert plain[-1] == drawings.emblems["r"]
    assert drawings.pieces["C"][0].d in plain
    assert paths(CORPSE) == [layer.d for layer in drawings.corpse]
    ruling = paths(PieceAppearance("r", "C", crown=True))
    assert ruling[:-1] == plain
    assert ruling[-1] == drawings.marks["crown"][0].d


def test_a_vassal_shows_both_its_colours() -> None:
    light_theme = theme_named("light")
    colours = {
        layer.fill for layer, _ in piece_drawing(PieceAppearance("b", "A", "g"), light_theme)
    }
    assert {light_theme.parties["b"]["fill"], light_theme.parties["g"]["fill"]} <= colours
    assert {art().emblems["b"], art().emblems["g"]} <= set(paths(PieceAppearance("b", "A", "g")))


@pytest.mark.parametrize("state", ["frozen", "sleeping", "hostage"])
def test_states_have_a_badge(state: str) -> None:
    plain, marked = paths(PieceAppearance("y", "C")), paths(PieceAppearance("y", "C", state=state))
    assert art().marks[state][0].d in set(marked) - set(plain)


def test_a_slot_in_a_slot() -> None:
    assert Slot(10, 20, 50).within(Slot(50, 50, 10)) == Slot(35, 45, 5)
