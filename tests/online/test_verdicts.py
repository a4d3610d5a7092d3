"""Pacts judged from the two logs: bots that sit in, seats that change hands, turns taken back."""

from __future__ import annotations

from tests.online.test_pacts import START

from djambi.server.game.asides import NumberedAside, PactAccepted, PromiseRow, Proposed
from djambi.server.game.events import (
    Begun,
    Created,
    LogEvent,
    Numbered,
    Returned,
    Seated,
    SeatRow,
    StoodIn,
    TurnPlayed,
    Undone,
)
from djambi.server.game.reducer import replay
from djambi.server.schemas.terms import Terms
from djambi.server.talk.talk_log import TalkLog
from djambi.server.talk.verdicts import PactVerdicts

SEATS = tuple(SeatRow(party, "person", device=party * 3) for party in "rbyg")
BEGUN: list[LogEvent] = [
    Created(START, SEATS, terms=Terms(), owner="rrr", invite="key"),
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
    log = [Numbered(n, 0, event) for n, event in enumerate(events, 1)]
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
