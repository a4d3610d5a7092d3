"""Pacts judged from the two logs: bots that sit in, seats that change hands, turns taken back."""

from __future__ import annotations

import asyncio
import random
import threading
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pacts.test_random_games import random_game, random_pact
from tests.positions import UNGUARDED
from tests.server.event_logs import log_of

from djambi import Position
from djambi.pacts import Finding, GameLine, Pact, PactMonitor, Verdict
from djambi.server.errors import RequestRefused
from djambi.server.game.asides import (
    Declined,
    NumberedAside,
    PactAccepted,
    PromiseRow,
    Proposed,
)
from djambi.server.game.events import (
    Begun,
    Created,
    LogEvent,
    Numbered,
    Resigned,
    Returned,
    Seated,
    SeatRow,
    StoodIn,
    TurnPlayed,
    Undone,
)
from djambi.server.game.history import History, HistoryEntry
from djambi.server.game.reducer import apply, replay, state_of_events
from djambi.server.game.state import GameState
from djambi.server.live.game_store import GameStore
from djambi.server.live.room import GameRoom
from djambi.server.publisher import EventPublisher
from djambi.server.schemas.talk import AcceptRequest, DeclineRequest
from djambi.server.schemas.terms import Terms
from djambi.server.talk.aside_log import AsideLog
from djambi.server.talk.commands import Speaker, aside_for
from djambi.server.talk.presenter import may_do
from djambi.server.talk.service import LocalPeople, TalkService
from djambi.server.talk.talk_log import Proposal, Reader, TalkLog
from djambi.server.talk.verdicts import PactVerdicts

SEATS = tuple(SeatRow(party, "person", device=party * 3) for party in "rbyg")
BEGUN: list[LogEvent] = [
    Created(UNGUARDED, SEATS, terms=Terms(), owner="rrr", invite="key"),
    Begun(),
]
KILL = TurnPlayed("r", "c4-e4>a5")
QUIET = TurnPlayed("r", "a1-a2")


def talk_log() -> TalkLog:
    """Red and Blue promise each other peace after event 2."""
    promises = (PromiseRow("r", "peace", 3, "b"), PromiseRow("b", "peace", 3, "r"))
    found = TalkLog()
    proposed = Proposed(2, "rrr", "r", "a pact", "rb", ("rrr", "bbb"), promises, secret=True)
    found.add(NumberedAside(1, 0, proposed))
    found.add(NumberedAside(2, 0, PactAccepted(2, "bbb", "b", "a pact")))
    return found


def verdicts(*events: LogEvent, judge: PactVerdicts | None = None) -> list[tuple[str, int | None]]:
    """What became of the two promises after more events."""
    log = [Numbered(n, 0, event) for n, event in enumerate([*BEGUN, *events], 1)]
    proposal = talk_log().proposals["a pact"]
    _, findings = (judge or PactVerdicts()).findings(proposal, replay(log))
    return [(finding.verdict.value, finding.line) for finding in findings]


RUNNING = [("running", None), ("running", None)]


def test_a_person_breaks_a_promise_and_a_bot_in_his_place_voids_it() -> None:
    assert verdicts() == RUNNING
    assert verdicts(KILL) == [("broken", 0), ("void", 0)]
    assert verdicts(StoodIn("r", "club"), KILL) == [("void", 0), ("running", None)]
    assert verdicts(StoodIn("r", "club"), Returned("r"), KILL) == [("broken", 0), ("void", 0)]


def test_who_takes_over_a_seat_is_bound_by_nothing() -> None:
    heir = Seated(SeatRow("b", "person", device="heir"))
    assert verdicts(QUIET, heir) == [("void", 0), ("void", 0)]
    # That another seat changes hands, or the same person comes back, is nothing to the pact.
    assert verdicts(QUIET, Seated(SeatRow("y", "open", stand_in="club"))) == RUNNING
    assert verdicts(QUIET, StoodIn("b", "club"), Returned("b")) == RUNNING


def test_who_gets_up_and_sits_down_again_is_bound_as_before() -> None:
    up, back = Seated(SeatRow("r", "open", stand_in="club")), Seated(SEATS[0])
    heir = Seated(SeatRow("r", "person", device="heir"))
    assert verdicts(up) == verdicts(up, back) == RUNNING
    assert verdicts(up, back, KILL) == [("broken", 0), ("void", 0)]
    # What the bot does meanwhile breaks nothing, and who comes instead is bound by nothing.
    assert verdicts(up, KILL) == verdicts(up, KILL, back) == [("void", 0), ("running", None)]
    assert verdicts(QUIET, up, heir) == verdicts(QUIET, up, heir, up, back) == [("void", 0)] * 2


