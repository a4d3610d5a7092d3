"""What a party could do to others if it were to play.

The position is made again with that party to play, so nothing here knows how a piece moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from djambi.errors import BadPosition
from djambi.forwarding import renamed
from djambi.position.position import Position

if not TYPE_CHECKING:
    __getattr__ = renamed(__name__, seats_for="djambi.position.position.Position.controlled_by")


@dataclass(frozen=True, slots=True)
class Threat:
    """A piece on `origin` could `kill` or `displace` the one on `cell` in a turn of `by`."""

    origin: str
    cell: str
    act: str
    by: str


def as_if(position: Position, seat: str) -> Position | None:
    """Return the position with another seat to play, or None if that seat does not play.

    >>> as_if(Position.start(), "y").mover
    'y'
    """
    try:
        return Position.from_setup(position.setup().with_turn(seat))
    except BadPosition:
        return None


def threats_by(position: Position, party: str) -> Iterator[Threat]:
    """Yield every kill and displacement that `party` could begin a turn with, were it to play.

    Each once, however many ways lead to it: a Reporter may have several cells to kill from.

    >>> text = "square-4 original gC8/9/9/9/9/9/2bM6/9/1rArC5bC r,b,y!*,g rbyg r 0 0"
    >>> [(threat.origin, threat.cell) for threat in threats_by(Position.parse(text), "b")]
    [('i1', 'c1'), ('i1', 'a9'), ('c3', 'c1')]
    """
    return iter(dict.fromkeys(_ways(position, party)))


def _ways(position: Position, party: str) -> Iterator[Threat]:
    """Yield the threats, once for each way to carry them out."""
    for seat in position.controlled_by(party):
        there = as_if(position, seat)
        if there is None:
            continue
        for piece in there.stage("").choices:
            if piece.act == "select":
                yield from _ways_of_piece(there, piece.text, party)


def _ways_of_piece(position: Position, origin: str, by: str) -> Iterator[Threat]:
    for choice in position.stage(origin).choices:
        if choice.act == "splash":
            victims = position.stage(origin + choice.text).choices
            yield from (Threat(origin, cell, "kill", by) for each in victims for cell in each.cells)
        elif choice.act in ("kill", "displace"):
            yield Threat(origin, choice.cells[0], choice.act, by)


def players_before(position: Position, party: str) -> tuple[str, ...]:
    """Return who else has turns before `party` plays again, at its seat or by a bonus (RULES 6).

    Each letter comes once, in the order of play.

    >>> players_before(Position.start().play("c3-e3"), "r")
    ('b', 'y', 'g')
    """
    if position.is_over:
        return ()
    found: list[str] = []
    for letter, _bonus in position.upcoming(2 * len(position.parties)):
        if letter == party:
            break
        player = position.controller(letter)
        if player is not None and player != party:
            found.append(player)
    return tuple(dict.fromkeys(found))
