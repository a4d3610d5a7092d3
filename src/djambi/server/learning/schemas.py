"""What a reader of lessons and puzzles sends."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from djambi.puzzles.attempt import MAX_LINE_TURNS
from djambi.server.schemas.base import StrictStruct, TurnText


class LessonAttemptBody(StrictStruct):
    """Body of POST /api/lessons/{name}/try: the reader's turns, one for each task so far."""

    turns: Annotated[list[TurnText], Meta(min_length=1, max_length=12)]


class PuzzleAttemptBody(StrictStruct):
    """Body of POST /api/puzzles/{name}/try: the reader's turns and all answers so far.

    The last turn is the one to judge; `turn` alone is the same as `turns` with it alone. With
    `brief` it is judged only, and not answered.
    """

    turns: Annotated[list[TurnText], Meta(max_length=MAX_LINE_TURNS)] = msgspec.field(
        default_factory=list[str]
    )
    turn: TurnText | None = None
    brief: bool = False
