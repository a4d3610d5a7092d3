"""Pictures of positions: `svg` for screens and paper, `text` for terminals."""

from djambi.render.look import Look, TurnView, looks
from djambi.render.svg_board import svg
from djambi.render.text_board import text

__all__ = ["Look", "TurnView", "looks", "svg", "text"]
