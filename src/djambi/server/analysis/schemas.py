"""What the editor and the analysis board ask and are told (HTTP only; they have no socket).

A study is sent whole and kept by the browser: the server remembers nothing of it but what was
thought about its positions.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from djambi.parties import Status
from djambi.position.setup_reading import MAX_COUNT
from djambi.server.schemas.base import (
    Cell,
    Number,
    Party,
    PositionText,
    RecordText,
    StrictStruct,
    TurnText,
)
from djambi.server.schemas.requests import RulesChoice
from djambi.texts import Language
from djambi.views.studies import MAX_STUDY_MOVES, MoveKind

Letters = Annotated[str, Meta(pattern="^[a-z]{0,12}$")]
Comments = Annotated[list[Annotated[str, Meta(max_length=4000)]], Meta(max_length=20)]
Count = Annotated[int, Meta(ge=0, le=MAX_COUNT)]
What = Annotated[str, Meta(pattern="^(x|[a-z][CARDNM])$")]

MAX_LINES = 8
"""Turns shown of a position, at most."""

MAX_NODES = 20_000_000
"""What one question may cost: turns tried."""


# --- the editor ---------------------------------------------------------------------------------


class EditedPartyBody(StrictStruct):
    """A party's state as it is edited."""

    party: Party
    status: Status
    lord: Party | None = None
    gone: bool = False


class SetupBody(RulesChoice):
    """Body of POST /api/setup: a set-up as it is edited, faults and all.

    `cells` has what stands on the cells that are not empty: "x" for a corpse, else party and kind
    ("rC"). `ruler` is the party whose bonus turn it is; `winners` those of a finished game.
    """

    cells: Annotated[dict[Cell, What], Meta(max_length=200)] = msgspec.field(
        default_factory=dict[str, str]
    )
    parties: Annotated[list[EditedPartyBody], Meta(max_length=12)] = msgspec.field(
        default_factory=list[EditedPartyBody]
    )
    order: Letters = ""
    seat: Letters = ""
    ruler: Party | None = None
    winners: Letters = ""
    quiet: Count = 0
    ply: Count = 0


class SetupTextBody(StrictStruct):
    """Body of POST /api/setup/read: a position's text, or a variant's name and rules.

    With `empty` the board of a variant and its rules comes without pieces.
    """

    text: PositionText
    empty: bool = False


# --- the analysis board -------------------------------------------------------------------------


class StudyTextBody(StrictStruct):
    """Body of POST /api/study/open: a record, a position, or a variant's name and rules."""

    text: RecordText


class MoveBody(StrictStruct):
    """A turn or event of a study: it follows move number `parent` (from 1; 0 is the start)."""

    parent: Number
    kind: MoveKind = "turn"
    party: Letters = ""
    text: TurnText = ""
    comments: Comments = msgspec.field(default_factory=list[str])
    before: Comments = msgspec.field(default_factory=list[str])


class StudyBody(StrictStruct):
    """A study as the browser keeps it; among the moves after one the first is the game's."""

    start: PositionText
    tags: Annotated[
        dict[Annotated[str, Meta(max_length=64)], Annotated[str, Meta(max_length=2000)]],
        Meta(max_length=100),
    ] = msgspec.field(default_factory=dict[str, str])
    comments: Comments = msgspec.field(default_factory=list[str])
    moves: Annotated[list[MoveBody], Meta(max_length=MAX_STUDY_MOVES)] = msgspec.field(
        default_factory=list[MoveBody]
    )


class LookBody(StrictStruct):
    """Body of POST /api/study/look: a position, or what a turn in it leads to."""

    position: PositionText
    text: TurnText = ""


class StageBody(StrictStruct):
    """Body of POST /api/study/stage."""

    position: PositionText
    prefix: TurnText


class WhyBody(StrictStruct):
    """Body of POST /api/study/why: may the piece on `origin` not stop on `target`?"""

    position: PositionText
    origin: Cell
    target: Cell


class ThreatsBody(StrictStruct):
    """Body of POST /api/study/threats."""

    position: PositionText
    party: Party


class PictureBody(StrictStruct):
    """Body of POST /api/picture; the answer is an SVG document."""

    position: PositionText
    theme: Literal["light", "dark"] = "light"
    lang: Language = "en"
    size: Annotated[int, Meta(ge=1, le=4000)] = 640


class AnimationBody(StudyBody):
    """Body of POST /api/picture/game; the answer is the game as an animated GIF."""

    theme: Literal["light", "dark"] = "light"
    lang: Language = "en"
    size: Annotated[int, Meta(ge=1, le=600)] = 480
    pace: Annotated[float, Meta(ge=0.05, le=60)] = 1.2


class RecordView(StrictStruct):
    """Answer to POST /api/study/record: the study as a record (NOTATION 3)."""

    text: str


# --- thinking -----------------------------------------------------------------------------------


class ThinkBody(StrictStruct):
    """Body of POST /api/study/think; the answer is a line of JSON for every `ThoughtView`."""

    position: PositionText
    lines: Annotated[int, Meta(ge=1, le=MAX_LINES)] = 3
    nodes: Annotated[int, Meta(ge=1, le=MAX_NODES)] = 3_000_000
