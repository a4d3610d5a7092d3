"""Puzzles, and the file that they come in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from djambi.errors import DjambiError, quoted
from djambi.files import write_whole
from djambi.kernel import COMPILED

FIELDS: Final = (
    "name", "themes", "goal", "depth", "position", "solutions", "turns", "plays", "source",
    "rating", "deviation", "former",
)  # fmt: skip
"""The fields of a puzzle in the order of a row of the file; lists are joined by spaces."""

_LISTS: Final = ("themes", "solutions", "former")
_NUMBERS: Final = ("depth", "turns", "plays", "rating", "deviation")

GOALS: Final = ("win", "kill", "strike", "keep", "rule")
"""The goals of puzzles; see `djambi.puzzles`."""

MAX_DEPTH: Final = 64
"""The most turns that a goal may take."""

ENDING: Final = "ending"
"""The theme of puzzles that an exact table judges (`djambi.puzzles.themes`)."""

DEFAULT_DEVIATION: Final = 150
"""The deviation of a rating that nobody has tried yet."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with a decisive turn.

    Args:
        name: its unique name: the variant's, and the position's key.
        themes: what it is about (`djambi.puzzles.themes`), the main theme first.
        goal, depth: the goal, and within how many turns it is reached; see `djambi.puzzles`.
        position: the position, as NOTATION 1 writes it.
        solutions: every turn that reaches the goal, in short form.
        turns: the number of legal turns.
        plays: the number of turns that the proof plays.
        source: the game of bots that the position comes from, as "seed/number"; for endings the
            table and the own turns to the win, as "seed/CR-C-5".
        rating: the difficulty, from 600 to 2600 (see `djambi.puzzles.rate`); 0 if unrated.
        deviation: the doubt about the rating.
        former: earlier names, which links and readers' progress may use.
    """

    name: str
    themes: tuple[str, ...]
    goal: str
    depth: int
    position: str
    solutions: tuple[str, ...]
    turns: int
    plays: int
    source: str
    rating: int = 0
    deviation: int = DEFAULT_DEVIATION
    former: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """Return the main theme."""
        return self.themes[0]

    @property
    def moves(self) -> int:
        """Return how many turns of the player's own the goal takes at most."""
        return self.depth if self.goal == "win" else 1

    @property
    def variant(self) -> str:
        """Return the name of the variant."""
        return self.position.split(" ")[0]

    @property
    def edition(self) -> str:
        """Return the name of the edition."""
        return self.position.split(" ")[1].partition(",")[0]


def load(path: Path) -> list[Puzzle]:
    """Return the puzzles in a JSON file.

    Raises:
        DjambiError: it is not a file of puzzles.
        OSError: it cannot be read.
    """
    try:
        return _read(path.read_text("utf-8"))
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise DjambiError(f"{path}: not a file of puzzles") from error


def save(puzzles: Sequence[Puzzle], path: Path) -> None:
    """Write puzzles to a JSON file, whole: the names of the fields, then one puzzle to a line.

    Raises:
        OSError: it cannot be written.
    """
    rows = (json.dumps([_cell(each, name) for name in FIELDS]) for each in puzzles)
    lines = ",\n".join((json.dumps(FIELDS), *rows))
    write_whole(path, f"[\n{lines}\n]\n")


def puzzle_in(row: dict[str, Any]) -> Puzzle:
    """Return the puzzle in a row of a file.

    Raises:
        KeyError, TypeError, ValueError: it is not a puzzle's.
    """
    fields: dict[str, Any] = {
        name: tuple(row[name]) if name in _LISTS else row[name] for name in FIELDS
    }
    for name in FIELDS:
        form = tuple if name in _LISTS else int if name in _NUMBERS else str
        if not isinstance(fields[name], form):
            raise TypeError(f"{name} is not of type {form.__name__}")
    made = Puzzle(**fields)
    if made.goal not in GOALS or not 1 <= made.depth <= MAX_DEPTH:
        raise ValueError("no goal that is known, within a number of turns that can be proved")
    if not made.themes or not made.solutions:
        raise ValueError("no themes or no solutions")
    return made


def _cell(puzzle: Puzzle, name: str) -> object:
    value = getattr(puzzle, name)
    return " ".join(value) if name in _LISTS else value


def _read(text: str) -> list[Puzzle]:
    names, *rows = json.loads(text)
    if set(names) != set(FIELDS):
        raise ValueError("other fields than those of a puzzle")
    found = [dict(zip(names, row, strict=True)) for row in rows]
    return [puzzle_in({**row, **{name: row[name].split() for name in _LISTS}}) for row in found]


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return every puzzle that comes with the program, the easiest first.

    Those of the theme `ending` are judged by exact tables, which the interpreted kernel would take
    half a minute to make; they are left out there.

    >>> len(puzzles()) >= 600
    True
    """
    text = resources.files("djambi.puzzles").joinpath("puzzles.json").read_text("utf-8")
    found = (each for each in _read(text) if COMPILED or each.kind != ENDING)
    return tuple(sorted(found, key=lambda each: (each.rating, each.name)))


@cache
def _by_name() -> dict[str, Puzzle]:
    return {name: each for each in puzzles() for name in (*each.former, each.name)}


def puzzle(name: str) -> Puzzle:
    """Return the puzzle that has or once had this name.

    Raises:
        DjambiError: there is no such puzzle.
    """
    found = _by_name().get(name)
    if found is None:
        reason = "" if COMPILED else "; endings take djambi's compiled kernel"
        raise DjambiError(f"there is no puzzle {quoted(name)}{reason}")
    return found
