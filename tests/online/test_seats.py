"""Who may sit down at an online table, get up and come back: on states alone, no server."""

from __future__ import annotations

import pytest
from msgspec.structs import replace as with_fields
from tests.online.table_states import KEY, does, playing, refused, seats, sit, waiting

from djambi.server.errors import RequestRefused
from djambi.server.game.automatic_events import begin_event, next_automatic_event
from djambi.server.game.events import (
    Begun,
    Relinked,
    Resigned,
    Returned,
    Seated,
    SeatRow,
    StoodIn,
    TurnPlayed,
)
from djambi.server.game.levels import stand_in_for
from djambi.server.game.rated import marks_of, uncounted_because
from djambi.server.game.reducer import apply
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import free_seats, parties_of, require_online
from djambi.server.schemas.messages import LeaveRequest, ResignRequest, SeatRequest, TurnRequest
from djambi.server.schemas.tables import BackRequest, BeginRequest, CallRequest
from djambi.server.schemas.terms import ClockKind, ClockTerms, Terms
from djambi.server.tables.commands import (
    LEAST_VOTE_MS,
    arrival_event,
    departure_event,
    event_for_command,
)
from djambi.server.talk.commands import Speaker, rooms_of, terms_for


def test_a_link_is_needed_where_a_table_is_not_listed() -> None:
    state = waiting()
    assert refused(state, "B", sit("b")) == "invited_only"
    assert refused(state, "B", sit("b", "another")) == "invited_only"
    assert seats(does(state, "B", sit("b", KEY))) == ["R", "B", "open", "open"]
    assert seats(does(waiting(Terms(listed=True)), "B", sit("g"))) == ["R", "open", "open", "B"]


def test_a_seat_is_taken_once() -> None:
    state = waiting(Terms(listed=True))
    assert refused(state, "B", sit("r")) == "seat_taken"
    assert refused(state, "B", sit("z")) == "no_seat"
    bot = waiting(Terms(listed=True), SeatRow("b", "bot", level="club"))
    assert refused(bot, "B", sit("b")) == "seat_taken"


def test_who_waits_moves_to_another_seat_in_one_step_and_needs_no_link_for_it() -> None:
    state = does(waiting(), "B", sit("b", KEY))
    assert seats(does(state, "B", sit("g"))) == ["R", "open", "open", "B"]
    assert refused(state, "B", sit("r")) == "seat_taken"


def test_who_waits_may_get_up_again() -> None:
    state = does(waiting(Terms(listed=True)), "B", sit("b"))
    assert refused(state, "Y", LeaveRequest(1, 0, "b")) == "not_your_seat"
    assert seats(does(state, "B", LeaveRequest(1, 0, "b"))) == ["R", "open", "open", "open"]


def test_a_bot_until_somebody_comes_is_there_again_once_they_get_up() -> None:
    listed, planned = Terms(listed=True), SeatRow("y", "open", stand_in="casual")
    other = [SeatRow("g", "bot", level="club")]
    sat = does(waiting(listed, planned, *other), "X", sit("y"))
    for free in (
        does(sat, "X", sit("b")),
        does(sat, "X", LeaveRequest(1, 0, "y")),
        apply(sat, departure_event(sat, "X") or Relinked("")),
    ):
        assert free.seats["y"] == planned
    assert next_automatic_event(does(sat, "X", sit("b"))) == Begun((planned,))
    # Whoever made the table has decided otherwise since.
    opened = does(waiting(listed, planned, *other), "R", SeatRequest(1, 0, "y", "open"))
    opened = does(does(opened, "X", sit("y")), "X", sit("b"))
    assert opened.seats["y"] == SeatRow("y", "open")


def test_who_made_a_table_sets_its_seats_until_it_begins() -> None:
    state = does(waiting(Terms(listed=True)), "B", sit("b"))
    assert refused(state, "B", SeatRequest(1, 0, "y", "bot")) == "owner_only"
    assert refused(state, "R", SeatRequest(1, 0, "y", "person")) == "only_sit"
    assert refused(state, "R", SeatRequest(1, 0, "y", "bot", "nonsense")) == "no_level"
    removed = does(state, "R", SeatRequest(1, 0, "b", "open", meanwhile="club"))
    assert removed.seats["b"] == SeatRow("b", "open", stand_in="club")
    assert refused(playing(), "R", SeatRequest(1, 0, "b", "open")) == "begun"


