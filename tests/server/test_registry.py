"""Games in memory: one room each, however many want it at once and whatever goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import cast

import pytest

from djambi.position.position import Position
from djambi.server.errors import RequestRefused
from djambi.server.game.events import Created, Numbered, SeatRow
from djambi.server.live.game_store import GameStore
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom
from djambi.server.publisher import EventPublisher


class WaitingStore:
    """A store with one game, or none yet: each reading waits until it is let go on."""

    def __init__(self) -> None:
        self.log: Sequence[Numbered] = []
        self.readings: list[asyncio.Event] = []

    async def events(self, game: str) -> Sequence[Numbered]:
        self.readings.append(reading := asyncio.Event())
        await reading.wait()
        return self.log

    async def reading(self, number: int) -> asyncio.Event:
        """Return the reading of this number once it has begun."""
        while len(self.readings) <= number:
            await asyncio.sleep(0)
        return self.readings[number]


def test_a_game_is_loaded_once_although_the_first_attempt_fails() -> None:
    """Who waits for the first reads it again, and who comes then waits for that."""

    async def work() -> None:
        store = WaitingStore()
        registry = GameRegistry(cast("GameStore", store), EventPublisher())
        first = asyncio.create_task(registry.room("g"))
        await store.reading(0)
        second = asyncio.create_task(registry.room("g"))
        third: list[asyncio.Task[GameRoom]] = []
        first.add_done_callback(lambda _: third.append(asyncio.create_task(registry.room("g"))))
        await asyncio.sleep(0)
        store.readings[0].set()
        with pytest.raises(RequestRefused):
            await first
        seats = tuple(SeatRow(party, "me") for party in "ry")
        created = Created(str(Position.start("square-2")), seats)
        store.log = [Numbered(1, 0, created)]
        (await store.reading(1)).set()
        room = await second
        for reading in store.readings[2:]:
            reading.set()
        assert await third[0] is room
        assert len(store.readings) == 2

    asyncio.run(work())
