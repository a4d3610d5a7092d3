"""A position as an SVG picture, for every board, in two themes (the drawings: `art.json`).

The picture is self-contained: colours are attributes, so that every viewer shows them, and classes
allow further styling: `cell cell-e5` for every cell, `piece piece-r piece-C on-e5` for every piece,
`corpse on-e5` for every corpse. Its title and description tell the whole position, each cell's
title what stands there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from djambi.errors import DjambiError, quoted, require
from djambi.geometry import Board, Point
from djambi.position.base import BasePosition
from djambi.render.appearance import (
    CORPSE,
    PieceAppearance,
    TurnView,
    appearances,
    changed_cells,
    fortress_closed,
)
from djambi.render.art import BOX, WHOLE, Placed, Theme, art, coloured, piece_drawing, theme_named
from djambi.render.description import description, occupant, title
from djambi.render.layout import Drawing, drawing, rooms, tints

UNIT: Final = 100.0
"""SVG units per board unit, about the distance of two neighbouring cells."""

MAX_WIDTH_PX: Final = 10_000
"""The largest width, in pixels."""

_MARGIN = 0.25
"""The margin around the board, in board units."""
_PIECE_SIDE = 1.9
"""The side of a piece's drawing, in radii of its cell; its disc leaves a tenth of the cell free."""
_MIN_ROOM, _MAX_ROOM = 0.3, 0.5
"""The limits of a cell's radius for drawings, in board units: in narrower cells (the maze of the
triangle) a piece covers the lines, in wider ones (the maze of the octagon) it grows no more."""
_MAZE_SIDE = 2.04
"""The side of the maze's drawing, in radii of its cell."""
_FORTRESS_SIDE = 1.25
"""The side of a fortress cell's drawing, in radii of its cell."""
_TINTS = ("cell", "cell-alt", "cell-third")
_FONT = 'font-family="ui-sans-serif, Helvetica, Arial, sans-serif" text-anchor="middle"'


def svg(
    position: BasePosition,
    *,
    theme: str = "light",
    coordinates: bool = True,
    size: int = 640,
    last_turn: TurnView | None = None,
    highlight: Collection[str] = (),
    arrows: Iterable[tuple[str, str]] = (),
    below: str | None = None,
    lang: str = "en",
) -> str:
    """Return a position as an SVG document.

    Args:
        position: what to draw.
        theme: `light` or `dark`.
        coordinates: whether to label files and ranks (on a polygon, the sectors beside the board
            and the empty cells).
        size: the picture's width in pixels, from 1 to 10000.
        last_turn: a turn to mark: its cells, and the way that the piece moved.
        highlight: names of cells to ring.
        arrows: names of the cells that each arrow goes from and to.
        below: the party whose corner is drawn where the first party's is otherwise.
        lang: the language of its words, `en` or `fr`.

    Raises:
        DjambiError: an unknown theme, language, party or cell, a size out of range, or an arrow
            that does not go from one cell to another.

    >>> from djambi import Position
    >>> picture = svg(Position.start("hex-3"), theme="dark", size=400)
    >>> picture.count('class="cell '), 'class="piece piece-r piece-C on-e1"' in picture
    (61, True)
    """
    require(position, BasePosition, "position", "a Position")
    require(last_turn, (TurnView, type(None)), "last_turn", "a Turn or None")
    if not 1 <= size <= MAX_WIDTH_PX:
        raise DjambiError(f"size is a width from 1 to {MAX_WIDTH_PX} pixels, not {size}")
    colours = theme_named(theme)
    shown = appearances(position)
    variant = position.variant
    corner = 0 if below is None else variant.camps[variant.index(below)] - variant.camps[0]
    drawn = drawing(position.board, corner)
    frame = _frame(drawn, coordinates)
    pixels = f'width="{size}" height="{round(size * frame.height / frame.width)}"'
    classes = f'class="djambi djambi-{colours.name}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {classes} role="img" {pixels} {frame.view_box}>',
        f"<title>{escape(title(position, lang))}</title>",
        f"<desc>{escape(description(position, lang))}</desc>",
        *_definitions(shown.values(), colours),
        f'<rect class="board" {frame.ground} rx="18" fill="{colours.tokens["board"]}"/>',
        *_cells(drawn, colours, position, lang),
        *(_coordinates(drawn, colours, shown) if coordinates else ()),
        *_highlights(drawn, colours, highlight),
        *_last_turn(drawn, colours, last_turn),
        *_standing(drawn, colours, shown),
        *_arrows(drawn, colours, arrows),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def frames(shown: Sequence[tuple[BasePosition, TurnView | None]], theme: str) -> Iterator[str]:
    """Yield the parts of one picture of several positions of a game, each with its last turn.

    First comes the start of the picture, up to the empty board; then, for each position, a group of
    class `at`, of which only the last is displayed; then the end.

    Raises:
        DjambiError: an unknown theme.
    """
    colours = theme_named(theme)
    drawn = drawing(shown[0][0].board)
    frame = _frame(drawn, coordinates=True)
    seen = [appearances(position) for position, _ in shown]
    yield f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {frame.view_box}>'
    yield from _definitions((look for each in seen for look in each.values()), colours)
    yield from _gate_definitions((position for position, _ in shown), drawn, colours)
    yield f'<rect {frame.ground} rx="18" fill="{colours.tokens["board"]}"/>'
    # The caption beside the picture tells what stands where, because it changes.
    yield from _cells(drawn, colours)
    yield from _coordinates(drawn, colours, ())
    for number, ((position, turn), each) in enumerate(zip(shown, seen, strict=True), 1):
        yield '<g class="at">' if number == len(shown) else '<g class="at" display="none">'
        if position.board.fortress:
            gates = _gates(position)
            yield f'<use class="{gates}" href="#{_gates_name(gates, colours)}"/>'
        yield from _last_turn(drawn, colours, turn)
        yield from _standing(drawn, colours, each)
        yield "</g>"
    yield "</svg>"