def test_a_table_begins_when_all_seats_are_taken() -> None:
    state = waiting(
        Terms(listed=True),
        SeatRow("b", "bot", level="club"),
        SeatRow("y", "open", stand_in="casual"),
    )
    assert next_automatic_event(state) is None
    assert next_automatic_event(does(state, "G", sit("g"))) == Begun((state.seats["y"],))
    kept = waiting(Terms(), SeatRow("b", "open", stand_in="club", kept="B"))
    assert next_automatic_event(kept) is None


def bots(state: GameState) -> list[str]:
    return [row.bot for row in state.seats.values() if row.bot is not None]


def different_people(state: GameState) -> bool:
    """Whether all bots are of one level, and nobody of the cast plays twice."""
    found = bots(state)
    return len(set(found)) == len(found) and {each.split(":")[0] for each in found} == {"club"}


def test_nobody_of_the_cast_stands_in_twice() -> None:
    seats = [SeatRow(party, "open", stand_in="club") for party in "yg"]
    state = waiting(Terms(listed=True, meanwhile="club"), SeatRow("b", "open"), *seats)
    state = does(state, "B", sit("b"))
    event = next_automatic_event(state)
    assert event is not None
    state = apply(state, event)
    state = does(state, "B", LeaveRequest(1, 0, "b"))
    state = apply(state, StoodIn("r", stand_in_for(state, "r")))
    assert len(bots(state)) == 4 and different_people(state)


def test_who_made_it_may_begin_with_bots_on_the_free_seats() -> None:
    state = waiting(Terms(meanwhile="club"))
    assert refused(state, "B", BeginRequest(1)) == "owner_only"
    begun = does(state, "R", BeginRequest(1))
    assert require_online(begun).begun and begun.seats["r"].bot is None
    assert bots(begun)[0] == "club" and different_people(begun)
    assert free_seats(begun) == "byg" and refused(begun, "R", BeginRequest(1)) == "begun"


def test_who_sits_there_may_begin_once_the_host_is_gone() -> None:
    def code(state: GameState, account: str = "B", at: int = 0, left: int | None = 0) -> str:
        with pytest.raises(RequestRefused) as caught:
            event_for_command(state, account, BeginRequest(1), at, host_left=left)
        return caught.value.code

    blue = SeatRow("b", "person", device="B")
    state = waiting(Terms(), blue)
    assert code(state, left=None) == code(state, "Z") == "owner_only"
    assert code(state, at=LEAST_VOTE_MS - 1) == "host_soon"
    event = event_for_command(state, "B", BeginRequest(1), LEAST_VOTE_MS, host_left=0)
    assert require_online(apply(state, event)).begun
    for terms in (Terms(anonymous=True), Terms(clock=ClockTerms("days", 86_400))):
        assert code(waiting(terms, blue), at=10**9) == "owner_only"
    # Nobody waits for a host who got up; for one whose seat is kept they do.
    left = does(state, "R", LeaveRequest(1, 0, "r"))
    assert require_online(does(left, "B", BeginRequest(1))).begun
    assert code(waiting(Terms(), blue, SeatRow("r", "open", kept="R"))) == "host_soon"


def test_before_the_beginning_nobody_plays() -> None:
    state = waiting()
    assert refused(state, "R", TurnRequest(1, 0, "c3-e3")) == "not_begun"
    assert refused(state, "R", ResignRequest(1, 0, "r")) == "not_begun"
    assert refused(state, "R", CallRequest(1, 0, "draw")) == "not_begun"


def test_anonymous_people_change_seats_when_it_begins() -> None:
    four = [SeatRow(p, "person", device=p.upper()) for p in "rbyg"]
    state = waiting(Terms(anonymous=True), *four)
    found = {
        tuple(row.device for row in begin_event(state, require_online(state)).seats)
        for _ in range(300)
    }
    assert len(found) > 15 and all(set(each) == set("RBYG") for each in found)
    begun = apply(state, begin_event(state, require_online(state)))
    assert require_online(begun).first == {p: row.device for p, row in begun.seats.items()}


