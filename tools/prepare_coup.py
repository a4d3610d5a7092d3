"""Write the coup that the first screen replays, from its record, into web/src/ui/coup.json.

    python tools/prepare_coup.py

web/coup.djambi is a game that our strongest bots played against each other. Of it the browser
gets the positions from just before the coup to its end, each as `PositionView` has it, without
what a board that is only looked at does not need.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "web" / "coup.djambi"
TARGET = ROOT / "web" / "src" / "ui" / "coup.json"

FIRST_PLY, LAST_PLY = 55, 60
"""The positions that are shown: the Chief takes the throne at 56 and comes back to it at 60."""

PIECE = ("cell", "party", "kind")
PARTY = ("party", "status", "lord", "gone", "in_power", "pieces", "vassals")
HAPPENING = ("kind", "party", "piece", "cell", "target", "by")


def chosen(row: object, names: tuple[str, ...]) -> dict[str, Any]:
    """Return these fields of a view."""
    fields: dict[str, Any] = asdict(row)  # type: ignore[call-overload]
    return {name: fields[name] for name in names}


def coup() -> list[dict[str, Any]]:
    """Return the positions of the coup, in order."""
    from djambi.game import Game
    from djambi.views.outcomes import happening_view
    from djambi.views.positions import position_view

    [game] = Game.read(RECORD.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = []
    for node in game.path()[FIRST_PLY : LAST_PLY + 1]:
        view = position_view(node.position)
        told = node.happenings() if found else ()
        found.append(
            {
                "ply": node.position.ply,
                "pieces": [chosen(piece, PIECE) for piece in view.pieces],
                "corpses": view.corpses,
                "parties": [chosen(party, PARTY) for party in view.parties],
                "ruler": view.ruler,
                "happenings": [chosen(happening_view(one), HAPPENING) for one in told],
            }
        )
    return found


def text() -> str:
    """Return what is written."""
    rows = [json.dumps(step, separators=(",", ":")) for step in coup()]
    return "[\n" + ",\n".join(rows) + "\n]\n"


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "src"))
    TARGET.write_text(text(), encoding="utf-8")
