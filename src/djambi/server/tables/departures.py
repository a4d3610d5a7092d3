"""Free the seats of accounts that were erased: nobody would ever come back to them.

Otherwise strangers would sit down at a table where nobody waits, and a game in which everybody
waits for whoever is away would never go on.
"""

from __future__ import annotations

from functools import partial

from djambi.server.background import BackgroundTasks
from djambi.server.live.each_game import see_to_each
from djambi.server.live.registry import GameRegistry
from djambi.server.people.disconnections import AccountErased
from djambi.server.storage.tables import TablesStore
from djambi.server.tables.commands import departure_event


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
        held = await self._store.held_by_erased(account)
        await see_to_each(
            "the seat of an erased account in game %s cannot be freed",
            ((game, partial(self._leave, game, gone)) for game, gone in held),
        )

    async def _leave(self, game: str, account: str) -> None:
        room = await self._registry.room(game)
        await room.change(None, lambda: departure_event(room.state, account))
