"""Turn clients' commands into the event to store, or refuse them by who may do what."""

from __future__ import annotations

from djambi.server.errors import RequestRefused
from djambi.server.game.events import (
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    LogEvent,
    Paused,
    Rejoined,
    Renamed,
    Resigned,
    Resumed,
    Seated,
    SeatRow,
    TurnPlayed,
    Undone,
)
from djambi.server.game.levels import bot_for
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import require_own_party
from djambi.server.live.room import GameRoom
from djambi.server.plain_text import clean_name
from djambi.server.schemas.messages import (
    DrawRequest,
    GameCommand,
    LeaveRequest,
    PauseRequest,
    RejoinRequest,
    RenameRequest,
    ResignRequest,
    SeatRequest,
    SitRequest,
    TurnRequest,
    UndoRequest,
)
from djambi.server.security.devices import Device
from djambi.views.games import Player


def event_for_change(room: GameRoom, device: Device, asked: GameCommand) -> LogEvent:
    """Return the event that a change is, if this device may make it.

    Raises RequestRefused. Whether the rules allow it is for `game.reducer.apply` to say.
    """
    state = room.state
    mine = room.parties_of(device)
    match asked:
        case TurnRequest():
            return _turn(state, mine, asked.text)
        case UndoRequest():
            return _undo(state, mine)
        case ResignRequest(party=party) | RejoinRequest(party=party):
            require_own_party(party, mine)
            return Resigned(party) if isinstance(asked, ResignRequest) else Rejoined(party)
        case DrawRequest():
            return _draw(state, mine, asked.agree)
        case PauseRequest(on=on):
            return _pause(mine, on)
        case RenameRequest():
            if not device.host:
                require_own_party(asked.party, mine)
            return Renamed(asked.party, clean_name(asked.name))
        case SeatRequest():
            if not device.host:
                raise RequestRefused("host_only")
            row = state.row(asked.party)
            level = bot_for(state, asked.party, asked.level) if asked.player == "bot" else None
            name = row.name if (asked.player == "bot") == (row.player == "bot") else ""
            return Seated(SeatRow(asked.party, asked.player, name, level))
        case SitRequest():
            if state.row(asked.party).player != "open":
                raise RequestRefused("seat_taken")
            player: Player = "me" if device.host else "person"
            return Seated(SeatRow(asked.party, player, device=device.key))
        case LeaveRequest():
            require_own_party(asked.party, mine)
            return Seated(SeatRow(asked.party, "open"))


def _turn(state: GameState, mine: str, text: str) -> TurnPlayed:
    mover = state.mover
    if mover is None:
        raise RequestRefused("over")
    if mover not in mine:
        raise RequestRefused("not_your_turn")
    return TurnPlayed(mover, text)


def _pause(mine: str, on: bool) -> Paused | Resumed:
    if not mine:
        raise RequestRefused("not_allowed")
    return Resumed() if on else Paused()


def _undo(state: GameState, mine: str) -> Undone:
    kept = state.undo_to()
    if kept is None:
        raise RequestRefused("no_undo")
    if not state.undoes(mine):
        raise RequestRefused("not_your_turn_to_undo")
    return Undone(kept)


def _draw(state: GameState, mine: str, agree: bool) -> LogEvent:
    playing = state.position.active
    own = [p for p in mine if p in playing]
    if not own or state.mover is None:
        raise RequestRefused("over" if state.mover is None else "not_your_seat")
    if not agree:
        if not state.draw:
            raise RequestRefused("no_offer")
        return DrawDeclined(own[0])
    return draw_agreement(state, "".join(own))


def draw_agreement(state: GameState, parties: str) -> LogEvent:
    """Return the event of these parties agreeing too: the offer goes on, or the draw is agreed."""
    agreed = set(state.draw) | set(parties)
    playing = state.position.active
    if set(playing) <= agreed:
        return DrawAgreed()
    return DrawOffered("".join(p for p in playing if p in agreed))


def conceding_parties(state: GameState, mine: str, party: str) -> str:
    """Return who resigns so that `party` wins at once, in seat order.

    Raises RequestRefused if the game is over, `party` is out of it, or somebody else plays too.
    """
    playing = state.position.active
    if state.mover is None:
        raise RequestRefused("over")
    if party not in playing:
        raise RequestRefused("party_out")
    people = (p for p in playing if state.seat(p).player != "bot")
    if not mine or any(p not in mine for p in people):
        raise RequestRefused("not_allowed")
    return playing.replace(party, "")