def test_a_substitute_takes_the_seat_of_somebody_away() -> None:
    away = apply(playing(Terms(listed=True)), StoodIn("y", "club"))
    assert free_seats(away) == "y"
    there = does(away, "Z", sit("y"))
    assert there.seats["y"] == SeatRow("y", "person", device="Z")
    assert require_online(there).first["y"] == "Y" and parties_of(there, "Y") == ""
    strict = apply(playing(Terms(listed=True, substitutes=False)), StoodIn("y", "club"))
    assert refused(strict, "Z", sit("y")) == "seat_taken"


def test_who_plays_may_not_take_another_seat_even_after_getting_up() -> None:
    state = apply(playing(Terms(listed=True)), StoodIn("y", "club"))
    assert refused(state, "R", sit("y")) == "seated"
    gone = does(state, "B", LeaveRequest(1, 0, "b"))
    assert gone.seats["b"].player == "open" and gone.seats["b"].bot
    assert refused(gone, "B", sit("y")) == "seated"
    assert does(gone, "B", sit("b")).seats["b"].device == "B"


def test_a_substitute_who_got_up_takes_no_other_seat() -> None:
    kept = SeatRow("g", "open", stand_in="club", kept="Z")
    state = playing(Terms(listed=True), kept)
    for party in "by":
        state = does(state, party.upper(), LeaveRequest(1, 0, party))
    there = does(state, "Z", sit("b"))
    left = does(there, "Z", LeaveRequest(1, 0, "b"))
    # They know what was said to that party, whether it was theirs first or not.
    assert refused(left, "Z", sit("y")) == refused(left, "Z", sit("g")) == "seated"
    assert arrival_event(left, "Z") is None
    assert does(left, "Z", sit("b")).seats["b"].device == "Z"
    assert does(left, "B", sit("b")).seats["b"].device == "B"
    # Where one sat before it began matters to nobody.
    moved = does(does(waiting(Terms(listed=True)), "Z", sit("b")), "Z", sit("y"))
    begun = does(moved, "R", BeginRequest(1))
    assert require_online(begun).played == {"R": "r", "Z": "y"}


def test_who_got_up_comes_back_without_the_link() -> None:
    left = does(playing(), "B", LeaveRequest(1, 0, "b"))
    assert refused(left, "Z", sit("b")) == "invited_only"
    assert does(left, "B", sit("b")).seats["b"].device == "B"
    # Nor does it matter that they were sent away before it began, and asked to come back.
    sent = does(does(waiting(), "B", sit("b", KEY)), "R", SeatRequest(1, 0, "b", "open"))
    assert refused(sent, "B", sit("b", KEY)) == "not_here"
    asked = apply(sent, Relinked("another"))
    begun = does(does(asked, "B", sit("b", "another")), "R", BeginRequest(1))
    left = does(begun, "B", LeaveRequest(1, 0, "b"))
    assert does(left, "B", sit("b")).seats["b"].device == "B"


@pytest.mark.parametrize(
    "terms", [Terms(rated=True), Terms(absence="resign"), Terms(substitutes=False)]
)
def test_where_nobody_may_follow_one_resigns(terms: Terms) -> None:
    assert refused(playing(terms), "B", LeaveRequest(1, 0, "b")) == "resign_instead"


def test_who_is_back_has_his_seat_again() -> None:
    state = apply(playing(), StoodIn("b", "club"))
    assert refused(state, "R", BackRequest(1)) == "not_away"
    assert arrival_event(state, "B") == Returned("b") and arrival_event(state, "R") is None
    assert does(state, "B", BackRequest(1)).seats["b"].stand_in is None


