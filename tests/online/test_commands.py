"""What may be played, seen and made at an online table: on states alone, no server."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.online.table_states import KEY, does, playing, refused, waiting

from djambi import Position
from djambi.server.errors import RequestRefused
from djambi.server.game.events import (
    Begun,
    Created,
    DrawAgreed,
    DrawOffered,
    Followed,
    LogEvent,
    Numbered,
    Paused,
    Relinked,
    Renamed,
    Resumed,
    Returned,
    Seated,
    SeatRow,
    StoodIn,
    TurnPlayed,
    Undone,
    VoteCalled,
    VoteCast,
    decode,
    encode,
)
from djambi.server.game.reducer import apply, replay
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import require_online
from djambi.server.game.visibility import may_watch
from djambi.server.schemas.messages import (
    DrawRequest,
    RenameRequest,
    ResignRequest,
    TurnRequest,
    UndoRequest,
)
from djambi.server.schemas.tables import BeginRequest, NewTableBody, SeatPlan
from djambi.server.schemas.terms import ClockTerms, Terms
from djambi.server.tables.commands import event_for_command
from djambi.server.tables.creation import checked_terms, creation_event, next_game_event

# --- playing ------------------------------------------------------------------------------------


def test_turns_are_for_the_mover_and_for_people_who_are_there() -> None:
    state = playing()
    assert refused(state, "B", TurnRequest(1, 0, "c3-e3")) == "not_your_turn"
    assert refused(state, "-", TurnRequest(1, 0, "c3-e3")) == "not_your_turn"
    assert does(state, "R", TurnRequest(1, 0, "c3-e3")).mover == "b"
    away = apply(state, StoodIn("r", "club"))
    assert refused(away, "R", TurnRequest(1, 0, "c3-e3")) == "not_your_turn"


def test_after_the_flag_no_turn_is_taken() -> None:
    state = playing(Terms(clock=ClockTerms("turn", 30)))
    assert refused(state, "R", TurnRequest(1, 0, "c3-e3"), at=30_001) == "time_up"
    assert does(state, "R", TurnRequest(1, 0, "c3-e3"), at=30_000).mover == "b"
    late = TurnRequest(1, 0, "c3-e3")
    assert event_for_command(state, "R", late, 30_001, held_up=True) == TurnPlayed("r", "c3-e3")


def test_what_needs_a_vote_is_not_done_alone() -> None:
    state = does(playing(), "R", TurnRequest(1, 0, "c3-e3"))
    for asked in (UndoRequest(1, 0), DrawRequest(1, 0), RenameRequest(1, 0, "r", "name")):
        assert refused(state, "R", asked) == "vote_instead"
    for event in (DrawOffered("r"), Renamed("r", "name")):
        with pytest.raises(RequestRefused, match="vote_instead"):
            apply(state, event)


def test_only_a_party_that_plays_resigns() -> None:
    state = playing()
    assert refused(state, "B", ResignRequest(1, 0, "r")) == "not_your_seat"
    gone = does(state, "B", ResignRequest(1, 0, "b"))
    assert refused(gone, "B", ResignRequest(1, 0, "b")) == "party_out"


def test_only_what_moves_pieces_moves_the_position() -> None:
    state = playing()
    assert state.moved == 1
    seated = apply(apply(state, StoodIn("y", "club")), Returned("y"))
    assert seated.moved == 1 and seated.number == 4
    turned = apply(seated, TurnPlayed("r", "c3-e3"))
    assert turned.moved == 5 and apply(turned, Undone(0)).moved == 6


# --- who sees a table ---------------------------------------------------------------------------

LINKED: list[tuple[str, Callable[[], GameState], str, bool]] = [
    ("waiting", waiting, "", False),
    ("waiting with the link", waiting, KEY, True),
    ("listed", lambda: waiting(Terms(listed=True)), "", True),
    ("all", lambda: playing(Terms(watch="all")), "", True),
    ("link", playing, "", False),
    ("link with it", playing, KEY, True),
    ("link that the table has none of", lambda: apply(playing(), Relinked("")), "", False),
    ("nobody", lambda: playing(Terms(watch="nobody", listed=True)), "", False),
    ("nobody with the link", lambda: playing(Terms(watch="nobody")), KEY, False),
]


@pytest.mark.parametrize(("made", "key", "expected"), [row[1:] for row in LINKED])
def test_strangers_see_what_the_terms_say(
    made: Callable[[], GameState], key: str, expected: bool
) -> None:
    state = made()
    for stranger in ("Z", "-", ""):
        assert may_watch(state, stranger, key) is expected
    assert may_watch(state, "R", "")


def test_who_played_or_is_awaited_may_always_watch() -> None:
    left = apply(playing(Terms(watch="nobody")), Seated(SeatRow("y", "open", stand_in="club")))
    assert may_watch(left, "Y", "") and may_watch(left, "Z", KEY) and not may_watch(left, "Z", "")
    kept = waiting(Terms(), SeatRow("b", "open", kept="B"))
    assert may_watch(kept, "B", "")


# --- new tables ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (Terms(rated=True, anonymous=True), "anonymous_rated"),
        (Terms(clock=ClockTerms("turn", 4)), "clock_short"),
        (Terms(clock=ClockTerms("days", 60)), "clock_short"),
        (Terms(meanwhile="nonsense"), "no_level"),
    ],
)
def test_terms_that_cannot_be(terms: Terms, code: str) -> None:
    with pytest.raises(RequestRefused, match=code):
        checked_terms(terms)


def test_what_has_no_effect_is_set_back() -> None:
    assert checked_terms(Terms(clock=ClockTerms("none", 9, 9))).clock == ClockTerms()


def test_nobody_plays_for_the_rating_of_somebody_away() -> None:
    assert not checked_terms(Terms(rated=True)).substitutes and checked_terms(Terms()).substitutes
    assert checked_terms(Terms(clock=ClockTerms("turn", 9, 9))).clock == ClockTerms("turn", 9)
    assert checked_terms(Terms(name=" a\u202e \n b ")).name == "a b"


def test_seats_of_a_new_table() -> None:
    start = Position.start()
    plain = creation_event(NewTableBody("square-4"), start, "R")
    assert [row.player for row in plain.seats] == ["person", "open", "open", "open"]
    planned = NewTableBody(
        "square-4",
        seats=[
            SeatPlan("y", "me"),
            SeatPlan("r", "bot", "club"),
            SeatPlan("b", "open", None, "club"),
        ],
    )
    rows = creation_event(planned, start, "R").seats
    assert [row.bot for row in rows] == ["club", "club", None, None] and rows[2].device == "R"
    for plans, code in (
        ([SeatPlan(p, "bot") for p in "rbyg"], "only_bots"),
        ([SeatPlan("r", "me"), SeatPlan("b", "me")], "seated"),
        ([SeatPlan("r", "me"), SeatPlan("r", "bot")], "seat_twice"),
        ([SeatPlan("z", "me")], "no_seat"),
    ):
        with pytest.raises(RequestRefused, match=code):
            creation_event(NewTableBody("square-4", seats=plans), start, "R")


def test_the_next_game_goes_round_and_keeps_the_seats() -> None:
    state = apply(playing(Terms(rounds=3), SeatRow("g", "bot", level="club")), DrawAgreed())
    created = next_game_event("first", state, "B")
    assert [row.kept or row.level for row in created.seats] == ["club", "R", "B", "Y"]
    assert (created.series, created.round, created.owner) == ("first", 2, "R")
    assert created.invite != KEY
    without = next_game_event("first", state, "B", gone=["R"])
    assert [row.kept or row.level for row in without.seats] == ["club", None, "B", "Y"]
    assert without.owner == "B"
    # A series goes on by itself, and its next game is nobody's who is gone.
    assert next_game_event("first", state, "", gone=["B", "R"]).owner == "Y"
    assert created.terms == require_online(state).terms
    with pytest.raises(RequestRefused, match="not_over"):
        apply(playing(), Followed("next"))


def test_who_has_not_come_to_one_game_of_a_series_has_a_seat_in_the_next() -> None:
    late = waiting(Terms(rounds=3), SeatRow("b", "open", kept="B"))
    over = apply(does(late, "R", BeginRequest(1)), DrawAgreed())
    rows = next_game_event("first", over, "").seats
    assert {row.party: row.kept for row in rows if row.player == "open"}["y"] == "B"
    assert not any(row.kept for row in next_game_event("first", over, "", gone=["R", "B"]).seats)


# --- the log ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "event",
    [
        Created("somewhere", (SeatRow("r", "open", kept="A"),), Terms(), "A", KEY, "s", 2),
        Begun((SeatRow("r", "person", device="A"),)),
        StoodIn("r", "club", "clock"),
        VoteCalled("undo", 12, "r", 3),
        VoteCast("r", False),
        Paused(),
        Resumed(),
    ],
)
def test_events_are_read_as_they_were_written(event: LogEvent) -> None:
    assert decode(encode(event), 2) == event


def test_events_of_tables_are_none_of_a_game_at_this_computer() -> None:
    seats = tuple(SeatRow(p, "me") for p in "rbyg")
    state = replay([Numbered(1, 0, Created(str(Position.start()), seats))])
    for event in (Begun(), Paused(), VoteCalled("draw", 9), StoodIn("r", "club")):
        with pytest.raises(RequestRefused, match="not_online"):
            apply(state, event)
