"""What the browser is told of lessons and of the rulebook, and what it sends (HTTP only)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from djambi.server.schemas.base import TurnText
from djambi.server.schemas.views import PositionView, Value, Words


class LessonRow(Value):
    """A lesson in the list."""

    name: str
    title: Words


class ChapterView(Value):
    """A chapter of lessons, in order."""

    name: str
    title: Words
    line: Words
    lessons: list[LessonRow]


class LessonsView(Value):
    """Answer of GET /api/lessons."""

    chapters: list[ChapterView]


class TaskView(Value):
    """One turn of a lesson: what is asked for, a hint, cells to point at, a turn that does it."""

    goal: Words
    hint: Words
    marks: list[str]
    answer: str


class LessonView(Value):
    """Answer of GET /api/lessons/{name}; `view` is its position with the choices in it."""

    name: str
    chapter: Words
    number: int
    many: int
    title: Words
    variant: str
    edition: str
    tasks: list[TaskView]
    why: Words
    view: PositionView
    before: str | None
    after: str | None


class TryBody(Value):
    """Body of POST /api/lessons/{name}/try: the reader's turns, one for each task so far."""

    turns: Annotated[list[TurnText], Meta(min_length=1, max_length=12)]


class Tried(Value):
    """Answer: what the last turn brought about, and what is missing (empty: it was right).

    `views` are the positions after the turn and after each reply, the last with its choices where
    the lesson goes on.
    """

    done: bool
    missing: list[Words]
    views: list[PositionView]


class BookBoard(Value):
    """A board of a page, to make turns on; `show` is a turn to see, or empty."""

    name: str
    variant: str
    position: str
    caption: Words
    show: str


class BookOption(Value):
    """What an option says in this edition, and which editions have another value."""

    option: str
    words: Words
    others: list[str]


class BookPage(Value):
    """A page of the rulebook; `kind` is the letter of the piece it is about, or empty."""

    name: str
    kind: str
    title: Words
    paragraphs: list[Words]
    options: list[BookOption]
    boards: list[BookBoard]


class TableValue(Value):
    """A value of an option, in words."""

    value: str
    words: Words


class TableRow(Value):
    """An option in the table of editions: its values, and each edition's."""

    option: str
    values: list[TableValue]
    editions: dict[str, str]


class ReadingValue(Value):
    """An option in question, and what its value in this edition means."""

    option: str
    words: Words


class ReadingRow(Value):
    """A point on which the source leaves a choice: `quoted` is its sentence, or empty."""

    name: str
    quoted: str
    quote_lang: str
    doubt: Words
    read: Words
    clause: Words
    values: list[ReadingValue]


class ReadingGroup(Value):
    """Readings of one sort."""

    title: Words
    rows: list[ReadingRow]


class ReadingsView(Value):
    """How the source of an edition is read."""

    title: Words
    intro: Words
    source: Words
    groups: list[ReadingGroup]


class RulebookView(Value):
    """Answer of GET /api/rulebook: the pages for an edition, and the table of all editions."""

    edition: str
    pages: list[BookPage]
    title: Words
    intro: Words
    table: list[TableRow]
    readings: ReadingsView
