"""The drawings and the colours, read from `art.json` (its form is told in `art.md`).

The browser reads the same file: a piece looks alike everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

from djambi.errors import DjambiError, quoted
from djambi.render.appearance import CORPSE, PieceAppearance

BOX: Final = 100.0
"""Side of the square in which every drawing lies."""

THEMES: Final = ("light", "dark")


class Layer(NamedTuple):
    """One path of a drawing; `fill` and `stroke` are colours or names of colours, or nothing."""

    d: str
    fill: str = ""
    stroke: str = ""
    width: float = 0.0


class Slot(NamedTuple):
    """A square inside the box, into which another drawing is scaled."""

    x: float
    y: float
    side: float

    def within(self, inner: Slot) -> Slot:
        """Where `inner`, a slot of the drawing in this slot, lies in the outer drawing.

        >>> Slot(70, 2, 50).within(Slot(20, 50, 50))
        Slot(x=80.0, y=27.0, side=25.0)
        """
        scale = self.side / BOX
        return Slot(self.x + inner.x * scale, self.y + inner.y * scale, inner.side * scale)


WHOLE: Final = Slot(0.0, 0.0, BOX)


class Placed(NamedTuple):
    """A layer with its true colours, and the slot into which it is scaled."""

    layer: Layer
    slot: Slot


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one theme, as `#rrggbb`."""

    name: str
    tokens: Mapping[str, str]
    """Colours of the board and of the marks, by name."""
    parties: Mapping[str, Mapping[str, str]]
    """Per party letter its `fill`, `shade`, `ink` and `edge`."""

    def colour(self, token: str, party: str = "", lord: str = "") -> str:
        """The colour that a token names, for a piece of `party` controlled by `lord`.

        >>> theme_named("light").colour("party-ink", party="r")
        '#fbf4e4'
        """
        owner, _, part = token.partition("-")
        if owner == "party":
            return self.parties[party][part]
        if owner == "lord":
            return self.parties[lord][part]
        return self.tokens[token]


@dataclass(frozen=True, slots=True)
class Art:
    """All drawings; the colours of their layers are still names."""

    slots: Mapping[str, Slot]
    base: Sequence[Layer]
    pieces: Mapping[str, Sequence[Layer]]
    corpse: Sequence[Layer]
    emblems: Mapping[str, str]
    """Per party letter, the path of its second mark."""
    marks: Mapping[str, Sequence[Layer]]
    cells: Mapping[str, Sequence[Layer]]


@cache
def _file() -> Any:
    return json.loads(resources.files("djambi.render").joinpath("art.json").read_text("utf-8"))


def _layers(entries: Any) -> tuple[Layer, ...]:
    return tuple(Layer(**entry) for entry in entries)


@cache
def art() -> Art:
    """The drawings.

    >>> sorted(art().pieces)
    ['A', 'C', 'D', 'M', 'N', 'R']
    """
    file = _file()
    return Art(
        slots={name: Slot(*numbers) for name, numbers in file["slots"].items()},
        base=_layers(file["base"]),
        pieces={kind: _layers(entries) for kind, entries in file["pieces"].items()},
        corpse=_layers(file["corpse"]),
        emblems={party: entry["d"] for party, entry in file["emblems"].items()},
        marks={name: _layers(entries) for name, entries in file["marks"].items()},
        cells={name: _layers(entries) for name, entries in file["cells"].items()},
    )


@cache
def theme_named(name: str) -> Theme:
    """The theme `light` or `dark`; any other name raises `DjambiError`."""
    if name not in THEMES:
        raise DjambiError(f"unknown theme {quoted(name)}; known are {', '.join(THEMES)}")
    colours = _file()["themes"][name]
    return Theme(name, colours["tokens"], colours["parties"])


def piece_drawing(look: PieceAppearance, colours: Theme) -> list[Placed]:
    """The picture of a piece or a corpse: its layers, painted in this order.

    >>> dark = theme_named("dark")
    >>> len(piece_drawing(CORPSE, dark)) < len(piece_drawing(PieceAppearance("r", "C"), dark))
    True
    """
    drawings, slots = art(), art().slots
    if look == CORPSE:
        return coloured(drawings.corpse, colours)

    def paint(layers: Sequence[Layer], slot: Slot = WHOLE) -> list[Placed]:
        return coloured(layers, colours, look.party, look.lord, slot)

    def emblem(letter: str, token: str, slot: Slot) -> list[Placed]:
        return paint((Layer(drawings.emblems[letter], token),), slot)

    # A vassal is drawn a little smaller, for its ruler's ring lies around it.
    room = slots["vassal"] if look.lord else WHOLE
    layers = paint(drawings.base, room)
    if look.state and not look.lord:
        layers += paint(drawings.marks["veil"])
    layers += paint(drawings.pieces[look.kind], room)
    layers += emblem(look.party, "party-ink", room.within(slots["emblem"]))
    if look.lord:
        layers += paint(drawings.marks["ring"]) + paint(drawings.marks["lord"], slots["lord"])
        layers += emblem(look.lord, "lord-ink", slots["lord"].within(slots["glyph"]))
    if look.state:
        layers += paint(drawings.marks["badge"], slots["state"])
        layers += paint(drawings.marks[look.state], slots["state"].within(slots["glyph"]))
    if look.crown:
        layers += paint(drawings.marks["crown"])
    return layers


def coloured(
    layers: Sequence[Layer], colours: Theme, party: str = "", lord: str = "", slot: Slot = WHOLE
) -> list[Placed]:
    """These layers with their colours instead of the names of colours."""

    def colour(token: str) -> str:
        return colours.colour(token, party, lord) if token else ""

    return [
        Placed(layer._replace(fill=colour(layer.fill), stroke=colour(layer.stroke)), slot)
        for layer in layers
    ]
