"""How a table stands: who leads, and who takes power or a Chief next turn unless hindered.

Everything here is plain to see on the board: legal turns played one by one, and a static
evaluation. A bot may say it without knowing more than anybody.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

from djambi.bots.kernels import static_shares
from djambi.position.position import Position
from djambi.threats import as_if, players_before, threats_by

LEADER_RATIO: Final = 1.35
"""The multiple of an even share from which a party counts as the leader to stop."""


@dataclass(frozen=True, slots=True)
class WinThreat:
    """Something that a party does with its next turn if nobody hinders it.

    Args:
        party: its letter.
        what: `power` if its Chief takes power, `chief` if it kills another party's Chief.
        cell: the cell that its piece goes to.
        stoppers: who plays before and can attack the threatening piece then, each as a letter and
            the cell of a piece of theirs that can.
        victim: whose Chief it kills.
    """

    party: str
    what: Literal["power", "chief"]
    cell: str
    stoppers: tuple[tuple[str, str], ...] = ()
    victim: str = ""


@dataclass(frozen=True, slots=True)
class TableStanding:
    """How a table stands.

    Args:
        shares: the share that a static evaluation gives each active party, the largest first.
        leader: who is clearly ahead, if anybody.
        threats: what parties do next if nobody hinders them; who is in power makes no
            `power` threat.
    """

    shares: tuple[tuple[str, float], ...]
    leader: str | None
    threats: tuple[WinThreat, ...]


def leader_of(position: Position, shares: dict[str, float]) -> str | None:
    """Return the party that is clearly ahead: `LEADER_RATIO` times an even share; None if none."""
    first = max(position.active, key=shares.__getitem__)
    return first if shares[first] * len(position.active) >= LEADER_RATIO else None


def standing_of(position: Position) -> TableStanding:
    """Return how a table stands.

    >>> standing_of(Position.start()).leader is None
    True
    >>> near = "square-4 original 7yC1/9/9/9/3rC5/9/2bA6/1bC7/6gC2 r,b,y,g rbyg g 0 0"
    >>> [(t.party, t.what, t.cell) for t in standing_of(Position.parse(near)).threats]
    [('r', 'power', 'e5'), ('r', 'chief', 'h9'), ('y', 'chief', 'd5')]
    """
    shares = static_shares(position)
    ranked = sorted(position.active, key=shares.__getitem__, reverse=True)
    return TableStanding(
        tuple((party, shares[party]) for party in ranked),
        leader_of(position, shares),
        tuple(threat for party in position.active for threat in _threats(position, party)),
    )


def _threats(position: Position, party: str) -> Iterator[WinThreat]:
    """Yield what a party's pieces could do next: take power, and attack Chiefs."""
    maze = position.board.cells[position.board.maze]
    moving = position if position.mover == party else as_if(position, party)
    chief = position.chief_of(party)
    if moving is not None and moving.mover == party and chief and position.ruler != party:
        for turn in islice(moving.legal_turns(chief, maze), 1):
            if moving.play(turn).ruler == party:
                yield WinThreat(party, "power", maze, _stoppers(position, party, chief))
    for threat in threats_by(position, party):
        piece = position.piece_at(threat.cell)
        if piece is None or piece.kind != "C" or threat.act != "kill":
            continue
        victim = position.controller(piece.party)
        if victim is not None and victim != party:
            stoppers = _stoppers(position, party, threat.origin)
            yield WinThreat(party, "chief", threat.cell, stoppers, victim)


def _stoppers(position: Position, party: str, cell: str) -> tuple[tuple[str, str], ...]:
    """Return who can attack the piece on a cell before its party moves."""
    found: dict[str, str] = {}
    for other in players_before(position, party):
        for threat in threats_by(position, other):
            if threat.cell == cell:
                found.setdefault(other, threat.origin)
    return tuple(found.items())
