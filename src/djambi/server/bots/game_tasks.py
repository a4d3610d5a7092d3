"""At most one task for each game, and another look at the game once it has ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Final

from djambi.server.background import end_tasks, longer_retry_s
from djambi.server.live.room import GameRoom

FIRST_RETRY_S: Final = 5.0
"""Seconds until a game is looked at again after its first error."""

_log = logging.getLogger("djambi.server")


class GameTasks:
    """The tasks of one kind that a process runs for its games.

    Args:
        who: who does the work, as the log names them: "the bots".
        wake: called when a game's task has ended, for something may have come up between the task's
            last look and its end; after an error some seconds later, for nobody else may come.
    """

    def __init__(self, who: str, wake: Callable[[GameRoom], None]) -> None:
        self._who = who
        self._wake = wake
        self._tasks: dict[str, asyncio.Task[None]] = {}
        # Of each game that has failed since it last ended without an error.
        self._retry_s: dict[str, float] = {}
        self._closed = False

    def __contains__(self, game: str) -> bool:
        """Return whether a task runs for a game, by its id, or is to run again after an error."""
        return game in self._tasks

    def start(self, room: GameRoom, work: Coroutine[None, None, None]) -> None:
        """Start the task of a game that has none; nothing once they are closed."""
        if self._closed:
            work.close()
            return
        task = asyncio.create_task(work, name=f"{self._who} of {room.id}")
        self._tasks[room.id] = task
        task.add_done_callback(lambda done: self._ended(room, done))

    def _ended(self, room: GameRoom, task: asyncio.Task[None]) -> None:
        del self._tasks[room.id]
        if task.cancelled():
            return
        if error := task.exception():
            _log.error("%s of game %s stopped", self._who, room.id, exc_info=error)
            seconds = self._retry_s.get(room.id, FIRST_RETRY_S)
            self._retry_s[room.id] = longer_retry_s(seconds)
            if not self._closed:
                self._tasks[room.id] = asyncio.create_task(
                    self._wake_later(room, seconds), name=f"{self._who} of {room.id}, again"
                )
        else:
            self._retry_s.pop(room.id, None)
            self._wake(room)

    async def _wake_later(self, room: GameRoom, seconds: float) -> None:
        with room.occupied():
            await asyncio.sleep(seconds)
        del self._tasks[room.id]
        self._wake(room)

    async def close(self) -> None:
        """Cancel all tasks and wait until they have ended.

        What happens at a game meanwhile, or the end of a task that was not cancelled, starts none.
        """
        self._closed = True
        await end_tasks(*self._tasks.values())
