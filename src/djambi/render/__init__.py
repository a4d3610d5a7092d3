"""Pictures of positions: `svg` for screens and paper, `text` for terminals.

Both draw a `Position`, or anything else with the attributes of `View`.
"""

from djambi.render.svg_board import svg
from djambi.render.text_board import text
from djambi.render.view import Look, TurnView, View, looks

__all__ = ["Look", "TurnView", "View", "looks", "svg", "text"]
