"""What a client asks to change, made into the event that is stored; who may do what."""

from __future__ import annotations

from djambi.server.errors import Refused
from djambi.server.game.events import (
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    LogEvent,
    Rejoined,
    Renamed,
    Resigned,
    Seated,
    SeatRow,
    TurnPlayed,
    Undone,
)
from djambi.server.game.levels import known_level
from djambi.server.game.state import GameState
from djambi.server.live.room import GameRoom
from djambi.server.plain_text import clean_name
from djambi.server.schemas import messages as m
from djambi.server.security.devices import Device
from djambi.views.games import Player

Change = m.Turn | m.Undo | m.Resign | m.Rejoin | m.Draw | m.Rename | m.Seat | m.Sit | m.Leave


def event_for(table: GameRoom, device: Device, asked: Change) -> LogEvent:
    """The event that a change is, if this device may make it.

    Raises Refused. Whether the rules allow it is for `game.reducer.apply` to say.
    """
    ledger = table.ledger
    mine = table.parties_of(device)
    match asked:
        case m.Turn():
            mover = ledger.mover
            if mover is None:
                raise Refused("over")
            if mover not in mine:
                raise Refused("not_your_turn")
            return TurnPlayed(mover, asked.text)
        case m.Undo():
            return _undo(ledger, mine)
        case m.Resign(party=party) | m.Rejoin(party=party):
            _own(party, mine)
            return Resigned(party) if isinstance(asked, m.Resign) else Rejoined(party)
        case m.Draw():
            return _draw(ledger, mine, asked.agree)
        case m.Rename():
            if not device.host:
                _own(asked.party, mine)
            return Renamed(asked.party, clean_name(asked.name))
        case m.Seat():
            if not device.host:
                raise Refused("host_only")
            row = _row(ledger, asked.party)
            level = known_level(asked.level) if asked.player == "bot" else None
            name = row.name if (asked.player == "bot") == (row.player == "bot") else ""
            return Seated(SeatRow(asked.party, asked.player, name, level))
        case m.Sit():
            if _row(ledger, asked.party).player != "open":
                raise Refused("seat_taken")
            player: Player = "me" if device.host else "person"
            return Seated(SeatRow(asked.party, player, device=device.key))
        case m.Leave():
            _own(asked.party, mine)
            return Seated(SeatRow(asked.party, "open"))


def _own(party: str, mine: str) -> None:
    if party not in mine:
        raise Refused("not_your_seat")


def _row(ledger: GameState, party: str) -> SeatRow:
    if party not in ledger.seats:
        raise Refused("no_seat", party=party)
    return ledger.seats[party]


def _undo(ledger: GameState, mine: str) -> Undone:
    kept = ledger.undo_to()
    if kept is None:
        raise Refused("no_undo")
    party = ledger.entries[kept].party
    if not mine or (party and party not in mine):
        raise Refused("not_your_turn_to_undo")
    return Undone(kept)


def _draw(ledger: GameState, mine: str, agree: bool) -> LogEvent:
    playing = ledger.position.active
    own = [p for p in mine if p in playing]
    if not own or ledger.mover is None:
        raise Refused("over" if ledger.mover is None else "not_your_seat")
    if not agree:
        if not ledger.draw:
            raise Refused("no_offer")
        return DrawDeclined(own[0])
    return agreeing(ledger, "".join(own))


def agreeing(ledger: GameState, parties: str) -> LogEvent:
    """What it is when these parties agree too: the offer goes on, or the draw is agreed."""
    agreed = set(ledger.draw) | set(parties)
    playing = ledger.position.active
    if set(playing) <= agreed:
        return DrawAgreed()
    return DrawOffered("".join(p for p in playing if p in agreed))


def conceding(ledger: GameState, mine: str, party: str) -> str:
    """Return who resigns so that `party` wins at once, in seat order.

    Raises Refused if the game is over, if `party` is out of it, or if somebody else plays too.
    """
    playing = ledger.position.active
    if ledger.mover is None:
        raise Refused("over")
    if party not in playing:
        raise Refused("party_out")
    people = (p for p in playing if ledger.seats[p].player != "bot")
    if not mine or any(p not in mine for p in people):
        raise Refused("not_allowed")
    return playing.replace(party, "")
