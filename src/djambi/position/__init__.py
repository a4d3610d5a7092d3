"""Positions, turns, and what can be asked of them.

The public names are importable from here, and the most used from `djambi` itself. What a turn
brought about is told by `djambi.position.outcome`, which loads the texts and is therefore
imported only when asked for; symmetries of boards are in `djambi.position.symmetry`.

>>> from djambi.position import Position
>>> Position.start("square-4").ply
0
"""

from djambi.parties import Party, Piece, Status
from djambi.position.base import BasePosition
from djambi.position.legal_turns import LegalTurns
from djambi.position.position import Position
from djambi.position.reasons import Reason
from djambi.position.setups import Setup
from djambi.position.stages import Choice, Stage
from djambi.position.turn import Turn

__all__ = [
    "BasePosition",
    "Choice",
    "LegalTurns",
    "Party",
    "Piece",
    "Position",
    "Reason",
    "Setup",
    "Stage",
    "Status",
    "Turn",
]
