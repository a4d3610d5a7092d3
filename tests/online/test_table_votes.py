"""Votes over real sockets: who is told what, and what is stored."""

from __future__ import annotations

from typing import Any

import pytest
from tests.online.people import OnlineServed
from tests.online.tables import called, seated, table, told
from tests.server.people import Json, Person

from djambi.server.live.room import GameRoom


def test_a_vote_takes_a_turn_back(shared_online: OnlineServed) -> None:
    with seated([shared_online.guest(), shared_online.guest()]) as (_, people):
        one, two = people
        one.change("turn", text="c3-e3")
        call = one.change("call", vote="undo")["table"]["vote"]
        assert call["kind"] == "undo" and call["agreed"] == "r" and call["voters"] == "ry"
        two.until("update", number=one.last)
        assert two.ask("ballot", vote=call["number"], agree=True)["type"] == "done"
        update = one.until("update")
        while update["lines"] or update["view"]["ply"]:
            update = one.until("update")
        assert update["table"]["vote"] is None and update["view"]["mover"] == "r"


def test_no_ballot_is_left_of_a_vote_that_could_not_be_stored(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would count in the next vote that gets the number."""

    async def change(*_: object) -> None:
        raise OSError("the disk is full")

    with seated([online.guest(), online.guest()]) as (_, [one, two]):
        with monkeypatch.context() as broken:
            broken.setattr(GameRoom, "change", change)
            assert one.ask("call", after=one.last, vote="draw")["type"] == "failed"
        number = two.change("call", vote="draw")["table"]["vote"]["number"]
        assert number
        assert one.ask("resume", after=0)["you"]["place"]["ballot"] is None


def test_nobody_learns_who_wants_a_draw(shared_online: OnlineServed) -> None:
    members = [shared_online.guest() for _ in range(4)]
    with seated(members) as (game, people):
        watcher = shared_online.guest()
        with watcher.sit(game) as other:
            other.until("state")
            update = called(people[1], "draw")
            number = update["table"]["vote"]["number"]
            assert update["events"][0]["party"] is None
            assert update["table"]["vote"]["party"] == update["table"]["vote"]["agreed"] == ""
            for person, agree in ((people[0], True), (people[2], True)):
                assert person.ask("ballot", vote=number, agree=agree)["type"] == "done"
                assert person.until("update")["you"]["place"]["ballot"] is agree
            assert other.ask("ballot", vote=number, agree=True)["code"] == "not_your_seat"
            # A ballot may be thought over until all have spoken.
            assert people[0].ask("ballot", vote=number, agree=False)["type"] == "done"
            state = people[0].ask("resume", after=0)
            assert state["you"]["place"]["ballot"] is False
            assert people[3].ask("ballot", vote=number, agree=True)["type"] == "done"
            closed = other.until("update")
            while closed["events"][-1]["kind"] != "vote_closed":
                closed = other.until("update")
            heard = [str(m) for m in other.heard if m["type"] in ("state", "update", "presence")]
            assert not any("ballot': T" in text or "ballot': F" in text for text in heard)
            updates = [m["events"] for m in other.heard if m["type"] == "update"]
            assert [[e["kind"] for e in events] for events in updates] == [
                ["vote_called"],
                ["vote_closed"],
            ]


def test_a_draw_cannot_be_called_over_ones_own_ballot(shared_online: OnlineServed) -> None:
    with seated([shared_online.guest(), shared_online.guest()]) as (_, people):
        number = called(people[0], "draw")["table"]["vote"]["number"]
        assert people[0].ask("call", after=number, vote="draw")["code"] == "vote_held"
        state = people[0].ask("resume", after=0)
        assert state["you"]["place"]["ballot"] is True


def test_alone_among_bots_one_pauses_takes_back_and_asks_for_a_draw(online: OnlineServed) -> None:
    seats = [{"party": p, "player": "bot", "level": "casual"} for p in "byg"]
    one = online.guest()
    made = table(one, seats=[{"party": "r", "player": "me"}, *seats])
    with one.sit(made["id"]) as person:
        assert person.until("state")["table"]["stage"] == "playing"
        person.change("turn", text="c3-e3")
        paused = _until_vote(person, "paused", vote="pause")
        assert paused["table"]["clock"]["paused"] and paused["table"]["vote"] is None
        turns = [m for m in person.heard if m["type"] == "update" and m["lines"]]
        assert person.ask("turn", after=person.last, text="c3-e3")["code"] in (
            "paused",
            "not_your_turn",
        )
        assert len([m for m in person.heard if m["type"] == "update" and m["lines"]]) == len(turns)
        _until_vote(person, "resumed", vote="resume")
        back = _until_vote(person, "undone", vote="undo")
        assert back["view"]["mover"] == "r" and back["view"]["ply"] == 0
        ended = _until_vote(person, ("vote_closed", "draw_agreed"), vote="draw")
        assert ended["table"]["vote"] is None


def _until_vote(person: Person, kinds: str | tuple[str, ...], **fields: Any) -> Json:
    """Call a vote, again where the bots were faster, until an event of these kinds came."""
    while person.ask("call", after=person.last, **fields)["type"] == "state":
        pass
    while True:
        last = told(person)
        if last["type"] == "update" and last["events"][-1]["kind"] in kinds:
            return last
        person.until("update")
