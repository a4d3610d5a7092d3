"""Plays what players have planned, as soon as it is their turn.

Which games have plans at all is kept in memory, so that others pay nothing for them; whoever
stores a plan publishes the game on the bus. What is played is an ordinary turn of the player's;
what was planned before the turn began is in time, however late it is played.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec

from djambi.errors import DjambiError
from djambi.server.background import BackgroundTasks
from djambi.server.cluster.bus import Bus
from djambi.server.correspondence.conditional_turns import due
from djambi.server.correspondence.schemas import PlansBody, StoredPlans
from djambi.server.errors import RequestRefused
from djambi.server.game.events import LogEvent
from djambi.server.game.table_queries import parties_of
from djambi.server.live.each_game import see_to_each
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom, StaleChange
from djambi.server.schemas.messages import TurnRequest
from djambi.server.storage.private_documents import PrivateDocuments, revision_of
from djambi.server.storage.turns import AwaitedTurnsStore
from djambi.server.tables.admission import Admission
from djambi.server.tables.commands import event_for_command
from djambi.server.timekeeping import now

PLANS_TOPIC: Final = "plans"
"""Of the bus: the games in which somebody has stored plans."""

_decoder = msgspec.json.Decoder(StoredPlans)


def plans_in(data: str | None) -> StoredPlans:
    """Return the plans in what is stored of them."""
    return StoredPlans([]) if data is None else _decoder.decode(data)


class ConditionalTurnService:
    """The plans of a process's tables; `await begin()` before, `await end()` after."""

    def __init__(
        self,
        registry: GameRegistry,
        bus: Bus,
        admission: Admission,
        privates: PrivateDocuments,
        awaited: AwaitedTurnsStore,
        tasks: BackgroundTasks,
    ) -> None:
        self.privates = privates
        self._registry = registry
        self._awaited = awaited
        self._bus = bus
        self._admission = admission
        self._tasks = tasks
        self._games: set[str] = set()

    async def begin(self) -> None:
        """Begin: find the games with plans, and listen for new ones.

        What was due when another process ended is played in the background.
        """
        await self._bus.listen(PLANS_TOPIC, self._heard)
        await self._learn()
        self._tasks.insist(self._take_over)

    async def end(self) -> None:
        """Stop listening."""
        await self._bus.leave(PLANS_TOPIC, self._heard)

    def _heard(self, data: bytes) -> None:
        if data:
            self._games.add(data.decode("utf-8", "replace"))
        else:
            self._tasks.start(self._learn())

    async def _learn(self) -> None:
        self._games |= await self.privates.games_with("plans")

    async def _take_over(self) -> None:
        games = await self._awaited.with_plans()
        await see_to_each(
            "the plans of game %s cannot be looked at",
            ((game, partial(self._take_over_one, game)) for game in games),
        )

    async def _take_over_one(self, game: str) -> None:
        await self.play(await self._registry.room(game))

    async def plans(self, game: str, account: str) -> StoredPlans:
        """Return the plans of an account at a game."""
        return plans_in(await self.privates.get(game, account, "plans"))

    async def store(self, room: GameRoom, account: str, plans: PlansBody) -> str:
        """Store the plans of an account in the place of others, and play what is due by them.

        Return their revision; raise `RequestRefused` if the others are not those it has seen.
        """
        stored = StoredPlans(plans.plans, room.state.number)
        data = msgspec.json.encode(stored).decode() if plans.plans else None
        if not await self.privates.put(room.id, account, "plans", data, plans.revision):
            raise RequestRefused("edited_elsewhere")
        if data is not None:
            self._bus.publish(PLANS_TOPIC, room.id.encode())
            self.look(room)
        return revision_of(data)

    def look(self, room: GameRoom) -> None:
        """Check whether something planned is due at a table."""
        if room.id not in self._games:
            return
        if room.state.mover is None:
            self._games.discard(room.id)
            self._tasks.start(self.privates.forget(room.id, "plans"))
        else:
            self._tasks.insist(partial(self.play, room))

    async def play(self, room: GameRoom) -> None:
        """Play what is due by the plans of who is to move at a table, if anything is."""
        mover = room.state.mover
        if room.id not in self._games or mover is None:
            return
        row = room.state.seat(mover)
        if row.player != "person":
            return
        account = row.device
        stored = await self.plans(room.id, account)
        if not stored.plans:
            return
        seen = room.state
        in_time = stored.number is None or stored.number < seen.moved
        # Many plans of many turns take a while to be looked through.
        turn = await asyncio.to_thread(due, seen, stored, parties_of(seen, account))
        if turn is None:
            return

        def planned() -> LogEvent | None:
            state = room.state
            if state.number != seen.number:
                return None  # after whatever has happened since it is looked again
            asked = TurnRequest(0, 0, str(turn))
            return event_for_command(state, account, asked, now(), held_up=in_time)

        # Barred, too late, paused, or somebody else was first: then it is not played.
        with suppress(StaleChange, DjambiError):
            await self._admission.check_playing(account)
            await room.change(None, planned)
