"""Profiles: results, ratings by variant, pacts; nothing of anonymous tables."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import insert, select
from tests.online.people import Member, OnlineServed
from tests.online.planted import end, plant
from tests.server.people import Json
from tests.server.stores import with_store

from djambi.server.people import profile_routes
from djambi.server.people.ratings import SeatResult, finish, rated, shown, unknown
from djambi.server.storage import Store
from djambi.server.storage.models import AccountModel, PledgeModel, RatingModel
from djambi.server.storage.upgrade import upgrade
from djambi.server.timekeeping import now


def profile(member: Member, account: str = "", **query: str) -> Json:
    answer = member.http.get(f"/api/people/{account or member.id}", params=query)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def test_who_has_not_played_has_an_empty_profile(shared_online: OnlineServed) -> None:
    guest = shared_online.guest("Empty")
    found = profile(guest)
    assert found["person"] == {"id": guest.id, "name": "Empty", "guest": True}
    assert (found["played"], found["won"], found["ratings"], found["games"]) == (0, 0, [], [])
    assert found["mine"] is True and found["barred"] is None and found["before"] is None
    assert set(found["virtu"].values()) == {0}
    with shared_online.browser() as nobody:
        seen = nobody.get(f"/api/people/{guest.id}").json()
    assert seen["mine"] is False and "email" not in str(seen)


def test_no_game_is_lost_between_two_pages(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has two seats in a game has two results of one time; games may end together, too."""
    monkeypatch.setattr(profile_routes, "_GAMES_PER_PAGE", 3)
    player, other = online.player(), online.player()
    played: set[tuple[str, str]] = set()
    for _ in range(4):
        game = plant(online, {"r": player.id, "b": other.id, "y": player.id})
        end(online, game, [("r", player.id, 1.0), ("b", other.id, 0.0), ("y", player.id, 1.0)])
        played |= {(game, "r"), (game, "y")}
    with closing(sqlite3.connect(online.where)) as connection:
        connection.execute("UPDATE results SET at = 1700000000000")
        connection.commit()
    pages: list[list[tuple[str, str]]] = []
    query: dict[str, str] = {}
    while not pages or query:
        found = profile(player, **query)
        pages.append([(each["game"], each["party"]) for each in found["games"]])
        query = {"before": found["before"]} if found["before"] else {}
    assert [len(page) for page in pages] == [3, 3, 2]
    assert {each for page in pages for each in page} == played
    for wrong in ("yesterday", "1-2", "1-x-rr"):
        answer = player.http.get(f"/api/people/{player.id}", params={"before": wrong})
        assert answer.status_code == 400


def test_a_rated_game_counts_once_for_each_registered_player(shared_online: OnlineServed) -> None:
    winner, loser = shared_online.player("Winner"), shared_online.player("Loser")
    guest = shared_online.guest("Guest of them")
    game = plant(shared_online, {"r": winner.id, "b": loser.id, "y": guest.id})
    seats = [("r", winner.id, 1.0), ("b", loser.id, 0.0), ("y", guest.id, 0.0), ("g", None, 0.0)]
    assert end(shared_online, game, seats) is True
    assert end(shared_online, game, seats) is False
    mine, other = profile(winner), profile(winner, loser.id)
    [rating] = mine["ratings"]
    assert (rating["variant"], rating["games"]) == ("square-4", 1)
    assert rating["mu"] > 25 > other["ratings"][0]["mu"]
    assert rating["shown"] > 1000
    assert (mine["played"], mine["won"], other["played"], other["won"]) == (1, 1, 1, 0)
    assert profile(winner, guest.id)["ratings"] == []
    [played] = mine["games"]
    assert (played["game"], played["party"], played["share"]) == (game, "r", 1.0)
    assert (played["edition"], played["rated"]) == ("original", True)
    names = {seat["party"]: seat["person"] and seat["person"]["name"] for seat in played["seats"]}
    assert names == {"r": "Winner", "b": "Loser", "y": "Guest of them", "g": None}


