"""Deadlines at online tables: clocks, absence, votes.

Deadlines are derived from the log, and the earliest of each table is in the store too: when the
process that saw to it has died, another one does.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from djambi.errors import DjambiError
from djambi.server.background import BackgroundTasks
from djambi.server.bots.runner import BotRunner
from djambi.server.cluster.heartbeat import TAKEOVER_INTERVAL_S, Heartbeat
from djambi.server.game.due_events import DueEvent, next_due, next_look
from djambi.server.game.events import LogEvent
from djambi.server.live.deadlines import DeadlineQueue
from djambi.server.live.each_game import see_to_each
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom
from djambi.server.storage.tables import TablesStore
from djambi.server.tables.presence import PresenceTracker
from djambi.server.tables.voting import Voting
from djambi.server.timekeeping import now

_log = logging.getLogger("djambi.server")

RECHECK_MS: Final = 1_000
"""Milliseconds until something that is due, and being done, is looked at again."""

TAKEOVER_MS: Final = 5_000
"""Milliseconds after which a deadline that nobody saw to is seen to by another process."""


class TableDeadlines:
    """Does what is due at the tables of a process; `await begin()` before, `await end()` after.

    `play_planned` plays the turn that who is to move has planned, if it is due.
    """

    def __init__(
        self,
        registry: GameRegistry,
        store: TablesStore,
        presence: PresenceTracker,
        heartbeat: Heartbeat,
        voting: Voting,
        runner: BotRunner,
        play_planned: Callable[[GameRoom], Awaitable[None]],
        tasks: BackgroundTasks,
    ) -> None:
        self._registry = registry
        self._store = store
        self._presence = presence
        self._heartbeat = heartbeat
        self._voting = voting
        self._runner = runner
        self._play_planned = play_planned
        self._tasks = tasks
        self.queue = DeadlineQueue(self._look)

    async def begin(self) -> None:
        """Start serving the deadlines of all tables."""
        self.queue.begin()
        for game, at in await self._store.deadlines():
            self.queue.set(game, at)
        self._tasks.repeat(TAKEOVER_INTERVAL_S, self._take_over)

    async def end(self) -> None:
        """Stop serving deadlines."""
        await self.queue.end()

    def schedule(self, room: GameRoom) -> None:
        """Check a table when something is due there."""
        if room.state.online is None:
            return
        due = next_due(room.state, self._presence.away(room))
        at = now()
        # What is done already, or just now, is not done again and again meanwhile.
        again = None if due is None else due.at if due.at > at else at + RECHECK_MS
        self.queue.set(room.id, again)

    async def _look(self, game: str) -> None:
        """Do what is due at a table, if it is; else look again when it will be."""
        try:
            room = await self._registry.room(game)
        except DjambiError:
            _log.exception("game %s cannot be looked after", game)
            return
        await self._presence.look_elsewhere(room)
        due = next_due(room.state, self._presence.away(room))
        if due is not None and due.at <= now():
            if due.what == "late":
                # What a player planned for this turn was there in time.
                await self._play_planned(room)
            await self._act(room, due)
        self.schedule(room)
        self._runner.wake(room)

    async def _act(self, room: GameRoom, due: DueEvent) -> None:
        if due.what == "vote":
            # Bots may have to think about it, and other tables don't wait for that.
            self._tasks.start(self._voting.close(room))
            return

        def late() -> LogEvent | None:
            if self._heartbeat.is_held_up:
                # The outage is not known yet in which this player's time did not pass.
                return None
            again = next_due(room.state, self._presence.away(room))
            return again.event if again is not None and again.at <= now() else None

        await room.change(None, late)

    async def _take_over(self) -> None:
        """See to what a process that died left undone."""
        if not self._heartbeat.had_company:
            return
        late = await self._store.deadlines(now() - TAKEOVER_MS)
        await see_to_each(
            "game %s cannot be taken over",
            ((game, partial(self._take_over_one, game, at)) for game, at in late),
        )

    async def _take_over_one(self, game: str, at: int) -> None:
        room = await self._registry.room(game)
        await self._look(game)
        again = next_look(room.state)
        if again is not None and again <= at and room.state.terms is not None:
            # Nothing was due: who is to move is there. Nobody else needs to look for a while.
            await self._store.set_deadline(game, now() + room.state.terms.grace * 1000)
