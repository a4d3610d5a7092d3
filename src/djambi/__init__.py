"""Djambi, "Machiavelli's chessboard": the game for two to eight parties, as a library.

>>> import djambi
>>> position = djambi.Position.start("square-4", "bga", own_kills="none")
>>> len(position.legal_turns())
30
>>> position = position.play("c3-e3")
>>> str(position).split(" ")[5:]
['b', '1', '1']
"""

from typing import TYPE_CHECKING

from djambi._version import __version__
from djambi.counting import divide, perft
from djambi.errors import (
    AmbiguousTurn,
    BadPosition,
    BadRecord,
    BadRules,
    DjambiError,
    Fault,
    IllegalTurn,
    TurnError,
    UnknownCell,
    UnreadableTurn,
)
from djambi.geometry import Board
from djambi.position import (
    Choice,
    LegalTurns,
    Party,
    Piece,
    Position,
    Reason,
    Setup,
    Stage,
    Turn,
)
from djambi.rules import EDITIONS, OPTIONS, VARIANT_NAMES, Rules, Variant

if TYPE_CHECKING:
    from djambi.game import Game

__all__ = [
    "EDITIONS",
    "OPTIONS",
    "VARIANT_NAMES",
    "AmbiguousTurn",
    "BadPosition",
    "BadRecord",
    "BadRules",
    "Board",
    "Choice",
    "DjambiError",
    "Fault",
    "Game",
    "IllegalTurn",
    "LegalTurns",
    "Party",
    "Piece",
    "Position",
    "Reason",
    "Rules",
    "Setup",
    "Stage",
    "Turn",
    "TurnError",
    "UnknownCell",
    "UnreadableTurn",
    "Variant",
    "__version__",
    "divide",
    "perft",
]


# Type checkers see the import above, and go on missing what is not there.
if not TYPE_CHECKING:

    def __getattr__(name):
        """Import what programs for search never ask for only when it is asked for."""
        if name == "Game":
            from djambi.game import Game

            return Game
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        """Return what is offered, what is imported late included, and nothing else."""
        return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
