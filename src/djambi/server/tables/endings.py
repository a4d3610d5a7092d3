"""The end of online games: what it brings with it is done at least once, whatever happens."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from djambi.server.background import BackgroundTasks
from djambi.server.cluster.heartbeat import TAKEOVER_INTERVAL_S, Heartbeat
from djambi.server.game.table_queries import stage_of
from djambi.server.live.each_game import see_to_each
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom, TableChanged
from djambi.server.publisher import AwaitedEvent, EventPublisher
from djambi.server.storage.tables import TablesStore

RETRY_INTERVAL_S: Final = 300.0
"""Seconds between two looks for games whose end could not be seen to."""


@dataclass(frozen=True, slots=True)
class GameEnded(AwaitedEvent):
    """An online game is over. It is delivered again if a handler fails, or the process ends.

    So its handlers change nothing when they are called a second time.
    """

    room: GameRoom


class GameEndings:
    """Sees to the ends of games; `begin()` before."""

    def __init__(
        self,
        registry: GameRegistry,
        store: TablesStore,
        heartbeat: Heartbeat,
        events: EventPublisher,
        tasks: BackgroundTasks,
    ) -> None:
        self._registry = registry
        self._store = store
        self._heartbeat = heartbeat
        self._events = events
        self._tasks = tasks

    def begin(self) -> None:
        """Handle the tables that are over now, and those that will be."""
        self._tasks.start(self._finish_all())
        self._tasks.repeat(RETRY_INTERVAL_S, self._finish_all)
        self._tasks.repeat(TAKEOVER_INTERVAL_S, self._take_over)

    def table_changed(self, event: TableChanged) -> None:
        """Handle the end of a table that is over with this change."""
        room = event.room
        if room.state.online is not None and stage_of(room.state) == "over":
            self._tasks.start(self.finish(room))

    async def _take_over(self) -> None:
        if self._heartbeat.had_company:
            await self._finish_all()

    async def _finish_all(self) -> None:
        ended = await self._store.ended()
        await see_to_each(
            "the end of game %s cannot be seen to",
            ((game, partial(self._finish, game)) for game in ended),
        )

    async def _finish(self, game: str) -> None:
        room = await self._registry.room(game)
        if room.state.mover is not None:
            # By way of another process it is over, and nobody has told so here yet.
            await room.catch_up()
        await self.finish(room)

    async def finish(self, room: GameRoom) -> None:
        """Run everything that the end of a game brings with it."""
        await self._events.deliver(GameEnded(room))
        await self._store.finished(room.id)
