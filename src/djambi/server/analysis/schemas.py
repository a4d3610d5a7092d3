"""What the editor and the analysis board ask and are told (HTTP only; they have no socket).

A study is sent whole and kept by the browser: the server remembers nothing of it but what was
thought about its positions.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from djambi.server.schemas.base import Cell, Number, TurnText
from djambi.server.schemas.messages import Threat
from djambi.server.schemas.requests import Party, RulesChoice
from djambi.server.schemas.views import PositionView, StageView, Status, StoryLine, Value, Words

PositionText = Annotated[str, Meta(max_length=4000)]
Letters = Annotated[str, Meta(pattern="^[a-z]{0,12}$")]
Comments = Annotated[list[Annotated[str, Meta(max_length=4000)]], Meta(max_length=20)]
Count = Annotated[int, Meta(ge=0, le=999_999_999)]
What = Annotated[str, Meta(pattern="^(x|[a-z][CARDNM])$")]

MOST_MOVES = 5_000
"""Turns and events in a study, its variations included."""

MOST_LINES = 8
"""Turns shown of a position, at most."""

MOST_NODES = 20_000_000
"""What one question may cost: turns tried."""


# --- the editor ---------------------------------------------------------------------------------


class PartyRow(Value):
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
    parties: Annotated[list[PartyRow], Meta(max_length=12)] = msgspec.field(
        default_factory=list[PartyRow]
    )
    order: Letters = ""
    seat: Letters = ""
    ruler: Party | None = None
    winners: Letters = ""
    quiet: Count = 0
    ply: Count = 0


class SetupText(Value):
    """Body of POST /api/setup/read: a position's text, or a variant's name and rules.

    With `empty` the board of a variant and its rules comes without pieces.
    """

    text: PositionText
    empty: bool = False


class SetupFault(Value):
    """One thing that keeps a set-up from being a position: its field (NOTATION 1), in words."""

    field: str
    words: Words


class SetupReport(Value):
    """A set-up looked at: as it is now, its text, its faults, who could be to play."""

    setup: SetupBody
    text: str
    faults: list[SetupFault]
    plays: str
    power: str | None


# --- the analysis board -------------------------------------------------------------------------


class StudyText(Value):
    """Body of POST /api/study/open: a record, a position, or a variant's name and rules."""

    text: Annotated[str, Meta(max_length=400_000)]


MoveKind = Literal["turn", "resigned", "flagged", "returned", "draw"]


class MoveBody(Value):
    """A turn or event of a study: it follows move number `parent` (from 1; 0 is the start)."""

    parent: Number
    kind: MoveKind = "turn"
    party: Letters = ""
    text: TurnText = ""
    comments: Comments = msgspec.field(default_factory=list[str])
    before: Comments = msgspec.field(default_factory=list[str])


class StudyBody(Value):
    """A study as the browser keeps it; among the moves after one the first is the game's."""

    start: PositionText
    tags: Annotated[
        dict[Annotated[str, Meta(max_length=64)], Annotated[str, Meta(max_length=2000)]],
        Meta(max_length=100),
    ] = msgspec.field(default_factory=dict[str, str])
    comments: Comments = msgspec.field(default_factory=list[str])
    moves: Annotated[list[MoveBody], Meta(max_length=MOST_MOVES)] = msgspec.field(
        default_factory=list[MoveBody]
    )


class MoveView(MoveBody):
    """A move as it is shown: who is to play it at which seat, in words, where it leads."""

    seat: str = ""
    bonus: bool = False
    long: str = ""
    words: Words = msgspec.field(default_factory=lambda: Words("", ""))
    position: str = ""


class StudyView(Value):
    """Answer to `open`: the tree of a record; `moves` come after the move that they follow."""

    variant: str
    edition: str
    rules: str
    start: str
    tags: dict[str, str]
    comments: list[str]
    moves: list[MoveView]


class LookBody(Value):
    """Body of POST /api/study/look: a position, or what a turn in it leads to."""

    position: PositionText
    text: TurnText = ""


class Looked(Value):
    """Answer to `look`: the position, with all that may be played in it, and the turn's move."""

    view: PositionView
    move: MoveView | None


class StageBody(Value):
    """Body of POST /api/study/stage."""

    position: PositionText
    prefix: TurnText


class WhyBody(Value):
    """Body of POST /api/study/why: may the piece on `origin` not stop on `target`?"""

    position: PositionText
    origin: Cell
    target: Cell


class WhyView(Value):
    """Answer to `why`; null if it may."""

    words: Words | None


class ThreatsBody(Value):
    """Body of POST /api/study/threats."""

    position: PositionText
    party: Party


class ThreatsView(Value):
    """Answer to `threats`."""

    threats: list[Threat]


class StudyStage(Value):
    """Answer to `stage`."""

    stage: StageView


class PictureBody(Value):
    """Body of POST /api/picture; the answer is an SVG document."""

    position: PositionText
    theme: Literal["light", "dark"] = "light"
    lang: Literal["en", "fr"] = "en"
    size: Annotated[int, Meta(ge=1, le=4000)] = 640


class MovingBody(StudyBody):
    """Body of POST /api/picture/game; the answer is the game as an animated GIF."""

    theme: Literal["light", "dark"] = "light"
    lang: Literal["en", "fr"] = "en"
    size: Annotated[int, Meta(ge=1, le=600)] = 480
    pace: Annotated[float, Meta(ge=0.05, le=60)] = 1.2


class RecordView(Value):
    """Answer to POST /api/study/record: the study as a record (NOTATION 3)."""

    text: str


# --- thinking -----------------------------------------------------------------------------------


class ThinkBody(Value):
    """Body of POST /api/study/think; the answer is a line of JSON for every `Thought`."""

    position: PositionText
    lines: Annotated[int, Meta(ge=1, le=MOST_LINES)] = 3
    nodes: Annotated[int, Meta(ge=1, le=MOST_NODES)] = 3_000_000


class TurnWords(Value):
    """A turn in its short form, the form for people, and in words."""

    text: str
    long: str
    words: Words


class BestLine(Value):
    """A turn with what is expected to follow, and everybody's share after it."""

    turns: list[TurnWords]
    shares: dict[str, float]


class Thought(Value):
    """What is known of a position so far; `last` if no more will come."""

    lines: list[BestLine]
    shares: dict[str, float]
    depth: int
    nodes: int
    last: bool


class Judged(Value):
    """A position of a game, `number` of `total`: everybody's share, and what its turn cost.

    The stream of POST /api/study/game, a line of JSON each. `best` would have been better.
    """

    number: int
    total: int
    shares: dict[str, float]
    best: TurnWords | None
    loss: float
    mark: Literal["inexact", "mistake", "blunder"] | None


class ReignView(Value):
    """A time in power, from one position of the game to another."""

    party: str
    first: int
    last: int


class FiguresView(Value):
    """Answer to POST /api/study/figures: the game in figures, and its story."""

    parties: str
    kills: dict[str, dict[str, int]]
    purged: dict[str, int]
    reigns: list[ReignView]
    corpses: list[int]
    turns: dict[str, int]
    distances: dict[str, int]
    story: list[StoryLine]
    end: Words | None