def _n(number: float) -> str:
    """Return a number in few characters.

    >>> _n(12.0), _n(-0.04), _n(3.14159)
    ('12', '0', '3.1')
    """
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _xy(point: Point) -> tuple[float, float]:
    """Convert board coordinates, y upwards, to those of the picture, y downwards."""
    return point[0] * UNIT, -point[1] * UNIT


class _Frame(NamedTuple):
    """The view of a picture, and the attributes that say so."""

    left: float
    top: float
    width: float
    height: float

    @property
    def view_box(self) -> str:
        """Return the attribute of the picture."""
        return f'viewBox="{" ".join(map(_n, self))}"'

    @property
    def ground(self) -> str:
        """Return the attributes of a rectangle that fills it."""
        left, top, width, height = map(_n, self)
        return f'x="{left}" y="{top}" width="{width}" height="{height}"'


def _frame(drawn: Drawing, coordinates: bool) -> _Frame:
    """Return the picture's view: the board and its margin, and the coordinates if drawn."""
    points = [_xy(point) for outline in drawn.outlines for point in outline]
    if coordinates:
        points += [_xy(label.at) for label in drawn.labels]
    margin = _MARGIN * UNIT
    left, right = min(x for x, _ in points) - margin, max(x for x, _ in points) + margin
    top, bottom = min(y for _, y in points) - margin, max(y for _, y in points) + margin
    return _Frame(left, top, right - left, bottom - top)


def _path(drawn: Drawing, cell: int, shrink: float = 1.0) -> str:
    """Return the outline of a cell, shrunk towards its centre, as path data."""
    x, y = _xy(drawn.centres[cell])
    corners = (_xy(point) for point in drawn.outlines[cell])
    moved = (f"{_n(x + shrink * (u - x))} {_n(y + shrink * (v - y))}" for u, v in corners)
    return "M" + "L".join(moved) + "Z"


def _layers(layers: Iterable[Placed]) -> Iterator[str]:
    """Yield the paths of layers, each scaled into its slot."""
    for layer, slot in layers:
        stroke = f' stroke="{layer.stroke}" stroke-width="{layer.width}"' if layer.stroke else ""
        move = f"translate({_n(slot.x)} {_n(slot.y)}) scale({slot.side / BOX:.4g})"
        place = "" if slot == WHOLE else f' transform="{move}"'
        yield f'<path d="{layer.d}" fill="{layer.fill or "none"}"{stroke}{place}/>'


_GROUP = 'fill-rule="evenodd" stroke-linejoin="round" stroke-linecap="round"'


def _name(look: PieceAppearance, colours: Theme) -> str:
    """Return the id of a drawing, theme included: pictures of both may share a page."""
    parts = (colours.name, look.party + look.kind or "corpse", look.lord, look.state)
    return "-".join(["djambi", *filter(None, parts), *(["crown"] if look.crown else [])])