def test_who_share_a_place_gain_and_lose_alike() -> None:
    before = dict.fromkeys("abcd", unknown())
    drawn = rated(before, dict.fromkeys("abcd", 0.25))
    assert {drawn[each] for each in "abcd"} == {drawn["a"]}
    assert drawn["a"][0] == pytest.approx(25.0) and drawn["a"][1] < before["a"][1]
    shared = rated(before, {"a": 0.5, "b": 0.0, "c": 0.5, "d": 0.0})
    assert shared["a"] == pytest.approx(shared["c"]) and shared["b"] == pytest.approx(shared["d"])
    assert shared["a"][0] > 25 > shared["b"][0]
    # Whatever order they are told in, and whatever the shares' size.
    other = rated(before, {"d": 0.0, "c": 0.4, "b": 0.0, "a": 0.4})
    for each in "abcd":
        assert other[each] == pytest.approx(shared[each])


def test_ratings_are_kept_apart_by_variant(shared_online: OnlineServed) -> None:
    one, two = shared_online.player(), shared_online.player()
    for variant in ("square-2", "square-3"):
        game = plant(shared_online, {"r": one.id, "b": two.id}, variant=variant)
        seats = [("r", one.id, 1.0), ("b", two.id, 0.0)]
        assert end(shared_online, game, seats, variant=variant)
    found = {each["variant"]: each["games"] for each in profile(one)["ratings"]}
    assert found == {"square-2": 1, "square-3": 1}


@pytest.mark.parametrize("rated", [True, False])
def test_what_is_not_rated(shared_online: OnlineServed, rated: bool) -> None:
    """A table that was not to be; one with a single registered player."""
    one, two = shared_online.player(), shared_online.player()
    other = None if rated else two.id
    game = plant(shared_online, {"r": one.id} | ({} if other is None else {"b": other}))
    end(shared_online, game, [("r", one.id, 1.0), ("b", other, 0.0)], rated=rated)
    found = profile(one)
    assert found["ratings"] == [] and found["played"] == 1
    assert found["games"][0]["rated"] is False


def test_an_anonymous_table_is_in_no_profile(shared_online: OnlineServed) -> None:
    one, two = shared_online.player(), shared_online.player()
    game = plant(shared_online, {"r": one.id, "b": two.id}, shown=False)
    end(shared_online, game, [("r", one.id, 1.0), ("b", two.id, 0.0)], rated=False)

    async def work(store: Store) -> None:
        async with store.database.writing() as connection:
            row = {"game": game, "account": one.id, "kept": 1, "broken": 1}
            await connection.execute(
                insert(PledgeModel).values(**row, secret_kept=1, secret_broken=1)
            )

    with_store(shared_online.where, work)
    for member in (one, two):
        found = profile(member, one.id)
        assert game not in str(found)
        assert (found["played"], found["won"], found["games"]) == (0, 0, [])
        assert set(found["virtu"].values()) == {0}


def test_pacts_kept_and_broken_are_summed(shared_online: OnlineServed) -> None:
    one = shared_online.player()
    games = [plant(shared_online, {"r": one.id}) for _ in range(2)]

    async def work(store: Store) -> None:
        async with store.database.writing() as connection:
            for number, game in enumerate(games, 1):
                row = {"game": game, "account": one.id, "kept": number, "broken": 0}
                await connection.execute(
                    insert(PledgeModel).values(**row, secret_kept=0, secret_broken=5)
                )

    with_store(shared_online.where, work)
    assert profile(one)["virtu"] == {
        "kept": 3, "broken": 0, "secret_kept": 0, "secret_broken": 10,
    }  # fmt: skip


def test_games_come_in_pages(shared_online: OnlineServed) -> None:
    one = shared_online.player()
    games: list[str] = []
    for number in range(45):
        games.append(plant(shared_online, {"r": one.id}))
        end(shared_online, games[-1], [("r", one.id, 0.25)], at=1_700_000_000_000 + number)
    found: list[str] = []
    page = profile(one)
    while True:
        assert len(page["games"]) <= 20
        found += [each["game"] for each in page["games"]]
        if page["before"] is None:
            break
        page = profile(one, before=page["before"])
    assert found == games[::-1]
    for bad in ("yesterday", "2020-01-01", ""):
        answer = one.http.get(f"/api/people/{one.id}", params={"before": bad})
        assert answer.status_code == 400, bad


