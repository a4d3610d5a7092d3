"""Apply events to the game itself: turns, resignations, returns, takebacks, draws, seats.

Nothing here asks who may do what: that is for the commands.
"""

from __future__ import annotations

from msgspec.structs import replace as with_fields

from djambi.nodes import agreed_draw
from djambi.position.reasons import reason_against_return
from djambi.server.errors import RequestRefused
from djambi.server.game.events import (
    Created,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Flagged,
    LogEvent,
    Rejoined,
    Renamed,
    Resigned,
    Seated,
    SeatRow,
    TurnPlayed,
    Undone,
)
from djambi.server.game.state import GameState
from djambi.views.words import both


def play(state: GameState, event: LogEvent) -> GameState:
    """Return the state after an event of the game itself.

    Raises DjambiError (RequestRefused, TurnError) if the rules forbid it.
    """
    match event:
        case TurnPlayed(party, text):
            return _play_turn(state, party, text)
        case Resigned(party) | Flagged(party):
            _check_open(state)
            if party not in state.unseated:
                state.row(party)
            flagged = isinstance(event, Flagged)
            return state.with_entry(party, None, state.position.resign(party), flagged=flagged)
        case Rejoined(party):
            return _rejoin(state, party)
        case Undone(kept):
            if not 0 <= kept < len(state.entries):
                raise RequestRefused("no_undo")
            return state.advanced(entries=state.entries.first(kept))
        case DrawOffered(parties):
            _check_open(state)
            return state.advanced(draw=parties)
        case DrawDeclined():
            return state.advanced(draw="")
        case DrawAgreed():
            _check_open(state)
            return state.with_entry("", None, agreed_draw(state.position))
        case Renamed(party, name):
            return _set_row(state, with_fields(state.row(party), name=name))
        case Seated(seat):
            state.row(seat.party)
            return _set_row(state, seat)
        case Created():
            raise RequestRefused("no_game")
        case _:
            raise RequestRefused("not_online")


def _play_turn(state: GameState, party: str, text: str) -> GameState:
    _check_open(state)
    if party != state.mover:
        raise RequestRefused("not_your_turn")
    turn = state.position.turn(text)
    after = state.position.play(turn)
    last, row = state.entries.last, state.seats.get(party)
    if last is not None:
        # What was worked out for a position before the last one is hardly asked for again.
        last.before.release()
    return state.with_entry(party, turn, after, proxy=row is not None and row.away)


def _rejoin(state: GameState, party: str) -> GameState:
    _check_open(state)
    state.row(party)
    if not state.position.may_rejoin(party):
        why = reason_against_return(state.position, party)
        raise RequestRefused("no_return", why=both(why.sentence))
    if state.lost_on_time(party):
        raise RequestRefused("no_return_flagged")
    return state.with_entry(party, None, state.position.rejoin(party), returned=True)


def _check_open(state: GameState) -> None:
    if state.mover is None:
        raise RequestRefused("over")


def _set_row(state: GameState, row: SeatRow) -> GameState:
    before = state.row(row.party)
    # An offered draw was made, and agreed to, by who sat there. No stored event asks whether one
    # stands, so that older games replay as they were.
    changed = (before.player, before.device) != (row.player, row.device)
    return state.advanced(seats={**state.seats, row.party: row}, draw="" if changed else state.draw)
