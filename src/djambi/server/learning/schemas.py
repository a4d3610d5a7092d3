"""What a reader of lessons and puzzles sends."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from djambi.server.schemas.base import StrictStruct, TurnText


class LessonAttemptBody(StrictStruct):
    """Body of POST /api/lessons/{name}/try: the reader's turns, one for each task so far."""

    turns: Annotated[list[TurnText], Meta(min_length=1, max_length=12)]


class PuzzleAttemptBody(StrictStruct):
    """Body of POST /api/puzzles/{name}/try: the reader's turn."""

    turn: TurnText
