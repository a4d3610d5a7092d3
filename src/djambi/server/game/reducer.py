"""What events do to an online table: it begins, clocks run, votes are held, seats change hands.

`after` stands around the fold of the game itself (`Ledger`), which knows the rules. Nothing here
asks who may do what, nor what time it is: an event's time comes from the log.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec.structs import replace as with_fields

from djambi.server.errors import Refused
from djambi.server.game.clocks import Clock, Outages
from djambi.server.game.events import (
    Begun,
    Created,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Flagged,
    Followed,
    Holiday,
    LogEvent,
    Paused,
    Rejoined,
    Relinked,
    Renamed,
    Resigned,
    Resumed,
    Returned,
    Seated,
    SeatRow,
    StoodIn,
    TurnPlayed,
    Undone,
    VoteCalled,
    VoteCast,
    VoteClosed,
)
from djambi.server.game.rated import is_shared
from djambi.server.game.seating import Seating
from djambi.server.game.table_state import Online, Vote

if TYPE_CHECKING:
    from djambi.server.game.state import Ledger

_PLAY = (TurnPlayed, Resigned, Rejoined, Flagged, Undone, DrawAgreed)
"""Events of the game itself."""


def created(event: Created, outages: Outages) -> Online | None:
    """The table that a game begins with; None for a game at this computer."""
    if event.terms is None:
        return None
    parties = [row.party for row in event.seats]
    clock = Clock.new(event.terms.clock, parties, outages)
    sat = Seating().after(1, event.seats)
    return Online(
        event.terms,
        event.owner,
        event.invite,
        event.series,
        event.round,
        clock,
        sat,
        salt=event.invite,
    )


def of(ledger: Ledger) -> Online:
    """The online side of a game that has one."""
    if ledger.online is None:
        raise Refused("not_online")
    return ledger.online


def person_plays(row: SeatRow) -> bool:
    """Whether a person plays a seat now, and no bot for him.

    >>> person_plays(SeatRow("r", "person")), person_plays(SeatRow("r", "person", stand_in="club"))
    (True, False)
    """
    return row.player == "person" and row.stand_in is None


def people(ledger: Ledger) -> str:
    """Who has to agree in a vote: the active parties whose seat is a person's, in seat order."""
    active = ledger.position.active
    return "".join(p for p in active if p in ledger.seats and ledger.seats[p].player == "person")


def voters(ledger: Ledger) -> str:
    """Who may speak in a vote: those of `people` who play themselves, with no bot sitting in."""
    return "".join(p for p in people(ledger) if person_plays(ledger.seats[p]))


def after(ledger: Ledger, event: LogEvent, at: int, play: Callable[[LogEvent], Ledger]) -> Ledger:
    """The table after an event at a time; `play` folds what is the game's own."""
    if isinstance(event, _PLAY):
        _may_play(ledger, event)
        done = play(event)
        return _ran_on(ledger, _voted(_taken_back(ledger, done, event)), at, event)
    return _ran_on(ledger, _sat(_beside(ledger, event, at, play)), at, event)


def _may_play(ledger: Ledger, event: LogEvent) -> None:
    online = of(ledger)
    if not online.begun:
        raise Refused("not_begun")
    if online.paused and isinstance(event, TurnPlayed):
        raise Refused("paused")
    if isinstance(event, Undone) and ledger.mover is None:
        raise Refused("over")


def _taken_back(ledger: Ledger, done: Ledger, event: LogEvent) -> Ledger:
    """A turn taken back gives everybody the time that he had when it began."""
    online = of(ledger)
    if not isinstance(event, Undone):
        return done
    left = ledger.entries[event.kept].left or online.clock.left
    return replace(done, online=replace(online, clock=online.clock.back(left)))


def _sat(done: Ledger) -> Ledger:
    """Who sits where is remembered, if it is somebody else than before."""
    online = of(done)
    sat = online.sat.after(done.number, done.seats.values())
    return done if sat is online.sat else replace(done, online=replace(online, sat=sat))


def _voted(done: Ledger) -> Ledger:
    """A vote on a position is over with the position; one on a pause goes on.

    So does one on a return, for as long as the rules would let that party return.
    """
    online = of(done)
    vote = online.vote
    if vote is None:
        return done
    goes_on = vote.kind in ("pause", "resume") or (
        vote.kind == "return" and done.position.may_rejoin(vote.party)
    )
    if goes_on and done.mover is not None:
        return done
    return replace(done, online=replace(online, vote=None))


def _ran_on(before: Ledger, done: Ledger, at: int, event: LogEvent) -> Ledger:
    """The clocks after the event: of the party to play one runs, if a person plays it."""
    online = of(done)
    if not online.begun:
        return done
    mover = done.mover
    row = done.seats.get(mover) if mover is not None else None
    runs = row is not None and person_plays(row) and not online.paused
    before_it = online.clock.anew() if isinstance(event, Rejoined) else online.clock
    clock = before_it.on(at, mover, runs, played=isinstance(event, TurnPlayed))
    another = isinstance(event, (TurnPlayed, Undone)) or mover != before.mover
    fresh = another or isinstance(event, (Begun, Resumed))
    turn_at = at if fresh else online.turn_at
    overdue = "" if another else online.overdue
    return replace(done, online=replace(online, clock=clock, turn_at=turn_at, overdue=overdue))


