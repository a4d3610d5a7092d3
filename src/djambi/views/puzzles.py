"""Puzzles: the list of them, one to solve, and what a reader's turn brought about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from typing import Final

from djambi.lessons import PlayedTurn
from djambi.position.outcome import Happening, HappeningKind, piece_name
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.puzzles import (
    THEMES,
    Puzzle,
    PuzzleAttempt,
    daily,
    month_of_puzzles,
    puzzles,
    right_turn,
    solution_line,
    storm,
    try_line,
)
from djambi.views.lessons import played_view
from djambi.views.outcomes import happening_words, happenings_words
from djambi.views.positions import (
    PieceView,
    PositionView,
    first_stages,
    piece_views,
    position_view,
)
from djambi.views.words import Words, both, words

KEPT_PUZZLES: Final = 200
"""Puzzles that are kept as they are shown: as many as are asked for in a while."""


@dataclass(slots=True)
class PuzzleRowView:
    """A puzzle in the list with its picture; `rating` as in `PuzzleIndexRowView`.

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
class PuzzleThemeView:
    """A theme: what it is called, what it is about, and how many puzzles have it."""

    kind: str
    title: Words
    line: Words
    count: int


@dataclass(slots=True)
class PuzzleIndexRowView:
    """A puzzle in the list, without its picture.

    `rating` is on the scale of Glicko (600 to 2600), `deviation` the doubt about it; `moves` are
    the player's own turns to the goal. `former` are names it had before.
    """

    name: str
    former: list[str]
    kind: str
    variant: str
    edition: str
    rating: int
    deviation: int
    moves: int


@dataclass(slots=True)
class PuzzleIndexView:
    """Every puzzle, the easiest first, the themes, and the name of the day's puzzle."""

    daily: str
    themes: list[PuzzleThemeView]
    puzzles: list[PuzzleIndexRowView]


@dataclass(slots=True)
class PuzzleDayView:
    """The puzzle of a day (as 2026-11-22)."""

    day: str
    name: str
    kind: str
    variant: str
    rating: int


@dataclass(slots=True)
class PuzzleMonthView:
    """The puzzles of a month (as 2026-11), a day each."""

    month: str
    days: list[PuzzleDayView]


@dataclass(slots=True)
class StormPuzzleView:
    """A puzzle of a storm; `solutions` are all right first turns, in short form."""

    name: str
    kind: str
    variant: str
    rating: int
    moves: int
    solutions: list[str]


@dataclass(slots=True)
class PuzzleStormView:
    """The puzzles of a storm, each harder than the one before."""

    puzzles: list[StormPuzzleView]


@dataclass(slots=True)
class PuzzleHintView:
    """A hint in three steps: the idea; which piece, and its cell; what it does, and its target."""

    idea: Words
    piece: str
    piece_words: Words
    target: str
    target_words: Words


@dataclass(slots=True)
class PuzzleView:
    """One puzzle; `view` is its position with the choices in it.

    `solution` is one of the turns that solve it, `after` the next puzzle, a little harder. `party`
    is the player's; the rest is as in `PuzzleIndexRowView`.
    """

    name: str
    kind: str
    title: Words
    theme_line: Words
    goal: Words
    goal_kind: str
    party: str
    moves: int
    variant: str
    edition: str
    rating: int
    deviation: int
    position: str
    solution: str
    hint: PuzzleHintView
    view: PositionView
    after: str | None


@dataclass(slots=True)
class PuzzleAttemptView:
    """What a turn brought about, whether it was right, and what refutes it if not.

    `views` are the positions after it and after each answer of the others, `turns` the texts of
    the turns before them; after a right turn that does not reach the goal yet, the last one has
    the choices in it, and `hint` is for the turn that is due. `left` are the turns of the
    player's own that the goal still takes at most, `reason` is empty after a right turn.
    """

    right: bool
    done: bool
    reason: str
    left: int
    words: Words
    turns: list[str]
    views: list[PositionView]
    hint: PuzzleHintView | None


@dataclass(slots=True)
class PuzzleSolutionView:
    """Right turns with the best defence against them, to the goal; what it is about."""

    turns: list[str]
    views: list[PositionView]
    words: Words


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
        variant=each.variant,
        rating=each.rating,
        pieces=piece_views(position),
        corpses=list(position.corpses),
    )


def puzzle_index_view(day: date) -> PuzzleIndexView:
    """Return every puzzle and that of a day, without pictures."""
    return PuzzleIndexView(daily(day).name, _themes(), _index())


@cache
def _themes() -> list[PuzzleThemeView]:
    kinds = [each.kind for each in puzzles()]
    return [
        PuzzleThemeView(
            kind,
            words(f"puzzle.kind.{kind}"),
            words(f"puzzle.kind.{kind}.line"),
            kinds.count(kind),
        )
        for kind in THEMES
        if kind in kinds
    ]


@cache
def _index() -> list[PuzzleIndexRowView]:
    return [
        PuzzleIndexRowView(
            name=each.name,
            former=list(each.former),
            kind=each.kind,
            variant=each.variant,
            edition=each.edition,
            rating=each.rating,
            deviation=each.deviation,
            moves=each.moves,
        )
        for each in puzzles()
    ]


def puzzle_month_view(first: date) -> PuzzleMonthView:
    """Return the puzzles of the month that a day is in."""
    days = [
        PuzzleDayView(day.isoformat(), each.name, each.kind, each.variant, each.rating)
        for day, each in month_of_puzzles(first)
    ]
    return PuzzleMonthView(first.isoformat()[:7], days)


