"""Clocks as a fold: turns, Fischer, days, pauses, bots that sit in, outages, holidays, undo."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.event_logs import timed_log_of

from djambi import Position
from djambi.server.game.clocks import GameClock, Outages, elapsed_ms, merge_gaps, time_after
from djambi.server.game.due_events import next_due, next_look
from djambi.server.game.events import (
    Begun,
    Created,
    Flagged,
    Holiday,
    LogEvent,
    Numbered,
    Paused,
    Resigned,
    Resumed,
    Returned,
    Seated,
    SeatRow,
    StoodIn,
    TurnPlayed,
    Undone,
)
from djambi.server.game.reducer import apply, replay
from djambi.server.game.state import GameState
from djambi.server.schemas.terms import ClockKind, ClockTerms, Terms

FISCHER = Terms(clock=ClockTerms("fischer", 60, 5))
TURN = Terms(clock=ClockTerms("turn", 30))
DAYS = Terms(clock=ClockTerms("days", 86_400))
FREE = Terms()


def game(
    terms: Terms, *happened: tuple[int, LogEvent], outages: Outages | None = None
) -> GameState:
    """A table of four people that begins at 0, and then this (seconds, event)."""
    seats = tuple(SeatRow(p, "person", device=f"account {p}") for p in "rbyg")
    start = Created(str(Position.start()), seats, terms, "account r", "key")
    events: list[tuple[int, LogEvent]] = [(0, start), (0, Begun()), *happened]
    return replay(timed_log_of(events), outages)


def clock(state: GameState) -> GameClock:
    return state.clock


def shown(state: GameState, at: int) -> dict[str, float]:
    """What the clocks show, in seconds."""
    return {party: left / 1000 for party, left in clock(state).shown(at * 1000).items()}


def turn(state: GameState) -> TurnPlayed:
    """The first turn that may be played."""
    return TurnPlayed(state.mover or "", str(next(iter(state.position.legal_turns()))))


def played(terms: Terms, *seconds: int, outages: Outages | None = None) -> GameState:
    """A game in which a turn is played at each of these times."""
    happened: list[tuple[int, LogEvent]] = []
    state = game(terms, outages=outages)
    for at in seconds:
        happened.append((at, turn(state)))
        state = game(terms, *happened, outages=outages)
    return state


def test_before_the_beginning_no_clock_runs() -> None:
    seats = tuple(SeatRow(p, "person", device=p) for p in "rbyg")
    log = [Numbered(1, 0, Created(str(Position.start()), seats, FISCHER))]
    state = replay(log)
    assert clock(state).until() is None
    assert shown(state, 500) == dict.fromkeys("rbyg", 60)


def test_fischer_takes_what_was_used_and_adds_the_increment() -> None:
    state = played(FISCHER, 20, 24)
    assert shown(state, 24) == {"r": 45, "b": 61, "y": 60, "g": 60}
    assert shown(state, 34) == {"r": 45, "b": 61, "y": 50, "g": 60}
    assert clock(state).until() == 84_000


def test_a_turn_has_its_whole_time_whatever_the_last_one_took() -> None:
    state = played(TURN, 29, 40)
    assert clock(state).until() == 70_000
    assert shown(state, 50) == {"y": 20}


def test_no_clock_is_over_never() -> None:
    state = played(FREE, 1000)
    assert clock(state).until() is None and shown(state, 9000) == {}


def test_outages_count_for_nobody() -> None:
    outages = Outages([(10_000, 110_000)])
    state = played(FISCHER, 120, outages=outages)
    assert shown(state, 120) == {"r": 45, "b": 60, "y": 60, "g": 60}
    running = game(FISCHER, outages=outages)
    assert clock(running).until() == 160_000
    # One that comes to light later counts too.
    outages.add((130_000, 140_000))
    assert clock(running).until() == 170_000


def test_a_pause_stops_the_clock_and_nobody_plays() -> None:
    state = game(FISCHER, (10, Paused()))
    assert clock(state).until() is None and shown(state, 500)["r"] == 50
    assert next_look(state) is None
    with pytest.raises(Exception, match="paused"):
        apply(state, turn(state), 20_000)
    assert shown(game(FISCHER, (10, Paused()), (500, Resumed())), 510)["r"] == 40


def test_while_a_bot_sits_in_no_time_passes() -> None:
    state = game(FISCHER, (10, StoodIn("r", "club")))
    assert clock(state).until() is None and shown(state, 500)["r"] == 50
    back = game(FISCHER, (10, StoodIn("r", "club")), (100, Returned("r")))
    assert shown(back, 110)["r"] == 40


def test_who_comes_back_to_a_turn_has_what_was_left_of_it() -> None:
    state = game(TURN, (10, StoodIn("r", "club")), (31, Returned("r")))
    assert clock(state).until() == 51_000
    late = game(TURN, (30, StoodIn("r", "club", "clock")), (31, Returned("r")))
    assert clock(late).until() == 31_000


def test_a_turn_taken_back_gives_the_time_back() -> None:
    state = played(FISCHER, 20, 24)
    back = apply(state, Undone(0), 30_000)
    assert shown(back, 30) == dict.fromkeys("rbyg", 60) and back.mover == "r"
    assert clock(back).until() == 90_000
    one = apply(state, Undone(1), 30_000)
    assert shown(one, 31) == {"r": 45, "b": 59, "y": 60, "g": 60}


@pytest.mark.parametrize("gone", ["r", "g"])
def test_a_resignation_taken_back_gives_the_time_of_the_turns_after_it_back(gone: str) -> None:
    state = game(FISCHER, (10, Resigned(gone)))
    later = apply(state, turn(state), 50_000)
    assert shown(later, 50) != dict.fromkeys("rbyg", 60)
    back = apply(later, Undone(0), 55_000)
    assert shown(back, 55) == dict.fromkeys("rbyg", 60) and back.mover == "r"


def test_another_party_that_goes_gives_the_mover_no_new_time() -> None:
    state = game(TURN, (10, Resigned("g")))
    assert state.mover == "r" and clock(state).until() == 30_000
    gone = game(TURN, (10, Flagged("r")))
    assert gone.mover == "b" and clock(gone).until() == 40_000
    assert gone.entries[-1].flagged


def test_holidays_stop_the_clock_of_one_player() -> None:
    day = 86_400
    state = game(DAYS, (100, Holiday("r", 3 * day * 1000)))
    assert clock(state).until() == (day + 3 * day - 100) * 1000
    early = game(DAYS, (100, Holiday("r", 3 * day * 1000)), (2 * day, Holiday("r", 2 * day * 1000)))
    assert clock(early).until() == (day + 2 * day - 100) * 1000
    other = game(DAYS, (100, Holiday("b", 3 * day * 1000)))
    assert clock(other).until() == day * 1000


def test_an_outage_in_the_middle_of_a_holiday_does_not_end_it() -> None:
    day = 86_400
    outage = Outages([(day * 1000, day * 1000 + 60_000)])
    state = game(DAYS, (100, Holiday("r", 3 * day * 1000)), outages=outage)
    assert clock(state).until() == (day + 3 * day - 100) * 1000


def test_a_holiday_is_not_taken_over_with_the_seat() -> None:
    day = 86_400
    left = Seated(SeatRow("r", "open", stand_in="club"))
    happened: list[tuple[int, LogEvent]] = [(100, Holiday("r", 20 * day * 1000)), (200, left)]
    for account in "heir", "account r":
        # Whoever is on holiday and comes back is told so again (`HolidayService`).
        came = (300, Seated(SeatRow("r", "person", device=account)))
        assert clock(game(DAYS, *happened, came)).until() == (300 + day - 100) * 1000
    own = (400, Holiday("r", 2 * day * 1000))
    assert clock(game(DAYS, *happened, came, own)).until() == (2 * day + day - 200) * 1000
    # Who is away, or moves to the seat that they have, stays on holiday.
    stays = game(DAYS, happened[0], (200, StoodIn("r", "club")), (200, Returned("r")))
    assert clock(stays).until() == (20 * day + day - 100) * 1000


def test_a_ruler_pays_bonus_turns_with_his_own_time() -> None:
    begun = GameClock.new(ClockTerms("fischer", 60, 5), "rb", Outages())
    began = begun.on(0, "r", runs=True)
    again = began.on(20_000, "r", runs=True, played=True)
    assert again.shown(30_000) == {"r": 35_000, "b": 60_000}


# --- what is due --------------------------------------------------------------------------------


def here(account: str) -> int | None:
    return None


def test_a_turn_that_came_too_late_leaves_the_increment() -> None:
    running = GameClock.new(ClockTerms("fischer", 60, 5), "rb", Outages()).on(0, "r", runs=True)
    assert running.on(62_000, "b", runs=True, played=True).left == {"r": 5_000, "b": 60_000}


@pytest.mark.parametrize(
    ("kind", "left"), [("turn", 3_600_000), ("days", 3_600_000), ("fischer", 3_599_000)]
)
def test_only_a_turn_s_own_time_begins_anew(kind: ClockKind, left: int) -> None:
    clock = GameClock.new(ClockTerms(kind, 3600), "rb", Outages()).on(0, "r", runs=True)
    again = clock.on(1_000, "r", runs=False).anew()
    assert again.shown(9_000)["r"] == left


def test_the_clock_of_a_game_flags_and_that_of_a_turn_has_a_bot_sit_in() -> None:
    due = next_due(game(FISCHER), here)
    assert due is not None and (due.at, due.event) == (60_000, Flagged("r", "clock"))
    due = next_due(game(TURN), here)
    assert due is not None and isinstance(due.event, StoodIn) and due.event.cause == "clock"
    resign = Terms(clock=ClockTerms("turn", 30), absence="resign")
    due = next_due(game(resign), here)
    assert due is not None and due.event == Flagged("r", "clock")


@pytest.mark.parametrize(
    ("absence", "expected"),
    [("bot", StoodIn), ("resign", Flagged), ("wait", None)],
)
def test_who_is_to_move_and_away_is_waited_for_so_long(
    absence: str, expected: type[LogEvent] | None
) -> None:
    state = game(Terms(absence=absence, grace=40))  # type: ignore[arg-type]
    due = next_due(state, lambda account: 7_000 if account == "account r" else None)
    if expected is None:
        assert due is None
    else:
        assert due is not None and due.at == 47_000 and isinstance(due.event, expected)
    # Whose turn it is not may be away for as long as he likes.
    assert next_due(state, lambda account: 7_000 if account == "account b" else None) is None


def test_who_left_before_their_turn_came_is_waited_for_from_then_on() -> None:
    due = next_due(played(Terms(grace=40), 100), lambda account: 7_000)
    assert due is not None and due.at == 140_000


def test_after_a_pause_the_absent_are_waited_for_anew() -> None:
    due = next_due(game(Terms(grace=40), (10, Paused()), (500, Resumed())), lambda account: 7_000)
    assert due is not None and due.at == 540_000


def test_outages_are_no_absence() -> None:
    state = game(Terms(grace=40), outages=Outages([(20_000, 120_000)]))
    due = next_due(state, lambda account: 7_000)
    assert due is not None and due.at == 147_000
    assert next_look(state) == 140_000


def test_slow_games_do_not_ask_who_is_there() -> None:
    due = next_due(game(DAYS), lambda account: 0)
    assert due is not None and due.at == 86_400_000


def test_who_knows_nothing_looks_when_grace_is_over() -> None:
    assert next_look(game(Terms(grace=40))) == 40_000
    assert next_look(game(Terms(absence="wait"))) is None
    assert next_look(game(TURN)) == 30_000
    assert next_look(game(FREE, (10, StoodIn("r", "club")))) == 60_000


# --- gaps ---------------------------------------------------------------------------------------

GAPS = st.lists(
    st.tuples(st.integers(0, 500), st.integers(0, 60)).map(lambda g: (g[0], g[0] + g[1])),
    max_size=6,
).map(merge_gaps)


@given(GAPS, st.integers(0, 500), st.integers(0, 300))
def test_later_and_elapsed_agree(
    gaps: tuple[tuple[int, int], ...], since: int, length: int
) -> None:
    at = time_after(since, length, gaps)
    assert elapsed_ms(since, at, gaps) == length
    slow = sum(not any(b <= t < e for b, e in gaps) for t in range(since, at))
    assert slow == length


@given(GAPS, st.lists(st.integers(0, 600), min_size=3, max_size=3).map(sorted))
def test_time_adds_up(gaps: tuple[tuple[int, int], ...], times: list[int]) -> None:
    one, two, three = times
    parts = elapsed_ms(one, two, gaps) + elapsed_ms(two, three, gaps)
    assert parts == elapsed_ms(one, three, gaps)
