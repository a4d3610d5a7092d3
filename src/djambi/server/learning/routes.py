"""Lessons, the rulebook and puzzles. Nothing is stored: progress is a setting."""

from __future__ import annotations

import asyncio
from datetime import date
from functools import partial

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from djambi.rules import EDITIONS
from djambi.server.analysis.service import AnalysisService
from djambi.server.learning import answers
from djambi.server.learning.schemas import LessonAttemptBody, PuzzleAttemptBody
from djambi.server.security.endpoints import Endpoint
from djambi.server.security.http_requests import HttpRequest, payer_of
from djambi.views.lessons import LessonAttemptView, LessonsView, LessonView, lessons_view
from djambi.views.puzzles import PuzzleAttemptView, PuzzlesView, PuzzleView
from djambi.views.rulebook import RulebookView

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
    return answers.lesson_named(name)


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
    return await analysis.desk.run(payer_of(request), partial(answers.try_lesson, name, data))


# --- the rulebook -------------------------------------------------------------------------------


@get("/api/rulebook", response_headers=_NO_CACHE, endpoint=Endpoint(is_public=True))
async def get_rulebook(edition: FromQuery[str] = EDITIONS[0]) -> RulebookView:
    """Return the rulebook for an edition."""
    return await asyncio.to_thread(answers.rulebook_of, edition)


# --- puzzles ------------------------------------------------------------------------------------


@get("/api/puzzles", response_headers=_NO_CACHE, endpoint=Endpoint(is_public=True))
async def get_puzzles(day: FromQuery[date | None] = None) -> PuzzlesView:
    """Return every puzzle, and that of a day (the reader's own; without one today in UTC)."""
    return await asyncio.to_thread(answers.puzzles_of, day)


@get("/api/puzzles/{name:str}", response_headers=_NO_CACHE, endpoint=Endpoint(is_public=True))
async def get_puzzle(name: FromPath[str]) -> PuzzleView:
    """Return one puzzle."""
    return await asyncio.to_thread(answers.puzzle_named, name)


@post(
    "/api/puzzles/{name:str}/try",
    status_code=200,
    response_headers=_NO_CACHE,
    endpoint=Endpoint(work=1, is_question=True, is_public=True, in_browser=True),
)
async def post_puzzle_attempt(
    request: HttpRequest, name: FromPath[str], data: JSONBody[PuzzleAttemptBody]
) -> PuzzleAttemptView:
    """Judge the reader's turn; searching for a refutation may take a second."""
    analysis: AnalysisService = request.app.state.analysis
    return await analysis.desk.run(payer_of(request), partial(answers.try_puzzle, name, data))
