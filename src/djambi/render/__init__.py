"""Render positions: `svg` for screens and paper, `text` for terminals."""

from typing import TYPE_CHECKING

from djambi.forwarding import renamed
from djambi.render.appearance import PieceAppearance, TurnView, appearances
from djambi.render.svg_board import svg
from djambi.render.text_board import text

__all__ = ["PieceAppearance", "TurnView", "appearances", "svg", "text"]


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Look="PieceAppearance",
        looks="appearances",
    )
