"""Lessons, the rulebook and puzzles. Nothing is stored: progress is a setting."""

from __future__ import annotations

import asyncio
from datetime import date
from functools import partial

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from djambi.rules import EDITIONS
from djambi.server.analysis.routes import at_desk
from djambi.server.learning import answers
from djambi.server.learning.schemas import LessonAttemptBody, PuzzleAttemptBody
from djambi.server.security.endpoints import Endpoint
from djambi.server.security.http_requests import HttpRequest
from djambi.views.lessons import LessonAttemptView, LessonsView, LessonView, lessons_view
from djambi.views.puzzles import (
    PuzzleAttemptView,
    PuzzleIndexView,
    PuzzleMonthView,
    PuzzleSolutionView,
    PuzzleStormView,
    PuzzlesView,
    PuzzleView,
    puzzle_storm_view,
)
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
    return await at_desk(request, partial(answers.try_lesson, name, data))


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


@get("/api/puzzles/index", response_headers=_NO_CACHE, endpoint=Endpoint(is_public=True))
async def get_puzzle_index(day: FromQuery[date | None] = None) -> PuzzleIndexView:
    """Return every puzzle without its picture, the themes, and the puzzle of a day."""
    return await asyncio.to_thread(answers.puzzle_index_of, day)


@get("/api/puzzles/calendar", response_headers=_NO_CACHE, endpoint=Endpoint(is_public=True))
async def get_puzzle_month(month: FromQuery[str] = "") -> PuzzleMonthView:
    """Return the puzzles of the days of a month (2026-11; without one, of this month)."""
    return await asyncio.to_thread(answers.puzzle_month_of, month)


@get("/api/puzzles/storm", response_headers=_NO_CACHE, endpoint=Endpoint(is_public=True))
async def get_puzzle_storm(seed: FromQuery[int] = 0) -> PuzzleStormView:
    """Return the puzzles of a storm, each harder than the one before; the seed chooses them."""
    return await asyncio.to_thread(puzzle_storm_view, seed)


@get("/api/puzzles/{name:str}", response_headers=_NO_CACHE, endpoint=Endpoint(is_public=True))
async def get_puzzle(name: FromPath[str]) -> PuzzleView:
    """Return one puzzle."""
    return await asyncio.to_thread(answers.puzzle_named, name)


@get(
    "/api/puzzles/{name:str}/solution",
    response_headers=_NO_CACHE,
    endpoint=Endpoint(work=1, is_public=True),
)
async def get_puzzle_solution(request: HttpRequest, name: FromPath[str]) -> PuzzleSolutionView:
    """Return a puzzle's solution, played to the goal against the best defence."""
    return await at_desk(request, partial(answers.puzzle_solution, name))


@post(
    "/api/puzzles/{name:str}/try",
    status_code=200,
    response_headers=_NO_CACHE,
    endpoint=Endpoint(work=1, is_question=True, is_public=True, in_browser=True),
)
async def post_puzzle_attempt(
    request: HttpRequest, name: FromPath[str], data: JSONBody[PuzzleAttemptBody]
) -> PuzzleAttemptView:
    """Judge the last of the reader's turns, and answer it."""
    return await at_desk(request, partial(answers.try_puzzle, name, data))
