"""Questions about a game that change nothing: what a turn or a resignation would lead to."""

from __future__ import annotations

from djambi.analysis import adjudicate
from djambi.analysis.adjudication import MIN_ROUNDS
from djambi.position.outcome import outcome, outcome_of_resignation
from djambi.server.errors import RequestRefused
from djambi.server.game.state import GameState
from djambi.views.outcomes import last_turn_view
from djambi.views.positions import PositionView, position_view
from djambi.views.threats import DangerView, danger_views


def preview(state: GameState, text: str) -> tuple[PositionView, list[DangerView]]:
    """Return the position after a turn, and what then threatens the mover's Chief.

    Raises RequestRefused at the end of the game, TurnError for a turn that cannot be played.
    """
    before, mover = state.position, state.mover
    if mover is None:
        raise RequestRefused("over")
    turn = before.turn(text)
    after = before.play(turn)
    last = last_turn_view(str(turn), mover, outcome(before, turn, after))
    return position_view(after, last), danger_views(after, mover)


def resignation(state: GameState, party: str) -> PositionView:
    """Return the position after `party` has resigned, with what that brings about.

    Raises RequestRefused at the end of the game and for a party that is out of it.
    """
    before = state.position
    if state.mover is None:
        raise RequestRefused("over")
    if party not in state.position.active:
        raise RequestRefused("party_out")
    after = before.resign(party)
    happenings = outcome_of_resignation(before, party, after)
    return position_view(after, last_turn_view("", party, happenings))


def leader(state: GameState) -> str | None:
    """Return the party that has as good as won for some rounds now, if the others can concede.

    They can where their resignations leave it the whole game.
    """
    history = state.entries
    playing = state.position.active
    last = len(history)
    looks = range(last, max(-1, last - MIN_ROUNDS * len(playing)), -len(playing) or -1)
    party = adjudicate([history.before(look) for look in looks])
    if party is None:
        return None
    after = state.position
    for other in playing.replace(party, ""):
        if not after.is_over:
            after = after.resign(other)
    return party if after.result is not None and after.result[party] == 1 else None
