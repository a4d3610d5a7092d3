"""Extract deeds from the lines of a game: who did what to whom.

This is where "is that an attack?" is answered, once for all kinds of promises:

* A deed belongs to the **player** whose turn it is, whatever piece moves: their own or a vassal's,
  in their own turn, a vassal's turn or a bonus turn of power.
* The victim is the **player** who controlled the piece before the turn (RULES 1), so a vassal's
  piece counts as its lord's. Pieces that nobody controls belong to nobody.
* Killing is an attack, by any piece, in the step or in the exit, and so is a purge of the fortress.
  Displacing is one too, except when it sets a Chief in power: that is a favour.
* An encirclement is the deed of the player in whose turn it is judged.
* Placing a corpse beside a Chief, threatening and blocking are not attacks.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from djambi.forwarding import renamed
from djambi.pacts.lines import GameLine
from djambi.position.outcome import Happening, HappeningKind, outcome


class Act(StrEnum):
    """An act that a promise may be about."""

    KILL = "kill"
    DISPLACE = "displace"
    PURGE = "purge"
    ENCIRCLE = "encircle"
    TAKE_POWER = "take_power"
    LEAVE_POWER = "leave_power"


@dataclass(frozen=True, slots=True)
class Deed:
    """One act of a player in a turn.

    Args:
        act: the act.
        by: the letter of the player who did it.
        victim: the player who controlled the piece, or who was encircled.
        cell, target: where the piece stood, and where it or its corpse is now.
        favour: whether the displaced piece is a Chief who is now in power.
    """

    act: Act
    by: str
    victim: str | None = None
    cell: str | None = None
    target: str | None = None
    favour: bool = False

    def attacks(self, other: str) -> bool:
        """Return whether it is an attack on a player.

        >>> Deed(Act.KILL, "r", "b", "e4", "a1").attacks("b")
        True
        """
        harm = (Act.KILL, Act.DISPLACE, Act.PURGE, Act.ENCIRCLE)
        return self.victim == other != self.by and self.act in harm and not self.favour


_ON_PIECES = {
    HappeningKind.KILLED: Act.KILL,
    HappeningKind.DISPLACED: Act.DISPLACE,
    HappeningKind.PURGED: Act.PURGE,
}
_ON_PARTIES = {
    HappeningKind.ENCIRCLED: Act.ENCIRCLE,
    HappeningKind.POWER: Act.TAKE_POWER,
    HappeningKind.POWER_LEFT: Act.LEAVE_POWER,
}


def deeds_of(line: GameLine) -> tuple[Deed, ...]:
    """Return the deeds of a line, in order; a resignation, a pass and a draw have none.

    >>> from djambi import Position
    >>> from djambi.pacts.lines import GameLine
    >>> start = Position.parse(
    ...     "square-4 original 7yC1/3bC5/9/9/9/2rM1bA4/9/9/rC7gC r,b,y,g rbyg r 0 0"
    ... )
    >>> turn = start.turn("c4-e4>a5")
    >>> [deed.act.value for deed in deeds_of(GameLine(start, "r", turn, start.play(turn)))]
    ['kill']
    """
    if line.turn is None:
        return ()
    told = outcome(line.before, line.turn, line.after)
    return tuple(deed for one in told if (deed := _deed(line, one)) is not None)


def piece_after(cell: str | None, line: GameLine, deeds: tuple[Deed, ...]) -> str | None:
    """Return the cell after a line of the piece that stood on `cell`, None once it is dead.

    >>> from djambi import Position
    >>> from djambi.pacts.lines import GameLine
    >>> start = Position.start()
    >>> line = GameLine(start, "r", start.turn("c3-e3"), start.play("c3-e3"))
    >>> piece_after("c3", line, ()), piece_after("a1", line, ())
    ('e3', 'a1')
    """
    turn = line.turn
    if cell is None or turn is None:
        return cell
    if cell == turn.origin:
        return turn.exit or turn.target
    for deed in deeds:
        if deed.cell == cell and deed.act in (Act.KILL, Act.PURGE):
            return None
        if deed.cell == cell and deed.act is Act.DISPLACE:
            cell = deed.target
    return cell


def _deed(line: GameLine, told: Happening) -> Deed | None:
    by = line.party
    if told.what in _ON_PIECES:
        act = _ON_PIECES[told.what]
        owner = None if told.party is None else line.before.controller(told.party)
        favour = (
            act is Act.DISPLACE
            and told.target == line.after.board.cells[line.after.board.maze]
            and line.after.ruler == told.party
        )
        return Deed(act, by, owner, told.cell, told.target, favour)
    if told.what not in _ON_PARTIES:
        return None
    act = _ON_PARTIES[told.what]
    # A Chief whom another player sets on the throne has not taken power.
    return Deed(act, by, told.party) if act is Act.ENCIRCLE or told.party == by else None


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        stands="piece_after",
    )