def _definitions(shown: Iterable[PieceAppearance], colours: Theme) -> Iterator[str]:
    """Yield a definition of every drawing on the board, once."""
    yield "<defs>"
    for look in dict.fromkeys(shown):
        yield f'<g id="{_name(look, colours)}" {_GROUP}>'
        yield from _layers(piece_drawing(look, colours))
        yield "</g>"
    yield "</defs>"


def _radius(board: Board, cell: int) -> float:
    """Return the radius of the circle that a piece may fill."""
    return min(max(rooms(board)[cell], _MIN_ROOM), _MAX_ROOM) * UNIT


def _at(drawn: Drawing, cell: int, side: float) -> str:
    """Return the transformation of a picture into a square of this side, centred in a cell."""
    x, y = _xy(drawn.centres[cell])
    return f"translate({_n(x - side / 2)} {_n(y - side / 2)}) scale({side / BOX:.4g})"


def _cells(
    drawn: Drawing, colours: Theme, position: BasePosition | None = None, lang: str = "en"
) -> Iterator[str]:
    """Yield the cells over a frame around the board; of a position, also their titles and gates."""
    board, tokens = drawn.board, colours.tokens
    outlines = "".join(_path(drawn, cell) for cell in range(len(board.cells)))
    yield (
        f'<path class="frame" d="{outlines}" fill="none" stroke="{tokens["frame"]}"'
        ' stroke-width="9" stroke-linejoin="round"/>'
    )
    yield f'<g class="cells" stroke-width="2" stroke="{tokens["line"]}">'
    for cell, name in enumerate(board.cells):
        ground, drawing, said = _TINTS[tints(board)[cell]], "", ""
        if cell == board.maze:
            ground = drawing = "maze"
        elif cell in board.fortress:
            ground = "fortress"
            drawing = "" if position is None else _gates(position)
        classes = f"cell cell-{name}" + (f" {drawing}" if drawing else "")
        if position is not None:
            said = f"<title>{escape(occupant(position, name, lang))}</title>"
        yield f'<g class="{classes}">{said}'
        yield f'<path d="{_path(drawn, cell)}" fill="{tokens[ground]}"/>'
        if drawing:
            yield from _cell_drawing(drawn, colours, cell, drawing)
        yield "</g>"
    yield "</g>"


def _cell_drawing(drawn: Drawing, colours: Theme, cell: int, name: str) -> Iterator[str]:
    """Yield what is drawn on the maze or a cell of the fortress."""
    radii = _MAZE_SIDE if cell == drawn.board.maze else _FORTRESS_SIDE
    side = radii * rooms(drawn.board)[cell] * UNIT
    yield f'<g {_GROUP} stroke="none" transform="{_at(drawn, cell, side)}">'
    yield from _layers(coloured(art().cells[name], colours))
    yield "</g>"


def _gates(position: BasePosition) -> str:
    """Return the name of what is drawn on the cells of the fortress."""
    return "fortress-closed" if fortress_closed(position) else "fortress"


def _gates_name(gates: str, colours: Theme) -> str:
    """Return the id of all gates as they are drawn in a theme."""
    return f"djambi-{colours.name}-{gates}"


def _gate_definitions(
    positions: Iterable[BasePosition], drawn: Drawing, colours: Theme
) -> Iterator[str]:
    """Yield a definition of all gates together, open and closed as far as positions have them."""
    if not drawn.board.fortress:
        return
    yield "<defs>"
    for gates in dict.fromkeys(map(_gates, positions)):
        yield f'<g id="{_gates_name(gates, colours)}">'
        for cell in drawn.board.fortress:
            yield from _cell_drawing(drawn, colours, cell, gates)
        yield "</g>"
    yield "</defs>"


def _coordinates(drawn: Drawing, colours: Theme, shown: Collection[str]) -> Iterator[str]:
    """Yield the labels beside the board; on a polygon also the names of empty cells."""
    fill = colours.tokens["text"]
    yield f'<g class="coordinates" {_FONT} fill="{fill}" font-size="26" font-weight="600">'
    for text, at in drawn.labels:
        x, y = _xy(at)
        yield f'<text x="{_n(x)}" y="{_n(y + 9)}">{text}</text>'
    yield "</g>"
    board = drawn.board
    if not board.is_polygon:
        return
    yield f'<g class="names" {_FONT} fill="{fill}" font-size="19" pointer-events="none">'
    for cell, name in enumerate(board.cells):
        if name not in shown and cell != board.maze:
            x, y = _xy(drawn.centres[cell])
            yield f'<text x="{_n(x)}" y="{_n(y + 6.5)}">{name}</text>'
    yield "</g>"


