"""Exercises and the rulebook to play with: what they show, and how an answer is judged."""

from djambi.lessons.goals import CONDITIONS, Condition, Goal, Played, read_goal
from djambi.lessons.lesson import (
    CHAPTERS,
    Attempt,
    Lesson,
    Task,
    attempt,
    lesson,
    lessons,
)
from djambi.lessons.positions import position_of

__all__ = [
    "CHAPTERS",
    "CONDITIONS",
    "Attempt",
    "Condition",
    "Goal",
    "Lesson",
    "Played",
    "Task",
    "attempt",
    "lesson",
    "lessons",
    "position_of",
    "read_goal",
]
