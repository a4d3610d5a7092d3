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
from djambi.pacts import Pact, PactMonitor, Promise, PromiseSubject, fault_of, kind_of
from djambi.position.position import Position
from djambi.texts import has, say

CHAPTERS: Final = (
    "pieces",
    "craft",
    "threats",
    "power",
    "encirclement",
    "vassals",
    "pacts",
    "masters",
    "six",
)
"""The chapters, in order: each is a file `chapters/<name>.json`."""

TUTORIAL: Final = "one-night"
"""The exercise that is the guided first game: `tutorial.json`, in no chapter."""


@dataclass(frozen=True, slots=True)
class TaskRemark:
    """What is said to one way of doing a task, right or wrong, and what others make of it."""

    name: str
    when: Goal
    """The conditions under which it is said; none: always."""
    film: tuple[str, ...]
    """What would happen next, to show why a turn is wrong: written as replies are."""


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
    remarks: tuple[TaskRemark, ...] = ()
    """The first whose conditions hold is said."""


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
    pact: Pact | None = None
    """What the players have promised each other when it begins."""

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
    remark: TaskRemark | None = None
    """What there is to say to this turn in particular."""

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
    pact = PactMonitor.of(exercise.pact, position) if exercise.pact else None
    found: list[Attempt] = []
    for number, (text, task) in enumerate(zip(turns, exercise.tasks, strict=False)):
        if found and found[-1].missing:
            raise DjambiError(f"{exercise.name}: turn {number} was not right")
        played = PlayedTurn.of(position, position.turn(text), pact)
        missing = tuple(each for each in task.goal if not each.holds(played))
        remark = next((r for r in task.remarks if all(c.holds(played) for c in r.when)), None)
        if missing:
            replies = _replied(played, remark.film if remark else (), strict=False)
        else:
            replies = _replied(played, task.replies)
        last = number == len(exercise.tasks) - 1
        found.append(Attempt(number, missing, played, replies, last and not missing, remark))
        position, pact = found[-1].position, (replies or (played,))[-1].pact
    return found[-1]


def _replied(
    played: PlayedTurn, replies: Sequence[str], *, strict: bool = True
) -> tuple[PlayedTurn, ...]:
    """Return the replies to a turn; raise `DjambiError` if strict and one cannot be played."""
    found = [played]
    for either in replies:
        # The reader's turn may have made the first one illegal.
        position, pact = found[-1].after, found[-1].pact
        turns = [turn for text in either.split(" ") if (turn := position.find(text))]
        if turns:
            found.append(PlayedTurn.of(position, turns[0], pact))
        elif strict:
            raise DjambiError(f"none of the replies {quoted(either)} can be played")
        else:
            break
    return tuple(found[1:])


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
    for each in (*lessons(), tutorial()):
        if each.name == name:
            return each
    raise DjambiError(f"there is no lesson {quoted(name)}")


@cache
def tutorial() -> Lesson:
    """Return the exercise that is the guided first game.

    >>> len(tutorial().tasks)
    3
    """
    [data] = read_file("tutorial.json")
    return _lesson("tutorial", data)


def _chapter(chapter: str) -> tuple[Lesson, ...]:
    return tuple(_lesson(chapter, each) for each in read_file("chapters", f"{chapter}.json"))


def _lesson(chapter: str, data: Data) -> Lesson:
    """Read an exercise; raise `DjambiError` with its name and what is wrong."""
    name = str(data.get("name"))
    try:
        check_fields(data, {"name", "rules", "tasks", "pact"} | POSITION_FIELDS)
        position = position_in(data, text_in(data, "rules", "original"))
        tasks = tuple(_task(each, position) for each in list_in(data, "tasks"))
        if not tasks:
            raise DjambiError("it has no tasks")
        return Lesson(name, chapter, position, tasks, _pact(texts_in(data, "pact"), position))
    except DjambiError as error:
        raise DjambiError(f"lesson {quoted(name)} in {chapter}.json: {error}") from error


def _pact(texts: Sequence[str], position: Position) -> Pact | None:
    """Read promises, each written `BY KIND [PARTY|CELL] ROUNDS`; None without any."""
    promises: list[Promise] = []
    for text in texts:
        by, kind, *about, rounds = text.split(" ")
        named = about[0] if about else None
        of_party = kind_of(kind).about is PromiseSubject.PARTY
        other, cell = (named, None) if of_party else (None, named)
        promise = Promise(by, kind, int(rounds), other, cell)
        if fault := fault_of(promise, position):
            raise DjambiError(f"{quoted(text)}: {fault}")
        promises.append(promise)
    return Pact(tuple(promises)) if promises else None


def _remark(value: object, position: Position) -> TaskRemark:
    data = object_in(value, "a remark")
    check_fields(data, {"name", "when", "film"})
    when = texts_in(data, "when")
    goal = read_goal(when, position) if when else ()
    return TaskRemark(text_in(data, "name"), goal, texts_in(data, "film"))


def _task(value: object, position: Position) -> LessonTask:
    data = object_in(value, "a task")
    check_fields(data, {"goal", "answer", "wrong", "replies", "marks", "remarks"})
    marks = texts_in(data, "marks")
    for cell in marks:
        position.board.index(cell)
    return LessonTask(
        read_goal(texts_in(data, "goal"), position),
        text_in(data, "answer"),
        texts_in(data, "wrong"),
        texts_in(data, "replies"),
        marks,
        tuple(_remark(each, position) for each in list_in(data, "remarks")),
    )


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Task="LessonTask",
    )
