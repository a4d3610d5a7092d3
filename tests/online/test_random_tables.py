"""Random people ask random things of a table: it is refused, or the log tells it again."""

from __future__ import annotations

import random
from itertools import islice

from djambi import Position
from djambi.errors import DjambiError
from djambi.server.game.automatic_events import next_automatic_event
from djambi.server.game.clocks import Outages
from djambi.server.game.due_events import next_due, next_look
from djambi.server.game.events import (
    Begun,
    Created,
    Flagged,
    LogEvent,
    Numbered,
    Returned,
    Seated,
    SeatRow,
    StoodIn,
    TurnPlayed,
    Undone,
    VoteCalled,
    decode,
    encode,
)
from djambi.server.game.reducer import apply, replay
from djambi.server.game.state import GameState
from djambi.server.game.summaries import summary_of
from djambi.server.game.table_presenter import table_view
from djambi.server.game.table_queries import free_seats, stage_of, voters
from djambi.server.schemas.messages import (
    DrawRequest,
    LeaveRequest,
    ResignRequest,
    SeatRequest,
    SitRequest,
    TurnRequest,
)
from djambi.server.schemas.tables import BackRequest, BallotRequest, BeginRequest, CallRequest
from djambi.server.schemas.terms import ClockTerms, Terms
from djambi.server.tables.commands import TableCommand, arrival_event, event_for_command

ACCOUNTS = ["R", "B", "Y", "G", "Z", "-"]
LEVELS = [None, "random", "casual"]


def terms_of(dice: random.Random) -> Terms:
    clocks = [
        ClockTerms(),
        ClockTerms("turn", 30),
        ClockTerms("fischer", 60, 5),
        ClockTerms("days", 86_400),
    ]
    return Terms(
        clock=dice.choice(clocks),
        watch=dice.choice(["all", "link", "nobody"]),
        listed=dice.random() < 0.8,
        rated=dice.random() < 0.2,
        anonymous=dice.random() < 0.2,
        absence=dice.choice(["bot", "resign", "wait"]),
        substitutes=dice.random() < 0.8,
        takeback=dice.random() < 0.8,
    )


def asked(dice: random.Random, state: GameState) -> TableCommand:
    """Something that a client may send, mostly what makes sense now."""
    party = dice.choice("rbyg")
    vote = state.online.vote if state.online else None
    number = vote.number if vote is not None and dice.random() < 0.9 else dice.randrange(9)
    options: list[TableCommand] = [
        SitRequest(1, 0, party, dice.choice(["", "key", "another"])),
        LeaveRequest(1, 0, party),
        SeatRequest(1, 0, party, dice.choice(["bot", "open", "person"]), dice.choice(LEVELS)),
        BeginRequest(1),
        CallRequest(1, 0, dice.choice(["draw", "undo", "pause", "resume"])),
        BallotRequest(1, number, dice.random() < 0.8),
        BackRequest(1),
        DrawRequest(1, 0),
    ]
    if dice.random() < 0.02:
        return ResignRequest(1, 0, party)
    if dice.random() < 0.5 and state.mover is not None:
        turns = list(islice(state.position.legal_turns(), 40))
        return TurnRequest(1, 0, str(dice.choice(turns)))
    return dice.choice(options)


def happens(dice: random.Random, state: GameState, at: int) -> LogEvent | None:
    """The next event: what follows, what is due, or what somebody asks for."""
    if (event := next_automatic_event(state)) is not None:
        return event
    due = next_due(state, lambda account: at - dice.randrange(90_000))
    if dice.random() < 0.4 and due is not None and due.at <= at and due.event is not None:
        return due.event
    account = dice.choice(ACCOUNTS)
    if dice.random() < 0.1:
        return arrival_event(state, account)
    if state.mover is not None and dice.random() < 0.5:
        account = state.seats[state.mover].device or account
    return event_for_command(state, account, asked(dice, state), at)


def life_of(seed: int) -> list[Numbered]:
    """A table's log, looked at after every event."""
    dice = random.Random(seed)
    seats = tuple(SeatRow(p, "open") for p in "bygr")
    created = Created(str(Position.start()), seats, terms_of(dice), "R", "key")
    log = [Numbered(1, 0, created)]
    outages = Outages()
    state = replay(log, outages)
    at = 0
    for _ in range(400):
        at += dice.choice([10, 100, 1_000, 5_000, 30_000])
        try:
            event = happens(dice, state, at)
            if event is None:
                continue
            before, state = state, apply(state, event, at)
        except DjambiError:
            continue
        stored = decode(encode(event), 2)
        assert stored == event
        log.append(Numbered(len(log) + 1, at, stored))
        check(state, at)
        moved = state.entries.events() != before.entries.events()
        assert (state.moved == state.number) == moved
    assert replay(log, outages) == state
    return log


def test_random_tables() -> None:
    logs = [life_of(seed) for seed in range(50)]
    happened = {type(numbered.event) for log in logs for numbered in log}
    assert happened >= {Begun, Seated, TurnPlayed, StoodIn, Returned, VoteCalled, Flagged, Undone}
    assert sum(len(log) for log in logs) > 700


def check(state: GameState, at: int) -> None:
    """What is true of every table."""
    online = state.online
    assert online is not None
    people = [row.device for row in state.seats.values() if row.player == "person"]
    assert len(set(people)) == len(people) and "-" not in people
    view = table_view(state, online, lambda account: True, 0, at)
    assert all(left >= 0 for left in view.clock.left.values())
    assert view.stage == stage_of(state)
    assert set(free_seats(state)) <= set("rbyg")
    if view.clock.running is not None:
        assert view.clock.running == state.mover and view.clock.running in voters(state)
        assert not state.paused
    if state.mover is None:
        assert online.vote is None and next_look(state) is None and view.free == ""
    assert summary_of(state).beside is not None
