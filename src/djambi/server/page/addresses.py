"""The addresses of the server in the page: those of a computer's own server, a line each.

What needs a network (joining by a code) or programs that a browser does not have (moving pictures
as files) is not there; instead the page gets the frames of a moving picture, and everything that it
stores as one file.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta

from djambi.position.position import Position
from djambi.render.animation import animation_frames
from djambi.rules import EDITIONS
from djambi.server.analysis import answers as analysis
from djambi.server.analysis.schemas import (
    AnimationBody,
    LookBody,
    PictureBody,
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
from djambi.server.learning import answers as learning
from djambi.server.learning.careers import career
from djambi.server.learning.schemas import LessonAttemptBody, PuzzleAttemptBody
from djambi.server.live.registry import GameRegistry
from djambi.server.page.asides import PageAsides
from djambi.server.page.everything import MAX_IMPORT_BYTES, Everything
from djambi.server.page.requests import PageRequest, converted
from djambi.server.page.store import PageStore
from djambi.server.people.schemas import home_view
from djambi.server.schemas.requests import (
    MAX_BODY_BYTES,
    CreatedGameView,
    DeviceSettings,
    LanView,
    NewGameBody,
    RecentGamesView,
    RecordBody,
    RulesChoice,
)
from djambi.server.schemas.stored_settings import joined_settings, settings_of, text_of
from djambi.server.security.devices import Device
from djambi.server.talk.pact_table import pact_table
from djambi.server.timekeeping import now
from djambi.views.analysis import ThoughtView, commentary_view
from djambi.views.boards import board_view
from djambi.views.catalogue import catalogue_view, rules_report_view
from djambi.views.lessons import lessons_view
from djambi.views.press import FrontPageView
from djambi.views.puzzles import puzzle_storm_view

B = TypeVar("B")

READER: Final = Device("", host=True)
"""Who asks: whoever sits at this computer."""

SERVER_NAME: Final = "page"
"""The name by which the server in a page calls itself."""


class _NewGameQuery(msgspec.Struct):
    """The query of POST /api/games: the name of the game, if the page has given it one."""

    id: Annotated[str, Meta(pattern="^([a-z0-9]{12})?$")] = ""


class _RecentQuery(msgspec.Struct):
    """The query of GET /api/games: how many of the newest games to skip."""

    skip: int = 0


class _PieceQuery(msgspec.Struct):
    """The query of POST /api/study/game: the first position of a piece of it, and how many."""

    first: Annotated[int, Meta(ge=0)] = 0
    count: Annotated[int, Meta(ge=1)] | None = None


class _StormQuery(msgspec.Struct):
    """The query of GET /api/puzzles/storm: the seed that chooses the puzzles."""

    seed: int = 0


@dataclass(frozen=True, slots=True)
class PageServices:
    """Whom the addresses ask."""

    store: PageStore
    registry: GameRegistry
    analysis: AnalysisService
    everything: Everything


@dataclass(frozen=True, slots=True)
class Call:
    """A request on its way to an answer; `named` is what stands for `{}` in the address."""

    to: PageServices
    named: str
    query: dict[str, str]


class AnimationFrameView(msgspec.Struct):
    """A line of the answer of POST /api/picture/frames; `ms`: how long it is shown."""

    number: int
    total: int
    svg: str
    ms: int


@dataclass(frozen=True, slots=True)
class TextAnswer:
    """An answer that is no JSON, or JSON that is written already."""

    text: str
    type: str = "text/plain"


@dataclass(frozen=True, slots=True)
class Address:
    """What answers a method at an address, of which a part may be `{}`: any text.

    `body` is the form of the body (None: none is read), of `max_bytes` at most. What `answer`
    returns is the answer or an awaitable of it; an asynchronous iterator gives lines of JSON.
    """

    method: str
    path: tuple[str, ...]
    status: int
    body: Any
    answer: Callable[[Call, Any], object]
    max_bytes: int = MAX_BODY_BYTES

    def named(self, parts: tuple[str, ...]) -> str | None:
        """Return what `{}` stands for ("" without one); None if the path is another one."""
        if len(parts) != len(self.path):
            return None
        pairs = [(own, part) for own, part in zip(self.path, parts, strict=True) if own != part]
        if not pairs:
            return ""
        [(own, part), *more] = pairs
        return part if own == "{}" and not more else None


def find_address(asked: PageRequest) -> tuple[Address | None, int]:
    """Return what answers a request; or None, and the status that says why nothing does."""
    known = [each for each in ADDRESSES if each.named(asked.parts) is not None]
    for each in known:
        if each.method == asked.method:
            return each, each.status
    return None, 405 if known else 404


def _get(path: str, answer: Callable[[Call], object]) -> Address:
    return Address("GET", _parts(path), 200, None, lambda call, _: answer(call))


def _post(
    path: str, body: type[B], answer: Callable[[Call, B], object], status: int = 200
) -> Address:
    return Address("POST", _parts(path), status, body, answer)


def _parts(path: str) -> tuple[str, ...]:
    return tuple(part for part in path.split("/") if part)


# --- answers of more than a line ----------------------------------------------------------------


async def _settings(call: Call) -> DeviceSettings:
    return settings_of(await call.to.store.settings())


async def _keep_settings(call: Call, body: DeviceSettings) -> DeviceSettings:
    at = now()

    def join(stored: str | None) -> str:
        return text_of(joined_settings(body, settings_of(stored), at), stored)

    return settings_of(await call.to.store.change_settings(join))


async def _recent(call: Call) -> RecentGamesView:
    return await call.to.registry.recent(converted(call.query, _RecentQuery, "query").skip)


async def _create(call: Call, body: NewGameBody) -> CreatedGameView:
    # A page that shows a game before its worker is there has named it.
    asked = converted(call.query, _NewGameQuery, "query")
    return CreatedGameView(await call.to.registry.create(body, asked.id))


async def _load(call: Call, body: RecordBody) -> CreatedGameView:
    return CreatedGameView(await call.to.registry.load(body.text))


async def _rematch(call: Call) -> CreatedGameView:
    return CreatedGameView(await call.to.registry.rematch(call.named, READER))


async def _record(call: Call) -> TextAnswer:
    await call.to.registry.open(call.named, READER)
    return TextAnswer((await call.to.registry.record(call.named))())


async def _paper(call: Call) -> FrontPageView:
    await call.to.registry.open(call.named, READER)
    return (await call.to.registry.paper(call.named, READER))()


async def _export(call: Call) -> TextAnswer:
    return TextAnswer(await call.to.everything.written(), "application/json")


def _day(call: Call) -> date | None:
    day = call.query.get("day")
    return None if day is None else converted(day, date, "day")


def _puzzle_storm(call: Call) -> object:
    return puzzle_storm_view(converted(call.query, _StormQuery, "query").seed)


async def _frames(body: AnimationBody) -> AsyncIterator[AnimationFrameView]:
    path = analysis.game(body).path()
    frames = animation_frames(
        path, pace=body.pace, theme=body.theme, size=body.size, lang=body.lang
    )
    for number, frame in enumerate(frames):
        yield AnimationFrameView(number, len(frames), frame.draw(), frame.milliseconds)
        await asyncio.sleep(0)


def _think(call: Call, body: ThinkBody) -> AsyncIterator[ThoughtView]:
    position = Position.parse(body.position)
    return call.to.analysis.think(READER.key, position, body.lines, body.nodes)


def _judge(call: Call, body: StudyBody) -> object:
    # Several workers share a game: each is asked for pieces of it.
    piece = converted(call.query, _PieceQuery, "query")
    game = analysis.game(body)
    return call.to.analysis.judge(READER.key, game, piece.first, piece.count)


# --- the table ----------------------------------------------------------------------------------

ADDRESSES: Final = (
    # What there is to play, and who asks.
    _get("/api/alive", lambda call: TextAnswer(SERVER_NAME)),
    _get("/api/catalogue", lambda call: catalogue_view()),
    _get("/api/boards/{}", lambda call: board_view(call.named)),
    _post("/api/rules", RulesChoice, lambda call, body: rules_report_view(*body.chosen())),
    _get("/api/me", lambda call: home_view(pictures=True)),
    _get("/api/lan", lambda call: LanView(open=False, url="", code="", host=True)),
    _get("/api/settings", _settings),
    Address("PUT", _parts("/api/settings"), 200, DeviceSettings, _keep_settings),
    # Games.
    _get("/api/games", _recent),
    _post("/api/games", NewGameBody, _create, 201),
    _post("/api/games/load", RecordBody, _load, 201),
    Address("POST", _parts("/api/games/{}/rematch"), 201, None, lambda call, _: _rematch(call)),
    _get("/api/games/{}/record", _record),
    _get("/api/games/{}/paper", _paper),
    Address("DELETE", _parts("/api/games/{}"), 204, None, lambda c, _: c.to.registry.hide(c.named)),
    _get("/api/pacts", lambda call: pact_table()),
    _get("/api/career", lambda call: career(call.to.store, PageAsides(call.to.store), READER)),
    # Lessons, rulebook, puzzles.
    _get("/api/lessons", lambda call: lessons_view()),
    _get("/api/lessons/{}", lambda call: learning.lesson_named(call.named)),
    _post(
        "/api/lessons/{}/try",
        LessonAttemptBody,
        lambda call, body: learning.try_lesson(call.named, body),
    ),
    _get(
        "/api/rulebook", lambda call: learning.rulebook_of(call.query.get("edition", EDITIONS[0]))
    ),
    _get("/api/puzzles", lambda call: learning.puzzles_of(_day(call))),
    _get("/api/puzzles/index", lambda call: learning.puzzle_index_of(_day(call))),
    _get(
        "/api/puzzles/calendar",
        lambda call: learning.puzzle_month_of(call.query.get("month", "")),
    ),
    _get("/api/puzzles/storm", _puzzle_storm),
    _get("/api/puzzles/{}", lambda call: learning.puzzle_named(call.named)),
    _get("/api/puzzles/{}/solution", lambda call: learning.puzzle_solution(call.named)),
    _post(
        "/api/puzzles/{}/try",
        PuzzleAttemptBody,
        lambda call, body: learning.try_puzzle(call.named, body),
    ),
    # The editor and the analysis board.
    _post("/api/setup", SetupBody, lambda call, body: analysis.check_setup(body)),
    _post("/api/setup/read", SetupTextBody, lambda call, body: analysis.read_setup(body)),
    _post("/api/study/open", StudyTextBody, lambda call, body: analysis.open_study(body)),
    _post("/api/study/look", LookBody, lambda call, body: analysis.look(body)),
    _post("/api/study/stage", StageBody, lambda call, body: analysis.stage(body)),
    _post("/api/study/why", WhyBody, lambda call, body: analysis.why(body)),
    _post("/api/study/threats", ThreatsBody, lambda call, body: analysis.threats(body)),
    _post("/api/study/record", StudyBody, lambda call, body: analysis.record(body)),
    _post("/api/study/figures", StudyBody, lambda call, body: analysis.statistics(body)),
    _post("/api/study/think", ThinkBody, _think),
    _post("/api/study/game", StudyBody, _judge),
    _post(
        "/api/study/commentary",
        LookBody,
        lambda call, body: commentary_view(Position.parse(body.position), body.text),
    ),
    # Pictures.
    _post(
        "/api/picture",
        PictureBody,
        lambda call, body: TextAnswer(analysis.picture(body), "image/svg+xml"),
    ),
    _post("/api/picture/frames", AnimationBody, lambda call, body: _frames(body)),
    # Everything that is stored, as one file.
    _get("/api/everything", _export),
    Address(
        "POST",
        _parts("/api/everything"),
        200,
        str,
        lambda call, text: call.to.everything.take(text),
        MAX_IMPORT_BYTES,
    ),
)
