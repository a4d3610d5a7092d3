"""Whoever is erased gets up: nobody sits down to wait for them, and no game waits for ever."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import cast

import pytest
from tests.online.people import PASSWORD, Member, OnlineServed, serving_online
from tests.online.tables import seated, table
from tests.server.people import Json, Person, wait_until

from djambi.server import background
from djambi.server.apps.admin import Admin
from djambi.server.background import BackgroundTasks
from djambi.server.live.registry import GameRegistry
from djambi.server.settings import ServeSettings
from djambi.server.storage.tables import TablesStore
from djambi.server.tables.departures import Departures


def erase(member: Member) -> None:
    assert member.http.post("/api/me/erase", json={"password": PASSWORD}).status_code == 200


def waiting(visitor: Member) -> list[Json]:
    found: list[Json] = visitor.http.get("/api/lobby").json()["waiting"]
    return found


def state(person: Person) -> Json:
    return person.until("state")


def test_a_table_that_waits_is_left(online: OnlineServed) -> None:
    owner, guest = online.player(), online.guest()
    made = table(owner, terms={"listed": True})
    with guest.sit(made["id"]) as there:
        free = state(there)["table"]["free"]
        there.change("sit", party=free[0])
        erase(owner)
        assert set(there.until("update")["table"]["free"]) == set("rbyg") - {free[0]}
        there.change("leave", party=free[0])
    wait_until(lambda: waiting(guest) == [])


@pytest.mark.parametrize("terms", [{"absence": "wait"}, {"rated": True}])
def test_where_nobody_may_get_up_the_party_resigns(online: OnlineServed, terms: Json) -> None:
    gone, other = online.player(), online.player()
    with seated([gone, other], terms=terms) as (game, [_, there]):
        erase(gone)
        while there.until("update")["table"]["stage"] != "over":
            pass
        again = other.http.post(f"/api/games/{game}/rematch").json()["id"]
    with other.sit(again) as there:
        assert state(there)["table"]["free"] == "y"


def test_a_bot_plays_on_where_the_table_has_one(online: OnlineServed) -> None:
    gone, other = online.player(), online.player()
    with seated([gone, other]) as (_, [_, there]):
        erase(gone)
        seat = there.until("update")["seats"][0]
        assert (seat["player"], seat["account"]) == ("open", None) and seat["stand_in"]


def test_who_was_erased_while_the_server_stood_still_is_no_longer_waited_for(
    anywhere: str,
) -> None:
    with serving_online(Path("/nowhere"), anywhere) as online:
        game = table(online.player("Ada"), terms={"listed": True})["id"]
    Admin(ServeSettings(database=anywhere)).erase("Ada", words=False)
    with serving_online(Path("/nowhere"), anywhere) as online:
        visitor = online.guest()
        wait_until(lambda: game not in [each["id"] for each in waiting(visitor)])


class Failing:
    """Games at which a seat is held: one shows a fault of ours, one cannot be read at first."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def held_by_erased(self, account: str) -> list[tuple[str, str]]:
        return [(game, "gone") for game in ("faulty", "away", "sound")]

    async def room(self, game: str) -> Room:
        self.asked.append(game)
        if game == "faulty":
            raise KeyError(game)
        if game == "away" and self.asked.count(game) == 1:
            raise ConnectionRefusedError
        return Room()


class Room:
    """A game at which nothing goes wrong."""

    async def change(self, seen: None, make: object) -> None: ...


def test_a_game_that_fails_keeps_no_other_seat_from_being_freed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background, "FIRST_RETRY_S", 0.0)
    games = Failing()

    async def work() -> None:
        tasks = BackgroundTasks()
        Departures(cast(GameRegistry, games), cast(TablesStore, games), tasks).begin()
        while tasks._tasks:
            await asyncio.sleep(0)

    asyncio.run(work())
    assert games.asked == ["faulty", "away", "sound"] * 2
