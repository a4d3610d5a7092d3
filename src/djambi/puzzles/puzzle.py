"""The puzzles and their file."""

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
"""What a puzzle is about: to win, to kill a Chief, to save one's own from death or walls; a stroke
is a win or a kill that an act in the exit from the maze decides."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with a decisive turn.

    Args:
        name: unlike any other.
        kind: one of `KINDS`.
        goal, depth: what the turn achieves, and how far that was looked at; see `djambi.puzzles`.
        position: the text of NOTATION 1.
        solutions: every turn that achieves it, short form.
        turns: how many legal turns there are.
        plays: how many turns the proof plays.
        source: where it is from.
        rating: how hard it is, from 800 to 2200 (see `djambi.puzzles.rate`); 0 if nobody tried.
        former: names it had before, by which links and readers' progress may know it.
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
    """Return the puzzles of a file."""
    return _read(path.read_text("utf-8"))


def save(puzzles: Sequence[Puzzle], path: Path) -> None:
    """Write puzzles down, one on a line."""
    lines = ",\n".join(json.dumps(asdict(puzzle)) for puzzle in puzzles)
    path.write_text(f"[\n{lines}\n]\n", "utf-8")


def puzzle_in(row: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a row of a file."""
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
    """Every puzzle that comes with the program, the easiest first.

    >>> len(puzzles()) >= 60
    True
    """
    text = resources.files("djambi.puzzles").joinpath("puzzles.json").read_text("utf-8")
    return tuple(sorted(_read(text), key=lambda each: (each.rating, each.name)))


def puzzle(name: str) -> Puzzle:
    """The puzzle of this name, or that once had it; raises `DjambiError` if there is none."""
    for each in puzzles():
        if name in (each.name, *each.former):
            return each
    raise DjambiError(f"there is no puzzle {quoted(name)}")


def daily(day: date) -> Puzzle:
    """The puzzle of a day: all of them in an order of chance, then again in another.

    >>> daily(date(2026, 11, 21)) == daily(date(2026, 11, 21))
    True
    """
    round_, number = divmod(day.toordinal(), len(puzzles()))
    order = sorted(puzzles(), key=lambda each: each.name)
    Random(round_).shuffle(order)  # noqa: S311 - an order, no secret
    return order[number]
