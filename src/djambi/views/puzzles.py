"""Puzzles: the list of them, one to solve, and what a reader's turn brought about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache

from djambi.lessons import PlayedTurn
from djambi.position.position import Position
from djambi.puzzles import Puzzle, daily, puzzles, try_turn
from djambi.texts import say
from djambi.views.lessons import played_view
from djambi.views.positions import (
    PieceView,
    PositionView,
    first_stages,
    piece_views,
    position_view,
)
from djambi.views.words import Words, both, words


@dataclass(slots=True)
class PuzzleRowView:
    """A puzzle in the list; `rating` is from 800 to 2200.

    `former` are names it had before, under which it may have been solved.
    """

    name: str
    former: list[str]
    kind: str
    title: Words
    variant: str
    rating: int
    pieces: list[PieceView]
    corpses: list[str]


@dataclass(slots=True)
class PuzzlesView:
    """Every puzzle, the easiest first, and the name of the day's."""

    daily: str
    puzzles: list[PuzzleRowView]


@dataclass(slots=True)
class PuzzleView:
    """One puzzle; `view` is its position with the choices in it.

    `solution` is one of the turns that solve it, `after` the next puzzle, a little harder.
    """

    name: str
    kind: str
    title: Words
    goal: Words
    variant: str
    edition: str
    rating: int
    position: str
    solution: str
    view: PositionView
    after: str | None


@dataclass(slots=True)
class PuzzleAttemptView:
    """What a turn brought about, whether it was right, and what refutes it if not.

    `views` are the positions after it, and after each answer of the others to a wrong one.
    """

    right: bool
    words: Words
    views: list[PositionView]


def puzzles_view(day: date) -> PuzzlesView:
    """Return every puzzle, and that of a day."""
    return PuzzlesView(daily(day).name, _rows())


@cache
def _rows() -> list[PuzzleRowView]:
    return [_row(each, Position.parse(each.position)) for each in puzzles()]


def _row(each: Puzzle, position: Position) -> PuzzleRowView:
    return PuzzleRowView(
        name=each.name,
        former=list(each.former),
        kind=each.kind,
        title=words(f"puzzle.kind.{each.kind}"),
        variant=position.variant.name,
        rating=each.rating,
        pieces=piece_views(position),
        corpses=list(position.corpses),
    )


@cache
def puzzle_view(each: Puzzle) -> PuzzleView:
    """Return one puzzle."""
    position = Position.parse(each.position)
    names = [one.name for one in puzzles()]
    number = names.index(each.name) + 1

    def goal(lang: str) -> str:
        party = say(f"party.{position.mover}", lang)
        return say(f"puzzle.goal.{each.kind}", lang, party=party)

    return PuzzleView(
        name=each.name,
        kind=each.kind,
        title=words(f"puzzle.kind.{each.kind}"),
        goal=both(goal),
        variant=position.variant.name,
        edition=position.rules.edition,
        rating=each.rating,
        position=each.position,
        solution=each.solutions[0],
        view=position_view(position, stages=first_stages(position)),
        after=names[number] if number < len(names) else None,
    )


def puzzle_attempt_view(each: Puzzle, text: str) -> PuzzleAttemptView:
    """Return the reader's turn judged; raises DjambiError for one that cannot be played."""
    found = try_turn(each, text)
    played = [PlayedTurn.of(Position.parse(each.position), found.turn)]
    for turn in found.line:
        played.append(PlayedTurn.of(played[-1].after, turn))
    told = f"puzzle.missing.{found.missing}" if found.missing else "puzzle.right"
    return PuzzleAttemptView(
        right=not found.missing, words=words(told), views=[played_view(one) for one in played]
    )