def test_a_person_at_two_seats_counts_once(shared_online: OnlineServed) -> None:
    one, two = shared_online.player(), shared_online.player()
    game = plant(shared_online, {"r": one.id, "y": one.id, "b": two.id})
    end(shared_online, game, [("r", one.id, 1.0), ("y", one.id, 0.0), ("b", two.id, 0.0)])
    found = profile(one)
    assert (found["played"], found["won"], found["ratings"][0]["games"]) == (1, 1, 1)
    assert {each["party"] for each in found["games"]} == {"r", "y"}


def test_who_has_two_seats_has_won_what_each_has_on_average(shared_online: OnlineServed) -> None:
    one, two = shared_online.player(), shared_online.player()
    game = plant(shared_online, {"r": one.id, "y": one.id, "b": two.id})
    end(shared_online, game, [("r", one.id, 0.3), ("y", one.id, 0.3), ("b", two.id, 0.4)])
    assert profile(two)["ratings"][0]["mu"] > 25 > profile(one)["ratings"][0]["mu"]


# --- ratings ------------------------------------------------------------------------------------


def test_what_is_sure_grows_with_games_won() -> None:
    known = {"a": unknown(), "b": unknown(), "c": unknown()}
    seen = [shown(*known["a"])]
    for _ in range(20):
        known |= rated(known, {"a": 1.0, "b": 0.0, "c": 0.0})
        seen.append(shown(*known["a"]))
    assert seen == sorted(seen) and seen[-1] > 1500
    assert shown(*known["b"]) == shown(*known["c"])


def test_a_draw_among_some_is_less_than_a_victory() -> None:
    fresh = {each: unknown() for each in "abc"}
    drawn = rated(fresh, {"a": 0.5, "b": 0.5, "c": 0.0})
    won = rated(fresh, {"a": 1.0, "b": 0.0, "c": 0.0})
    assert won["a"][0] > drawn["a"][0] > 25 > drawn["c"][0]


def test_two_games_that_end_at_once_both_count(anywhere: str) -> None:
    """The same two players, ten games at the same moment, on either database."""
    from djambi.server.game.events import Created, SeatRow
    from djambi.server.game.summaries import GameSummary

    upgrade(anywhere)

    async def one(store: Store, game: str) -> bool:
        async with store.database.writing() as connection:
            seats = [SeatResult("r", "one", 1.0), SeatResult("b", "two", 0.0)]
            return await finish(connection, store.database, game, "square-4", seats, now(), True)

    async def run() -> tuple[list[bool], list[Any]]:
        stores = [Store(anywhere), Store(anywhere)]
        try:
            async with stores[0].database.writing() as connection:
                for name in ("one", "two"):
                    row = {"id": name, "name": name, "folded": name, "password": "x", "seen": 0}
                    await connection.execute(
                        insert(AccountModel).values(
                            **row, confirmed=False, language="en", created=0, moderator=False,
                            erased=False, data="{}",
                        )
                    )  # fmt: skip
            for number in range(10):
                event = Created("somewhere", (SeatRow("r", "me"),))
                summary = GameSummary("[]", "somewhere", 0, "r", None)
                await stores[0].create(f"g{number}", "square-4", "original", [event], summary)
            # Each game ends twice: only one of the two may count.
            ends = [one(store, f"g{number}") for number in range(10) for store in stores]
            counted = await asyncio.gather(*ends)
            async with stores[0].database.reading() as connection:
                rows = (await connection.execute(select(RatingModel.__table__))).all()
            return list(counted), list(rows)
        finally:
            for store in stores:
                await store.close()

    counted, rows = asyncio.run(run())
    assert sum(counted) == 10
    assert {row.account: row.games for row in rows} == {"one": 10, "two": 10}
