"""Who needs a player in a game that starts in a position."""

from __future__ import annotations

from djambi.position.position import Position
from djambi.rules import Comeback, ResignedReturn


def may_play(position: Position, party: str) -> bool:
    """Return whether a party plays, or ever may again: it may wake, or return (RULES 5).

    Raise `DjambiError` if the variant lacks the party.

    >>> start = Position.parse("square-4 hallepee 9/9/9/9/9/9/9/9/rCbCyC6 r,b!*,y,g!* rbyg r 0 0")
    >>> [may_play(start, party) for party in "rbyg"]
    [True, True, True, False]
    """
    state = position.party(party)
    if state.is_active:
        return True
    absent = position.variant.initial[position.variant.index(party)] == "absent"
    # Nothing brings a dead Chief back to life; a hostage is moved by nobody (RULES 1).
    if absent or state.status == "hostage" or position.chief_of(party) is None:
        return False
    rules = position.rules
    if state.gone:
        return rules.resigned_return is ResignedReturn.ALLOWED
    return rules.comeback is not Comeback.NEVER


def parties_to_seat(start: Position) -> str:
    """Return the parties that need a player in a game that starts here, in seat order.

    Those that play are among them, those that have resigned and may return, and all that have a
    player in the usual set-up. Another one that wakes on the way has none.

    >>> board = "gC8/9/9/9/9/9/9/9/rC3yC3bC"
    >>> parties_to_seat(Position.parse(f"square-3 hallepee {board} r,b,y,g!* rbyg r 0 0"))
    'rbyg'
    >>> parties_to_seat(Position.parse(f"square-3 original {board} r,b,y,g!* rbyg r 0 0"))
    'rby'
    """
    resigned = "".join(p.letter for p in start.parties if p.gone and may_play(start, p.letter))
    return start.variant.players_from(start.active + resigned)
