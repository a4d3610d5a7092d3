"""Positions, turns, and what can be asked of them.

The public names are importable from here, and the most used from `djambi` itself.

>>> from djambi.position import Position
>>> Position.start("square-4").ply
0
"""

from djambi.position.position import Position
from djambi.position.reasons import Reason
from djambi.position.setups import Setup
from djambi.position.stages import Choice, Stage
from djambi.position.turn import LegalTurns, Turn

__all__ = ["Choice", "LegalTurns", "Position", "Reason", "Setup", "Stage", "Turn"]
