"""What readers of lessons, the rulebook and puzzles are answered, however they asked."""

from __future__ import annotations

from datetime import UTC, date, datetime

from djambi.lessons import TUTORIAL, Lesson, lesson, lessons
from djambi.puzzles import Puzzle, puzzles
from djambi.rules import Rules
from djambi.server.errors import RequestRefused
from djambi.server.learning.schemas import LessonAttemptBody, PuzzleAttemptBody
from djambi.views.lessons import LessonAttemptView, LessonView, lesson_attempt_view, lesson_view
from djambi.views.puzzles import (
    PuzzleAttemptView,
    PuzzlesView,
    PuzzleView,
    puzzle_attempt_view,
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


def puzzle_named(name: str) -> PuzzleView:
    """Return one puzzle; raises RequestRefused("no_puzzle")."""
    return puzzle_view(_puzzle(name))


def try_puzzle(name: str, body: PuzzleAttemptBody) -> PuzzleAttemptView:
    """Judge the reader's turn; searching for a refutation may take a second."""
    return puzzle_attempt_view(_puzzle(name), body.turn)


def _puzzle(name: str) -> Puzzle:
    for each in puzzles():
        if each.name == name:
            return each
    raise RequestRefused("no_puzzle")
