"""Deadlines: a heap in order, once, anew where looking failed. Of many games one may fail."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from djambi.server.background import BackgroundTasks
from djambi.server.cluster.bus import LocalBus
from djambi.server.correspondence.holidays import HolidayService
from djambi.server.correspondence.planner import ConditionalTurnService
from djambi.server.errors import RequestRefused
from djambi.server.live.deadlines import DeadlineQueue
from djambi.server.live.room import GameRoom
from djambi.server.observability.logs import RetriedFilter
from djambi.server.publisher import EventPublisher
from djambi.server.schemas.terms import ClockTerms, Terms
from djambi.server.tables.deadlines import TableDeadlines
from djambi.server.tables.presence import PresenceTracker
from djambi.server.talk.service import TalkService
from djambi.server.timekeeping import now


def test_games_are_looked_at_in_the_order_of_their_deadlines() -> None:
    async def work() -> list[str]:
        seen: list[str] = []
        done = asyncio.Event()

        async def look(game: str) -> None:
            seen.append(game)
            if len(seen) == 3:
                done.set()

        deadlines = DeadlineQueue(look)
        deadlines.begin()
        at = now()
        # The later one was set earlier; one is put off, one taken away, one set twice.
        for game, when in (("c", 30), ("a", 10), ("b", 5), ("d", 1), ("b", 20), ("a", 10)):
            deadlines.set(game, at + when)
        deadlines.set("d", None)
        assert len(deadlines) == 3 and "d" not in deadlines
        await asyncio.wait_for(done.wait(), 120)
        await deadlines.end()
        assert len(deadlines) == 0
        return seen

    assert asyncio.run(work()) == ["a", "b", "c"]


def test_a_look_that_fails_is_done_again() -> None:
    async def work() -> int:
        tries = 0
        done = asyncio.Event()

        async def look(game: str) -> None:
            nonlocal tries
            tries += 1
            if tries < 3:
                raise OSError("the database is away")
            done.set()

        deadlines = DeadlineQueue(look, again=5)
        deadlines.begin()
        deadlines.set("a", now())
        await asyncio.wait_for(done.wait(), 120)
        await deadlines.end()
        return tries

    assert asyncio.run(work()) == 3


def test_what_is_set_again_and_again_takes_no_room() -> None:
    async def look(game: str) -> None:
        raise AssertionError(game)

    deadlines = DeadlineQueue(look)
    for at in range(10_000):
        deadlines.set("a", 10**15 + at)
    assert len(deadlines) == 1 and len(deadlines._heap) < 2_000  # pyright: ignore[reportPrivateUsage]


# --- games that fail ----------------------------------------------------------------------------


class Failing:
    """Games that cannot be loaded: one shows a fault of ours, one is damaged."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def deadlines(self, before: int | None = None) -> list[tuple[str, int]]:
        return [(game, 0) for game in ("faulty", "damaged")]

    async def with_plans(self) -> list[str]:
        return ["faulty", "damaged"]

    async def of_player(self, account: str, most: int) -> list[SimpleNamespace]:
        terms = msgspec.json.encode(Terms(clock=ClockTerms("days", 86_400))).decode()
        return [
            SimpleNamespace(id=game, stage="playing", terms=terms) for game in ("faulty", "damaged")
        ]

    async def change(self, account: str, made: object) -> list[tuple[int, int]]:
        return []

    async def room(self, game: str) -> GameRoom:
        self.asked.append(game)
        raise KeyError(game) if game == "faulty" else RequestRefused("damaged")


def test_a_game_that_fails_keeps_no_other_deadline_from_being_seen_to() -> None:
    games: Any = Failing()
    lived = cast("Any", SimpleNamespace(had_company=True))
    nobody = cast("Any", None)
    tables = TableDeadlines(games, games, nobody, lived, nobody, nobody, nobody, BackgroundTasks())
    asyncio.run(tables._take_over())
    assert games.asked == ["faulty", "damaged"]


def test_a_game_that_fails_for_ever_is_looked_at_again_and_told_seldom(
    caplog: pytest.LogCaptureFixture,
) -> None:
    games: Any = Failing()
    lived = cast("Any", SimpleNamespace(had_company=True))
    nobody = cast("Any", None)
    tables = TableDeadlines(games, games, nobody, lived, nobody, nobody, nobody, BackgroundTasks())

    async def look() -> None:
        await tables._take_over()
        failing = DeadlineQueue(games.room, again=1)
        failing.begin()
        failing.set("faulty", 0)
        while len(games.asked) < 8:
            await asyncio.sleep(0.001)
        await failing.end()
        await tables._take_over()

    asyncio.run(look())
    assert len(games.asked) >= 10
    seldom = RetriedFilter()
    messages = [record.getMessage() for record in caplog.records if seldom.filter(record)]
    assert messages == [
        "game faulty cannot be taken over",
        "game damaged cannot be taken over",
        "the deadline of game faulty failed",
    ]


def test_a_game_that_fails_keeps_no_other_plan_from_being_played() -> None:
    games: Any = Failing()
    nobody = cast("Any", None)
    plans = ConditionalTurnService(games, nobody, nobody, nobody, games, BackgroundTasks())
    asyncio.run(plans._take_over())
    assert games.asked == ["faulty", "damaged"]


def test_a_game_that_fails_keeps_no_other_from_hearing_of_a_holiday() -> None:
    games: Any = Failing()
    asyncio.run(HolidayService(games, games, games, BackgroundTasks()).take("ada", 0))
    assert games.asked == ["faulty", "damaged"]


def test_a_game_that_fails_keeps_no_other_from_learning_who_is_there() -> None:
    games: Any = Failing()
    looked: list[str] = []

    def known(game: str) -> SimpleNamespace:
        return SimpleNamespace(id=game, state=SimpleNamespace(online=True))

    async def presences(game: str) -> list[object]:
        looked.append(game)
        raise KeyError(game)

    games.known, games.presences = known, presences
    lived = cast("Any", SimpleNamespace(had_company=True))
    tasks = BackgroundTasks()
    presence = PresenceTracker(games, games, lived, LocalBus(), EventPublisher(), tasks)
    asyncio.run(presence._learn_all(["faulty", "damaged"]))
    assert looked == ["faulty", "damaged"]


class FailingTalk:
    """The talk of a game at which everybody speaks and listens; of a faulty one nothing is read."""

    def __init__(self, game: str) -> None:
        self.log = self
        self.room = SimpleNamespace(
            id=game, listeners=[SimpleNamespace(device=SimpleNamespace(talk_key="ada"))]
        )
        self.tried = 0

    def has_spoken(self, _account: str) -> bool:
        return True

    async def read_again(self) -> None:
        self.tried += 1
        if self.room.id == "faulty":
            raise OSError("the database is away")

    learn_again = read_again


def test_talk_that_fails_keeps_no_other_from_being_read_anew() -> None:
    class Game:
        """One that talk can be kept by."""

    nobody = cast("Any", None)
    talks = TalkService(nobody, nobody, EventPublisher())
    games = [Game(), Game()]
    failing: list[Any] = [FailingTalk("faulty"), FailingTalk("sound")]
    talks._rooms.update(zip(cast("Any", games), failing, strict=True))
    for work in (talks.was_erased, talks.blocks_changed):
        # It is tried again (`insist`).
        with pytest.raises(OSError, match="away"):
            asyncio.run(work("ada"))
    assert [talk.tried for talk in failing] == [2, 2]
