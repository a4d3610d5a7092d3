"""The learnt weights of the turn policy (`djambi.kernel.search.turn_policy`).

turn_policy.json has them, with the figures of how they were learnt (bench/turn_policy.py).
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, Final, NamedTuple

from djambi.kernel.search.turn_features import POSITION_FEATURE_NAMES, TURN_FEATURE_NAMES

HIDDEN_UNITS: Final = 16
"""The hidden units of the network."""

SCORE_UNIT: Final = 256
"""What 1 is in weights, and a nat in scores."""


class TurnWeights(NamedTuple):
    """The network's weights, in parts of SCORE_UNIT; inputs are turns' features, then positions'.

    Args:
        direct: w, one for every feature of a turn. Whatever a position's added to all its turns
            would change nothing.
        hidden: A and B, a row of HIDDEN_UNITS weights for every input.
        bias: b, one for each hidden unit.
        output: u, likewise.
    """

    direct: tuple[int, ...]
    hidden: tuple[tuple[int, ...], ...]
    bias: tuple[int, ...]
    output: tuple[int, ...]


def _learnt() -> TurnWeights:
    file = resources.files("djambi.kernel.search").joinpath("turn_policy.json")
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    rows = {name: tuple(map(int, row.split())) for name, row in found["weights"].items()}
    turn = [rows[name] for name in TURN_FEATURE_NAMES]
    position = [rows[name] for name in POSITION_FEATURE_NAMES]
    return TurnWeights(
        direct=tuple(row[0] for row in turn),
        hidden=(*(row[1:] for row in turn), *position),
        bias=rows["bias"],
        output=rows["output"],
    )


TURN_WEIGHTS: Final = _learnt()
"""The weights in use."""
