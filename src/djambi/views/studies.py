"""Studies: the tree of a game as a page has it, and as the library has it.

The page keeps a study and sends it whole; what it sends is played again here, so that nothing has
to be trusted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from djambi.analysis import game_statistics
from djambi.errors import DjambiError
from djambi.game import Game
from djambi.nodes import Event, Node, Step, child_after, child_of, to_play
from djambi.notation.writing import plain_comment
from djambi.position.outcome import outcome
from djambi.position.players import may_play, parties_to_seat
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.views.errors import ViewError
from djambi.views.outcomes import (
    LastTurnView,
    StoryLineView,
    end_words,
    happenings_words,
    last_turn_view,
    story_views,
)
from djambi.views.positions import PositionView, StageView, first_stages, position_view, stage_view
from djambi.views.setups import setup_named
from djambi.views.words import Words, words

MAX_STUDY_MOVES: Final = 5_000
"""Turns and events in a study, its variations included."""

MoveKind = Literal["turn", "resigned", "flagged", "returned", "draw"]


@dataclass(slots=True)
class MoveView:
    """A turn or event of a study: it follows move number `parent` (from 1; 0 is the start).

    `seat` and `bonus` say at which seat it is played, `long` and `words` tell it to people, and
    `position` is where it leads.
    """

    parent: int
    kind: MoveKind
    party: str
    text: str
    comments: list[str]
    before: list[str]
    seat: str
    bonus: bool
    long: str
    words: Words
    position: str


@dataclass(slots=True)
class StudyView:
    """The tree of a game; `moves` come after the move that they follow.

    Among the moves after one the first is the game's, the others begin variations.
    """

    variant: str
    edition: str
    rules: str
    start: str
    tags: dict[str, str]
    comments: list[str]
    moves: list[MoveView]


@dataclass(slots=True)
class LookView:
    """A position with all that may be played in it, and the move that led there, if any.

    `seats` are the parties that would play in a game from here, or might return to it.
    """

    view: PositionView
    move: MoveView | None
    seats: str


@dataclass(slots=True)
class StudyStageView:
    """What may be chosen next in a turn."""

    stage: StageView


@dataclass(slots=True)
class WhyView:
    """Why a piece may not stop on a cell; null if it may."""

    words: Words | None


@dataclass(slots=True)
class ReignView:
    """A time in power, from one position of the game to another."""

    party: str
    first: int
    last: int


@dataclass(slots=True)
class GameStatisticsView:
    """A game in figures, and its story."""

    parties: str
    kills: dict[str, dict[str, int]]
    purged: dict[str, int]
    reigns: list[ReignView]
    corpses: list[int]
    turns: dict[str, int]
    distances: dict[str, int]
    story: list[StoryLineView]
    end: Words | None


class StudyMove(Protocol):
    """A move as a page sends it (see `MoveView`)."""

    @property
    def parent(self) -> int: ...
    @property
    def kind(self) -> MoveKind: ...
    @property
    def party(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def comments(self) -> Iterable[str]: ...
    @property
    def before(self) -> Iterable[str]: ...


class StudyTree(Protocol):
    """A study as a page sends it (see `StudyView`)."""

    @property
    def start(self) -> str: ...
    @property
    def tags(self) -> Mapping[str, str]: ...
    @property
    def comments(self) -> Iterable[str]: ...
    @property
    def moves(self) -> Sequence[StudyMove]: ...


_KINDS: Final[dict[Step, MoveKind]] = {
    Step.TURN: "turn",
    Step.RESIGNS: "resigned",
    Step.FLAGS: "flagged",
    Step.RETURNS: "returned",
    Step.DRAW: "draw",
}
_STEPS: Final = {kind: step for step, kind in _KINDS.items()}


_RECORD: Final = re.compile(r"[\[{1]|[a-z](\+[a-z])? |[a-z]\d+-")
"""How a record on one line begins: with a tag, a comment, a number, a party or a turn."""


def opened_study(text: str) -> StudyView:
    """Return the study of a record's first game, of a position, or of the start of a variant.

    Raises DjambiError: BadRecord with line and column, BadPosition with every fault, or ViewError
    ("record_empty", "record_long").
    """
    if "\n" in text.strip() or _RECORD.match(text.lstrip()):
        game = next(iter(Game.read(text)), None)
        if game is None:
            raise ViewError("record_empty")
        return study_view(game)
    return study_view(Game(Position.from_setup(setup_named(text))))


def study_view(game: Game) -> StudyView:
    """Return a game with its variations; raises ViewError("record_long") for too many moves."""
    start = game.root.position
    numbers: dict[int, int] = {id(game.root): 0}
    moves: list[MoveView] = []
    # The game first, then what was left beside it, each line as a whole.
    waiting = list(reversed(game.root.children))
    while waiting:
        node = waiting.pop()
        if len(moves) == MAX_STUDY_MOVES:
            raise ViewError("record_long")
        moves.append(move_view(node, numbers[id(node.parent)]))
        numbers[id(node)] = len(moves)
        waiting.extend(reversed(node.children))
    return StudyView(
        variant=start.variant.name,
        edition=start.rules.edition,
        rules=str(start.rules),
        start=str(start),
        tags=game.tags,
        comments=list(game.root.comments),
        moves=moves,
    )


def move_view(node: Node, parent: int) -> MoveView:
    """Return one move of a study, which follows the move of number `parent`."""
    event, before = node.event, node.parent
    if event is None or before is None:
        raise DjambiError("the start of a game is not a move")
    return MoveView(
        parent=parent,
        kind=_KINDS[event.step],
        party=event.actor[:1],
        text="" if event.turn is None else str(event.turn),
        comments=list(node.comments),
        before=list(node.before),
        seat=before.position.seat,
        bonus=before.position.bonus,
        long="" if event.turn is None else event.turn.long(before.position),
        words=happenings_words(node.happenings()),
        position=str(node.position),
    )


def game_of_study(study: StudyTree) -> Game:
    """Return the game that a study tells, its cursor at the end of the game itself.

    Raises DjambiError (TurnError and ViewError("over") among them) for what cannot be played.
    """
    game = Game(Position.parse(study.start), dict(study.tags))
    game.root.comments = _comments(study.comments)
    nodes = [game.root]
    for move in study.moves:
        if move.parent >= len(nodes):
            raise DjambiError(f"move {len(nodes)} follows move {move.parent}, which comes later")
        node = _played(nodes[move.parent], move)
        node.comments = _comments(move.comments)
        node.before = _comments(move.before)
        nodes[move.parent].children.append(node)
        nodes.append(node)
    game.to_end()
    return game


def _comments(texts: Iterable[str]) -> list[str]:
    return [plain_comment(text) for text in texts if text.strip()]


def _played(parent: Node, move: StudyMove) -> Node:
    if parent.position.is_over:
        raise ViewError("over")
    return child_after(parent, _STEPS[move.kind], move.party, move.text)


def look_view(text: str, turn_text: str) -> LookView:
    """Return a position (its text), or where a turn leads ("": none), with what may be played.

    Raises DjambiError for a position or a turn that cannot be read or played.
    """
    position = Position.parse(text)
    if not turn_text:
        return _look(position, None, None)
    return look_after(position, position.turn(turn_text))


def look_after(position: Position, turn: Turn) -> LookView:
    """Return the position after a turn, with what the turn brought about."""
    root = Node(position)
    after = position.play(turn)
    node = child_of(root, Event(Step.TURN, to_play(position), turn), after)
    last = last_turn_view(str(turn), position.mover or "", outcome(position, turn, after))
    return _look(after, last, move_view(node, 0))


def _look(position: Position, last: LastTurnView | None, move: MoveView | None) -> LookView:
    seats = "".join(p for p in parties_to_seat(position) if may_play(position, p))
    return LookView(position_view(position, last, _open_stages(position)), move, seats)


def _open_stages(position: Position) -> dict[str, StageView]:
    return {} if position.is_over else first_stages(position)


def study_stage_view(position: Position, prefix: str) -> StudyStageView:
    """Return what may be chosen after this prefix of a turn."""
    return StudyStageView(stage_view(position.stage(prefix)))


def why_view(position: Position, origin: str, target: str) -> WhyView:
    """Return why the piece on `origin` may not stop on `target`."""
    reason = position.why_not(origin, target)
    return WhyView(None if reason is None else words(f"reason.{reason.code}"))


def statistics_view(game: Game) -> GameStatisticsView:
    """Return the game itself (without variations) in figures, with its story."""
    path = game.path()
    found = game_statistics(path)
    return GameStatisticsView(
        parties=found.parties,
        kills=found.kills,
        purged=found.purged,
        reigns=[ReignView(reign.party, reign.first, reign.last) for reign in found.reigns],
        corpses=list(found.corpses),
        turns=found.turns,
        distances=found.distances,
        story=story_views(path),
        end=end_words(path),
    )
