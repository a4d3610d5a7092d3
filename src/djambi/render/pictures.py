"""Pictures made of points: a position as PNG, a game as an animated GIF or WebP.

They are painted from the SVG by the extra ``pictures`` (``pip install 'djambi[pictures]'``): resvg
paints, Pillow puts frames together.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, Literal

from djambi.errors import DjambiError
from djambi.render.appearance import TurnView, milliseconds
from djambi.render.art import theme_named
from djambi.render.svg_board import svg

if TYPE_CHECKING:
    from PIL.Image import Image as Frame

    from djambi.nodes import Node
    from djambi.position.position import Position

Form = Literal["gif", "webp"]

MOST_POINTS: Final = 150_000_000
"""Points in all frames of an animation: so many still fit into the memory of a small computer."""

LAST: Final = 4
"""The last frame stays so many times as long as the others."""

_COLOURS: Final = 160


def png(
    position: Position,
    *,
    theme: str = "light",
    coordinates: bool = True,
    size: int = 640,
    last_turn: TurnView | None = None,
    lang: str = "en",
) -> bytes:
    """Return a position as a PNG picture; its arguments are those of `svg`.

    Raises:
        DjambiError: as `svg` does, and if the extra ``pictures`` is not installed.
    """
    drawn = svg(
        position, theme=theme, coordinates=coordinates, size=size, last_turn=last_turn, lang=lang
    )
    return _painted(drawn, size)


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
    """Return a game as a moving picture that begins anew after its end.

    Args:
        nodes: the positions, as `Game.path` has them; at least one.
        form: ``gif`` or ``webp``.
        pace: seconds from turn to turn, from 0.05 to 60.
        theme, coordinates, size, lang: as `svg` has them.

    Raises:
        DjambiError: as `svg` does; the pace is out of range; there are too many turns for the
            size; or the extra ``pictures`` is not installed.
    """
    time = milliseconds(pace)
    if len(nodes) * size * size > MOST_POINTS:
        raise DjambiError(f"{len(nodes)} positions of {size} pixels are too many: draw smaller")
    ground = theme_named(theme).tokens["board"]

    def frame(node: Node) -> Frame:
        turn = None if node.event is None else node.event.turn
        drawn = svg(
            node.position,
            theme=theme,
            coordinates=coordinates,
            size=size,
            last_turn=turn,
            lang=lang,
        )
        return _opened(_painted(drawn, size, ground))

    times = [time] * (len(nodes) - 1) + [time * LAST]
    if form == "webp":
        return _bound(map(frame, nodes), "WEBP", times, lossless=True, method=2)
    return _bound(_in_few_colours(map(frame, nodes), frame(nodes[-1])), "GIF", times, disposal=1)


def _in_few_colours(frames: Iterable[Frame], last: Frame) -> Iterator[Frame]:
    """Yield frames that share one palette, so that what stays is not written again."""
    from PIL import Image

    palette: Frame | None = None
    for frame in frames:
        if palette is None:
            # All that may be seen is in the first picture or the last: parties there, corpses here.
            both = Image.new("RGB", (frame.width * 2, frame.height))
            both.paste(frame, (0, 0))
            both.paste(last, (frame.width, 0))
            palette = both.quantize(_COLOURS)
        yield frame.quantize(palette=palette, dither=Image.Dither.NONE)


def _bound(frames: Iterator[Frame], form: str, times: list[int], **options: object) -> bytes:
    first = next(frames)
    file = io.BytesIO()
    first.save(
        file, form, save_all=True, append_images=list(frames), duration=times, loop=0, **options
    )
    return file.getvalue()


def available() -> bool:
    """Tell whether the extra ``pictures`` is installed."""
    return find_spec("PIL") is not None and find_spec("resvg_py") is not None


def _opened(data: bytes) -> Frame:
    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise _missing(error) from None
    return Image.open(io.BytesIO(data)).convert("RGB")


def _painted(drawn: str, size: int, background: str | None = None) -> bytes:
    try:
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError as error:
        raise _missing(error) from None
    return bytes(svg_to_bytes(svg_string=drawn, width=size, background=background))


def _missing(error: ModuleNotFoundError) -> DjambiError:
    return DjambiError(f"this picture needs {error.name}: pip install 'djambi[pictures]'")
