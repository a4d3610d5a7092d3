"""A position as a board shows it, with what may be chosen in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from djambi.errors import DjambiError
from djambi.parties import Status
from djambi.position.position import Position
from djambi.position.stages import Choice, Stage, StageKind
from djambi.views.outcomes import LastTurnView, ResultView

UPCOMING_TURNS: Final = 8
"""Turns to come that are shown with a position."""

SHOWN_POSITIONS: Final = 2_000
"""Small pictures of positions that are kept."""


@dataclass(slots=True)
class PieceView:
    """A living piece; `controller` is the active party that may move it now, or null."""

    cell: str
    party: str
    kind: str
    controller: str | None


@dataclass(slots=True)
class PartyView:
    """A party's state (RULES 1) and what is left of it.

    `may_return`: it resigned, and may play on if the others agree (RULES 5, Return).
    """

    party: str
    status: Status
    lord: str | None
    gone: bool
    in_power: bool
    may_return: bool
    pieces: int
    vassals: list[str]


@dataclass(slots=True)
class UpcomingView:
    """One of the turns to come: whose (the ruler's letter if it is a bonus turn)."""

    party: str
    bonus: bool


@dataclass(slots=True)
class StageView:
    """What may be chosen after `prefix`; `kind` "done" means that `prefix` is a whole turn.

    The library's choices are shown as they are: a board is sent some hundred of them at once.
    """

    prefix: str
    kind: StageKind
    choices: Sequence[Choice]


@dataclass(slots=True)
class PositionView:
    """A position as a board shows it. `mover` plays now (null: the game has ended).

    `stages` holds the first stage (prefix "") and the destinations of every piece that may move,
    by prefix; it is empty while a bot is to play, when looking back, and at the end. `closed` are
    the cells of the fortress while it is closed to all pieces that the ruler does not control.
    """

    position: str
    ply: int
    pieces: list[PieceView]
    corpses: list[str]
    parties: list[PartyView]
    order: str
    seat: str
    bonus: bool
    mover: str | None
    ruler: str | None
    closed: list[str]
    upcoming: list[UpcomingView]
    stages: dict[str, StageView]
    last: LastTurnView | None
    result: ResultView | None


def position_view(
    position: Position,
    last: LastTurnView | None = None,
    stages: dict[str, StageView] | None = None,
) -> PositionView:
    """Return a position by itself, without a result."""
    board = position.board
    closed = position.rules.fortress and position.ruler is not None
    return PositionView(
        position=str(position),
        ply=position.ply,
        pieces=piece_views(position),
        corpses=list(position.corpses),
        parties=_party_views(position),
        order=position.order,
        seat=position.seat,
        bonus=position.bonus,
        mover=position.mover,
        ruler=position.ruler,
        closed=[*board.names(board.fortress)] if closed else [],
        upcoming=[UpcomingView(party, bonus) for party, bonus in position.upcoming(UPCOMING_TURNS)],
        stages=stages or {},
        last=last,
        result=None,
    )


def piece_views(position: Position) -> list[PieceView]:
    """Return the living pieces of a position, with the party that may move each of them."""
    movers = {letter: position.controller(letter) for letter in position.variant.parties}
    return [
        PieceView(cell, piece.party, piece.kind, movers[piece.party])
        for cell, piece in position.pieces.items()
    ]


@lru_cache(SHOWN_POSITIONS)
def pieces_and_corpses(text: str) -> tuple[list[PieceView], list[str]]:
    """Return the living pieces and the corpses of a position (its text), for a small picture.

    Both are empty for a position that this version can no longer read. The lists are shared: do
    not change them.
    """
    try:
        position = Position.parse(text)
    except DjambiError:
        return [], []
    return piece_views(position), list(position.corpses)


def _party_views(position: Position) -> list[PartyView]:
    living = [piece.party for piece in position.pieces.values()]
    return [
        PartyView(
            party=party.letter,
            status=party.status,
            lord=party.lord,
            gone=party.gone,
            in_power=position.ruler == party.letter,
            may_return=party.gone and position.may_rejoin(party.letter),
            pieces=living.count(party.letter),
            vassals=[p.letter for p in position.parties if p.lord == party.letter],
        )
        for party in position.parties
    ]


def stage_view(stage: Stage) -> StageView:
    """Return a stage of a turn as it is shown."""
    return StageView(stage.prefix, stage.kind, stage.choices)


def first_stages(position: Position) -> dict[str, StageView]:
    """Return which pieces may move, and where each of them may go; by prefix."""
    first = position.stage("")
    stages = {"": stage_view(first)}
    for choice in first.choices:
        stages[choice.text] = stage_view(position.stage(choice.text))
    return stages
