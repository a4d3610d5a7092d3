"""The frames of a game's animation as SVG, for whoever paints and assembles them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from djambi.errors import DjambiError, require
from djambi.nodes import Node
from djambi.render.appearance import milliseconds
from djambi.render.svg_board import svg

MAX_PIXELS: Final = 150_000_000
"""The most pixels in all frames of an animation, to fit into a small computer's memory."""

LAST_FRAME_FACTOR: Final = 4
"""How many times longer than the others the last frame is shown."""


class AnimationFrame(NamedTuple):
    """A picture of an animation: what draws it as SVG, and how long it is shown."""

    draw: Callable[[], str]
    milliseconds: int


def animation_frames(
    nodes: Sequence[Node],
    *,
    pace: float = 1.2,
    theme: str = "light",
    coordinates: bool = True,
    size: int = 480,
    lang: str = "en",
) -> list[AnimationFrame]:
    """Return the frames of a game's animation, for whoever paints and assembles them.

    The arguments are those of `animation`.

    Raises:
        DjambiError: a pace out of range, no position, or too many for the size.

    >>> from djambi.game import Game
    >>> [frame] = animation_frames(Game.start("hex-3").path())
    >>> frame.draw()[:4], frame.milliseconds
    ('<svg', 4800)
    """
    require(nodes, Sequence, "nodes", "a list of nodes")
    if not nodes:
        raise DjambiError("nodes: there is no position to draw")
    time = milliseconds(pace)
    if len(nodes) * size * size > MAX_PIXELS:
        raise DjambiError(f"{len(nodes)} positions of {size} pixels are too many: draw smaller")

    def draw(node: Node) -> str:
        turn = None if node.event is None else node.event.turn
        return svg(
            node.position,
            theme=theme,
            coordinates=coordinates,
            size=size,
            last_turn=turn,
            lang=lang,
        )

    times = [time] * (len(nodes) - 1) + [time * LAST_FRAME_FACTOR]
    return [
        AnimationFrame(partial(draw, node), shown) for node, shown in zip(nodes, times, strict=True)
    ]
