"""Write turns of random games for the browser app's tests, into web/tests/fixtures/turns.json.

    python tools/turn_fixtures.py

Each is what the board is told of a turn: what stood where before and after it, whom each party
obeys, who is in power, and what the turn brought about (`HappeningView`, without its sentence).
Of every game those turns are taken that bring about something new, so that all kinds occur.
"""

from __future__ import annotations

import itertools
import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "web" / "tests" / "fixtures" / "turns.json"

BOARDS = ("square-4", "hex-3", "hex-6", "polygon-5", "polygon-8")
GAMES = 12
MOST_ALIKE = 3
"""Turns of each board that bring about the same kinds of things."""


def face(position: Any) -> dict[str, Any]:
    """Return what is seen of a position."""
    return {
        "pieces": [f"{p.party}{p.kind}{cell}" for cell, p in position.pieces.items()],
        "corpses": list(position.corpses),
        "lords": {p.letter: p.lord for p in position.parties if p.lord},
        "ruler": position.ruler,
    }


def turns(board: str) -> list[dict[str, Any]]:
    """Return turns of random games on a board, in the order in which they were played."""
    from djambi.game import Game

    found: list[dict[str, Any]] = []
    known: Counter[tuple[str, ...]] = Counter()
    for seed in range(GAMES):
        dice = random.Random(f"{board} {seed}")
        game = Game.start(board)
        while not game.position.is_over:
            game.play(dice.choice(game.position.legal_turns()))
        path = game.path()
        for before, node in itertools.pairwise(path):
            told = list(node.happenings())
            kinds = tuple(sorted({one.what.value for one in told}))
            known[kinds] += 1
            if known[kinds] > MOST_ALIKE:
                continue
            rows = [
                [one.what.value, one.party, one.kind, one.cell, one.target, one.by] for one in told
            ]
            found.append(
                {
                    "board": board,
                    "before": face(before.position),
                    "after": face(node.position),
                    "happenings": rows,
                }
            )
    return found


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "src"))
    rows = [json.dumps(turn, separators=(",", ":")) for board in BOARDS for turn in turns(board)]
    TARGET.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
