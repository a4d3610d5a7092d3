"""The drawings and colours, read from `art.json` (`art.md` describes its format).

The browser reads the same file, so that a piece looks alike everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

from djambi.errors import DjambiError, quoted, suggestion
from djambi.render.appearance import CORPSE, PieceAppearance

BOX: Final = 100.0
"""The side of the square that every drawing lies in."""

THEMES: Final = ("light", "dark")
"""The names of all themes."""


class Layer(NamedTuple):
    """A path of a drawing; `fill` and `stroke` are colours, names of colours, or empty."""

    d: str
    fill: str = ""
    stroke: str = ""
    width: float = 0.0


class Slot(NamedTuple):
    """A square inside the box that another drawing is scaled into."""

    x: float
    y: float
    side: float

    def within(self, inner: Slot) -> Slot:
        """Return a slot of the drawing in this slot, in coordinates of the outer drawing.

        >>> Slot(70, 2, 50).within(Slot(20, 50, 50))
        Slot(x=80.0, y=27.0, side=25.0)
        """
        scale = self.side / BOX
        return Slot(self.x + inner.x * scale, self.y + inner.y * scale, inner.side * scale)


WHOLE: Final = Slot(0.0, 0.0, BOX)
"""The slot that is the whole box."""


class Placed(NamedTuple):
    """A layer with resolved colours, and the slot that it is scaled into."""

    layer: Layer
    slot: Slot


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one theme, as `#rrggbb`."""

    name: str
    tokens: Mapping[str, str]
    """The colours of the board and its marks, by name."""
    parties: Mapping[str, Mapping[str, str]]
    """The `fill`, `shade`, `ink` and `edge` of each party, by letter."""

    def colour(self, token: str, party: str = "", lord: str = "") -> str:
        """Return the colour of a token, for a piece of `party` controlled by `lord`.

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
    """All drawings, whose layers still name their colours."""

    slots: Mapping[str, Slot]
    base: Sequence[Layer]
    pieces: Mapping[str, Sequence[Layer]]
    corpse: Sequence[Layer]
    emblems: Mapping[str, str]
    """The path of each party's emblem, by letter."""
    marks: Mapping[str, Sequence[Layer]]
    cells: Mapping[str, Sequence[Layer]]


@cache
def _file() -> Any:
    return json.loads(resources.files("djambi.render").joinpath("art.json").read_text("utf-8"))


def _layers(entries: Any) -> tuple[Layer, ...]:
    return tuple(Layer(**entry) for entry in entries)


@cache
def art() -> Art:
    """Return all drawings.

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
    """Return the theme `light` or `dark`; raise `DjambiError` for any other name."""
    if name not in THEMES:
        raise DjambiError(f"unknown theme {quoted(name)}; {suggestion(name, THEMES)}")
    colours = _file()["themes"][name]
    return Theme(name, colours["tokens"], colours["parties"])


def piece_drawing(look: PieceAppearance, colours: Theme) -> list[Placed]:
    """Return the layers of a piece or corpse, in the order to paint them.

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

    # A vassal is drawn a little smaller, to leave room for its lord's ring.
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
    """Return these layers with colours in place of the names of colours."""

    def colour(token: str) -> str:
        return colours.colour(token, party, lord) if token else ""

    return [
        Placed(layer._replace(fill=colour(layer.fill), stroke=colour(layer.stroke)), slot)
        for layer in layers
    ]
