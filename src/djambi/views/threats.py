"""What could happen to pieces next: threats, dangers for a Chief, reach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from djambi.position.position import Position
from djambi.threats import as_if, players_before, threats_by
from djambi.views.positions import StageView, stage_view


@dataclass(slots=True)
class ThreatView:
    """The piece on `cell` could be killed or displaced from `origin` by party `by`."""

    cell: str
    origin: str
    by: str
    act: Literal["kill", "displace"]


@dataclass(slots=True)
class ThreatsView:
    """What could be done to the pieces of a party."""

    threats: list[ThreatView]


@dataclass(slots=True)
class DangerView:
    """A Chief that could be killed at once after a turn: where, and by whose turn from where."""

    cell: str
    party: str
    by: str
    origin: str


def threat_views(position: Position, party: str) -> list[ThreatView]:
    """Return what the other active parties could do to the pieces that `party` controls."""
    own = position.controlled_pieces(party)
    found: dict[tuple[str, str], ThreatView] = {}
    for other in position.opponents(party):
        for act in threats_by(position, other):
            if act.cell in own:
                threat = ThreatView(
                    cell=act.cell,
                    origin=act.origin,
                    by=other,
                    act="kill" if act.act == "kill" else "displace",
                )
                found.setdefault((act.cell, act.origin), threat)
    return list(found.values())


def danger_views(position: Position, party: str) -> list[DangerView]:
    """Return what could kill the Chief of `party` before `party` plays again."""
    chief = position.chief_of(party)
    return [
        DangerView(cell=act.cell, party=party, by=player, origin=act.origin)
        for player in players_before(position, party)
        for act in threats_by(position, player)
        if act.act == "kill" and act.cell == chief
    ]


def reach_view(position: Position, cell: str) -> StageView | None:
    """Return where the piece on `cell` could go, were it its controller's turn.

    None if no piece stands there; without choices if nobody moves it.
    """
    piece = position.pieces.get(cell)
    if piece is None:
        return None
    mover = position.controller(piece.party)
    # With `kept` the piece moves in the turn of its own colour's seat, else in its controller's.
    for seat in () if mover is None else dict.fromkeys((mover, piece.party)):
        there = as_if(position, seat)
        if there is not None and any(choice.text == cell for choice in there.stage("").choices):
            return stage_view(there.stage(cell))
    return StageView(prefix=cell, kind="destination", choices=())
