"""The puzzles and their file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

SUITE: Final = Path(__file__).with_name("suite.json")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with a decisive turn.

    Args:
        name: unlike any other.
        kind: what it is about: win, kill, chief (threatened with death), walls (threatened
            with encirclement), stroke (an act in the exit from the maze decides).
        goal, depth: what the turn achieves, and how far that was looked at; see `bench.tactics`.
        position: the text of NOTATION 1.
        solutions: every turn that achieves it, short form.
        turns: how many legal turns there are.
        plays: how many turns the proof plays.
        source: where it is from.
    """

    name: str
    kind: str
    goal: str
    depth: int
    position: str
    solutions: tuple[str, ...]
    turns: int
    plays: int
    source: str


def load(path: Path = SUITE) -> list[Puzzle]:
    """Return the puzzles of a file."""
    return [puzzle(row) for row in json.loads(path.read_text("utf-8"))]


def puzzle(row: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a row of a file."""
    fields: dict[str, Any] = {**row, "solutions": tuple(map(str, row["solutions"]))}
    return Puzzle(**fields)


def save(puzzles: Sequence[Puzzle], path: Path = SUITE) -> None:
    """Write puzzles down, one on a line."""
    lines = ",\n".join(json.dumps(asdict(puzzle)) for puzzle in puzzles)
    path.write_text(f"[\n{lines}\n]\n", "utf-8")
