"""The HTTP side of the editor and the analysis board."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from functools import partial
from typing import TypeVar

import msgspec
from litestar import Response, post
from litestar.params import JSONBody
from litestar.response import Stream

from djambi.position.position import Position
from djambi.render.pictures import animation, available
from djambi.server.analysis import answers
from djambi.server.analysis.own_games import refuse_own_game
from djambi.server.analysis.schemas import (
    AnimationBody,
    LookBody,
    PictureBody,
    RecordView,
    SetupBody,
    SetupTextBody,
    StageBody,
    StudyBody,
    StudyTextBody,
    ThinkBody,
    ThreatsBody,
    WhyBody,
)
from djambi.server.analysis.service import AnalysisService
from djambi.server.errors import RequestRefused
from djambi.server.schemas.base import JSON_LINES
from djambi.server.security.endpoints import NO_STORE, Endpoint
from djambi.server.security.http_requests import HttpRequest, payer_of
from djambi.views.analysis import (
    CommentaryView,
    ThoughtView,
    TurnReviewView,
    commentary_view,
)
from djambi.views.setups import SetupReportView
from djambi.views.studies import (
    GameStatisticsView,
    LookView,
    StudyStageView,
    StudyView,
    WhyView,
    game_of_study,
)
from djambi.views.threats import ThreatsView

T = TypeVar("T")


def _analysis(request: HttpRequest) -> AnalysisService:
    analysis: AnalysisService = request.app.state.analysis
    return analysis


async def at_desk(request: HttpRequest, job: Callable[[], T]) -> T:
    """Return the result of a job that takes moments, run when it is the client's turn."""
    return await _analysis(request).desk.run(payer_of(request), job)


# --- the editor ---------------------------------------------------------------------------------


@post(
    "/api/setup",
    status_code=200,
    response_headers=NO_STORE,
    endpoint=Endpoint(work=1, is_question=True, is_public=True),
)
async def post_setup(request: HttpRequest, data: JSONBody[SetupBody]) -> SetupReportView:
    """Check a set-up: its text and its faults."""
    return await at_desk(request, partial(answers.check_setup, data))


@post(
    "/api/setup/read",
    status_code=200,
    response_headers=NO_STORE,
    endpoint=Endpoint(work=1, is_question=True, is_public=True),
)
async def post_setup_text(request: HttpRequest, data: JSONBody[SetupTextBody]) -> SetupReportView:
    """Read a set-up from a text."""
    return await at_desk(request, partial(answers.read_setup, data))


# --- the analysis board -------------------------------------------------------------------------


@post(
    "/api/study/open",
    status_code=200,
    response_headers=NO_STORE,
    endpoint=Endpoint(work=1, is_question=True, is_public=True),
)
async def post_open(request: HttpRequest, data: JSONBody[StudyTextBody]) -> StudyView:
    """Open the study of a record or a position."""
    return await at_desk(request, partial(answers.open_study, data))


@post(
    "/api/study/look",
    status_code=200,
    response_headers=NO_STORE,
    endpoint=Endpoint(work=1, is_question=True, is_public=True),
)
async def post_look(request: HttpRequest, data: JSONBody[LookBody]) -> LookView:
    """Return a position and what may be played there; or what a turn leads to."""
    return await at_desk(request, partial(answers.look, data))


@post(
    "/api/study/stage",
    status_code=200,
    response_headers=NO_STORE,
    endpoint=Endpoint(work=1, is_question=True, is_public=True),
)
async def post_stage(request: HttpRequest, data: JSONBody[StageBody]) -> StudyStageView:
    """Return what may be chosen after this prefix of a turn."""
    return await at_desk(request, partial(answers.stage, data))


@post(
    "/api/study/why",
    status_code=200,
    response_headers=NO_STORE,
    endpoint=Endpoint(work=1, is_question=True, is_public=True),
)
async def post_why(request: HttpRequest, data: JSONBody[WhyBody]) -> WhyView:
    """Return why a piece may not stop on a cell."""
    return await at_desk(request, partial(answers.why, data))


