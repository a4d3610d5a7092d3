"""Puzzles, and the file that they come in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any, Final

from djambi.errors import DjambiError, quoted

KINDS: Final = ("win", "kill", "chief", "walls", "stroke")
"""The themes of puzzles: win, kill a Chief, save one's own from death or from walls. A stroke is a
win or a kill decided by the exit from the maze."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with a decisive turn.

    Args:
        name: its unique name.
        kind: one of `KINDS`.
        goal, depth: the goal, and within how many turns it is reached; see `djambi.puzzles`.
        position: the position, as NOTATION 1 writes it.
        solutions: every turn that reaches the goal, in short form.
        turns: the number of legal turns.
        plays: the number of turns that the proof plays.
        source: where the position comes from.
        rating: the difficulty, from 800 to 2200 (see `djambi.puzzles.rate`); 0 if unrated.
        former: earlier names, which links and readers' progress may use.
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
    rating: int = 0
    former: tuple[str, ...] = ()


def load(path: Path) -> list[Puzzle]:
    """Return the puzzles in a JSON file."""
    return _read(path.read_text("utf-8"))


def save(puzzles: Sequence[Puzzle], path: Path) -> None:
    """Write puzzles to a JSON file, one to a line."""
    lines = ",\n".join(json.dumps(asdict(puzzle)) for puzzle in puzzles)
    path.write_text(f"[\n{lines}\n]\n", "utf-8")


def puzzle_in(row: dict[str, Any]) -> Puzzle:
    """Return the puzzle in a row of a file."""
    fields: dict[str, Any] = {
        **row,
        "solutions": tuple(map(str, row["solutions"])),
        "former": tuple(map(str, row.get("former", ()))),
    }
    return Puzzle(**fields)


def _read(text: str) -> list[Puzzle]:
    return [puzzle_in(row) for row in json.loads(text)]


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return every puzzle that comes with the program, the easiest first.

    >>> len(puzzles()) >= 60
    True
    """
    text = resources.files("djambi.puzzles").joinpath("puzzles.json").read_text("utf-8")
    return tuple(sorted(_read(text), key=lambda each: (each.rating, each.name)))


def puzzle(name: str) -> Puzzle:
    """Return the puzzle that has or once had this name.

    Raises:
        DjambiError: there is no such puzzle.
    """
    for each in puzzles():
        if name in (each.name, *each.former):
            return each
    raise DjambiError(f"there is no puzzle {quoted(name)}")


def daily(day: date) -> Puzzle:
    """Return the puzzle of a day: all puzzles in a random order, then again in another one.

    >>> daily(date(2026, 11, 21)) == daily(date(2026, 11, 21))
    True
    """
    round_, number = divmod(day.toordinal(), len(puzzles()))
    order = sorted(puzzles(), key=lambda each: each.name)
    Random(round_).shuffle(order)  # noqa: S311 - an order, no secret
    return order[number]
