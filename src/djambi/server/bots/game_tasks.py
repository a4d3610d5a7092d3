"""At most one task for each game, and another look at the game once it has ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine

from djambi.server.background import end_tasks
from djambi.server.live.room import GameRoom

_log = logging.getLogger("djambi.server")


class GameTasks:
    """The tasks of one kind that a process runs for its games.

    Args:
        who: who does the work, as the log names them: "the bots".
        wake: called when a game's task has ended without an error, for something may have come up
            between the task's last look and its end.
    """

    def __init__(self, who: str, wake: Callable[[GameRoom], None]) -> None:
        self._who = who
        self._wake = wake
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def __contains__(self, game: str) -> bool:
        """Return whether a task runs for a game, by its id."""
        return game in self._tasks

    def start(self, room: GameRoom, work: Coroutine[None, None, None]) -> None:
        """Start the task of a game that has none."""
        task = asyncio.create_task(work, name=f"{self._who} of {room.id}")
        self._tasks[room.id] = task
        task.add_done_callback(lambda done: self._ended(room, done))

    def _ended(self, room: GameRoom, task: asyncio.Task[None]) -> None:
        self._tasks.pop(room.id, None)
        if task.cancelled():
            return
        if error := task.exception():
            _log.error("%s of game %s stopped", self._who, room.id, exc_info=error)
        else:
            self._wake(room)

    async def close(self) -> None:
        """Cancel all tasks and wait until they have ended."""
        await end_tasks(*self._tasks.values())
