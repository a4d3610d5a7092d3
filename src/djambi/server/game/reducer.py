"""The one function from events to a state: `apply`; `replay` folds a whole log with it.

What is the game's own is `play_reducer.play`; here stands what events do to an online table around
it: it begins, clocks run, votes are held, seats change hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from msgspec.structs import replace as with_fields

from djambi.position.position import Position
from djambi.server.errors import RequestRefused
from djambi.server.game.clocks import GameClock, Outages
from djambi.server.game.events import (
    Adjourned,
    Begun,
    Created,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Flagged,
    Followed,
    Holiday,
    LogEvent,
    Numbered,
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
from djambi.server.game.history import History
from djambi.server.game.play_reducer import play
from djambi.server.game.rated import is_shared
from djambi.server.game.seating import NOBODY_SAT, holder_of
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import parties_of, person_plays, require_online, voters
from djambi.server.game.table_state import OnlineTable, Vote
from djambi.server.schemas.terms import ClockTerms

_GAME_EVENTS = (TurnPlayed, Resigned, Rejoined, Flagged, Undone, DrawAgreed)
"""Events of the game itself."""


def apply(state: GameState, event: LogEvent, at: int = 0) -> GameState:
    """Return the state after one more event at a time (milliseconds, UTC).

    Raises DjambiError (RequestRefused, TurnError) if the rules or the log forbid it. Nothing here
    asks who may do it, nor what time it is: that is for the commands.
    """
    if state.online is None:
        return _run_clocks(state, _record_seating(_apply_here(state, event)), at, event)
    if isinstance(event, _GAME_EVENTS):
        _check_may_play(state, event)
        done = _give_time_back(state, play(state, event), event)
        return _run_clocks(state, _close_stale_vote(done), at, event)
    return _run_clocks(state, _record_seating(_apply_table_event(state, event, at)), at, event)


def _apply_here(state: GameState, event: LogEvent) -> GameState:
    """Apply an event of a game at this computer: with clocks it can be paused."""
    match event:
        case Paused() | Resumed() | Adjourned():
            if not state.clock.ticks:
                raise RequestRefused("not_online")
            if state.mover is None:
                raise RequestRefused("over")
            clock = state.clock.stopped() if isinstance(event, Adjourned) else state.clock
            done = replace(state.advanced(), clock=clock)
            return with_pause(done, isinstance(event, Resumed))
        case TurnPlayed() if state.paused:
            raise RequestRefused("paused")
        case _:
            return _give_time_back(state, play(state, event), event)


def with_pause(state: GameState, ends: bool) -> GameState:
    """Return the state with a pause begun, or ended; raises RequestRefused if it is so already."""
    if state.paused != ends:
        raise RequestRefused("not_paused" if ends else "paused")
    return replace(state, paused=not ends)


def canonical(event: LogEvent, after: GameState) -> LogEvent:
    """Return an event as it is stored, given the state that it led to.

    A turn's text is read once, by `apply`; what is stored is that turn as NOTATION writes it.
    """
    played = after.entries.last
    if isinstance(event, TurnPlayed) and played is not None:
        return TurnPlayed(event.party, str(played.turn))
    return event


def replay(log: Iterable[Numbered], outages: Outages | None = None) -> GameState:
    """Return the state that a whole log tells.

    `outages`: when no server lived, and clocks stood still. Raises DjambiError if the log
    contradicts itself.
    """
    state: GameState | None = None
    for numbered in log:
        state = _next(state, numbered, outages)
    if state is None:
        raise RequestRefused("no_game")
    return state


def state_of_events(events: Iterable[LogEvent]) -> GameState:
    """Return the state that events would make, numbered from 1."""
    return replay(Numbered(number, 0, event) for number, event in enumerate(events, 1))


def _next(state: GameState | None, numbered: Numbered, outages: Outages | None) -> GameState:
    """Return the state after a stored event: the first makes the game, numbers have no gap."""
    event = numbered.event
    if state is None:
        if not isinstance(event, Created) or numbered.number != 1:
            raise RequestRefused("no_game")
        online = _new_table(event)
        terms = event.clock if event.terms is None else event.terms.clock
        parties = [row.party for row in event.seats]
        clock = GameClock.new(terms or ClockTerms(), parties, outages or Outages())
        return GameState(
            1,
            History(Position.parse(event.position), "".join(clock.left)),
            {row.party: row for row in event.seats},
            clock=clock,
            # At this computer somebody starts the clocks.
            paused=online is None and clock.ticks,
            sat=NOBODY_SAT.after(1, event.seats),
            online=online,
            talk=event.talk,
        )
    if numbered.number != state.number + 1:
        raise RequestRefused("no_game")
    return apply(state, event, numbered.at)


def _new_table(event: Created) -> OnlineTable | None:
    """Return the table that a game begins with; None for a game at this computer."""
    if event.terms is None:
        return None
    return OnlineTable(
        event.terms,
        event.owner,
        event.invite,
        event.series,
        event.round,
        planned=_planned_bots({row.party: row.stand_in for row in event.seats}),
        salt=event.invite,
    )


def _planned_bots(stand_ins: Mapping[str, str | None]) -> dict[str, str]:
    """Return the bots that are to play until somebody comes, by party."""
    return {party: level for party, level in stand_ins.items() if level is not None}


def _check_may_play(state: GameState, event: LogEvent) -> None:
    _check_begun(require_online(state))
    if state.paused and isinstance(event, TurnPlayed):
        raise RequestRefused("paused")
    if isinstance(event, Undone) and state.mover is None:
        raise RequestRefused("over")


def _give_time_back(state: GameState, done: GameState, event: LogEvent) -> GameState:
    """Give everybody the time back that they had before the first line that is taken back.

    Whose lines they were is remembered.
    """
    if not isinstance(event, Undone):
        return done
    lost = dict.fromkeys(state.entries.parties[event.kept :], done.number)
    clock = state.clock.back(state.entries[event.kept].left)
    return replace(done, clock=clock, taken_back={**state.taken_back, **lost})


def _record_seating(done: GameState) -> GameState:
    """Remember who sits where, if a seat has changed hands."""
    sat = done.sat.after(done.number, done.seats.values())
    return done if sat is done.sat else replace(done, sat=sat)


def _close_stale_vote(done: GameState) -> GameState:
    """Close a vote on a position that is gone; one on a pause goes on.

    So does one on a return, for as long as the rules would let that party return.
    """
    online = require_online(done)
    vote = online.vote
    if vote is None:
        return done
    goes_on = vote.kind in ("pause", "resume") or (
        vote.kind == "return" and done.position.may_rejoin(vote.party)
    )
    if goes_on and done.mover is not None:
        return done
    return replace(done, online=replace(online, vote=None))


def _run_clocks(before: GameState, done: GameState, at: int, event: LogEvent) -> GameState:
    """Return the clocks after the event: of the party to play one runs, if a person plays it."""
    online = done.online
    if not (done.clock.ticks if online is None else online.begun):
        return done
    mover = done.mover
    row = done.seats.get(mover) if mover is not None else None
    runs = row is not None and person_plays(row) and not done.paused
    before_it = done.clock.anew() if isinstance(event, Rejoined) else done.clock
    clock = before_it.on(at, mover, runs, played=isinstance(event, TurnPlayed))
    done = replace(done, clock=clock)
    if online is None:
        return done
    another = isinstance(event, (TurnPlayed, Undone)) or mover != before.mover
    fresh = another or isinstance(event, (Begun, Resumed))
    turn_at = at if fresh else online.turn_at
    overdue = "" if another else online.overdue
    return replace(done, online=replace(online, turn_at=turn_at, overdue=overdue))


def _apply_table_event(state: GameState, event: LogEvent, at: int) -> GameState:
    """Apply an event that concerns the table and not the game."""
    online = require_online(state)
    match event:
        case Begun(seats):
            return _begin(state, online, seats)
        case Seated(seat, removed):
            return _seat(_end_holiday(state, play(state, event), seat, at), seat, removed)
        case Relinked(invite):
            return state.with_table(replace(online, invite=invite))
        case StoodIn(party, level, cause):
            row = _row_in_play(state, party)
            if not person_plays(row):
                raise RequestRefused("no_seat", party=party)
            late = replace(online, overdue=party) if cause == "clock" else online
            return state.with_table(late, {party: with_fields(row, stand_in=level)})
        case Returned(party):
            row = _row_in_play(state, party)
            if row.player != "person" or row.stand_in is None:
                raise RequestRefused("not_away")
            return state.with_table(online, {party: with_fields(row, stand_in=None)})
        case VoteCalled() | VoteCast() | VoteClosed() | Paused() | Resumed():
            return _apply_vote_event(state, online, event, at)
        case Holiday(party, until):
            _row_in_play(state, party)
            return replace(state.with_table(online), clock=state.clock.holiday(party, at, until))
        case Followed(game):
            if state.mover is not None:
                raise RequestRefused("not_over")
            if online.next:
                raise RequestRefused("followed")
            return state.with_table(replace(online, next=game))
        case DrawOffered() | DrawDeclined() | Renamed():
            raise RequestRefused("vote_instead")
        case _:
            return play(state, event)


def _check_begun(online: OnlineTable) -> None:
    if not online.begun:
        raise RequestRefused("not_begun")


def _row_in_play(state: GameState, party: str) -> SeatRow:
    _check_begun(require_online(state))
    if state.mover is None:
        raise RequestRefused("over")
    if party not in state.seats:
        raise RequestRefused("no_seat", party=party)
    return state.seats[party]


def _begin(state: GameState, online: OnlineTable, seats: tuple[SeatRow, ...]) -> GameState:
    if online.begun:
        raise RequestRefused("begun")
    rows = {**state.seats, **{row.party: row for row in seats}}
    if set(rows) != set(state.seats):
        raise RequestRefused("no_seat", party="")
    if any(row.player == "open" and row.stand_in is None for row in rows.values()):
        raise RequestRefused("seats_free")
    done = replace(online, begun=True, shared=is_shared(rows.values()))
    for party, row in rows.items():
        if row.player == "person":
            done = done.with_player(party, row.device)
    return state.with_table(done, rows)


def _seat(done: GameState, seat: SeatRow, removed: str) -> GameState:
    """Let somebody sit down or get up; the first on a seat of a game has its result.

    Before it begins, whoever sits down elsewhere gets up from the seat that they had. What was
    agreed to in a vote was agreed to by who sat there then.
    """
    online = require_online(done)
    if not online.begun and seat.player == "person":
        left = {p for p in parties_of(done, seat.device) if p != seat.party}
        done = replace(done, seats={**done.seats, **{p: online.free_row(p) for p in left}})
    elif not online.begun:
        planned = _planned_bots({**online.planned, seat.party: seat.stand_in})
        online = replace(online, planned=planned)
    if online.vote is not None and seat.party in online.vote.agreed:
        agreed = online.vote.agreed.replace(seat.party, "")
        online = replace(online, vote=replace(online.vote, agreed=agreed))
    if removed:
        online = replace(online, removed={**online.removed, removed: online.invite})
    if online.begun and seat.player == "person":
        online = online.with_player(seat.party, seat.device)
    return replace(done, online=online)


def _end_holiday(before: GameState, done: GameState, seat: SeatRow, at: int) -> GameState:
    """End the holiday of a party whose seat changes hands: it was that of whoever had it."""
    party = seat.party
    if party not in done.clock.holidays or holder_of(before.row(party)) == holder_of(seat):
        return done
    return replace(done, clock=done.clock.holiday(party, at, at))


def _apply_vote_event(state: GameState, online: OnlineTable, event: LogEvent, at: int) -> GameState:
    _check_begun(online)
    if isinstance(event, Paused | Resumed):
        done = state.with_table(replace(online, vote=None))
        return with_pause(done, isinstance(event, Resumed))
    return state.with_table(_change_vote(state, online, event, at))


def _change_vote(state: GameState, online: OnlineTable, event: LogEvent, at: int) -> OnlineTable:
    vote = online.vote
    match event:
        case VoteCalled():
            return replace(online, vote=_call_vote(state, online, event, at))
        case VoteCast(party, agree) if vote is not None and vote.kind != "draw":
            if party not in voters(state):
                raise RequestRefused("not_your_seat")
            if not agree and vote.kind != "resume":
                return replace(online, vote=None)
            others = "".join(p for p in vote.agreed if p != party)
            return replace(online, vote=replace(vote, agreed=others + (party if agree else "")))
        case VoteClosed() if vote is not None:
            return replace(online, vote=None)
        case _:
            raise RequestRefused("no_vote")


def _call_vote(state: GameState, online: OnlineTable, event: VoteCalled, at: int) -> Vote:
    if state.mover is None:
        raise RequestRefused("over")
    if online.vote is not None:
        raise RequestRefused("vote_held")
    if event.vote == "undo":
        if not online.terms.takeback:
            raise RequestRefused("no_takeback")
        if event.kept is None or not 0 <= event.kept < len(state.entries):
            raise RequestRefused("no_undo")
    elif event.vote in ("pause", "resume") and state.paused != (event.vote == "resume"):
        raise RequestRefused("paused" if state.paused else "not_paused")
    secret = event.vote == "draw"
    asks = event.vote == "return"
    return Vote(
        number=state.number + 1,
        kind=event.vote,
        party="" if secret else event.party,
        kept=event.kept,
        at=at,
        until=event.until,
        # Whoever wants to return is not asked.
        agreed="" if secret or asks else event.party,
    )