def puzzle_storm_view(seed: int) -> PuzzleStormView:
    """Return the storm of a seed."""
    return PuzzleStormView(
        [
            StormPuzzleView(
                each.name, each.kind, each.variant, each.rating, each.moves, list(each.solutions)
            )
            for each in storm(seed)
        ]
    )


@lru_cache(KEPT_PUZZLES)
def puzzle_view(each: Puzzle) -> PuzzleView:
    """Return one puzzle."""
    position = Position.parse(each.position)
    names = [one.name for one in puzzles()]
    number = names.index(each.name) + 1
    return PuzzleView(
        name=each.name,
        kind=each.kind,
        title=words(f"puzzle.kind.{each.kind}"),
        theme_line=words(f"puzzle.kind.{each.kind}.line"),
        goal=goal_words(each),
        goal_kind=each.goal,
        party=position.mover or "",
        moves=each.moves,
        variant=each.variant,
        edition=each.edition,
        rating=each.rating,
        deviation=each.deviation,
        position=each.position,
        solution=each.solutions[0],
        hint=_hint(each, position, position.turn(each.solutions[0])),
        view=position_view(position, stages=first_stages(position)),
        after=names[number] if number < len(names) else None,
    )


def goal_words(each: Puzzle) -> Words:
    """Return what a puzzle asks for."""
    position = Position.parse(each.position)
    told = each.goal
    if each.goal == "win":
        told += ".once" if each.moves == 1 else ".within"
    elif each.goal == "keep" and "encirclement" in each.themes:
        told += ".encirclement"
    elif each.goal == "rule" and position.ruler == position.mover:
        told += ".still"
    return words(f"puzzle.goal.{told}", party=words(f"party.{position.mover}"), n=each.moves)


def _hint(each: Puzzle, position: Position, turn: Turn) -> PuzzleHintView:
    cell, target = turn.origin or "", turn.target or ""
    there = position.pieces[cell]
    piece = both(lambda lang: piece_name(there.party, there.kind, lang))
    at_maze = target == position.board.cells[position.board.maze]
    steps = [words("puzzle.hint.maze" if at_maze else "puzzle.hint.target", cell=target)]
    if turn.victims:
        steps.append(words("puzzle.hint.victims", cells=", ".join(turn.victims)))
    if turn.place:
        steps.append(words("puzzle.hint.place", cell=turn.place))
    if turn.exit:
        steps.append(words("puzzle.hint.exit", cell=turn.exit))
    return PuzzleHintView(
        idea=words(f"puzzle.idea.{each.kind}.{each.goal}"),
        piece=cell,
        piece_words=words("puzzle.hint.piece", piece=piece, cell=cell),
        target=target,
        target_words=_joined(steps),
    )


def _joined(several: list[Words]) -> Words:
    return both(lambda lang: " ".join(getattr(each, lang) for each in several))


def puzzle_attempt_view(
    each: Puzzle, texts: Sequence[str], brief: bool = False
) -> PuzzleAttemptView:
    """Return the last turn of a line judged; raises DjambiError for one that cannot be played."""
    found = try_line(each, texts, brief)
    played = _played(found)
    views = [played_view(one) for one in played]
    hint: PuzzleHintView | None = None
    if not found.missing and not found.is_done and not brief:
        last = played[-1].after
        views[-1].stages = first_stages(last)
        line = [*texts, *map(str, found.line)]
        hint = _hint(each, last, right_turn(each, line))
    return PuzzleAttemptView(
        right=not found.missing,
        done=found.is_done,
        reason=found.missing,
        left=found.left,
        words=_judgement(each, found, played),
        turns=[str(one.turn) for one in played],
        views=views,
        hint=hint,
    )


def _played(found: PuzzleAttempt) -> list[PlayedTurn]:
    played = [PlayedTurn.of(found.before, found.turn)]
    for turn in found.line:
        played.append(PlayedTurn.of(played[-1].after, turn))
    return played


def _judgement(each: Puzzle, found: PuzzleAttempt, played: list[PlayedTurn]) -> Words:
    """Return whether a turn was right, or why not: by what becomes of the player's Chief, too."""
    if found.is_done:
        return words(f"puzzle.reached.{each.goal}")
    if not found.missing:
        return words("puzzle.left", n=found.left)
    told = words(f"puzzle.missing.{found.missing}")
    player = found.before.mover
    decisive = [
        happening_words(one)
        for one in played[-1].happenings
        if one.party == player and _is_blow(one)
    ]
    if found.missing == "slow" and found.line:
        decisive = [happenings_words(played[-1].happenings)]
    return _joined([told, *decisive])


def _is_blow(one: Happening) -> bool:
    """Return whether it takes a party its Chief or its power."""
    killed = one.what is HappeningKind.KILLED and one.kind == "C"
    return killed or one.what in (HappeningKind.ENCIRCLED, HappeningKind.POWER_LOST)


@lru_cache(KEPT_PUZZLES)
def puzzle_solution_view(each: Puzzle) -> PuzzleSolutionView:
    """Return a puzzle's solution, played to the goal."""
    played = [one for found in solution_line(each) for one in _played(found)]
    return PuzzleSolutionView(
        turns=[str(one.turn) for one in played],
        views=[played_view(one) for one in played],
        words=words(f"puzzle.reached.{each.goal}"),
    )
