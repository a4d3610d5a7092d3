"""Conditional turns, as a game tells how far they have come true."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from djambi.errors import TurnError
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.server.correspondence.schemas import (
    ANY_TURN,
    ConditionalTurn,
    PlanState,
    PlanView,
    StoredPlans,
)
from djambi.server.errors import RequestRefused
from djambi.server.game.history import HistoryEntry
from djambi.server.game.state import GameState


@dataclass(frozen=True, slots=True)
class PlanProgress:
    """A plan now: so many of its turns have come true; `due` is the one to be played at once."""

    met: int
    state: PlanState
    due: Turn | None = None


def begun_at(state: GameState, after: int) -> int | None:
    """Return how many entries there were after the one of event `after` (0: at the start).

    None if there is no such entry, or not any more.
    """
    count = state.entries.stood(after)
    there = after == 0 or (count > 0 and state.entries.event(count - 1) == after)
    return count if there else None


def standings(state: GameState, stored: StoredPlans, mine: str) -> Iterator[PlanProgress]:
    """Yield how far each plan of the player of the parties `mine` has come.

    Once a turn of theirs is taken back, all are void: what they played already is not to be played
    again, by a vote to which the player may have agreed.
    """
    plans = stored.plans
    last = max((state.taken_back.get(party, 0) for party in mine), default=0)
    if stored.number is not None and stored.number < last:
        yield from (PlanProgress(0, "void") for _ in plans)
        return
    begun = [begun_at(state, plan.after) for plan in plans]
    # Plans that have come true so far have their first turns in common: what was played is worked
    # out once for all of them, as is what each text means there.
    first = min((count for count in begun if count is not None), default=len(state.entries))
    played = list(state.entries.since(first))
    found: dict[tuple[int, str], Turn | None] = {}

    def find(index: int, position: Position, text: str) -> Turn | None:
        if (index, text) not in found:
            found[index, text] = position.find(text)
        return found[index, text]

    for count, plan in zip(begun, plans, strict=True):
        if count is None:
            yield PlanProgress(0, "void")
        else:
            yield _standing(state, plan, mine, count, played[count - first :], find)


_Finder = Callable[[int, Position, str], Turn | None]
"""Finds the turn that a text means in the position before the line of an index."""


def _standing(
    state: GameState,
    plan: ConditionalTurn,
    mine: str,
    begun: int,
    played: Sequence[HistoryEntry],
    find: _Finder,
) -> PlanProgress:
    """Return how far a plan has come that began after so many lines; `played` are those since."""
    for met, (wanted, entry) in enumerate(zip(plan.turns, played, strict=False)):
        if entry.turn is None or not (
            wanted == ANY_TURN or find(begun + met, entry.before, wanted) == entry.turn
        ):
            return PlanProgress(met, "void")
    met = min(len(state.entries) - begun, len(plan.turns))
    if met == len(plan.turns):
        return PlanProgress(met, "done")
    wanted, mover = plan.turns[met], state.mover
    if mover is None:
        return PlanProgress(met, "void")
    if mover not in mine or wanted == ANY_TURN:
        return PlanProgress(met, "waiting")
    due = find(len(state.entries), state.position, wanted)
    return PlanProgress(met, "void" if due is None else "waiting", due)


def due(state: GameState, stored: StoredPlans, mine: str) -> Turn | None:
    """Return the turn that the first matching plan plays now; None if none does."""
    turns = (plan.due for plan in standings(state, stored, mine))
    return next((turn for turn in turns if turn is not None), None)


def plan_views(state: GameState, stored: StoredPlans, mine: str) -> list[PlanView]:
    """Return plans as their player sees them."""
    rows = zip(stored.plans, standings(state, stored, mine), strict=True)
    return [PlanView(plan.after, plan.turns, now.met, now.state) for plan, now in rows]


def check(state: GameState, plan: ConditionalTurn, number: int) -> None:
    """Refuse what can never come true: a turn that is none, an end that is nobody's.

    `number` says which of the plans it is, from 1. What follows `*` cannot be checked: it depends
    on what will be played. Raises RequestRefused.
    """
    begun = begun_at(state, plan.after)
    if begun is None:
        raise RequestRefused("plan_start", n=number)
    if plan.turns[-1] == ANY_TURN:
        raise RequestRefused("plan_end", n=number)
    position: Position | None = state.entries.before(begun)
    for turn in plan.turns:
        if turn == ANY_TURN:
            position = None
        elif position is not None:
            try:
                position = position.play(turn)
            except TurnError as error:
                raise RequestRefused("plan_turn", n=number, detail=error.reason) from None
