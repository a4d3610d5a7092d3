"""A store to work on, opened and closed around each piece of work, and a game to put into it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from djambi.server.game.events import Created, SeatRow
from djambi.server.game.summaries import GameSummary
from djambi.server.storage import Store
from djambi.server.storage.upgrade import upgrade

START = Created("somewhere", (SeatRow("r", "me"), SeatRow("b", "bot", level="random")))
SUMMARY = GameSummary("[]", "somewhere", 0, "r", None)

T = TypeVar("T")


def with_store(where: str | Path, work: Callable[[Store], Coroutine[Any, Any, T]]) -> T:
    """Run `work` on the store of a database that is up to date, and return its result."""

    async def run() -> T:
        store = Store(where)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def with_new_store(where: str | Path, work: Callable[[Store], Coroutine[Any, Any, T]]) -> T:
    """Bring a database up to date, run `work` on its store, and return the result."""
    upgrade(where)
    return with_store(where, work)
