"""Who resigned may play on if everybody else agrees (RULES 5, Return): votes, clocks, the log."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from tests.online.people import OnlineServed
from tests.online.table_states import KEY, does, refused, vote_of
from tests.online.tables import seated, table, told
from tests.online.test_fair_play import until_event
from tests.positions import FIRST_IS_OUT, RESIGNED
from tests.server.people import Person

from djambi import Game, Position
from djambi.bots import Bot
from djambi.server.errors import RequestRefused
from djambi.server.game import records
from djambi.server.game.automatic_events import next_automatic_event
from djambi.server.game.events import (
    Begun,
    Created,
    Flagged,
    LogEvent,
    Numbered,
    Rejoined,
    Resigned,
    SeatRow,
    StoodIn,
    TurnPlayed,
    Undone,
    VoteClosed,
    decode,
    encode,
)
from djambi.server.game.reducer import apply, replay
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import require_online, voters
from djambi.server.schemas.messages import RejoinRequest
from djambi.server.schemas.tables import BallotRequest, CallRequest
from djambi.server.schemas.terms import ClockTerms, Terms
from djambi.server.tables.voting import open_ballots

START = Position.start("square-4", "hallepee")
EDITION = {"edition": "hallepee"}


def playing(terms: Terms = Terms(), *rows: SeatRow) -> GameState:  # noqa: B008 - frozen
    """A table by rules that know returns: "R", "B", "Y", "G" play, unless `rows` say."""
    named = {row.party: row for row in rows}
    four = tuple(named.get(p, SeatRow(p, "person", device=p.upper())) for p in "rbyg")
    created = Created(str(START), four, terms, "R", KEY)
    return apply(replay([Numbered(1, 0, created)]), Begun())


def called(state: GameState, account: str = "B") -> GameState:
    return does(state, account, CallRequest(1, 0, "return"))


# --- who may ask, and who is asked --------------------------------------------------------------


def test_who_resigned_asks_and_all_others_say_yes() -> None:
    state = called(apply(playing(), Resigned("b")))
    vote = vote_of(state)
    assert (vote.kind, vote.party, vote.agreed, voters(state)) == ("return", "b", "", "ryg")
    assert refused(state, "B", BallotRequest(1, vote.number, agree=True)) == "not_your_seat"
    for party in "ryg":
        assert None in open_ballots(state, vote_of(state)).values()
        state = does(state, party.upper(), BallotRequest(1, vote.number, agree=True))
    assert set(open_ballots(state, vote_of(state)).values()) == {True}
    back = apply(state, Rejoined("b"))
    assert require_online(back).vote is None and back.position.party("b").is_active


def test_one_no_ends_it_and_so_does_a_bot_that_sits_in() -> None:
    state = called(apply(playing(), Resigned("b")))
    no = does(state, "Y", BallotRequest(1, vote_of(state).number, agree=False))
    assert require_online(no).vote is None
    assert next_automatic_event(apply(state, StoodIn("g", "club"))) == VoteClosed()
    away = apply(apply(playing(), Resigned("b")), StoodIn("g", "club"))
    assert refused(away, "B", CallRequest(1, 0, "return")) == "voter_away"


def test_who_may_not_ask() -> None:
    state = apply(playing(), Resigned("b"))
    assert refused(state, "Z", CallRequest(1, 0, "return")) == "not_your_seat"
    assert refused(state, "R", CallRequest(1, 0, "return")) == "no_return"
    assert refused(state, "B", RejoinRequest(1, 0, "b")) == "vote_instead"
    rated = apply(playing(Terms(rated=True)), Resigned("b"))
    assert refused(rated, "B", CallRequest(1, 0, "return")) == "rated_return"
    for cause in ("clock", "absence"):
        late = apply(playing(), Flagged("b", cause))
        assert refused(late, "B", CallRequest(1, 0, "return")) == "no_return_flagged"
    # Whoever resigned, came back and then let the clock run out has lost on time.
    again = apply(apply(state, Rejoined("b")), Flagged("b", "clock"))
    assert refused(again, "B", CallRequest(1, 0, "return")) == "no_return_flagged"


def test_where_the_rules_know_no_return_there_is_none() -> None:
    seats = tuple(SeatRow(p, "person", device=p.upper()) for p in "rbyg")
    created = Created(str(Position.start()), seats, Terms(), "R", KEY)
    state = apply(apply(replay([Numbered(1, 0, created)]), Begun()), Resigned("b"))
    with pytest.raises(RequestRefused) as caught:
        called(state)
    assert caught.value.code == "no_return" and caught.value.words.en != caught.value.words.fr


def test_the_vote_goes_on_while_others_play_and_the_rules_allow_it() -> None:
    state = apply(called(apply(playing(), Resigned("b"))), TurnPlayed("r", "c3-e3"))
    assert vote_of(state).kind == "return"
    ended = apply(apply(called(apply(playing(), Resigned("b"))), Resigned("y")), Resigned("g"))
    assert ended.mover is None and require_online(ended).vote is None


# --- clocks -------------------------------------------------------------------------------------


def test_a_clock_for_each_turn_starts_anew_and_a_fischer_clock_stands() -> None:
    for kind in ("turn", "days"):
        state = apply(playing(Terms(clock=ClockTerms(kind, 3600))), Resigned("b"), 1_000_000)
        back = apply(state, Rejoined("b"), 2_000_000)
        assert back.mover == "r" and back.clock.until() == 2_000_000 + 3_600_000
    fischer = playing(Terms(clock=ClockTerms("fischer", 600, 5)))
    state = apply(apply(fischer, TurnPlayed("r", "c3-e3"), 100_000), Resigned("b"), 130_000)
    shown = state.clock.shown(200_000)
    back = apply(state, Rejoined("b"), 200_000)
    assert back.clock.shown(200_000) == shown and shown["b"] == 570_000


# --- the log ------------------------------------------------------------------------------------


def test_a_return_is_a_line_that_is_read_again_recorded_and_taken_back() -> None:
    assert decode(encode(Rejoined("b")), 3) == Rejoined("b")
    log: list[LogEvent] = [TurnPlayed("r", "c3-e3"), Resigned("b"), Rejoined("b")]
    state = playing()
    for event in (*log, TurnPlayed("y", "g7-f7")):
        state = apply(state, event)
    kinds = [(entry.party, entry.returned, entry.turn is None) for entry in state.entries]
    assert kinds == [
        ("r", False, False),
        ("b", False, True),
        ("b", True, True),
        ("y", False, False),
    ]
    text = records.write(state, "2026-11-22T00:00:00Z")
    assert "b returns" in text
    [game] = Game.read(text)
    assert game.position == state.position
    assert [e for e in records.read(text) if isinstance(e, Rejoined)] == [Rejoined("b")]
    assert not apply(state, Undone(2)).position.party("b").is_active
    assert apply(state, Undone(3)).position.party("b").is_active


# --- over sockets -------------------------------------------------------------------------------


def resigned(people: list[Person]) -> None:
    """Blue gives up at a table of four that has begun."""
    people[1].change("resign", party="b")
    for person in people:
        while told(person)["view"]["parties"][1]["status"] == "active":
            person.until("update")


def test_a_party_returns_when_all_have_said_yes_and_no_sooner(online: OnlineServed) -> None:
    members = [online.guest() for _ in range(4)]
    watcher = online.guest()
    with seated(members, **EDITION) as (game, people), watcher.sit(game) as other:
        other.until("state")
        resigned(people)
        assert told(people[1])["view"]["parties"][1]["may_return"]
        assert people[1].ask("rejoin", after=people[1].last, party="b")["code"] == "vote_instead"
        vote = people[1].change("call", vote="return")["table"]["vote"]
        assert (vote["kind"], vote["party"], vote["voters"]) == ("return", "b", "ryg")
        assert other.ask("ballot", vote=vote["number"], agree=True)["code"] == "not_your_seat"
        for person in (people[0], people[2]):
            assert person.ask("ballot", vote=vote["number"], agree=True)["type"] == "done"
        assert told(people[0])["view"]["parties"][1]["status"] != "active"
        assert people[3].ask("ballot", vote=vote["number"], agree=True)["type"] == "done"
        for person in (*people, other):
            update = until_event(person, "rejoined")
            assert update["lines"][-1]["kind"] == "returned" and update["table"]["vote"] is None
            assert update["view"]["parties"][1]["status"] == "active"
            assert update["events"][-1] | {"number": 0, "at": ""} == {
                "number": 0, "kind": "rejoined", "at": "", "party": "b", "text": None,
            }  # fmt: skip
        play_on(people)
        record = members[0].http.get(f"/api/games/{game}/record").text
        assert "b returns" in record and next(iter(Game.read(record))).position.ply == 2


def play_on(people: list[Person]) -> None:
    """Red plays, and then blue, who is back."""
    people[0].last = people[1].last = max(told(person)["number"] for person in people)
    people[0].change("turn", text="c3-e3")
    people[1].until("update", number=people[0].last)
    people[1].change("turn", text="g3-g4")


def test_one_no_and_silence_keep_it_out(online: OnlineServed) -> None:
    members = [online.guest() for _ in range(4)]
    with seated(members, **EDITION) as (_, people):
        resigned(people)
        vote = people[1].change("call", vote="return")["table"]["vote"]
        people[0].until("update", number=people[1].last)
        assert people[0].ask("ballot", vote=vote["number"], agree=False)["type"] == "done"
        until_event(people[1], "vote_cast")
        assert told(people[1])["table"]["vote"] is None
        assert told(people[1])["view"]["parties"][1]["status"] != "active"


@pytest.mark.parametrize("agrees", [True, False])
def test_alone_among_bots_the_bots_decide(
    online: OnlineServed, agrees: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []

    def answer(self: Bot, position: Position, party: str, returning: str) -> bool:
        asked.append((party, returning))
        return agrees

    monkeypatch.setattr(Bot, "accepts_return", answer)
    one, two = online.guest(), online.guest()
    # The others pause, so that nobody plays meanwhile.
    seats = [{"party": p, "player": "bot", "level": "casual"} for p in "yg"]
    plan = [{"party": "r", "player": "me"}, {"party": "b", "player": "open"}, *seats]
    body = {"variant": "square-4", "seats": plan, "terms": {"listed": True}, **EDITION}
    game = one.http.post("/api/tables", json=body).json()["id"]
    with one.sit(game) as first, two.sit(game) as second:
        first.until("state")
        second.until("state")
        second.change("sit", party="b")
        until_event(first, "begun")
        second.change("resign", party="b")
        vote = second.change("call", vote="return")["table"]["vote"]
        first.until("update", number=second.last)
        assert first.ask("ballot", vote=vote["number"], agree=True)["type"] == "done"
        until_event(second, "rejoined" if agrees else "vote_closed")
        status = told(second)["view"]["parties"][1]["status"]
        assert (status == "active") is agrees
    assert asked == ([("y", "b"), ("g", "b")] if agrees else [("y", "b")])


def test_an_anonymous_table_says_no_more_of_a_return(online: OnlineServed) -> None:
    members = [online.player(f"Hidden {letter}") for letter in "ABCD"]
    with seated(members, terms={"anonymous": True}, **EDITION) as (_, people):
        blue = next(p for p in people if told(p)["you"]["parties"] == "b")
        blue.change("resign", party="b")
        vote = blue.change("call", vote="return")["table"]["vote"]
        for person in people:
            if person is not blue:
                assert person.ask("ballot", vote=vote["number"], agree=True)["type"] == "done"
        for person in people:
            until_event(person, "rejoined")
            text = str(person.heard)
            assert not any(one.id in text or one.name in text for one in members)


def test_who_resigned_before_the_game_sits_down_and_asks(online: OnlineServed) -> None:
    members = [online.guest() for _ in range(4)]
    made = table(members[0], "square-3", position=RESIGNED, terms={"watch": "all"})
    with ExitStack() as stack:
        link = f"?key={made['invite']}"
        people = [stack.enter_context(m.sit(made["id"], link)) for m in members]
        for person, party in zip(people, "rbyg", strict=True):
            person.until("state")
            if party != "r":
                person.change("sit", party=party, key=made["invite"])
        for person in people:
            until_event(person, "begun")
        assert told(people[3])["view"]["parties"][3]["may_return"]
        vote = people[3].change("call", vote="return")["table"]["vote"]
        for person in people[:3]:
            assert person.ask("ballot", vote=vote["number"], agree=True)["type"] == "done"
        assert until_event(people[0], "rejoined")["view"]["parties"][3]["status"] == "active"


def test_nobody_waits_for_a_player_of_a_party_that_is_out(online: OnlineServed) -> None:
    plans = [{"party": "y", "player": "me"}, {"party": "g", "player": "bot"}]
    for position, waits in ((FIRST_IS_OUT, True), (FIRST_IS_OUT.replace("hallepee", "bga"), False)):
        one = online.guest()
        made = table(one, position=position, seats=plans)
        with one.sit(made["id"]) as person:
            state = person.until("state")
            seats = {seat["party"]: seat["player"] for seat in state["seats"]}
            # Blue's Chief is dead; Red may return by the first rules only.
            assert seats == {"r": "open" if waits else "bot", "b": "bot", "y": "person", "g": "bot"}
            assert state["table"]["stage"] == ("waiting" if waits else "playing")
        # Whoever chooses no seat plays.
        with one.sit(table(one, position=position)["id"]) as person:
            state = person.until("state")
            assert (state["you"]["parties"], state["table"]["free"]) == (
                "y",
                "rg" if waits else "g",
            )


def test_a_rated_resignation_stands(online: OnlineServed) -> None:
    members = [online.player() for _ in range(4)]
    with seated(members, terms={"rated": True}, **EDITION) as (_, people):
        resigned(people)
        answer = people[1].ask("call", after=people[1].last, vote="return")
        assert answer["code"] == "rated_return"
