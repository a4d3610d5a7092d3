"""Free the seats of accounts that were erased: nobody would ever come back to them.

Otherwise strangers would sit down at a table where nobody waits, and a game in which everybody
waits for whoever is away would never go on.
"""

from __future__ import annotations

import logging
from functools import partial

from djambi.server.background import BackgroundTasks
from djambi.server.database_errors import is_passing
from djambi.server.live.registry import GameRegistry
from djambi.server.people.disconnections import AccountErased
from djambi.server.storage.tables import TablesStore
from djambi.server.tables.commands import departure_event

_log = logging.getLogger("djambi.server")


class Departures:
    """Sees to the seats of erased accounts, whichever process erased them; `begin()` before."""

    def __init__(self, registry: GameRegistry, store: TablesStore, tasks: BackgroundTasks) -> None:
        self._registry = registry
        self._store = store
        self._tasks = tasks

    def begin(self) -> None:
        """Free what accounts hold that were erased while no process ran."""
        self._tasks.insist(self._free)

    def erased(self, event: AccountErased) -> None:
        """Free what an account holds."""
        self._tasks.insist(partial(self._free, event.account))

    async def _free(self, account: str = "") -> None:
        passing: Exception | None = None
        for game, gone in await self._store.held_by_erased(account):
            try:
                await self._leave(game, gone)
            except Exception as error:
                # One that is damaged, or that shows a fault of ours, keeps no other from being
                # seen to.
                _log.exception("the seat of an erased account in game %s cannot be freed", game)
                passing = error if is_passing(error) else passing
        if passing is not None:
            raise passing  # So that it is tried again.

    async def _leave(self, game: str, account: str) -> None:
        room = await self._registry.room(game)
        await room.change(None, lambda: departure_event(room.state, account))
