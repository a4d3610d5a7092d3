"""What readers of lessons, the rulebook and puzzles are answered, however they asked."""

from __future__ import annotations

from datetime import UTC, date, datetime

from djambi.errors import DjambiError, quoted
from djambi.lessons import TUTORIAL, Lesson, lesson, lessons
from djambi.puzzles import Puzzle, PuzzleLineError, puzzle
from djambi.rules import Rules
from djambi.server.errors import RequestRefused
from djambi.server.learning.schemas import LessonAttemptBody, PuzzleAttemptBody
from djambi.views.lessons import LessonAttemptView, LessonView, lesson_attempt_view, lesson_view
from djambi.views.puzzles import (
    PuzzleAttemptView,
    PuzzleIndexView,
    PuzzleMonthView,
    PuzzleSolutionView,
    PuzzlesView,
    PuzzleView,
    puzzle_attempt_view,
    puzzle_index_view,
    puzzle_month_view,
    puzzle_solution_view,
    puzzle_view,
    puzzles_view,
)
from djambi.views.rulebook import RulebookView, rulebook_view


def lesson_named(name: str) -> LessonView:
    """Return one lesson; raises RequestRefused("no_lesson")."""
    return lesson_view(_lesson(name).name)


def try_lesson(name: str, body: LessonAttemptBody) -> LessonAttemptView:
    """Judge the reader's turns."""
    return lesson_attempt_view(_lesson(name), body.turns)


def _lesson(name: str) -> Lesson:
    if name not in [TUTORIAL, *(each.name for each in lessons())]:
        raise RequestRefused("no_lesson")
    return lesson(name)


def rulebook_of(edition: str) -> RulebookView:
    """Return the rulebook for an edition; raises DjambiError for an unknown one."""
    return rulebook_view(Rules.of(edition).edition)


def puzzles_of(day: date | None) -> PuzzlesView:
    """Return every puzzle, and that of a day (None: today in UTC)."""
    return puzzles_view(day or datetime.now(UTC).date())


def puzzle_index_of(day: date | None) -> PuzzleIndexView:
    """Return every puzzle without pictures, and that of a day (None: today in UTC)."""
    return puzzle_index_view(day or datetime.now(UTC).date())


def puzzle_month_of(month: str) -> PuzzleMonthView:
    """Return the puzzles of a month, as 2026-11 ("": this one in UTC).

    Raises DjambiError if there is no such month.
    """
    try:
        first = date.fromisoformat(f"{month}-01") if month else datetime.now(UTC).date()
    except ValueError:
        raise DjambiError(f"{quoted(month)} is not a month, as 2026-11") from None
    return puzzle_month_view(first)


def puzzle_named(name: str) -> PuzzleView:
    """Return one puzzle; raises RequestRefused("no_puzzle")."""
    return puzzle_view(_puzzle(name))


def try_puzzle(name: str, body: PuzzleAttemptBody) -> PuzzleAttemptView:
    """Judge the reader's turn, and answer it; raises RequestRefused("puzzle_line")."""
    each = _puzzle(name)
    texts = body.turns if body.turn is None else [*body.turns, body.turn]
    try:
        return puzzle_attempt_view(each, texts, body.brief)
    except PuzzleLineError:
        raise RequestRefused("puzzle_line") from None


def puzzle_solution(name: str) -> PuzzleSolutionView:
    """Return a puzzle's solution, played to the goal; raises RequestRefused("no_puzzle")."""
    return puzzle_solution_view(_puzzle(name))


def _puzzle(name: str) -> Puzzle:
    try:
        return puzzle(name)
    except DjambiError:
        raise RequestRefused("no_puzzle") from None
