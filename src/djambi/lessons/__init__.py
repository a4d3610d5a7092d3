"""Exercises, judged by the rules, and the interactive rulebook."""

from typing import TYPE_CHECKING

from djambi.forwarding import renamed
from djambi.lessons.goals import CONDITIONS, Condition, Goal, PlayedTurn, read_goal
from djambi.lessons.lesson import (
    CHAPTERS,
    TUTORIAL,
    Attempt,
    Lesson,
    LessonTask,
    TaskRemark,
    attempt,
    lesson,
    lessons,
    tutorial,
)
from djambi.lessons.positions import position_of

__all__ = [
    "CHAPTERS",
    "CONDITIONS",
    "TUTORIAL",
    "Attempt",
    "Condition",
    "Goal",
    "Lesson",
    "LessonTask",
    "PlayedTurn",
    "TaskRemark",
    "attempt",
    "lesson",
    "lessons",
    "position_of",
    "read_goal",
    "tutorial",
]


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Played="PlayedTurn",
        Task="LessonTask",
    )
