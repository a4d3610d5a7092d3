"""Bitmaps: a position as PNG, a game as an animated GIF or WebP.

The extra ``pictures`` (``pip install "djambi[pictures]"``) makes them from the SVG: resvg paints,
Pillow assembles the frames.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, Literal, get_args

from djambi.errors import DjambiError, quoted
from djambi.extras import missing_package
from djambi.forwarding import renamed
from djambi.nodes import Node
from djambi.position.position import Position
from djambi.render.animation import (
    AnimationFrame,
    animation_frames,
)
from djambi.render.appearance import TurnView
from djambi.render.art import theme_named
from djambi.render.svg_board import svg

if TYPE_CHECKING:
    from PIL.Image import Image as Frame

Form = Literal["gif", "webp"]
"""The formats of an animation."""

_GIF_COLOURS: Final = 160
"""Colours in the palette of a GIF."""


def png(
    position: Position,
    *,
    theme: str = "light",
    coordinates: bool = True,
    size: int = 640,
    last_turn: TurnView | None = None,
    highlight: Collection[str] = (),
    arrows: Iterable[tuple[str, str]] = (),
    below: str | None = None,
    lang: str = "en",
) -> bytes:
    """Return a position as a PNG picture; the arguments are those of `svg`.

    Raises:
        DjambiError: as `svg` does, and if the extra ``pictures`` is not installed.
    """
    drawn = svg(
        position,
        theme=theme,
        coordinates=coordinates,
        size=size,
        last_turn=last_turn,
        highlight=highlight,
        arrows=arrows,
        below=below,
        lang=lang,
    )
    return painted(drawn, size)


def animation(
    nodes: Sequence[Node],
    form: Form,
    *,
    pace: float = 1.2,
    theme: str = "light",
    coordinates: bool = True,
    size: int = 480,
    lang: str = "en",
) -> bytes:
    """Return a game as an animation that loops.

    Args:
        nodes: the positions, as `Game.path` returns them; at least one.
        form: ``gif`` or ``webp``.
        pace: seconds per turn, from 0.05 to 60.
        theme, coordinates, size, lang: as for `svg`.

    Raises:
        DjambiError: as `svg` does; there is no such form; the pace is out of range; there are too
            many turns for the size; or the extra ``pictures`` is not installed.
    """
    if form not in get_args(Form):
        raise DjambiError(f"form: {quoted(form)} is not one of {', '.join(get_args(Form))}")
    drawn = animation_frames(
        nodes, pace=pace, theme=theme, coordinates=coordinates, size=size, lang=lang
    )

    def opened(frame: AnimationFrame) -> Frame:
        return image(frame.draw(), size, theme)

    times = [frame.milliseconds for frame in drawn]
    if form == "webp":
        return _bound(map(opened, drawn), "WEBP", times, lossless=True, method=2)
    return _bound(_in_few_colours(map(opened, drawn), opened(drawn[-1])), "GIF", times, disposal=1)


def _in_few_colours(frames: Iterable[Frame], last: Frame) -> Iterator[Frame]:
    """Yield frames that share one palette, so that only changes are written."""
    from PIL import Image

    palette: Frame | None = None
    for frame in frames:
        if palette is None:
            # Every colour appears in the first frame (all parties) or in the last one (corpses).
            both = Image.new("RGB", (frame.width * 2, frame.height))
            both.paste(frame, (0, 0))
            both.paste(last, (frame.width, 0))
            palette = both.quantize(_GIF_COLOURS)
        yield frame.quantize(palette=palette, dither=Image.Dither.NONE)


def _bound(frames: Iterator[Frame], form: str, times: list[int], **options: object) -> bytes:
    """Return frames as one animation; `times` are milliseconds."""
    first = next(frames)
    file = io.BytesIO()
    first.save(
        file, form, save_all=True, append_images=list(frames), duration=times, loop=0, **options
    )
    return file.getvalue()


def available() -> bool:
    """Return whether the extra ``pictures`` is installed."""
    return find_spec("PIL") is not None and find_spec("resvg_py") is not None


def image(drawn: str, size: int, theme: str = "light") -> Frame:
    """Return an SVG document of a theme as Pillow's image of this width, in RGB.

    Raises:
        DjambiError: the extra ``pictures`` is not installed.
    """
    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise missing_package("this picture", error, "pictures") from None
    data = painted(drawn, size, theme_named(theme).tokens["board"])
    return Image.open(io.BytesIO(data)).convert("RGB")


def painted(drawn: str, size: int, background: str | None = None) -> bytes:
    """Return an SVG document as a PNG picture of this width, in pixels.

    Raises:
        DjambiError: the extra ``pictures`` is not installed.
    """
    try:
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError as error:
        raise missing_package("this picture", error, "pictures") from None
    return bytes(svg_to_bytes(svg_string=drawn, width=size, background=background))


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        LAST="djambi.render.animation.LAST_FRAME_FACTOR",
        LAST_FRAME_FACTOR="djambi.render.animation.LAST_FRAME_FACTOR",
        MAX_PIXELS="djambi.render.animation.MAX_PIXELS",
        MOST_POINTS="djambi.render.animation.MAX_PIXELS",
    )
