"""What one player alone tries against the others, carried out over real sockets."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.online.people import OnlineServed, serving_online
from tests.online.tables import play, seated, told
from tests.server.people import Dreamer, Json, Person

from djambi.server.tables import commands

TURNS = ("c3-e3", "g3-g4", "g7-f7", "c7-c6")


def kinds(person: Person) -> list[str]:
    """The kinds of all the events that somebody was told of."""
    return [event["kind"] for m in person.heard for event in m.get("events", ())]


def until_event(person: Person, *wanted: str) -> Json:
    """The update that tells of an event of one of these kinds, heard already or to come."""
    for message in person.heard:
        if any(event["kind"] in wanted for event in message.get("events", ())):
            return message
    while True:
        message = person.until("update")
        if any(event["kind"] in wanted for event in message["events"]):
            return message


@pytest.mark.parametrize("vote", ["draw", "undo", "pause"])
def test_nobody_decides_for_those_who_are_offline(
    vote: str, online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "LEAST_VOTE_MS", 1_000)
    members = [online.player() for _ in range(4)]
    terms = {"rated": True, "grace": 5, "clock": {"kind": "fischer", "time": 600}}
    with seated(members, terms=terms) as (_, people):
        play(*zip(people, TURNS, strict=True))
        people[0].until("update", number=people[3].last)
        for person in people[1:]:
            person.ws.close()
        while people[0].until("presence")["present"] != "r":
            pass
        called = people[0].change("call", vote=vote)
        assert called["table"]["vote"]["voters"] == "rbyg"
        until_event(people[0], "vote_closed")
        state = people[0].ask("resume", after=0)
        assert state["view"]["ply"] == 4 and state["view"]["result"] is None
        assert not state["table"]["clock"]["paused"] and state["table"]["vote"] is None
    assert members[0].http.get(f"/api/people/{members[0].id}").json()["ratings"] == []


def test_a_whole_game_is_not_taken_back(online: OnlineServed) -> None:
    with seated([online.guest(), online.guest()]) as (_, people):
        one, two = people
        play((one, "c3-e3"), (two, "g7-f7"), (one, "e3-e4"), (two, "f7-f6"))
        one.until("update", number=two.last)
        assert one.ask("call", after=one.last, vote="undo", kept=0)["code"] == "undo_too_far"
        assert one.change("call", vote="undo")["table"]["vote"]["kept"] == 2


def test_a_clock_that_has_run_out_is_not_wound_up_by_coming_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # While the bot that sits in thinks, the player tries to have the turn again.
    dreamer = Dreamer(threading.Event())

    def made(level: str) -> Dreamer:
        return dreamer

    monkeypatch.setattr("djambi.server.bots.runner.make", made)
    with serving_online(tmp_path) as server, ExitStack() as stack:
        one, two = server.guest(), server.guest()
        terms = {"clock": {"kind": "turn", "time": 5}, "listed": True}
        game, people = stack.enter_context(seated([one, two], terms=terms))
        until_event(people[0], "stood_in")
        assert people[0].ask("back")["code"] == "overdue"
        with one.sit(game) as again:
            state = again.until("state")
            assert state["seats"][0]["stand_in"] and state["view"]["ply"] == 0
            assert state["table"]["overdue"] == "r" and state["table"]["free"] == ""
            assert again.ask("back")["code"] == "overdue"
            answer = again.ask("leave", after=state["number"], party="r")
            assert answer["type"] in ("done", "state")
            refused = again.ask("sit", after=answer["number"], party="r")
            assert refused.get("code") == "overdue"
        dreamer.woken.set()
        turned = until_event(people[1], "turn")
        assert turned["lines"][0]["party"] == "r"
        assert kinds(people[1]).count("stood_in") == 1


def test_at_an_anonymous_table_nobody_is_told_when_somebody_comes_or_goes(
    online: OnlineServed,
) -> None:
    members = [online.guest() for _ in range(4)]
    with seated(members, terms={"anonymous": True}) as (game, people):
        mover = next(i for i, person in enumerate(people) if "r" in told(person)["you"]["parties"])
        gone, listening = [i for i in range(4) if i != mover][:2]
        people[listening].ask("ping")
        heard = len(people[listening].heard)
        people[gone].ws.close()
        with members[gone].sit(game) as again:
            again.until("state")
        with members[gone].sit(game) as again:
            again.until("state")
            people[mover].change("turn", text="c3-e3")
            # The first that anybody hears of after all this coming and going is the turn.
            again.until("update")
            people[listening].until("update")
        assert [m["type"] for m in people[listening].heard[heard:]] == ["update"]
