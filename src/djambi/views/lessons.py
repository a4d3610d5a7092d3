"""Lessons: what they ask for, and what a reader's turns in them brought about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial

from djambi.lessons import CHAPTERS, Lesson, PlayedTurn, attempt, lesson, lessons
from djambi.pacts import Promise, promise_sentence
from djambi.views.outcomes import last_turn_view
from djambi.views.positions import PositionView, first_stages, position_view
from djambi.views.words import Words, both, words


@dataclass(slots=True)
class LessonRowView:
    """A lesson in the list."""

    name: str
    title: Words


@dataclass(slots=True)
class ChapterView:
    """A chapter of lessons, in order."""

    name: str
    title: Words
    line: Words
    lessons: list[LessonRowView]


@dataclass(slots=True)
class LessonsView:
    """Every lesson, by chapter."""

    chapters: list[ChapterView]


@dataclass(slots=True)
class TaskView:
    """One turn of a lesson: what is asked for, a hint, cells to point at, a turn that does it."""

    goal: Words
    hint: Words
    marks: list[str]
    answer: str


@dataclass(slots=True)
class LessonView:
    """One lesson, the `number`th of `many` (0: in no chapter).

    `view` is its position with the choices in it, `pact` what the players have promised.
    """

    name: str
    chapter: Words
    number: int
    many: int
    title: Words
    variant: str
    edition: str
    tasks: list[TaskView]
    why: Words
    pact: list[Words]
    view: PositionView
    before: str | None
    after: str | None


@dataclass(slots=True)
class LessonAttemptView:
    """What the last turn brought about, and what is missing (empty: it was right).

    `views` are the positions after the turn and after each reply, the last with its choices where
    the lesson goes on; after a wrong turn they show what it would lead to. `remark` is what there
    is to say to this turn in particular.
    """

    done: bool
    missing: list[Words]
    remark: Words | None
    views: list[PositionView]


def lessons_view() -> LessonsView:
    """Return every lesson, by chapter."""
    return LessonsView(
        [
            ChapterView(
                chapter,
                words(f"lesson.chapter.{chapter}"),
                words(f"lesson.chapter.{chapter}.line"),
                [
                    LessonRowView(each.name, words(f"lesson.{each.name}.title"))
                    for each in lessons()
                    if each.chapter == chapter
                ],
            )
            for chapter in CHAPTERS
        ]
    )


@cache
def lesson_view(name: str) -> LessonView:
    """Return one lesson; raises DjambiError if there is none of this name."""
    each = lesson(name)
    names = [one.name for one in lessons()]
    number = names.index(name) if name in names else -1
    return LessonView(
        name=name,
        chapter=words(f"lesson.chapter.{each.chapter}"),
        number=number + 1,
        many=len(names),
        title=both(lambda lang: each.text("title", lang)),
        variant=each.position.variant.name,
        edition=each.position.rules.edition,
        tasks=[_task_view(each, index) for index in range(len(each.tasks))],
        why=both(lambda lang: each.text("why", lang)),
        pact=[_promise_words(each, promise) for promise in each.pact.promises] if each.pact else [],
        view=position_view(each.position, stages=first_stages(each.position)),
        before=names[number - 1] if number > 0 else None,
        after=names[number + 1] if 0 <= number < len(names) - 1 else None,
    )


def _promise_words(each: Lesson, promise: Promise) -> Words:
    piece = each.position.piece_at(promise.cell) if promise.cell else None
    return both(lambda lang: promise_sentence(promise, lang, piece))


def _task_view(each: Lesson, index: int) -> TaskView:
    task = each.tasks[index]
    return TaskView(
        goal=both(lambda lang: each.text("goal", lang, index)),
        hint=both(lambda lang: each.text("hint", lang, index)),
        marks=list(task.marks),
        answer=task.answer,
    )


def lesson_attempt_view(exercise: Lesson, turns: Sequence[str]) -> LessonAttemptView:
    """Return the reader's turns judged; raises DjambiError for turns that cannot be played."""
    found = attempt(exercise, turns)
    said = found.remark and f"lesson.{exercise.name}.remark.{found.task + 1}.{found.remark.name}"
    views = [played_view(played) for played in (found.played, *found.replies)]
    if not found.missing and not found.done:
        views[-1].stages = first_stages(found.position)
    return LessonAttemptView(
        done=found.done,
        missing=[both(partial(condition.missing, found.played)) for condition in found.missing],
        remark=words(said) if said else None,
        views=views,
    )


def played_view(played: PlayedTurn) -> PositionView:
    """Return the position after a turn, with what the turn brought about."""
    last = last_turn_view(str(played.turn), played.player, played.happenings)
    return position_view(played.after, last)