def test_a_phone_that_gets_up_and_sits_down_again_is_bound_as_before() -> None:
    made = Created(UNGUARDED, SEATS, talk=True)
    events: list[LogEvent] = [
        made,
        Resigned("y"),
        Seated(SeatRow("r", "open")),
        Seated(SEATS[0]),
        KILL,
    ]
    _, findings = PactVerdicts().findings(talk_log().proposals["a pact"], state_of_events(events))
    assert [finding.verdict.value for finding in findings] == ["broken", "void"]


def test_no_bot_signs_what_was_proposed_to_whoever_got_up() -> None:
    up = Seated(SeatRow("b", "open", stand_in="club"))
    log = TalkLog()
    log.add(talk_log().asides[0])
    for events in [up], [up, Seated(SEATS[1])]:
        state = state_of_events([*BEGUN, *events])
        with pytest.raises(RequestRefused, match="pact_closed"):
            aside_for(log, state, Speaker("", "b"), AcceptRequest(0, "a pact"))


def test_who_takes_a_seat_is_bound_by_nothing_that_was_proposed_before() -> None:
    heir = Seated(SeatRow("r", "person", device="heir"))
    events: list[LogEvent] = [*BEGUN, Seated(SeatRow("r", "open", stand_in="club")), heir]
    state, log, proposed = state_of_events(events), TalkLog(), talk_log().asides[0]
    log.add(proposed)
    for key, party in ("bbb", "b"), ("rrr", ""), ("heir", "r"):
        reader = Reader(key, party, over=False, published=False)
        may = may_do(log.proposals["a pact"], reader, state, None)
        assert may == (["decline"] if key == "bbb" else [])
    blue = Speaker("bbb", "b")
    with pytest.raises(RequestRefused, match="pact_closed"):
        aside_for(log, state, blue, AcceptRequest(0, "a pact"))
    assert isinstance(aside_for(log, state, blue, DeclineRequest(0, "a pact")), Declined)
    # Who has the seat now is not even told that there is such a pact.
    with pytest.raises(RequestRefused, match="no_pact"):
        aside_for(log, state, Speaker("heir", "r"), DeclineRequest(0, "a pact"))
    # Nor if it was concluded all the same: another process may not have known it yet, even after
    # the heir had played.
    for event in 2, 3, 4, 5:
        later = TalkLog()
        later.add(proposed)
        later.add(NumberedAside(2, 0, PactAccepted(event, "bbb", "b", "a pact")))
        pact = later.proposals["a pact"]
        _, findings = PactVerdicts().findings(pact, state_of_events([*events, KILL]))
        assert [finding.verdict.value for finding in findings] == ["void", "void"]


def test_a_court_that_remembers_judges_as_one_that_does_not() -> None:
    judge = PactVerdicts()
    games: list[list[LogEvent]] = [
        [QUIET],
        [QUIET, Undone(0)],
        [QUIET, Undone(0), KILL],
        [QUIET, Undone(0), KILL, Undone(0)],
        [QUIET, Undone(0), KILL, Undone(0), QUIET],
    ]
    for events in games:
        assert verdicts(*events, judge=judge) == verdicts(*events)
    assert verdicts(*games[2]) == [("broken", 0), ("void", 0)]
    assert verdicts(*games[3]) == RUNNING


def test_a_pact_made_on_turns_that_are_taken_back_begins_where_they_left_off() -> None:
    events: list[LogEvent] = [*BEGUN, QUIET, Undone(0), KILL]
    log = log_of(events)
    later = TalkLog()
    for numbered in talk_log().asides:
        aside = numbered.aside
        assert isinstance(aside, Proposed | PactAccepted)
        moved = (
            Proposed(3, "rrr", "r", "a pact", "rb", aside.to, aside.promises, secret=True)
            if isinstance(aside, Proposed)
            else PactAccepted(3, "bbb", "b", "a pact")
        )
        later.add(NumberedAside(numbered.number, 0, moved))
    pact, findings = PactVerdicts().findings(later.proposals["a pact"], replay(log))
    assert pact.start == 0
    assert [finding.verdict.value for finding in findings] == ["broken", "void"]


# --- many pacts ---------------------------------------------------------------------------------


def random_state(seed: int) -> GameState:
    """A game with resignations and with turns that were taken back."""
    dice = random.Random(seed)
    state = state_of_events([Created(UNGUARDED, SEATS)])
    for _ in range(dice.randint(1, 3)):
        state = played_on(state, dice.randint(2, 25), dice)
        if state.entries and dice.random() < 0.5:
            many = dice.randrange(len(state.entries))
            state = apply(state, Undone(many), 0)
    return played_on(state, dice.randint(0, 5), dice)


def played_on(state: GameState, lines: int, dice: random.Random) -> GameState:
    game, _ = random_game(state.position, lines, dice.randrange(2**32), resigning=True)
    for line in game:
        turn = None if line.turn is None else str(line.turn)
        event = Resigned(line.party) if turn is None else TurnPlayed(line.party, turn)
        state = apply(state, event, 0)
    return state