@pytest.mark.parametrize("kind", ["turn", "days"])
def test_a_turn_whose_time_ran_out_is_not_had_again(kind: ClockKind) -> None:
    state = playing(Terms(listed=True, clock=ClockTerms(kind, 3600)))
    late = apply(state, StoodIn("r", "club", "clock"), 3_600_000)
    assert refused(late, "R", BackRequest(1), 3_600_100) == "overdue"
    assert arrival_event(late, "R") is None
    left = does(late, "R", LeaveRequest(1, 0, "r"), 3_600_100)
    for account in "RZ":
        # Neither by getting up and sitting down again, nor by somebody else's coming.
        assert refused(left, account, sit("r"), 3_600_200) == "overdue"
    assert free_seats(left) == ""
    resigned = apply(late, Resigned("y"), 3_600_100)
    assert refused(resigned, "R", BackRequest(1), 3_600_200) == "overdue"
    played = apply(late, TurnPlayed("r", "c3-e3"), 3_600_600)
    assert arrival_event(played, "R") == Returned("r") and free_seats(played) == "r"
    back = does(played, "R", BackRequest(1), 3_600_700)
    assert back.seats["r"].stand_in is None and back.mover == "b"
    assert back.clock.until() == 3_600_600 + 3_600_000


def test_coming_back_gives_no_time_for_the_turn_under_way() -> None:
    state = playing(Terms(clock=ClockTerms("turn", 60)))
    away = apply(state, StoodIn("r", "club"), 40_000)
    back = does(away, "R", BackRequest(1), 41_000)
    assert back.clock.until() == 41_000 + 20_000


def test_a_kept_seat_is_for_one_and_taken_by_coming() -> None:
    state = waiting(Terms(listed=True), SeatRow("b", "open", kept="B"))
    assert free_seats(state) == "yg" and refused(state, "Y", sit("b")) == "seat_taken"
    assert arrival_event(state, "B") == Seated(SeatRow("b", "person", device="B"))
    assert arrival_event(state, "Y") is None


def test_nobody_is_seated_at_a_party_that_is_out() -> None:
    state = waiting(Terms(), SeatRow("b", "open", kept="B"))
    out = apply(does(state, "R", BeginRequest(1)), Resigned("b"))
    assert arrival_event(out, "B") is None and refused(out, "B", sit("b")) == "party_out"
    # Whose result it is is nobody, then.
    assert "b" not in require_online(out).first


def test_to_a_game_that_counts_nobody_comes_from_a_players_place_to_a_kept_seat_either() -> None:
    here, elsewhere = ["address 192.0.2.1"], ["address 203.0.113.9"]
    terms = Terms(rated=True, substitutes=False)
    host = SeatRow("r", "person", device="R", marks=marks_of(terms, KEY, here))
    kept = SeatRow("b", "open", kept="B")
    state = waiting(terms, host, kept, *(SeatRow(p, "bot", level="club") for p in "yg"))
    seated = SeatRow("b", "person", device="B")
    # Before it begins one sits down, and everybody is told that it does not count.
    told = apply(state, arrival_event(state, "B", here) or Begun())
    assert uncounted_because(told, require_online(told)) == "shared"
    begun = does(state, "R", BeginRequest(1))
    assert arrival_event(begun, "B", here) is None
    marks = marks_of(terms, KEY, elsewhere)
    assert arrival_event(begun, "B", elsewhere) == Seated(with_fields(seated, marks=marks))


def test_who_has_sat_down_elsewhere_is_not_moved_to_the_seat_kept_for_them() -> None:
    state = waiting(Terms(listed=True), SeatRow("b", "open", kept="B"))
    assert arrival_event(does(state, "B", sit("y")), "B") is None


def test_before_an_anonymous_table_begins_nobody_speaks_there() -> None:
    """The seats are shuffled then, and what was said would tell who is who."""
    for anonymous, rooms in ((True, []), (False, [""])):
        assert rooms_of(waiting(Terms(anonymous=anonymous)), Speaker("R", "r")) == rooms
    assert rooms_of(playing(Terms(anonymous=True)), Speaker("R", "r")) == ["", "*"]


def test_who_is_out_is_offered_no_pacts_any_more() -> None:
    blue = Speaker("B", "b")
    assert terms_for(playing(), blue).pacts
    assert not terms_for(apply(playing(), Resigned("b")), blue).pacts


def test_a_game_that_does_not_count_anyway_is_joined_from_any_place() -> None:
    one_house = [SeatRow(p, "person", device=p.upper(), marks=("a1b2c",)) for p in "rb"]
    begun = does(waiting(Terms(rated=True), *one_house), "R", BeginRequest(1))
    assert require_online(begun).shared
    assert does(begun, "Y", sit("y", KEY)).seats["y"].device == "Y"
