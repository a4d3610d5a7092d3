"""Votes at an online table, and what follows from them: on states alone, no server."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from tests.online.table_states import does, playing, refused, sit, vote_of

from djambi.server.cluster.bus import Bus
from djambi.server.errors import RequestRefused
from djambi.server.game.automatic_events import next_automatic_event
from djambi.server.game.events import (
    DrawAgreed,
    Flagged,
    Paused,
    Resigned,
    Resumed,
    Seated,
    SeatRow,
    StoodIn,
    TurnPlayed,
    Undone,
    VoteCalled,
    VoteCast,
    VoteClosed,
)
from djambi.server.game.reducer import apply
from djambi.server.game.state import GameState
from djambi.server.game.table_presenter import table_view
from djambi.server.game.table_queries import electorate, require_online, voters
from djambi.server.live.room import GameRoom
from djambi.server.schemas.messages import LeaveRequest, ResignRequest, TurnRequest
from djambi.server.schemas.tables import BallotRequest, CallRequest
from djambi.server.schemas.terms import Terms, VoteKind
from djambi.server.tables.commands import event_for_command, vote_ms
from djambi.server.tables.notifications import publish_news
from djambi.server.tables.voting import draw_ballots, verdict


def test_all_consent_to_a_turn_taken_back() -> None:
    state = does(does(playing(), "R", TurnRequest(1, 0, "c3-e3")), "R", CallRequest(1, 0, "undo"))
    vote = vote_of(state)
    assert (vote.party, vote.agreed, vote.kept) == ("r", "r", 0)
    for party in "by":
        state = does(state, party.upper(), BallotRequest(1, vote.number, agree=True))
        assert next_automatic_event(state) is None
    state = does(state, "G", BallotRequest(1, vote.number, agree=True))
    assert next_automatic_event(state) == Undone(0)
    back = apply(state, Undone(0))
    assert require_online(back).vote is None and not back.entries


def test_one_no_ends_it() -> None:
    state = does(playing(), "R", CallRequest(1, 0, "pause"))
    number = vote_of(state).number
    assert refused(state, "B", BallotRequest(1, number + 1, agree=True)) == "no_vote"
    assert refused(state, "-", BallotRequest(1, number, agree=True)) == "not_your_seat"
    assert require_online(does(state, "B", BallotRequest(1, number, agree=False))).vote is None


def test_bots_and_the_eliminated_are_not_asked() -> None:
    state = playing(Terms(), SeatRow("g", "bot", level="club"))
    state = apply(apply(state, Resigned("b")), Seated(SeatRow("y", "open", stand_in="club")))
    assert voters(state) == electorate(state) == "r"
    state = does(state, "R", CallRequest(1, 0, "pause"))
    assert next_automatic_event(state) == Paused()


@pytest.mark.parametrize("kind", ["draw", "undo", "pause"])
def test_a_bot_that_sits_in_for_somebody_says_no(kind: VoteKind) -> None:
    state = does(playing(), "R", TurnRequest(1, 0, "c3-e3"))
    away = apply(state, StoodIn("g", "club"))
    assert (voters(away), electorate(away)) == ("rby", "rbyg")
    assert refused(away, "R", CallRequest(1, 0, kind)) == "voter_away"
    called = apply(does(state, "R", CallRequest(1, 0, kind)), StoodIn("g", "club"))
    assert next_automatic_event(called) == VoteClosed()


def test_what_was_agreed_is_not_agreed_by_who_comes_after() -> None:
    state = does(playing(Terms(listed=True)), "R", CallRequest(1, 0, "pause"))
    state = does(does(state, "R", LeaveRequest(1, 0, "r")), "Z", sit("r"))
    for party in "byg":
        state = does(state, party.upper(), BallotRequest(1, vote_of(state).number, agree=True))
    assert next_automatic_event(state) is None and vote_of(state).agreed == "byg"


def test_a_table_that_everybody_left_agrees_to_nothing() -> None:
    state = does(playing(), "R", CallRequest(1, 0, "pause"))
    for party in "rbyg":
        state = does(state, party.upper(), LeaveRequest(1, 0, party))
    assert electorate(state) == "" and next_automatic_event(state) is None


def test_a_paused_game_goes_on_once_only_bots_are_left() -> None:
    rows = [SeatRow(p, "bot", level="club") for p in "yg"]
    state = apply(playing(Terms(rated=True), *rows), Paused())
    one = apply(state, Resigned("r"))
    assert next_automatic_event(one) is None
    called = does(one, "B", CallRequest(1, 0, "resume"))
    for waiting_for_nobody in apply(one, Resigned("b")), apply(called, Resigned("b")):
        assert next_automatic_event(waiting_for_nobody) == Resumed()
        state = apply(waiting_for_nobody, Resumed())
        assert not state.paused and next_automatic_event(state) is None


def test_a_turn_is_taken_back_to_before_the_callers_last_one_at_most() -> None:
    state = playing()
    for account, text in (("R", "c3-e3"), ("B", "g3-g4"), ("Y", "g7-f7"), ("G", "c7-c6")):
        state = does(state, account, TurnRequest(1, 0, text))
    assert refused(state, "Y", CallRequest(1, 0, "undo", 0)) == "undo_too_far"
    assert refused(state, "Y", CallRequest(1, 0, "undo", 1)) == "undo_too_far"
    assert vote_of(does(state, "Y", CallRequest(1, 0, "undo"))).kept == 2
    assert vote_of(does(state, "Y", CallRequest(1, 0, "undo", 3))).kept == 3
    assert vote_of(does(state, "R", CallRequest(1, 0, "undo", 0))).kept == 0


def test_nobody_is_put_back_into_the_game_unasked() -> None:
    state = playing()
    for account, text in (("R", "c3-e3"), ("B", "g3-g4")):
        state = does(state, account, TurnRequest(1, 0, text))
    state = does(state, "B", ResignRequest(1, 0, "b"))
    assert electorate(state) == "ryg" and electorate(state, 0) == "rbyg"
    assert refused(state, "B", CallRequest(1, 0, "undo")) == "not_your_seat"
    called = does(state, "R", CallRequest(1, 0, "undo"))
    number = vote_of(called).number
    asked = called
    for party in "yg":
        asked = does(asked, party.upper(), BallotRequest(1, number, agree=True))
    assert voters(asked) == "rbyg" and next_automatic_event(asked) is None
    assert require_online(does(asked, "B", BallotRequest(1, number, agree=False))).vote is None
    agreed = does(asked, "B", BallotRequest(1, number, agree=True))
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
    assert vote_of(does(state, "R", CallRequest(1, 0, "undo"))).kept == 0
    for out in Resigned("b"), Flagged("b"):
        alone = apply(state, out)
        assert refused(alone, "R", CallRequest(1, 0, "undo")) == "rated_undo"
        # Nor what came after it, with nobody but bots to see it.
        later = apply(apply(alone, TurnPlayed("g", "c7-c6")), TurnPlayed("r", "c2-d2"))
        assert refused(later, "R", CallRequest(1, 0, "undo")) == "rated_undo"
    others = apply(playing(rated), TurnPlayed("r", "c3-e3"))
    others = apply(others, Resigned("y"))
    assert refused(others, "R", CallRequest(1, 0, "undo")) == "rated_undo"
    played = apply(apply(others, TurnPlayed("b", "g3-g4")), TurnPlayed("g", "c7-c6"))
    assert vote_of(does(played, "B", CallRequest(1, 0, "undo"))).kept == 2


def test_what_cannot_be_called() -> None:
    state = playing(Terms(takeback=False))
    assert refused(state, "R", CallRequest(1, 0, "undo")) == "no_undo"
    assert refused(state, "-", CallRequest(1, 0, "draw")) == "not_your_seat"
    turned = does(state, "R", TurnRequest(1, 0, "c3-e3"))
    assert refused(turned, "R", CallRequest(1, 0, "undo")) == "no_takeback"
    assert refused(state, "R", CallRequest(1, 0, "resume")) == "not_paused"
    held = does(state, "R", CallRequest(1, 0, "draw"))
    assert refused(held, "B", CallRequest(1, 0, "pause")) == "vote_held"
    assert refused(playing(), "R", CallRequest(1, 0, "undo", 0)) == "no_undo"
    paused = apply(state, Paused())
    assert refused(paused, "R", CallRequest(1, 0, "pause")) == "paused"
    assert vote_of(does(paused, "R", CallRequest(1, 0, "resume"))).kind == "resume"


def test_nothing_in_the_log_tells_who_called_a_draw() -> None:
    event = event_for_command(playing(), "Y", CallRequest(1, 0, "draw"), 1000)
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