def random_proposals(state: GameState, dice: random.Random) -> list[Proposal]:
    """Pacts that were concluded, and denounced, after events of the game."""
    lines = [
        GameLine(entry.before, entry.party, entry.turn, entry.after) for entry in state.entries
    ]
    found: list[Proposal] = []
    for number in range(dice.randint(1, 6) if lines else 0):
        pact = random_pact(lines, dice)
        promises = tuple(PromiseRow(p.by, p.kind, p.rounds, p.other, p.cell) for p in pact.promises)
        event = state.entries.event(pact.start - 1) if pact.start else 1
        notices = tuple((party, dice.randint(event, state.number)) for party, _ in pact.notices)
        found.append(
            Proposal(
                f"pact {number}", "rrr", "rbyg", None, promises, False, None, event, "rbyg",
                "concluded", event, notices,
            )
        )  # fmt: skip
    return found


def judged_alone(pact: Pact, state: GameState) -> tuple[Finding, ...]:
    """What becomes of a pact if all lines since it was made are gone through for it alone."""
    watch = PactMonitor.of(pact, state.entries.before(pact.start))
    for entry in state.entries.since(pact.start):
        watch = watch.after(
            GameLine(entry.before, entry.party, entry.turn, entry.after, entry.proxy)
        )
    return watch.findings


@given(st.integers(0, 2**32))
def test_pacts_judged_together_are_judged_as_each_alone(seed: int) -> None:
    state = random_state(seed)
    dice = random.Random(seed)
    proposals = random_proposals(state, dice)
    judge = PactVerdicts()
    later = played_on(state, 6, dice)
    back = apply(later, Undone(dice.randrange(len(later.entries))), 0) if later.entries else later
    for stands in (state, later, back, played_on(back, 6, dice)):
        together = PactVerdicts()
        together.judge(proposals, stands)
        # One that remembers is asked for some of them only, now and then.
        judge.judge([each for each in proposals if dice.random() < 0.5], stands)
        for proposal in proposals:
            pact, findings = together.findings(proposal, stands)
            assert findings == judged_alone(pact, stands)
            if dice.random() < 0.7:
                assert judge.findings(proposal, stands) == (pact, findings)


def test_each_line_is_played_once_for_all_pacts_and_no_more_when_none_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[int] = []
    reading = History._read

    def counted(self: History, index: int, before: Position) -> HistoryEntry:
        read.append(index)
        return reading(self, index, before)

    monkeypatch.setattr(History, "_read", counted)
    quiet = ["c3-e3", "g3-g5", "g7-e7", "c7-c6", "e3-c3", "g5-g3", "e7-g7", "c6-c7"] * 3
    state = state_of_events([Created(str(Position.start()), SEATS)])
    for text in quiet:
        state = apply(state, TurnPlayed(state.mover or "", text), 0)
    promises = (PromiseRow("r", "peace", 2, "b"), PromiseRow("b", "peace", 1, "r"))
    pacts = [
        Proposal(f"pact {n}", "rrr", "rb", None, promises, False, None, 1 + n, "rb", "concluded", n)
        for n in range(1, 10)
    ]
    judge = PactVerdicts()
    judge.judge(pacts, state)
    assert read == sorted(set(read)) and len(read) < len(quiet)
    assert {finding.verdict for one in pacts for finding in judge.findings(one, state)[1]} == {
        Verdict.KEPT
    }
    read.clear()
    judge.judge(pacts, apply(state, TurnPlayed("r", "c3-e3"), 0))
    assert not read


def test_the_pacts_of_a_game_that_is_loaded_are_judged_outside_the_event_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    where: list[threading.Thread] = []
    work = PactVerdicts.judge

    def watched(self: PactVerdicts, proposals: Any, state: GameState) -> None:
        where.append(threading.current_thread())
        work(self, proposals, state)

    monkeypatch.setattr(PactVerdicts, "judge", watched)
    log = [Numbered(n, 0, event) for n, event in enumerate([*BEGUN, KILL], 1)]

    class Said:
        async def read(self, game: str, after: int) -> list[NumberedAside]:
            return talk_log().asides[after:]

    async def load() -> list[str]:
        events = EventPublisher()
        room = GameRoom("game", cast("GameStore", None), log, replay(log), events)
        talks = TalkService(cast("AsideLog", Said()), LocalPeople(), events)
        await talks.load(room)
        talk = talks.room_of(room)
        assert talk is not None
        assert [thread is threading.main_thread() for thread in where] == [False]
        _, findings = talk.judged(talk.log.proposals["a pact"])
        return [finding.verdict.value for finding in findings or ()]

    assert asyncio.run(load()) == ["broken", "void"]
