"""Conditional turns and private notes: how plans come true, and that nobody else sees them."""

from __future__ import annotations

import pytest

from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.server.correspondence.conditional_turns import check, due, standings
from djambi.server.correspondence.schemas import ConditionalTurn, StoredPlans
from djambi.server.errors import RequestRefused
from djambi.server.game.events import Created, LogEvent, Resigned, SeatRow, TurnPlayed, Undone
from djambi.server.game.history import History, HistoryEntry
from djambi.server.game.reducer import state_of_events
from djambi.server.game.state import GameState

START = str(Position.start())
SEATS = tuple(SeatRow(party, "person", device=party * 3) for party in "rbyg")


def state(*events: LogEvent | str) -> GameState:
    """A game of four people after some events; a text is a turn of who is to play."""
    log: list[LogEvent] = [Created(START, SEATS)]
    for event in events:
        mover = state_of_events(log).mover or ""
        log.append(TurnPlayed(mover, event) if isinstance(event, str) else event)
    return state_of_events(log)


def stands(
    plan: ConditionalTurn, *events: LogEvent | str, mine: str = "b", stored: int | None = None
) -> tuple[int, str, str | None]:
    [found] = standings(state(*events), StoredPlans([plan], stored), mine)
    return found.met, found.state, None if found.due is None else str(found.due)


PLAN = ConditionalTurn(2, ["g3-g5", "g7-e7", "*", "*", "h3-h4"])
"""Blue's, after red's first turn: his own turn, yellow's answer, anything twice, his own again."""


def test_a_plan_waits_until_it_is_mine_to_play() -> None:
    assert stands(PLAN, "c3-e3") == (0, "waiting", "g3-g5")
    assert stands(PLAN, "c3-e3", "g3-g5") == (1, "waiting", None)
    assert stands(PLAN, "c3-e3", "g3-g5", "g7-e7") == (2, "waiting", None)
    assert stands(PLAN, "c3-e3", "g3-g5", "g7-e7", "c7-c6", "b3-b4")[:2] == (4, "waiting")


def test_what_agrees_goes_on_and_what_does_not_ends_it() -> None:
    plan = ConditionalTurn(0, ["*", "g3-g5", "*", "*", "*", "Mg2-g4"])
    played = ["c3-e3", "g3-g5", "g7-e7", "c7-c6"]
    assert stands(plan, *played) == (4, "waiting", None)
    assert stands(plan, *played, "b3-b4") == (5, "waiting", "g2-g4")
    assert stands(plan, *played, "b3-b4", "g2-g4") == (6, "done", None)
    assert stands(plan, *played, "b3-b4", "g2-g4", "g8-g6") == (6, "done", None)
    assert stands(plan, "c3-e3", "g3-g4") == (1, "void", None)


def test_a_turn_that_became_impossible_voids_the_plan() -> None:
    plan = ConditionalTurn(0, ["*", "g3-d3"])
    assert stands(plan, "b3-b4") == (1, "waiting", "g3-d3")
    assert stands(plan, "c3-e3") == (1, "void", None)


def test_a_turn_taken_back_ends_what_stood_on_it() -> None:
    assert stands(PLAN, "c3-e3", Undone(0)) == (0, "void", None)
    assert stands(PLAN, "c3-e3", Undone(0), "c3-e3") == (0, "void", None)
    since_start = ConditionalTurn(0, ["c3-e3", "g3-g5"])
    assert stands(since_start, "b3-b4", Undone(0), "c3-e3") == (1, "waiting", "g3-g5")


def test_what_a_plan_has_played_is_not_played_again_once_it_is_taken_back() -> None:
    plan = ConditionalTurn(0, ["*", "g3-g5", "*", "*", "*", "g2-g4"])
    others = [("c3-e3", Undone(0), "b3-b4"), ("c3-e3", "g3-g5", "g7-e7", Undone(2))]
    # A turn of mine is gone: after the same turn of red's, or another one.
    for again in [Undone(1)], [Undone(0), "c3-e3"], [Undone(0), "b3-b4"]:
        events = ("c3-e3", "g3-g5", *again)
        assert stands(plan, *events, stored=1) == (0, "void", None)
        # One that I make afterwards is as good as any.
        assert stands(plan, *events, stored=4)[1:] == ("waiting", "g3-g5")
    # What others take back is theirs.
    assert stands(plan, *others[0], stored=1) == (1, "waiting", "g3-g5")
    assert stands(plan, *others[1], stored=1) == (2, "waiting", None)


def test_whoever_resigns_ends_the_plans_that_did_not_know() -> None:
    assert stands(ConditionalTurn(0, ["c3-e3", "g3-g5"]), Resigned("g"), "c3-e3") == (
        0,
        "void",
        None,
    )


def test_the_first_plan_that_fits_is_played() -> None:
    plans = StoredPlans(
        [ConditionalTurn(0, ["c3-e3", "g3-g5"]), ConditionalTurn(0, ["*", "g3-g4"])]
    )
    assert str(due(state("c3-e3"), plans, "b")) == "g3-g5"
    assert str(due(state("b3-b4"), plans, "b")) == "g3-g4"
    assert due(state("b3-b4"), plans, "y") is None
    assert due(state(), plans, "b") is None


def test_the_first_turns_that_plans_have_in_common_are_found_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sought: list[str] = []
    find = Position.find

    def counted(self: Position, text: str) -> Turn | None:
        sought.append(text)
        return find(self, text)

    monkeypatch.setattr(Position, "find", counted)
    read: list[int] = []
    reading = History._read

    def noted(self: History, index: int, before: Position) -> HistoryEntry:
        read.append(index)
        return reading(self, index, before)

    monkeypatch.setattr(History, "_read", noted)
    played = ["c3-e3", "g3-g5", "g7-e7", "c7-c6"]
    begun = state(*played)
    plans = StoredPlans([ConditionalTurn(0, [*played, "b3-b4"])] * 20)
    read.clear()
    assert [(now.met, str(now.due)) for now in standings(begun, plans, "r")] == [(4, "b3-b4")] * 20
    assert sought == [*played, "b3-b4"]
    # The last line is there whole.
    assert read == [0, 1, 2]


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (ConditionalTurn(0, ["c3-e3", "*"]), "plan_end"),
        (ConditionalTurn(7, ["c3-e3"]), "plan_start"),
        (ConditionalTurn(0, ["c3-c9"]), "plan_turn"),
        (ConditionalTurn(0, ["c3-e3", "nonsense", "*", "g7-e7"]), "plan_turn"),
    ],
)
def test_what_cannot_come_true_is_refused(plan: ConditionalTurn, code: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        check(state(), plan, 3)
    assert refused.value.code == code and "3" in refused.value.words.fr


def test_what_follows_anything_is_not_judged_yet() -> None:
    check(state(), ConditionalTurn(0, ["*", "g3-g5", "*", "c7-c6"]), 1)
