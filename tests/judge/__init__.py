"""A slow, direct judge of Djambi, written from RULES.md alone and sharing no code with djambi.

All text in and out is that of NOTATION 1 and 2, and positions given to it are well formed.
It is evidence to hold the fast kernel against; hold it, in turn, against RULES.md: every
function names the paragraph that it follows.
"""

from __future__ import annotations

from functools import lru_cache

from . import aftermath, order
from .position import Party, Position, write
from .position import read as _read
from .turns import carry_out
from .turns import legal_turns as _legal_turns
from .writable import writable_turns
from .written import PASS, RefusedError, read_turn

__all__ = [
    "RefusedError",
    "accepts",
    "judge_turn",
    "legal_turns",
    "may_rejoin",
    "play",
    "read",
    "rejoin",
    "resign",
    "result",
    "writable_turns",
    "write",
]


# What is read is never changed: every function below works on a copy.
read = lru_cache(maxsize=64)(_read)


def judge_turn(position_text: str, turn_text: str) -> None:
    """Raise RefusedError, naming the clause, unless this turn is legal (RULES 3)."""
    _after_step_and_exit(read(position_text), turn_text)


def accepts(position_text: str, turn_text: str) -> bool:
    """Whether this one written turn is legal (RULES 3)."""
    try:
        judge_turn(position_text, turn_text)
    except RefusedError:
        return False
    return True


def _after_step_and_exit(position: Position, turn_text: str) -> tuple[Position, str, list[str]]:
    """The board after the turn, who played it, and the Chiefs he killed (RULES 3)."""
    if turn_text == PASS:
        if position.winners:
            raise RefusedError("RULES 7: the game is over")
        if any(True for _ in _legal_turns(position)):
            raise RefusedError("RULES 3: only who has no legal turn passes")
        return position.copy(), "", []
    scene = carry_out(position, read_turn(position, turn_text))
    return scene.now, scene.party, scene.chiefs_killed


def legal_turns(position_text: str) -> set[str]:
    """All legal turns (RULES 3); none when the game is over."""
    position = read(position_text)
    if position.winners:
        return set()
    return {str(turn) for turn in _legal_turns(position)} or {PASS}


def play(position_text: str, turn_text: str) -> str:
    """The position after a legal turn (RULES 3 to 7); raises RefusedError for another."""
    before = read(position_text)
    now, player, chiefs_killed = _after_step_and_exit(before, turn_text)
    for chief in chiefs_killed:
        aftermath.chief_killed(now, chief, player)
    aftermath.settle(now, before.power(), set())
    now.quiet = before.quiet + 1 if len(now.corpses) == len(before.corpses) else 0
    now.ply += 1
    order.move_seat_of_fallen_ruler(now, before)
    _end(now, before.active())
    if not now.winners:
        order.after_turn(now, before)
    return write(now)


def resign(position_text: str, party: str) -> str:
    """The position after an active party resigns (RULES 5, "Resignation")."""
    before = read(position_text)
    now = before.copy()
    fallen = aftermath.falls(now, party)
    now.parties[party] = Party("frozen", gone=True)
    aftermath.settle(now, before.power(), fallen)
    now.quiet = 0
    _end(now, [letter for letter in before.active() if letter != party])
    if not now.winners:
        order.after_event(now, before)
    return write(now)


def may_rejoin(position_text: str, party: str) -> bool:
    """Whether a party that resigned may come back (RULES 5, "Return")."""
    return aftermath.may_return(read(position_text), party)


def rejoin(position_text: str, party: str) -> str:
    """The position after its return (RULES 5, "Return"); RefusedError where it may not."""
    before = read(position_text)
    if not aftermath.may_return(before, party):
        raise RefusedError("RULES 5 Return: this party may not come back")
    now = before.copy()
    now.parties[party] = Party("active")
    aftermath.settle(now, before.power(), set())
    now.quiet = 0
    _end(now, before.active())
    if not now.winners:
        order.after_event(now, before)
    return write(now)


def _end(now: Position, active_before: list[str]) -> None:
    """RULES 7, and NOTATION 1 for the field `turn` of a finished game."""
    won = aftermath.winners(now, active_before)
    now.winners = "".join(letter for letter in now.parties if letter in won)


def result(position_text: str) -> dict[str, float] | None:
    """RULES 7: the share of every party, or None while the game goes on."""
    position = read(position_text)
    if not position.winners:
        return None
    share = 1 / len(position.winners)
    return {letter: share if letter in position.winners else 0.0 for letter in position.parties}