def _beside(ledger: Ledger, event: LogEvent, at: int, play: Callable[[LogEvent], Ledger]) -> Ledger:
    """What is not the game's own."""
    online = of(ledger)
    match event:
        case Begun(seats):
            return _begun(ledger, online, seats)
        case Seated(seat, removed):
            return _seated(play(event), seat, removed)
        case Relinked(invite):
            return ledger.beside(replace(online, invite=invite))
        case StoodIn(party, level, cause):
            row = _playing(ledger, party)
            if not person_plays(row):
                raise Refused("no_seat", party=party)
            late = replace(online, overdue=party) if cause == "clock" else online
            return ledger.beside(late, {party: with_fields(row, stand_in=level)})
        case Returned(party):
            row = _playing(ledger, party)
            if row.player != "person" or row.stand_in is None:
                raise Refused("not_away")
            return ledger.beside(online, {party: with_fields(row, stand_in=None)})
        case VoteCalled() | VoteCast() | VoteClosed() | Paused() | Resumed():
            return ledger.beside(_vote(ledger, online, event, at))
        case Holiday(party, until):
            _playing(ledger, party)
            return ledger.beside(replace(online, clock=online.clock.holiday(party, at, until)))
        case Followed(game):
            if ledger.mover is not None:
                raise Refused("not_over")
            if online.next:
                raise Refused("followed")
            return ledger.beside(replace(online, next=game))
        case DrawOffered() | DrawDeclined() | Renamed():
            raise Refused("vote_instead")
        case _:
            return play(event)


def _playing(ledger: Ledger, party: str) -> SeatRow:
    if not of(ledger).begun:
        raise Refused("not_begun")
    if ledger.mover is None:
        raise Refused("over")
    if party not in ledger.seats:
        raise Refused("no_seat", party=party)
    return ledger.seats[party]


def _begun(ledger: Ledger, online: Online, seats: tuple[SeatRow, ...]) -> Ledger:
    if online.begun:
        raise Refused("begun")
    rows = {**ledger.seats, **{row.party: row for row in seats}}
    if set(rows) != set(ledger.seats):
        raise Refused("no_seat", party="")
    if any(row.player == "open" and row.stand_in is None for row in rows.values()):
        raise Refused("seats_free")
    first = {p: row.device for p, row in rows.items() if row.player == "person"}
    shared = is_shared(rows.values())
    return ledger.beside(replace(online, begun=True, first=first, shared=shared), rows)


def _seated(done: Ledger, seat: SeatRow, removed: str) -> Ledger:
    """Somebody sits down or gets up; who is the first on a seat of a game has its result.

    What was agreed to in a vote was agreed to by who sat there then.
    """
    online = of(done)
    if online.vote is not None and seat.party in online.vote.agreed:
        agreed = online.vote.agreed.replace(seat.party, "")
        online = replace(online, vote=replace(online.vote, agreed=agreed))
        done = replace(done, online=online)
    if removed:
        online = replace(online, removed={**online.removed, removed: online.invite})
        done = replace(done, online=online)
    if not online.begun or seat.player != "person" or seat.party in online.first:
        return done
    return replace(done, online=replace(online, first={**online.first, seat.party: seat.device}))


def _vote(ledger: Ledger, online: Online, event: LogEvent, at: int) -> Online:
    if not online.begun:
        raise Refused("not_begun")
    vote = online.vote
    match event:
        case VoteCalled():
            return replace(online, vote=_called(ledger, online, event, at))
        case Paused():
            if online.paused:
                raise Refused("paused")
            return replace(online, paused=True, vote=None)
        case Resumed():
            if not online.paused:
                raise Refused("not_paused")
            return replace(online, paused=False, vote=None)
        case VoteCast(party, agree) if vote is not None and vote.kind != "draw":
            if party not in voters(ledger):
                raise Refused("not_your_seat")
            if not agree and vote.kind != "resume":
                return replace(online, vote=None)
            others = "".join(p for p in vote.agreed if p != party)
            return replace(online, vote=replace(vote, agreed=others + (party if agree else "")))
        case VoteClosed() if vote is not None:
            return replace(online, vote=None)
        case _:
            raise Refused("no_vote")


def _called(ledger: Ledger, online: Online, event: VoteCalled, at: int) -> Vote:
    if ledger.mover is None:
        raise Refused("over")
    if online.vote is not None:
        raise Refused("vote_held")
    if event.vote == "undo":
        if not online.terms.takeback:
            raise Refused("no_takeback")
        if event.kept is None or not 0 <= event.kept < len(ledger.entries):
            raise Refused("no_undo")
    elif event.vote in ("pause", "resume") and online.paused != (event.vote == "resume"):
        raise Refused("paused" if online.paused else "not_paused")
    secret = event.vote == "draw"
    asks = event.vote == "return"
    return Vote(
        number=ledger.number + 1,
        kind=event.vote,
        party="" if secret else event.party,
        kept=event.kept,
        at=at,
        until=event.until,
        # Who wants to return is not among those who are asked.
        agreed="" if secret or asks else event.party,
    )