def _last_turn(drawn: Drawing, colours: Theme, turn: TurnView | None) -> Iterator[str]:
    """Yield rings around the cells of a turn, and arrows along the way of the piece."""
    cells = changed_cells(turn)
    if turn is None or not cells:
        return
    colour = colours.tokens["last"]
    yield f'<g class="last-turn" fill="none" stroke="{colour}" {_GROUP} pointer-events="none">'
    for name in cells:
        yield f'<path d="{_path(drawn, drawn.board.index(name), 0.92)}" stroke-width="5"/>'
    stops = [stop for stop in (turn.origin, turn.target, turn.exit) if stop]
    for start, end in pairwise(stops):
        yield from _arrow(drawn, start, end)
    yield "</g>"


def _arrows(drawn: Drawing, colours: Theme, arrows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield the arrows that the caller wants, above the pieces."""
    paths = [path for arrow in arrows for path in _arrow(drawn, *_ends(arrow))]
    if paths:
        colour = colours.tokens["highlight"]
        yield f'<g class="arrows" fill="none" stroke="{colour}" {_GROUP} pointer-events="none">'
        yield from paths
        yield "</g>"


def _ends(arrow: tuple[str, str]) -> tuple[str, str]:
    """Return the two cells of an arrow as the caller wants it."""
    try:
        origin, target = arrow
    except (TypeError, ValueError):
        raise DjambiError(f"arrows: {quoted(arrow)} is not a pair of cells") from None
    return origin, target


def _arrow(drawn: Drawing, origin: str, target: str) -> Iterator[str]:
    """Yield an arrow from the centre of one cell to the rim of the piece in another."""
    if origin == target:
        raise DjambiError(f"an arrow from {origin} to itself leads nowhere")
    start, end = drawn.board.index(origin), drawn.board.index(target)
    (x, y), (u, v) = _xy(drawn.centres[start]), _xy(drawn.centres[end])
    length = hypot(u - x, v - y)
    along = (u - x) / length, (v - y) / length
    short = _radius(drawn.board, end)
    tip = u - along[0] * short, v - along[1] * short

    def barb(side: int) -> str:
        back, out = 16.0, 11.0 * side
        return (
            f"{_n(tip[0] - along[0] * back - along[1] * out)}"
            f" {_n(tip[1] - along[1] * back + along[0] * out)}"
        )

    point = f"{_n(tip[0])} {_n(tip[1])}"
    yield f'<path d="M{_n(x)} {_n(y)}L{point}" stroke-width="7" stroke-opacity="0.85"/>'
    yield f'<path d="M{barb(1)}L{point}L{barb(-1)}" stroke-width="7"/>'
    yield f'<circle cx="{_n(x)}" cy="{_n(y)}" r="9" stroke-width="5"/>'


def _standing(drawn: Drawing, colours: Theme, shown: dict[str, PieceAppearance]) -> Iterator[str]:
    """Yield the group of everything on the board."""
    yield '<g class="pieces" pointer-events="none">'
    yield from _pieces(drawn, colours, shown)
    yield "</g>"


def _pieces(drawn: Drawing, colours: Theme, shown: dict[str, PieceAppearance]) -> Iterator[str]:
    """Yield the pieces from the top down, so that a crown overlaps the cell above it."""
    board = drawn.board
    names = sorted(shown, key=lambda name: -drawn.centres[board.index(name)][1])
    for name in names:
        look = shown[name]
        classes = "corpse" if look == CORPSE else f"piece piece-{look.party} piece-{look.kind}"
        cell = board.index(name)
        place = _at(drawn, cell, _PIECE_SIDE * _radius(board, cell))
        yield (
            f'<use class="{classes} on-{name}" href="#{_name(look, colours)}" transform="{place}"/>'
        )


def _highlights(drawn: Drawing, colours: Theme, names: Collection[str]) -> Iterator[str]:
    """Yield tinted, ringed cells."""
    if not names:
        return
    colour = colours.tokens["highlight"]
    yield (
        f'<g class="highlights" fill="{colour}" fill-opacity="0.28" stroke="{colour}"'
        ' stroke-width="7" pointer-events="none">'
    )
    for name in dict.fromkeys(names):
        yield f'<path class="highlight-{name}" d="{_path(drawn, drawn.board.index(name), 0.92)}"/>'
    yield "</g>"
