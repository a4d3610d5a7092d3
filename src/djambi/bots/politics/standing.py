"""How a table stands: who leads, and who takes power next turn unless hindered.

Everything here is plain to see on the board: legal turns played one by one, and a static
evaluation. A bot may say it without knowing more than anybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Final

from djambi.position.position import Position
from djambi.threats import as_if, players_before, threats_by

LEADER_RATIO: Final = 1.35
"""The multiple of an even share from which a party counts as the leader to stop."""


@dataclass(frozen=True, slots=True)
class PowerThreat:
    """A party whose Chief takes power with its next turn if nobody hinders it.

    Args:
        party: its letter.
        stoppers: who plays before and can attack the Chief then, each as a letter and the cell of
            a piece of theirs that can.
    """

    party: str
    stoppers: tuple[tuple[str, str], ...] = ()


def leader_of(position: Position, shares: dict[str, float]) -> str | None:
    """Return the party that is clearly ahead: `LEADER_RATIO` times an even share; None if none.

    >>> leader_of(Position.start(), dict.fromkeys("rbyg", 0.25)) is None
    True
    """
    first = max(position.active, key=shares.__getitem__)
    return first if shares[first] * len(position.active) >= LEADER_RATIO else None


def power_threats(position: Position) -> tuple[PowerThreat, ...]:
    """Return who takes power next if nobody hinders it; who is in power is no threat.

    >>> near = "square-4 original 7yC1/9/9/9/3rC5/9/2bA6/1bC7/6gC2 r,b,y,g rbyg g 0 0"
    >>> power_threats(Position.parse(near))
    (PowerThreat(party='r', stoppers=()),)
    """
    found: list[PowerThreat] = []
    maze = position.board.cells[position.board.maze]
    for party in position.active:
        moving = position if position.mover == party else as_if(position, party)
        chief = position.chief_of(party)
        if moving is None or moving.mover != party or not chief or position.ruler == party:
            continue
        for turn in islice(moving.legal_turns(chief, maze), 1):
            if moving.play(turn).ruler == party:
                found.append(PowerThreat(party, _stoppers(position, party, chief)))
    return tuple(found)


def _stoppers(position: Position, party: str, cell: str) -> tuple[tuple[str, str], ...]:
    """Return who can attack the piece on a cell before its party moves."""
    found: dict[str, str] = {}
    for other in players_before(position, party):
        for threat in threats_by(position, other):
            if threat.cell == cell:
                found.setdefault(other, threat.origin)
    return tuple(found.items())
