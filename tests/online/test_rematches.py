"""Rematches and series over real sockets: who has a seat in the next game."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Any

import pytest
from tests.online.people import Member, OnlineServed
from tests.online.tables import called, parties_at, play, seated, stage, told
from tests.server.people import Person

from djambi.server.apps.admin import Admin
from djambi.server.settings import ServeSettings
from djambi.server.tables.admission import Admission


def test_a_draw_that_all_want_ends_the_game_and_a_rematch_follows(online: OnlineServed) -> None:
    one, two = online.player("Ada"), online.player("Blaise")
    with seated([one, two], terms={"rated": True}) as (game, people):
        first, second = people
        play((first, "c3-e3"), (second, "g7-f7"), (first, "e3-e4"), (second, "f7-f6"))
        first.until("update", number=second.last)
        number = called(people[0], "draw")["table"]["vote"]["number"]
        assert one.http.post(f"/api/games/{game}/rematch").json()["code"] == "not_over"
        assert people[1].ask("ballot", vote=number, agree=True)["type"] == "done"
        end = people[0].until("update")
        while end["table"]["stage"] != "over":
            end = people[0].until("update")
        assert end["view"]["result"]["shares"] == {"r": 0.5, "b": 0.0, "y": 0.5, "g": 0.0}
        assert online.guest().http.post(f"/api/games/{game}/rematch").status_code == 400
        made = two.http.post(f"/api/games/{game}/rematch").json()
        assert one.http.post(f"/api/games/{game}/rematch").json() == made
        cards = {table["id"]: table for table in one.http.get("/api/mine").json()["tables"]}
        assert cards[made["id"]]["kept"] == "y" and cards[game]["kept"] == ""
        update = people[0].until("update")
        assert update["table"]["next"] == made["id"] and update["events"][-1]["kind"] == "followed"
    with one.sit(made["id"]) as first:
        state = first.until("state")
        assert state["table"]["kept"] == "ry" and state["you"]["place"]["kept"] == "y"
        update = first.until("update")
        assert update["you"]["parties"] == "y" and update["table"]["stage"] == "waiting"
        with two.sit(made["id"]) as second:
            second.until("state")
            while stage(second) != "playing":
                second.hear()
            names = [seat["name"] for seat in second.heard[-1]["seats"]]
            assert names == ["Blaise", "Ada"]
            assert second.heard[-1]["table"]["round"] == 2
    profile = one.http.get(f"/api/people/{one.id}").json()
    assert profile["played"] == 1 and game in str(profile["games"]) and len(profile["ratings"]) == 1


def played(members: list[Member]) -> str:
    """A game of four that is over: all but the last have resigned."""
    with seated(members, terms={"listed": True}) as (game, people):
        for person, party in zip(people[:3], "rby", strict=True):
            person.change("resign", party=party)
    return game


def rematch(member: Member, game: str) -> str:
    """The game that follows."""
    return str(member.http.post(f"/api/games/{game}/rematch").json()["id"])


def come(person: Person) -> None:
    """Wait until somebody has the seat that is kept for them."""
    while not (person.heard and parties_at(person)):
        person.hear()


def test_who_blocked_each_other_is_not_seated_together_again(online: OnlineServed) -> None:
    one, two, three, four = members = [online.player() for _ in range(4)]
    game = played(members)
    assert two.http.put(f"/api/me/blocks/{one.id}").is_success
    made = rematch(three, game)
    with two.sit(made) as person:
        table = person.until("state")["table"]
        assert len(table["kept"]) == 3 and len(table["free"]) == 1
        refused = person.ask("sit", after=1, party=table["free"])
        # Nor with somebody for whom a seat is kept.
        assert refused["code"] == "blocked_here" and parties_at(person) == ""
        for member in (one, three, four):
            with member.sit(made) as other:
                come(other)


def test_of_two_for_whom_seats_are_kept_who_comes_first_plays(online: OnlineServed) -> None:
    one, two, three, _ = members = [online.player() for _ in range(4)]
    made = rematch(three, played(members))
    assert two.http.put(f"/api/me/blocks/{one.id}").is_success
    with one.sit(made) as first:
        come(first)
        with two.sit(made) as second:
            # It waits for somebody else.
            while not told(first)["table"]["free"]:
                first.hear()
            second.ask("ping")
            assert parties_at(second) == ""
            guest = online.guest()
            with guest.sit(made) as other:
                other.until("state")
                other.change("sit", party=told(first)["table"]["free"])


def test_of_two_who_come_at_the_same_moment_one_plays(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are looked up before either has a seat."""
    one, two, three, _ = members = [online.player() for _ in range(4)]
    made = rematch(three, played(members))
    assert two.http.put(f"/api/me/blocks/{one.id}").is_success
    both, calls, check_welcome = asyncio.Barrier(2), count(), Admission._check_welcome

    async def together(*asked: Any) -> None:
        await check_welcome(*asked)
        if next(calls) < 2:
            await both.wait()

    monkeypatch.setattr(Admission, "_check_welcome", together)
    with one.sit(made) as first, two.sit(made) as second:
        first.until("state")
        while not told(first)["table"]["free"]:
            first.hear()
        second.until("state")
        second.ask("ping")
        assert (parties_at(first) == "") != (parties_at(second) == "")


def test_a_next_game_of_a_hidden_table_is_hidden_too(online: OnlineServed) -> None:
    members = [online.player() for _ in range(4)]
    game = played(members)
    admin = Admin(ServeSettings(database=f"sqlite:///{online.where}"))
    admin.hide(game)
    made = rematch(members[0], game)
    with members[0].sit(made) as stays, members[1].sit(made) as goes:
        come(stays)
        come(goes)
        # A seat is free, and a listed table would be in the lobby.
        goes.change("leave", party=parties_at(goes))
    lobby = online.guest().http.get("/api/lobby").json()
    assert (lobby["waiting"], lobby["waiting_count"]) == ([], 0)


def test_a_series_goes_on_by_itself_with_the_seats_gone_round(online: OnlineServed) -> None:
    one, two = online.guest(), online.guest()
    with seated([one, two], terms={"rounds": 2}) as (_, people):
        assert people[0].ask("resign", after=0, party="r")["type"] == "done"
        while not (following := people[1].until("update")["table"]["next"]):
            pass
    with two.sit(following) as second, one.sit(following) as first:
        while stage(first) != "playing":
            first.hear()
        assert parties_at(first) == "y" and told(first)["table"]["round"] == 2
        number = told(first)["number"]
        assert first.ask("resign", after=number, party="y")["type"] == "done"
        while stage(second) != "over":
            second.hear()
        # The series is over: what follows now is a rematch, if somebody wants one.
        assert second.ask("ping")["number"] == number + 1
        assert told(second)["table"]["next"] is None
