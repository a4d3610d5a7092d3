"""Who may do what at an online table, and what follows from it: on states alone, no server."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace as with_fields

from djambi import Position
from djambi.server.cluster.bus import Bus
from djambi.server.errors import RequestRefused
from djambi.server.game.automatic_events import begin_event, next_automatic_event
from djambi.server.game.events import (
    Begun,
    Created,
    DrawAgreed,
    DrawOffered,
    Flagged,
    Followed,
    LogEvent,
    Numbered,
    Paused,
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
    decode,
    encode,
)
from djambi.server.game.levels import stand_in_for
from djambi.server.game.rated import marks_of, uncounted_because
from djambi.server.game.reducer import apply, replay
from djambi.server.game.state import GameState
from djambi.server.game.table_presenter import table_view
from djambi.server.game.table_queries import (
    electorate,
    free_seats,
    parties_of,
    require_online,
    voters,
)
from djambi.server.game.table_state import Vote
from djambi.server.game.visibility import may_watch
from djambi.server.live.room import GameRoom
from djambi.server.schemas import messages as m
from djambi.server.schemas import tables as o
from djambi.server.schemas.tables import NewTableBody, SeatPlan
from djambi.server.schemas.terms import ClockKind, ClockTerms, Terms, VoteKind
from djambi.server.tables.commands import (
    LEAST_VOTE_MS,
    TableCommand,
    arrival_event,
    departure_event,
    event_for_command,
    vote_ms,
)
from djambi.server.tables.creation import checked_terms, creation_event, next_game_event
from djambi.server.tables.notifications import publish_news
from djambi.server.tables.voting import draw_ballots, verdict
from djambi.server.talk.commands import Speaker, rooms_of, terms_for

KEY = "the-link"


def waiting(terms: Terms = Terms(), *rows: SeatRow) -> GameState:  # noqa: B008 - frozen
    """A table that "R" made and sits at as red; the others are open, unless `rows` say."""
    named = {row.party: row for row in (SeatRow("r", "person", device="R"), *rows)}
    seats = tuple(named.get(p, SeatRow(p, "open")) for p in "rbyg")
    created = Created(str(Position.start()), seats, terms, "R", KEY)
    return replay([Numbered(1, 0, created)])


def playing(terms: Terms = Terms(), *rows: SeatRow) -> GameState:  # noqa: B008 - frozen
    """A table under way: "R", "B", "Y", "G" play, unless `rows` say."""
    four = [SeatRow(p, "person", device=p.upper()) for p in "rbyg"]
    return apply(waiting(terms, *four, *rows), Begun())


def does(state: GameState, account: str, asked: TableCommand, at: int = 1000) -> GameState:
    """The table after somebody asked for something."""
    return apply(state, event_for_command(state, account, asked, at), at)


def refused(state: GameState, account: str, asked: TableCommand, at: int = 1000) -> str:
    """Why somebody may not."""
    with pytest.raises(RequestRefused) as caught:
        does(state, account, asked, at)
    return caught.value.code


def sit(party: str, key: str = "") -> m.SitRequest:
    return m.SitRequest(1, 0, party, key)


def seats(state: GameState) -> list[str]:
    return [row.device or row.player for row in state.seats.values()]


# --- sitting down and getting up ----------------------------------------------------------------


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
    assert refused(state, "Y", m.LeaveRequest(1, 0, "b")) == "not_your_seat"
    assert seats(does(state, "B", m.LeaveRequest(1, 0, "b"))) == ["R", "open", "open", "open"]


def test_a_bot_until_somebody_comes_is_there_again_once_they_get_up() -> None:
    listed, planned = Terms(listed=True), SeatRow("y", "open", stand_in="casual")
    other = [SeatRow("g", "bot", level="club")]
    sat = does(waiting(listed, planned, *other), "X", sit("y"))
    for free in (
        does(sat, "X", sit("b")),
        does(sat, "X", m.LeaveRequest(1, 0, "y")),
        apply(sat, departure_event(sat, "X") or Relinked("")),
    ):
        assert free.seats["y"] == planned
    assert next_automatic_event(does(sat, "X", sit("b"))) == Begun((planned,))
    # Whoever made the table has decided otherwise since.
    opened = does(waiting(listed, planned, *other), "R", m.SeatRequest(1, 0, "y", "open"))
    opened = does(does(opened, "X", sit("y")), "X", sit("b"))
    assert opened.seats["y"] == SeatRow("y", "open")


def test_who_made_a_table_sets_its_seats_until_it_begins() -> None:
    state = does(waiting(Terms(listed=True)), "B", sit("b"))
    assert refused(state, "B", m.SeatRequest(1, 0, "y", "bot")) == "owner_only"
    assert refused(state, "R", m.SeatRequest(1, 0, "y", "person")) == "only_sit"
    assert refused(state, "R", m.SeatRequest(1, 0, "y", "bot", "nonsense")) == "no_level"
    removed = does(state, "R", m.SeatRequest(1, 0, "b", "open", meanwhile="club"))
    assert removed.seats["b"] == SeatRow("b", "open", stand_in="club")
    assert refused(playing(), "R", m.SeatRequest(1, 0, "b", "open")) == "begun"


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
    state = does(state, "B", m.LeaveRequest(1, 0, "b"))
    state = apply(state, StoodIn("r", stand_in_for(state, "r")))
    assert len(bots(state)) == 4 and different_people(state)


def test_who_made_it_may_begin_with_bots_on_the_free_seats() -> None:
    state = waiting(Terms(meanwhile="club"))
    assert refused(state, "B", o.BeginRequest(1)) == "owner_only"
    begun = does(state, "R", o.BeginRequest(1))
    assert require_online(begun).begun and begun.seats["r"].bot is None
    assert bots(begun)[0] == "club" and different_people(begun)
    assert free_seats(begun) == "byg" and refused(begun, "R", o.BeginRequest(1)) == "begun"


def test_who_sits_there_may_begin_once_the_host_is_gone() -> None:
    def code(state: GameState, account: str = "B", at: int = 0, left: int | None = 0) -> str:
        with pytest.raises(RequestRefused) as caught:
            event_for_command(state, account, o.BeginRequest(1), at, host_left=left)
        return caught.value.code

    blue = SeatRow("b", "person", device="B")
    state = waiting(Terms(), blue)
    assert code(state, left=None) == code(state, "Z") == "owner_only"
    assert code(state, at=LEAST_VOTE_MS - 1) == "host_soon"
    event = event_for_command(state, "B", o.BeginRequest(1), LEAST_VOTE_MS, host_left=0)
    assert require_online(apply(state, event)).begun
    for terms in (Terms(anonymous=True), Terms(clock=ClockTerms("days", 86_400))):
        assert code(waiting(terms, blue), at=10**9) == "owner_only"
    # Nobody waits for a host who got up; for one whose seat is kept they do.
    left = does(state, "R", m.LeaveRequest(1, 0, "r"))
    assert require_online(does(left, "B", o.BeginRequest(1))).begun
    assert code(waiting(Terms(), blue, SeatRow("r", "open", kept="R"))) == "host_soon"


def test_before_the_beginning_nobody_plays() -> None:
    state = waiting()
    assert refused(state, "R", m.TurnRequest(1, 0, "c3-e3")) == "not_begun"
    assert refused(state, "R", m.ResignRequest(1, 0, "r")) == "not_begun"
    assert refused(state, "R", o.CallRequest(1, 0, "draw")) == "not_begun"


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
    gone = does(state, "B", m.LeaveRequest(1, 0, "b"))
    assert gone.seats["b"].player == "open" and gone.seats["b"].bot
    assert refused(gone, "B", sit("y")) == "seated"
    assert does(gone, "B", sit("b")).seats["b"].device == "B"


def test_a_substitute_who_got_up_takes_no_other_seat() -> None:
    kept = SeatRow("g", "open", stand_in="club", kept="Z")
    state = playing(Terms(listed=True), kept)
    for party in "by":
        state = does(state, party.upper(), m.LeaveRequest(1, 0, party))
    there = does(state, "Z", sit("b"))
    left = does(there, "Z", m.LeaveRequest(1, 0, "b"))
    # They know what was said to that party, whether it was theirs first or not.
    assert refused(left, "Z", sit("y")) == refused(left, "Z", sit("g")) == "seated"
    assert arrival_event(left, "Z") is None
    assert does(left, "Z", sit("b")).seats["b"].device == "Z"
    assert does(left, "B", sit("b")).seats["b"].device == "B"
    # Where one sat before it began matters to nobody.
    moved = does(does(waiting(Terms(listed=True)), "Z", sit("b")), "Z", sit("y"))
    begun = does(moved, "R", o.BeginRequest(1))
    assert require_online(begun).played == {"R": "r", "Z": "y"}


def test_who_got_up_comes_back_without_the_link() -> None:
    left = does(playing(), "B", m.LeaveRequest(1, 0, "b"))
    assert refused(left, "Z", sit("b")) == "invited_only"
    assert does(left, "B", sit("b")).seats["b"].device == "B"
    # Nor does it matter that they were sent away before it began, and asked to come back.
    sent = does(does(waiting(), "B", sit("b", KEY)), "R", m.SeatRequest(1, 0, "b", "open"))
    assert refused(sent, "B", sit("b", KEY)) == "not_here"
    asked = apply(sent, Relinked("another"))
    begun = does(does(asked, "B", sit("b", "another")), "R", o.BeginRequest(1))
    left = does(begun, "B", m.LeaveRequest(1, 0, "b"))
    assert does(left, "B", sit("b")).seats["b"].device == "B"


@pytest.mark.parametrize(
    "terms", [Terms(rated=True), Terms(absence="resign"), Terms(substitutes=False)]
)
def test_where_nobody_may_follow_one_resigns(terms: Terms) -> None:
    assert refused(playing(terms), "B", m.LeaveRequest(1, 0, "b")) == "resign_instead"


def test_who_is_back_has_his_seat_again() -> None:
    state = apply(playing(), StoodIn("b", "club"))
    assert refused(state, "R", o.BackRequest(1)) == "not_away"
    assert arrival_event(state, "B") == Returned("b") and arrival_event(state, "R") is None
    assert does(state, "B", o.BackRequest(1)).seats["b"].stand_in is None


@pytest.mark.parametrize("kind", ["turn", "days"])
def test_a_turn_whose_time_ran_out_is_not_had_again(kind: ClockKind) -> None:
    state = playing(Terms(listed=True, clock=ClockTerms(kind, 3600)))
    late = apply(state, StoodIn("r", "club", "clock"), 3_600_000)
    assert refused(late, "R", o.BackRequest(1), 3_600_100) == "overdue"
    assert arrival_event(late, "R") is None
    left = does(late, "R", m.LeaveRequest(1, 0, "r"), 3_600_100)
    for account in "RZ":
        # Neither by getting up and sitting down again, nor by somebody else's coming.
        assert refused(left, account, sit("r"), 3_600_200) == "overdue"
    assert free_seats(left) == ""
    resigned = apply(late, Resigned("y"), 3_600_100)
    assert refused(resigned, "R", o.BackRequest(1), 3_600_200) == "overdue"
    played = apply(late, TurnPlayed("r", "c3-e3"), 3_600_600)
    assert arrival_event(played, "R") == Returned("r") and free_seats(played) == "r"
    back = does(played, "R", o.BackRequest(1), 3_600_700)
    assert back.seats["r"].stand_in is None and back.mover == "b"
    assert back.clock.until() == 3_600_600 + 3_600_000


def test_coming_back_gives_no_time_for_the_turn_under_way() -> None:
    state = playing(Terms(clock=ClockTerms("turn", 60)))
    away = apply(state, StoodIn("r", "club"), 40_000)
    back = does(away, "R", o.BackRequest(1), 41_000)
    assert back.clock.until() == 41_000 + 20_000


def test_a_kept_seat_is_for_one_and_taken_by_coming() -> None:
    state = waiting(Terms(listed=True), SeatRow("b", "open", kept="B"))
    assert free_seats(state) == "yg" and refused(state, "Y", sit("b")) == "seat_taken"
    assert arrival_event(state, "B") == Seated(SeatRow("b", "person", device="B"))
    assert arrival_event(state, "Y") is None


def test_nobody_is_seated_at_a_party_that_is_out() -> None:
    state = waiting(Terms(), SeatRow("b", "open", kept="B"))
    out = apply(does(state, "R", o.BeginRequest(1)), Resigned("b"))
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
    begun = does(state, "R", o.BeginRequest(1))
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
    begun = does(waiting(Terms(rated=True), *one_house), "R", o.BeginRequest(1))
    assert require_online(begun).shared
    assert does(begun, "Y", sit("y", KEY)).seats["y"].device == "Y"


# --- playing ------------------------------------------------------------------------------------


def test_turns_are_for_the_mover_and_for_people_who_are_there() -> None:
    state = playing()
    assert refused(state, "B", m.TurnRequest(1, 0, "c3-e3")) == "not_your_turn"
    assert refused(state, "-", m.TurnRequest(1, 0, "c3-e3")) == "not_your_turn"
    assert does(state, "R", m.TurnRequest(1, 0, "c3-e3")).mover == "b"
    away = apply(state, StoodIn("r", "club"))
    assert refused(away, "R", m.TurnRequest(1, 0, "c3-e3")) == "not_your_turn"


def test_after_the_flag_no_turn_is_taken() -> None:
    state = playing(Terms(clock=ClockTerms("turn", 30)))
    assert refused(state, "R", m.TurnRequest(1, 0, "c3-e3"), at=30_001) == "time_up"
    assert does(state, "R", m.TurnRequest(1, 0, "c3-e3"), at=30_000).mover == "b"
    late = m.TurnRequest(1, 0, "c3-e3")
    assert event_for_command(state, "R", late, 30_001, held_up=True) == TurnPlayed("r", "c3-e3")


def test_what_needs_a_vote_is_not_done_alone() -> None:
    state = does(playing(), "R", m.TurnRequest(1, 0, "c3-e3"))
    for asked in (m.UndoRequest(1, 0), m.DrawRequest(1, 0), m.RenameRequest(1, 0, "r", "name")):
        assert refused(state, "R", asked) == "vote_instead"
    for event in (DrawOffered("r"), Renamed("r", "name")):
        with pytest.raises(RequestRefused, match="vote_instead"):
            apply(state, event)


def test_only_a_party_that_plays_resigns() -> None:
    state = playing()
    assert refused(state, "B", m.ResignRequest(1, 0, "r")) == "not_your_seat"
    gone = does(state, "B", m.ResignRequest(1, 0, "b"))
    assert refused(gone, "B", m.ResignRequest(1, 0, "b")) == "party_out"


def test_only_what_moves_pieces_moves_the_position() -> None:
    state = playing()
    assert state.moved == 1
    seated = apply(apply(state, StoodIn("y", "club")), Returned("y"))
    assert seated.moved == 1 and seated.number == 4
    turned = apply(seated, TurnPlayed("r", "c3-e3"))
    assert turned.moved == 5 and apply(turned, Undone(0)).moved == 6


# --- votes --------------------------------------------------------------------------------------


def vote_of(state: GameState) -> Vote:
    vote = require_online(state).vote
    assert vote is not None
    return vote


def test_all_consent_to_a_turn_taken_back() -> None:
    state = does(
        does(playing(), "R", m.TurnRequest(1, 0, "c3-e3")), "R", o.CallRequest(1, 0, "undo")
    )
    vote = vote_of(state)
    assert (vote.party, vote.agreed, vote.kept) == ("r", "r", 0)
    for party in "by":
        state = does(state, party.upper(), o.BallotRequest(1, vote.number, agree=True))
        assert next_automatic_event(state) is None
    state = does(state, "G", o.BallotRequest(1, vote.number, agree=True))
    assert next_automatic_event(state) == Undone(0)
    back = apply(state, Undone(0))
    assert require_online(back).vote is None and not back.entries


def test_one_no_ends_it() -> None:
    state = does(playing(), "R", o.CallRequest(1, 0, "pause"))
    number = vote_of(state).number
    assert refused(state, "B", o.BallotRequest(1, number + 1, agree=True)) == "no_vote"
    assert refused(state, "-", o.BallotRequest(1, number, agree=True)) == "not_your_seat"
    assert require_online(does(state, "B", o.BallotRequest(1, number, agree=False))).vote is None


def test_bots_and_the_eliminated_are_not_asked() -> None:
    state = playing(Terms(), SeatRow("g", "bot", level="club"))
    state = apply(apply(state, Resigned("b")), Seated(SeatRow("y", "open", stand_in="club")))
    assert voters(state) == electorate(state) == "r"
    state = does(state, "R", o.CallRequest(1, 0, "pause"))
    assert next_automatic_event(state) == Paused()


@pytest.mark.parametrize("kind", ["draw", "undo", "pause"])
def test_a_bot_that_sits_in_for_somebody_says_no(kind: VoteKind) -> None:
    state = does(playing(), "R", m.TurnRequest(1, 0, "c3-e3"))
    away = apply(state, StoodIn("g", "club"))
    assert (voters(away), electorate(away)) == ("rby", "rbyg")
    assert refused(away, "R", o.CallRequest(1, 0, kind)) == "voter_away"
    called = apply(does(state, "R", o.CallRequest(1, 0, kind)), StoodIn("g", "club"))
    assert next_automatic_event(called) == VoteClosed()


def test_what_was_agreed_is_not_agreed_by_who_comes_after() -> None:
    state = does(playing(Terms(listed=True)), "R", o.CallRequest(1, 0, "pause"))
    state = does(does(state, "R", m.LeaveRequest(1, 0, "r")), "Z", sit("r"))
    for party in "byg":
        state = does(state, party.upper(), o.BallotRequest(1, vote_of(state).number, agree=True))
    assert next_automatic_event(state) is None and vote_of(state).agreed == "byg"


def test_a_table_that_everybody_left_agrees_to_nothing() -> None:
    state = does(playing(), "R", o.CallRequest(1, 0, "pause"))
    for party in "rbyg":
        state = does(state, party.upper(), m.LeaveRequest(1, 0, party))
    assert electorate(state) == "" and next_automatic_event(state) is None


def test_a_paused_game_goes_on_once_only_bots_are_left() -> None:
    rows = [SeatRow(p, "bot", level="club") for p in "yg"]
    state = apply(playing(Terms(rated=True), *rows), Paused())
    one = apply(state, Resigned("r"))
    assert next_automatic_event(one) is None
    called = does(one, "B", o.CallRequest(1, 0, "resume"))
    for waiting_for_nobody in apply(one, Resigned("b")), apply(called, Resigned("b")):
        assert next_automatic_event(waiting_for_nobody) == Resumed()
        state = apply(waiting_for_nobody, Resumed())
        assert not state.paused and next_automatic_event(state) is None


def test_a_turn_is_taken_back_to_before_the_callers_last_one_at_most() -> None:
    state = playing()
    for account, text in (("R", "c3-e3"), ("B", "g3-g4"), ("Y", "g7-f7"), ("G", "c7-c6")):
        state = does(state, account, m.TurnRequest(1, 0, text))
    assert refused(state, "Y", o.CallRequest(1, 0, "undo", 0)) == "undo_too_far"
    assert refused(state, "Y", o.CallRequest(1, 0, "undo", 1)) == "undo_too_far"
    assert vote_of(does(state, "Y", o.CallRequest(1, 0, "undo"))).kept == 2
    assert vote_of(does(state, "Y", o.CallRequest(1, 0, "undo", 3))).kept == 3
    assert vote_of(does(state, "R", o.CallRequest(1, 0, "undo", 0))).kept == 0


def test_nobody_is_put_back_into_the_game_unasked() -> None:
    state = playing()
    for account, text in (("R", "c3-e3"), ("B", "g3-g4")):
        state = does(state, account, m.TurnRequest(1, 0, text))
    state = does(state, "B", m.ResignRequest(1, 0, "b"))
    assert electorate(state) == "ryg" and electorate(state, 0) == "rbyg"
    assert refused(state, "B", o.CallRequest(1, 0, "undo")) == "not_your_seat"
    called = does(state, "R", o.CallRequest(1, 0, "undo"))
    number = vote_of(called).number
    asked = called
    for party in "yg":
        asked = does(asked, party.upper(), o.BallotRequest(1, number, agree=True))
    assert voters(asked) == "rbyg" and next_automatic_event(asked) is None
    assert require_online(does(asked, "B", o.BallotRequest(1, number, agree=False))).vote is None
    agreed = does(asked, "B", o.BallotRequest(1, number, agree=True))
    assert next_automatic_event(agreed) == Undone(0)
    # Nobody else says yes for somebody who is away.
    away = apply(called, StoodIn("y", "club"))
    assert next_automatic_event(away) == VoteClosed()


def test_in_a_rated_game_nobody_takes_back_a_resignation_nor_a_turn_alone() -> None:
    bots = [SeatRow(p, "bot", level="club") for p in "yg"]
    rated = Terms(rated=True, substitutes=False)
    state = playing(rated, *bots)
    for event in (TurnPlayed("r", "c3-e3"), TurnPlayed("b", "g3-g4"), TurnPlayed("y", "g7-f7")):
        state = apply(state, event)
    assert vote_of(does(state, "R", o.CallRequest(1, 0, "undo"))).kept == 0
    for out in Resigned("b"), Flagged("b"):
        alone = apply(state, out)
        assert refused(alone, "R", o.CallRequest(1, 0, "undo")) == "rated_undo"
        # Nor what came after it, with nobody but bots to see it.
        later = apply(apply(alone, TurnPlayed("g", "c7-c6")), TurnPlayed("r", "c2-d2"))
        assert refused(later, "R", o.CallRequest(1, 0, "undo")) == "rated_undo"
    others = apply(playing(rated), TurnPlayed("r", "c3-e3"))
    others = apply(others, Resigned("y"))
    assert refused(others, "R", o.CallRequest(1, 0, "undo")) == "rated_undo"
    played = apply(apply(others, TurnPlayed("b", "g3-g4")), TurnPlayed("g", "c7-c6"))
    assert vote_of(does(played, "B", o.CallRequest(1, 0, "undo"))).kept == 2


def test_what_cannot_be_called() -> None:
    state = playing(Terms(takeback=False))
    assert refused(state, "R", o.CallRequest(1, 0, "undo")) == "no_undo"
    assert refused(state, "-", o.CallRequest(1, 0, "draw")) == "not_your_seat"
    turned = does(state, "R", m.TurnRequest(1, 0, "c3-e3"))
    assert refused(turned, "R", o.CallRequest(1, 0, "undo")) == "no_takeback"
    assert refused(state, "R", o.CallRequest(1, 0, "resume")) == "not_paused"
    held = does(state, "R", o.CallRequest(1, 0, "draw"))
    assert refused(held, "B", o.CallRequest(1, 0, "pause")) == "vote_held"
    assert refused(playing(), "R", o.CallRequest(1, 0, "undo", 0)) == "no_undo"
    paused = apply(state, Paused())
    assert refused(paused, "R", o.CallRequest(1, 0, "pause")) == "paused"
    assert vote_of(does(paused, "R", o.CallRequest(1, 0, "resume"))).kind == "resume"


def test_nothing_in_the_log_tells_who_called_a_draw() -> None:
    event = event_for_command(playing(), "Y", o.CallRequest(1, 0, "draw"), 1000)
    assert event == VoteCalled("draw", 1000 + vote_ms(require_online(playing())))
    state = apply(playing(), event, 1000)
    view = table_view(state, require_online(state), lambda account: True, 0, 1000)
    assert view.vote is not None and view.vote.party == view.vote.agreed == ""
    with pytest.raises(RequestRefused, match="no_vote"):
        apply(state, VoteCast("r", True))


def test_a_vote_on_the_position_ends_with_it_and_one_on_a_pause_goes_on() -> None:
    draw = apply(apply(playing(), VoteCalled("draw", 99)), TurnPlayed("r", "c3-e3"))
    assert require_online(draw).vote is None
    with pytest.raises(RequestRefused, match="no_vote"):
        apply(draw, VoteClosed())
    pause = apply(apply(playing(), VoteCalled("pause", 99, "r")), TurnPlayed("r", "c3-e3"))
    assert vote_of(pause).kind == "pause"
    assert (
        require_online(apply(apply(playing(), VoteCalled("pause", 99, "r")), DrawAgreed())).vote
        is None
    )


def test_the_lobby_hears_that_a_bot_plays_for_somebody_and_not_of_every_turn() -> None:
    heard: list[str] = []

    def publish(topic: str, _: bytes) -> None:
        heard.append(topic)

    bus = cast("Bus", SimpleNamespace(publish=publish))

    def tells(before: GameState, after: GameState) -> bool:
        heard.clear()
        publish_news(bus, cast("GameRoom", SimpleNamespace(id="g", state=after)), before)
        return "lobby" in heard

    state = playing()
    assert tells(state, apply(state, StoodIn("r", "club")))
    assert not tells(state, apply(state, TurnPlayed("r", "c3-e3")))


def test_ballots_count_only_in_the_vote_they_were_cast_in() -> None:
    state = apply(playing(), VoteCalled("draw", 99))
    number = vote_of(state).number
    ballots = {"R": (number, True), "B": (number - 1, True), "Y": (number, False)}
    assert draw_ballots(state, ballots) == {"r": True, "b": None, "y": False, "g": None}
    away = apply(state, StoodIn("r", "club"))
    assert draw_ballots(away, ballots) == {"r": False, "b": None, "y": False, "g": None}


@pytest.mark.parametrize(
    ("said", "closing", "expected"),
    [
        ({"r": True, "b": True}, False, True),
        ({"r": True, "b": False}, False, False),
        ({"r": True, "b": None}, False, None),
        ({"r": True, "b": None}, True, False),
        ({"r": True, "b": True}, True, True),
        ({"r": None, "b": None}, True, False),
        ({"r": False, "b": None}, False, None),
        ({}, True, False),
    ],
)
def test_silence(said: dict[str, bool | None], closing: bool, expected: bool | None) -> None:
    assert verdict(said, closing) is expected


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
    over = apply(does(late, "R", o.BeginRequest(1)), DrawAgreed())
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
