"""Exercises: a position, its tasks, and the check of answers by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from djambi.errors import DjambiError, quoted
from djambi.forwarding import renamed
from djambi.lessons.files import (
    POSITION_FIELDS,
    Data,
    check_fields,
    list_in,
    object_in,
    position_in,
    read_file,
    text_in,
    texts_in,
)
from djambi.lessons.goals import Condition, Goal, PlayedTurn, read_goal
from djambi.position.position import Position
from djambi.texts import has, say

CHAPTERS: Final = ("pieces", "craft", "power", "encirclement", "vassals", "masters", "six")
"""The chapters, in order: each is a file `chapters/<name>.json`."""


@dataclass(frozen=True, slots=True)
class LessonTask:
    """A task of an exercise: the goal of one turn, an answer, and the replies to it."""

    goal: Goal
    answer: str
    wrong: tuple[str, ...]
    """Legal turns that fail, and that a reader may well try."""
    replies: tuple[str, ...]
    """What the others play before the next task: of each entry, the first turn that is legal."""
    marks: tuple[str, ...]
    """Cells to highlight."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """An exercise; its sentences are the texts `lesson.<name>.…`.

    >>> lesson("first-steps").position.mover
    'r'
    """

    name: str
    chapter: str
    position: Position
    tasks: tuple[LessonTask, ...]

    def text(self, part: str, lang: str, task: int = 0) -> str:
        """Return a sentence: its `title`, a task's `goal` or `hint`, or `why` it was right."""
        key = f"lesson.{self.name}.{part}"
        numbered = f"{key}.{task + 1}"
        return say(numbered if has(numbered, lang) else key, lang)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A reader's progress in an exercise."""

    task: int
    """The number of the task that was tried last, from 0."""
    missing: tuple[Condition, ...]
    """The conditions that its turn did not meet; empty if it was right."""
    played: PlayedTurn
    """The turn that was tried."""
    replies: tuple[PlayedTurn, ...]
    """The replies of the others."""
    done: bool
    """Whether the task was the last one and solved."""

    @property
    def position(self) -> Position:
        """Return the position in which the exercise goes on."""
        return self.replies[-1].after if self.replies else self.played.after


def attempt(exercise: Lesson, turns: Sequence[str]) -> Attempt:
    """Play the reader's turns, one for each task, and judge the last.

    Raises:
        DjambiError: there are no turns, or too many, or one before the last was not right.
        TurnError: a turn cannot be played.

    >>> found = attempt(lesson("first-steps"), ["c3-b3"])
    >>> found.done, [str(condition) for condition in found.missing]
    (False, ['at rM e3'])
    """
    if not 0 < len(turns) <= len(exercise.tasks):
        raise DjambiError(f"{exercise.name} has {len(exercise.tasks)} turns, not {len(turns)}")
    position = exercise.position
    found: list[Attempt] = []
    for number, (text, task) in enumerate(zip(turns, exercise.tasks, strict=False)):
        if found and found[-1].missing:
            raise DjambiError(f"{exercise.name}: turn {number} was not right")
        played = PlayedTurn.of(position, position.turn(text))
        missing = tuple(each for each in task.goal if not each.holds(played))
        replies = () if missing else _replied(played.after, task.replies)
        last = number == len(exercise.tasks) - 1
        found.append(Attempt(number, missing, played, replies, last and not missing))
        position = found[-1].position
    return found[-1]


def _replied(position: Position, replies: Sequence[str]) -> tuple[PlayedTurn, ...]:
    found: list[PlayedTurn] = []
    for either in replies:
        # The reader's turn may have made the first one illegal.
        turns = [turn for text in either.split(" ") if (turn := position.find(text))]
        if not turns:
            raise DjambiError(f"none of the replies {quoted(either)} can be played")
        found.append(PlayedTurn.of(position, turns[0]))
        position = found[-1].after
    return tuple(found)


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return every exercise, in order.

    >>> len(lessons()) >= 30
    True
    """
    found = tuple(each for chapter in CHAPTERS for each in _chapter(chapter))
    names = [each.name for each in found]
    if len(set(names)) != len(names):
        raise DjambiError("two lessons have one name")
    return found


def lesson(name: str) -> Lesson:
    """Return the exercise of this name; raise `DjambiError` if there is none."""
    for each in lessons():
        if each.name == name:
            return each
    raise DjambiError(f"there is no lesson {quoted(name)}")


def _chapter(chapter: str) -> tuple[Lesson, ...]:
    return tuple(_lesson(chapter, each) for each in read_file("chapters", f"{chapter}.json"))


def _lesson(chapter: str, data: Data) -> Lesson:
    """Read an exercise; raise `DjambiError` with its name and what is wrong."""
    name = str(data.get("name"))
    try:
        check_fields(data, {"name", "rules", "tasks"} | POSITION_FIELDS)
        position = position_in(data, text_in(data, "rules", "original"))
        tasks = tuple(_task(each, position) for each in list_in(data, "tasks"))
        if not tasks:
            raise DjambiError("it has no tasks")
        return Lesson(name, chapter, position, tasks)
    except DjambiError as error:
        raise DjambiError(f"lesson {quoted(name)} in {chapter}.json: {error}") from error


def _task(value: object, position: Position) -> LessonTask:
    data = object_in(value, "a task")
    check_fields(data, {"goal", "answer", "wrong", "replies", "marks"})
    marks = texts_in(data, "marks")
    for cell in marks:
        position.board.index(cell)
    return LessonTask(
        read_goal(texts_in(data, "goal"), position),
        text_in(data, "answer"),
        texts_in(data, "wrong"),
        texts_in(data, "replies"),
        marks,
    )


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Task="LessonTask",
    )