@post(
    "/api/study/threats",
    status_code=200,
    response_headers=NO_STORE,
    endpoint=Endpoint(work=1, is_question=True, is_public=True),
)
async def post_threats(request: HttpRequest, data: JSONBody[ThreatsBody]) -> ThreatsView:
    """Return what could be done to the pieces of a party."""
    return await at_desk(request, partial(answers.threats, data))


@post(
    "/api/study/record",
    status_code=200,
    response_headers=NO_STORE,
    endpoint=Endpoint(work=1, is_question=True, is_public=True),
)
async def post_study_record(request: HttpRequest, data: JSONBody[StudyBody]) -> RecordView:
    """Write the record of a study, with its variations and comments."""
    return await at_desk(request, partial(answers.record, data))


@post(
    "/api/study/figures",
    status_code=200,
    response_headers=NO_STORE,
    endpoint=Endpoint(work=1, is_question=True, is_public=True, in_browser=True),
)
async def post_figures(request: HttpRequest, data: JSONBody[StudyBody]) -> GameStatisticsView:
    """Return the game's statistics and its story."""
    return await at_desk(request, partial(answers.statistics, data))


@post("/api/picture", status_code=200, endpoint=Endpoint(work=1, is_question=True, is_public=True))
async def post_picture(request: HttpRequest, data: JSONBody[PictureBody]) -> Response[str]:
    """Draw a position as a self-contained SVG picture."""
    drawn = await at_desk(request, partial(answers.picture, data))
    return Response(drawn, media_type="image/svg+xml", headers=NO_STORE)


@post(
    "/api/picture/game",
    status_code=200,
    endpoint=Endpoint(work=3, is_question=True, in_browser=True),
)
async def post_moving(request: HttpRequest, data: JSONBody[AnimationBody]) -> Response[bytes]:
    """Draw a game as an animated picture."""
    if not available():
        raise RequestRefused("no_pictures")

    def draw() -> bytes:
        path = game_of_study(data).path()
        return animation(
            path, "gif", pace=data.pace, theme=data.theme, size=data.size, lang=data.lang
        )

    drawn = await _analysis(request).searches.run(payer_of(request), draw)
    return Response(drawn, media_type="image/gif", headers=NO_STORE)


# --- thinking -----------------------------------------------------------------------------------


@post(
    "/api/study/think",
    status_code=200,
    lines=ThoughtView,
    endpoint=Endpoint(work=3, is_question=True, is_public=True, in_browser=True),
)
async def post_think(request: HttpRequest, data: JSONBody[ThinkBody]) -> Stream:
    """Analyse a position: a line for each better answer."""
    position = Position.parse(data.position)
    analysis = _analysis(request)
    client = payer_of(request)
    await refuse_own_game(request, [position])
    return _stream(analysis.think(client, position, data.lines, data.nodes))


@post(
    "/api/study/game",
    status_code=200,
    lines=TurnReviewView,
    endpoint=Endpoint(work=3, is_question=True, is_public=True, in_browser=True),
)
async def post_judge(request: HttpRequest, data: JSONBody[StudyBody]) -> Stream:
    """Review a whole game: a line for each position."""
    analysis = _analysis(request)
    client = payer_of(request)
    game = await at_desk(request, partial(answers.game, data))
    await refuse_own_game(request, [node.position for node in game.path()])
    return _stream(analysis.judge(client, game))


@post(
    "/api/study/commentary",
    status_code=200,
    response_headers=NO_STORE,
    endpoint=Endpoint(work=1, is_question=True, is_public=True, in_browser=True),
)
async def post_commentary(request: HttpRequest, data: JSONBody[LookBody]) -> CommentaryView:
    """Comment on a turn played in a position, or on the position."""
    position = Position.parse(data.position)
    await refuse_own_game(request, [position])
    job = partial(commentary_view, position, data.text)
    return await _analysis(request).searches.run(payer_of(request), job)


def _stream(found: AsyncGenerator[ThoughtView] | AsyncGenerator[TurnReviewView]) -> Stream:
    async def lines() -> AsyncIterator[bytes]:
        try:
            async for one in found:
                yield msgspec.json.encode(one) + b"\n"
        finally:
            # The search is to end with its reader, not when somebody tidies up.
            await found.aclose()

    return Stream(lines(), media_type=JSON_LINES, headers=NO_STORE)
