"""The names that tables show, where somebody takes another one while they are being read."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

from tests.online.test_asides import a_game
from tests.server.stores import with_new_store
from tests.waiting import WAIT_TIMEOUT_S

from djambi.server.background import BackgroundTasks
from djambi.server.live.registry import GameRegistry, RoomLoaded
from djambi.server.publisher import EventPublisher
from djambi.server.storage import Store
from djambi.server.storage.people import Account, PeopleStore
from djambi.server.tables.player_names import PlayerNames


class Overtaken(PeopleStore):
    """Somebody has another name as soon as theirs was read for the first time."""

    renamed: Callable[[str], None] | None = None

    async def accounts(self, ids: Iterable[str]) -> dict[str, Account]:
        found = await super().accounts(ids)
        if self.renamed is not None and "ada" in found:
            told, self.renamed = self.renamed, None
            await self.change("ada", name="Eve")
            told("ada")
        return found


async def shown(store: Store, names: PlayerNames, meanwhile: Callable[[], Awaitable[None]]) -> None:
    """Read a table, and wait until it shows Ada's new name; something happens before it is here."""

    async def reads(_event: RoomLoaded) -> None:
        await meanwhile()

    events = EventPublisher()
    events.subscribe(RoomLoaded, lambda event: names.learn(event.room))
    events.subscribe(RoomLoaded, reads)
    room = await GameRegistry(store, events).room("g")
    async with asyncio.timeout(WAIT_TIMEOUT_S):
        while room.people["ada"].name != "Eve":
            await asyncio.sleep(0.01)


def test_a_new_name_is_heard_of_while_a_game_is_being_read(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await a_game(store)
        people, tasks = PeopleStore(store.database), BackgroundTasks()
        names = PlayerNames(people, tasks)

        async def rename() -> None:
            await people.change("ada", name="Eve")
            names.renamed("ada")

        await shown(store, names, rename)
        await tasks.cancel()

    with_new_store(tmp_path / "djambi.sqlite3", work)


def test_a_name_that_was_read_too_early_is_read_again(tmp_path: Path) -> None:
    async def nothing() -> None:
        pass

    async def work(store: Store) -> None:
        await a_game(store)
        people, tasks = Overtaken(store.database), BackgroundTasks()
        names = PlayerNames(people, tasks)
        people.renamed = names.renamed
        await shown(store, names, nothing)
        await tasks.cancel()

    with_new_store(tmp_path / "djambi.sqlite3", work)
