"""The HTTP side of the lessons and the rulebook. Nothing is stored: progress is a setting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache, partial
from itertools import groupby

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.types import ControllerRouterHandler

from djambi.lessons import CHAPTERS, Condition, Lesson, PlayedTurn, attempt, lesson, lessons
from djambi.lessons.readings import RuleReading, readings, source
from djambi.lessons.rulebook import Diagram, EditionRow, RulebookPage, option_sentence, pages, table
from djambi.rules import EDITIONS, OPTIONS, Rules
from djambi.server.analysis.service import Thinkers
from djambi.server.errors import Refused, words
from djambi.server.game.presenter import bare_view, first_stages, last_turn
from djambi.server.learning import lesson_schemas as v
from djambi.server.schemas.views import PositionView, Words
from djambi.server.security.access import payer_of
from djambi.server.security.http_requests import Asked
from djambi.texts import say

_KEPT = {"cache-control": "no-cache"}


def _both(told: Callable[[str], str]) -> Words:
    return Words(en=told("en"), fr=told("fr"))


# --- lessons ------------------------------------------------------------------------------------


@get("/api/lessons", response_headers=_KEPT, sync_to_thread=False)
def get_lessons() -> v.LessonsView:
    """Every lesson, by chapter."""
    return v.LessonsView(
        [
            v.ChapterView(
                chapter,
                words(f"lesson.chapter.{chapter}"),
                words(f"lesson.chapter.{chapter}.line"),
                [
                    v.LessonRow(each.name, words(f"lesson.{each.name}.title"))
                    for each in lessons()
                    if each.chapter == chapter
                ],
            )
            for chapter in CHAPTERS
        ]
    )


@get("/api/lessons/{name:str}", response_headers=_KEPT, sync_to_thread=False)
def get_lesson(name: FromPath[str]) -> v.LessonView:
    """One lesson."""
    return _view(_named(name).name)


@cache
def _view(name: str) -> v.LessonView:
    each = _named(name)
    names = [one.name for one in lessons()]
    number = names.index(name)
    return v.LessonView(
        name=name,
        chapter=words(f"lesson.chapter.{each.chapter}"),
        number=number + 1,
        many=len(names),
        title=_both(lambda lang: each.text("title", lang)),
        variant=each.position.variant.name,
        edition=each.position.rules.edition,
        tasks=[_task(each, index) for index in range(len(each.tasks))],
        why=_both(lambda lang: each.text("why", lang)),
        view=bare_view(each.position, stages=first_stages(each.position)),
        before=names[number - 1] if number else None,
        after=names[number + 1] if number + 1 < len(names) else None,
    )


@post("/api/lessons/{name:str}/try", status_code=200, response_headers=_KEPT)
async def post_try(request: Asked, name: FromPath[str], data: JSONBody[v.TryBody]) -> v.Tried:
    """The reader's turns judged."""
    thinkers: Thinkers = request.app.state.thinkers
    return await thinkers.desk.run(payer_of(request), partial(_tried, _named(name), data.turns))


def _named(name: str) -> Lesson:
    if name not in [each.name for each in lessons()]:
        raise Refused("no_lesson")
    return lesson(name)


def _task(each: Lesson, index: int) -> v.TaskView:
    task = each.tasks[index]
    return v.TaskView(
        goal=_both(lambda lang: each.text("goal", lang, index)),
        hint=_both(lambda lang: each.text("hint", lang, index)),
        marks=list(task.marks),
        answer=task.answer,
    )


def _tried(exercise: Lesson, turns: list[str]) -> v.Tried:
    found = attempt(exercise, turns)
    views = [_after(played) for played in (found.played, *found.replies)]
    if not found.missing and not found.done:
        views[-1].stages = first_stages(found.position)
    return v.Tried(
        done=found.done,
        missing=[_missing(condition, found.played) for condition in found.missing],
        views=views,
    )


def _missing(condition: Condition, played: PlayedTurn) -> Words:
    return _both(lambda lang: condition.missing(played, lang))


def _after(played: PlayedTurn) -> PositionView:
    return bare_view(played.after, last_turn(str(played.turn), played.player, played.happenings))


# --- the rulebook -------------------------------------------------------------------------------


@get("/api/rulebook", response_headers=_KEPT)
async def get_rulebook(edition: FromQuery[str] = EDITIONS[0]) -> v.RulebookView:
    """The rulebook for an edition."""
    return await asyncio.to_thread(_rulebook, Rules.of(edition).edition)


@cache
def _rulebook(edition: str) -> v.RulebookView:
    return v.RulebookView(
        edition=edition,
        pages=[_page(page) for page in pages(Rules.of(edition))],
        title=words("rulebook.editions"),
        intro=words("rulebook.editions.text.1"),
        table=[_row(row) for row in table(EDITIONS)],
        readings=_readings(edition),
    )


def _page(page: RulebookPage) -> v.BookPage:
    texts = zip(page.paragraphs("en"), page.paragraphs("fr"), strict=True)
    return v.BookPage(
        name=page.name,
        kind=page.kind,
        title=_both(page.title),
        paragraphs=[Words(en=en, fr=fr) for en, fr in texts],
        options=[_option(name, page.rules) for name in page.options],
        boards=[_board(board, page.name) for board in page.boards],
    )


def _option(name: str, rules: Rules) -> v.BookOption:
    [option] = [each for each in OPTIONS if each.name == name]
    mine = option.text(getattr(rules, name))
    return v.BookOption(
        option=name,
        words=_both(lambda lang: option_sentence(name, mine, lang)),
        others=[each for each in EDITIONS if option.text(option.default(each)) != mine],
    )


def _board(board: Diagram, page: str) -> v.BookBoard:
    return v.BookBoard(
        name=board.name,
        variant=board.position.variant.name,
        position=str(board.position),
        caption=_both(lambda lang: board.caption(page, lang)),
        show=board.show,
    )


def _row(row: EditionRow) -> v.TableRow:
    def said(value: str) -> Words:
        return _both(lambda lang: option_sentence(row.option, value, lang))

    return v.TableRow(
        option=row.option,
        values=[v.TableValue(value, said(value)) for value in row.values],
        editions=dict(row.editions),
    )


def _readings(edition: str) -> v.ReadingsView:
    found = readings(edition)
    return v.ReadingsView(
        title=words("reading.title"),
        intro=words("reading.intro"),
        source=_both(lambda lang: source(edition, lang)),
        groups=[
            v.ReadingGroup(words(f"reading.{group}"), [_reading(each, edition) for each in rows])
            for group, rows in groupby(found, key=lambda each: each.group)
        ],
    )


def _reading(each: RuleReading, edition: str) -> v.ReadingRow:
    values = zip(each.options, each.values(edition, "en"), each.values(edition, "fr"), strict=True)
    return v.ReadingRow(
        name=each.name,
        quoted=each.quoted,
        quote_lang=each.quote_lang,
        doubt=_both(each.doubt),
        read=_both(each.read),
        clause=_both(lambda lang: say("reading.clause", lang, clause=each.clause)),
        values=[v.ReadingValue(name, Words(en=en[1], fr=fr[1])) for name, en, fr in values],
    )


LESSON_HANDLERS: list[ControllerRouterHandler] = [get_lessons, get_lesson, post_try, get_rulebook]
