"""Lessons, the rulebook and puzzles. Nothing is stored: progress is a setting."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime
from functools import partial

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from djambi.lessons import Lesson, lesson, lessons
from djambi.puzzles import Puzzle, puzzles
from djambi.rules import EDITIONS, Rules
from djambi.server.analysis.service import AnalysisService
from djambi.server.errors import RequestRefused
from djambi.server.learning.schemas import LessonAttemptBody, PuzzleAttemptBody
from djambi.server.security.devices import payer_of
from djambi.server.security.endpoints import Endpoint
from djambi.server.security.http_requests import HttpRequest
from djambi.views.lessons import (
    LessonAttemptView,
    LessonsView,
    LessonView,
    lesson_attempt_view,
    lesson_view,
    lessons_view,
)
from djambi.views.puzzles import (
    PuzzleAttemptView,
    PuzzlesView,
    PuzzleView,
    puzzle_attempt_view,
    puzzle_view,
    puzzles_view,
)
from djambi.views.rulebook import RulebookView, rulebook_view

_NO_CACHE = {"cache-control": "no-cache"}


# --- lessons ------------------------------------------------------------------------------------


@get(
    "/api/lessons",
    response_headers=_NO_CACHE,
    sync_to_thread=False,
    endpoint=Endpoint(is_public=True),
)
def get_lessons() -> LessonsView:
    """Return every lesson, by chapter."""
    return lessons_view()


@get(
    "/api/lessons/{name:str}",
    response_headers=_NO_CACHE,
    sync_to_thread=False,
    endpoint=Endpoint(is_public=True),
)
def get_lesson(name: FromPath[str]) -> LessonView:
    """Return one lesson."""
    return lesson_view(_lesson(name).name)


@post(
    "/api/lessons/{name:str}/try",
    status_code=200,
    response_headers=_NO_CACHE,
    endpoint=Endpoint(work=1, is_question=True, is_public=True),
)
async def post_lesson_attempt(
    request: HttpRequest, name: FromPath[str], data: JSONBody[LessonAttemptBody]
) -> LessonAttemptView:
    """Judge the reader's turns."""
    analysis: AnalysisService = request.app.state.analysis
    return await analysis.desk.run(
        payer_of(request), partial(lesson_attempt_view, _lesson(name), data.turns)
    )


def _lesson(name: str) -> Lesson:
    if name not in [each.name for each in lessons()]:
        raise RequestRefused("no_lesson")
    return lesson(name)


# --- the rulebook -------------------------------------------------------------------------------


@get("/api/rulebook", response_headers=_NO_CACHE, endpoint=Endpoint(is_public=True))
async def get_rulebook(edition: FromQuery[str] = EDITIONS[0]) -> RulebookView:
    """Return the rulebook for an edition."""
    return await asyncio.to_thread(rulebook_view, Rules.of(edition).edition)


# --- puzzles ------------------------------------------------------------------------------------


@get("/api/puzzles", response_headers=_NO_CACHE, endpoint=Endpoint(is_public=True))
async def get_puzzles(day: FromQuery[date | None] = None) -> PuzzlesView:
    """Return every puzzle, and that of a day (the reader's own; without one today in UTC)."""
    return await asyncio.to_thread(puzzles_view, day or datetime.now(UTC).date())


@get("/api/puzzles/{name:str}", response_headers=_NO_CACHE, endpoint=Endpoint(is_public=True))
async def get_puzzle(name: FromPath[str]) -> PuzzleView:
    """Return one puzzle."""
    return await asyncio.to_thread(puzzle_view, _puzzle(name))


@post(
    "/api/puzzles/{name:str}/try",
    status_code=200,
    response_headers=_NO_CACHE,
    endpoint=Endpoint(work=1, is_question=True, is_public=True),
)
async def post_puzzle_attempt(
    request: HttpRequest, name: FromPath[str], data: JSONBody[PuzzleAttemptBody]
) -> PuzzleAttemptView:
    """Judge the reader's turn; searching for a refutation may take a second."""
    analysis: AnalysisService = request.app.state.analysis
    return await analysis.desk.run(
        payer_of(request), partial(puzzle_attempt_view, _puzzle(name), data.turn)
    )


def _puzzle(name: str) -> Puzzle:
    for each in puzzles():
        if each.name == name:
            return each
    raise RequestRefused("no_puzzle")
