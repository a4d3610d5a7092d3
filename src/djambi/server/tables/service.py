"""The online tables of a process: who is there, what is due, votes that are secret, the end.

The hub holds the games; this stands beside it and does what takes time or other stores. All
methods belong to the server's event loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from djambi.errors import DjambiError, IllegalTurn
from djambi.server.cluster.heartbeat import DEAD, Heartbeat
from djambi.server.errors import Refused
from djambi.server.game.due_events import DueEvent, look_at, next_due
from djambi.server.game.events import DrawAgreed, LogEvent, Rejoined, Resumed, VoteClosed
from djambi.server.game.state import GameState
from djambi.server.game.table_presenter import AccountName
from djambi.server.game.table_queries import stage_of
from djambi.server.game.table_state import Vote
from djambi.server.game.visibility import may_watch
from djambi.server.rate_limits import Limits
from djambi.server.security.access import NOBODY, Device
from djambi.server.security.current_user import check_playing
from djambi.server.storage.database import Database
from djambi.server.storage.people import Account, PeopleStore
from djambi.server.storage.servers import ServersStore
from djambi.server.storage.tables import TablesStore
from djambi.server.tables import votes
from djambi.server.tables.commands import greeting
from djambi.server.tables.deadlines import Deadlines
from djambi.server.tables.rematch import go_on
from djambi.server.tables.results import store_results
from djambi.server.timekeeping import now

if TYPE_CHECKING:
    from djambi.server.live.registry import GameRegistry
    from djambi.server.live.room import GameRoom, Listener

FINISH = 300.0
"""Seconds between two looks for games whose end could not be seen to."""

SWEEP = 5.0
"""Seconds between two looks for what other processes left undone."""

AGAIN = 1_000
"""Milliseconds until something that is due, and being done, is looked at again."""

LATE = 5_000
"""Milliseconds after which a deadline that nobody saw to is seen to by another process."""

_BOTS_TOO = ("draw", "return")
"""Votes in which bots have a say."""

_log = logging.getLogger("djambi.server")

Finisher = Callable[["GameRoom"], Awaitable[None]]
"""Does something about a finished game; called again if the process dies before all have."""


class Tables:
    """The online tables; `await begin()` before, `await end()` after."""

    def __init__(
        self,
        hub: GameRegistry,
        database: Database,
        people: PeopleStore,
        limits: Limits | None = None,
    ) -> None:
        self.hub = hub
        self.store = TablesStore(database)
        self.servers = ServersStore(database)
        self.alive = Heartbeat(self.servers)
        self.deadlines = Deadlines(self._look)
        self.finishers: list[Finisher] = [
            partial(store_results, database),
            partial(go_on, hub),
        ]
        self.watchers: list[Callable[[GameRoom], None]] = []
        self.named = people.accounts
        self.standing: Callable[[str], Awaitable[Account | None]] = people.account
        """Looks an account up for each change that it asks for."""
        self.blocks = people.blocks_between
        self.limits = limits or Limits()
        self._tasks: set[asyncio.Task[None]] = set()
        self._presences: dict[tuple[str, str], int | None] = {}
        self._crowd = False
        hub.tables = self

    async def begin(self) -> None:
        """See to the deadlines of all tables from now on."""
        await self.alive.begin()
        self.deadlines.begin()
        for game, at in await self.store.deadlines():
            self.deadlines.set(game, at)
        self.later(self._finish_all())
        self.later(self._sweep())

    async def end(self) -> None:
        """See to nothing any more."""
        await self.deadlines.end()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.alive.end()

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside; what goes wrong is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            _log.error("work beside a table failed", exc_info=error)

    # --- what the hub tells ---------------------------------------------------------------------

    async def loaded(self, table: GameRoom) -> None:
        """A table comes into memory: the names, ballots and people that belong to it."""
        online = table.ledger.online
        if online is None:
            return
        await self.learn_names(table)
        for watcher in self.watchers:
            watcher(table)
        if online.vote is not None and online.vote.kind == "draw":
            table.ballots = await self.store.ballots(table.id)
        if not self.alive.alone:
            await self._look_for_people(table)

    async def learn_names(self, table: GameRoom) -> None:
        """Learn the names of all who play at a table."""
        rows = table.ledger.seats.values()
        unknown = {row.device for row in rows if row.player == "person"} - set(table.people)
        if unknown:
            found = await self.named(unknown)
            table.people.update((i, AccountName(p.name, p.guest)) for i, p in found.items())

    def renamed(self, account: str) -> None:
        """An account is called otherwise now: the tables that show it learn its name anew."""
        for table in self.hub.loaded:
            if account in table.people:
                del table.people[account]
                self.later(self.learn_names(table))

    def joined(self, table: GameRoom, listener: Listener) -> None:
        """A socket has come to a table."""
        if table.ledger.online is None:
            return
        key = listener.device.key
        if table.ledger.mover is not None and greeting(table.ledger, key) is not None:
            self.later(self.greet(table, listener.device))
        self._present(table, key, None)
        self.schedule(table)

    def left(self, table: GameRoom, key: str) -> None:
        """A socket has gone from a table."""
        if table.ledger.online is not None and key not in table.here:
            self._present(table, key, now())
            self.schedule(table)

    async def greet(self, table: GameRoom, device: Device) -> None:
        """Somebody is here: what was kept for him is his again."""
        account = device.key
        people = await self.named([account])
        if account in people:
            table.people[account] = AccountName(people[account].name, people[account].guest)
        await table.change(None, lambda: greeting(table.ledger, account, device.traits), _unheard)

    async def check_playing(self, account: str) -> None:
        """Raises Refused if an account may not play (any more), whatever it has open."""
        if account != NOBODY:
            check_playing(await self.standing(account))

    async def may_sit_down(self, table: GameRoom, account: str) -> None:
        """Learn who wants to sit down; raises Refused if that account may not play here.

        Who sits there already and has blocked it, or is blocked by it, is not to meet it: but at an
        anonymous table that would tell who is who. Who blocks somebody there is told so; who is
        blocked only what everybody is told who is not wanted at a table, for whatever reason.
        """
        found = check_playing((await self.named([account])).get(account))
        table.people[account] = AccountName(found.name, found.guest)
        terms = table.ledger.terms
        others = {row.device for row in table.ledger.seats.values() if row.player == "person"}
        if terms is None or terms.anonymous or not others:
            return
        pairs = await self.blocks({account, *others})
        if any(account == blocker for blocker, _ in pairs):
            raise Refused("blocked_here")
        if any(account == blocked for _, blocked in pairs):
            raise Refused("not_here")

    def changed(self, table: GameRoom) -> None:
        """A table has gone on."""
        online = table.ledger.online
        if online is None:
            return
        self.schedule(table)
        for watcher in self.watchers:
            watcher(table)
        if online.vote is not None and online.vote.kind in _BOTS_TOO:
            self.later(self.count(table))
        if stage_of(table.ledger) == "over":
            self.later(self.finish(table))
        _cut_strangers(table)

    def followed(self, table: GameRoom) -> None:
        """A table has gone on by another process, which sees to what comes of it."""
        if table.ledger.online is None:
            return
        self.schedule(table)
        _cut_strangers(table)
        self.later(self._learn_and_tell(table))

    async def _learn_and_tell(self, table: GameRoom) -> None:
        known = len(table.people)
        await self.learn_names(table)
        if len(table.people) != known:
            table.tell_again()

    # --- who is there ---------------------------------------------------------------------------

    def _present(self, table: GameRoom, account: str, left: int | None) -> None:
        if account != NOBODY:
            self._presences[table.id, account] = left

    async def _tell_presences(self) -> None:
        """Tell the other processes who is here; nothing is written while there are none."""
        if self.alive.alone:
            self._presences = {k: left for k, left in self._presences.items() if left is None}
            return
        changed, self._presences = self._presences, {}
        rows = [(game, account, left) for (game, account), left in changed.items()]
        await self.servers.set_presences(self.alive.process, rows)
        for game in {game for game, _, _ in rows}:
            self.hub.bus.publish(f"here:{game}", self.alive.process.encode())

    async def heard_presence(self, table: GameRoom, process: bytes) -> None:
        """Another process says that somebody has come to a table or gone."""
        if process != self.alive.process.encode():
            await self._look_for_people(table)
            table.tell_presence()
            self.schedule(table)

    async def _look_for_people(self, table: GameRoom) -> None:
        living = await self.servers.living(now() - DEAD)
        there: set[str] = set()
        for account, process, left in await self.servers.presences(table.id):
            if process == self.alive.process:
                continue
            if left is None and process in living:
                there.add(account)
            elif left is not None:
                table.left[account] = max(left, table.left.get(account, 0))
        table.elsewhere = frozenset(there)

    def away(self, table: GameRoom) -> Callable[[str], int | None]:
        """Since when an account has not been at a table; None while it is there."""

        def since(account: str) -> int | None:
            if table.is_here(account):
                return None
            return max(self.alive.began, table.left.get(account, 0))

        return since

    # --- what is due ----------------------------------------------------------------------------

    def schedule(self, table: GameRoom) -> None:
        """Look at a table when something is due there."""
        due = next_due(table.ledger, self.away(table))
        at = now()
        # What is done already, or just now, is not done again and again meanwhile.
        again = None if due is None else due.at if due.at > at else at + AGAIN
        self.deadlines.set(table.id, again)

    async def _look(self, game: str) -> None:
        """Do what is due at a table, if it is; else look again when it will be."""
        try:
            table = await self.hub.table(game)
        except DjambiError:
            _log.exception("game %s cannot be looked after", game)
            return
        if not self.alive.alone:
            await self._look_for_people(table)
        due = next_due(table.ledger, self.away(table))
        if due is not None and due.at <= now():
            await self._act(table, due)
        self.schedule(table)
        self.hub.runner.wake(table)

    async def _act(self, table: GameRoom, due: DueEvent) -> None:
        if due.what == "vote":
            # Bots may have to think about it, and other tables don't wait for that.
            self.later(self.close_vote(table))
            return

        def late() -> LogEvent | None:
            again = next_due(table.ledger, self.away(table))
            return again.event if again is not None and again.at <= now() else None

        await table.change(None, late, _unheard)

    async def _sweep(self) -> None:
        """Tell who is here; see to what a process that died left undone."""
        loop = asyncio.get_running_loop()
        last = finished = loop.time()
        while True:
            await asyncio.sleep(0.5)
            try:
                await self._tell_presences()
                self._crowd = self._crowd or not self.alive.alone
                if self._crowd and loop.time() - last > SWEEP:
                    last = loop.time()
                    await self._sweep_once()
                if loop.time() - finished > FINISH:
                    finished = loop.time()
                    await self._finish_all()
            except Exception:
                _log.exception("the sweep of the tables failed")

    async def _sweep_once(self) -> None:
        for game, at in await self.store.deadlines(now() - LATE):
            await self._look(game)
            table = await self.hub.table(game)
            again = look_at(table.ledger)
            if again is not None and again <= at and table.ledger.terms is not None:
                # Nothing was due: who is to move is there. Nobody else needs to look for a while.
                await self.store.set_deadline(game, now() + table.ledger.terms.grace * 1000)
        await self._finish_all()

    # --- votes ----------------------------------------------------------------------------------

    async def ballot(self, table: GameRoom, account: str, vote: int, agree: bool) -> None:
        """Store what somebody says in the secret vote on a draw, and count."""
        await self.store.set_ballot(table.id, account, vote, agree)
        table.ballots[account] = (vote, agree)
        self.later(self.count(table))

    async def count(self, table: GameRoom, closing: bool = False) -> None:
        """End a vote in which bots have a say if all have spoken, or its time is up (`closing`)."""
        vote = _vote_of(table.ledger)
        if vote is None or vote.kind not in _BOTS_TOO:
            return
        if vote.kind == "draw":
            table.ballots = await self.store.ballots(table.id)
            said = votes.counted(table.ledger, table.ballots)
        else:
            said = votes.spoken(table.ledger, vote)
        verdict = votes.verdict(said, closing)
        if verdict is None:
            return
        event: LogEvent = VoteClosed()
        # The game may have gone on while the ballots were read.
        with suppress(IllegalTurn):
            if verdict and not await self.hub.runner.bot_against(table, vote.party):
                event = Rejoined(vote.party) if vote.party else DrawAgreed()
        await self._end_vote(table, vote, event)

    async def close_vote(self, table: GameRoom) -> None:
        """The time of a vote is up."""
        vote = _vote_of(table.ledger)
        if vote is None:
            return
        if vote.kind in _BOTS_TOO:
            await self.count(table, closing=True)
            return
        # Whatever all agreed to has been done already; only a pause ends without a word.
        event = Resumed() if vote.kind == "resume" else VoteClosed()
        await self._end_vote(table, vote, event)

    async def _end_vote(self, table: GameRoom, vote: Vote, event: LogEvent) -> None:
        def same() -> LogEvent | None:
            standing = _vote_of(table.ledger)
            return event if standing is not None and standing.number == vote.number else None

        await table.change(None, same, _unheard)

    # --- the end --------------------------------------------------------------------------------

    async def _finish_all(self) -> None:
        for game in await self.store.ended():
            await self.finish(await self.hub.table(game))

    async def finish(self, table: GameRoom) -> None:
        """Do all that a finished game brings with it; called again, it changes nothing."""
        for finisher in self.finishers:
            await finisher(table)
        await self.store.finished(table.id)


def _cut_strangers(table: GameRoom) -> None:
    """End the sockets of those who may not watch a table any more."""
    for listener in tuple(table.listeners):
        if not may_watch(table.ledger, listener.device.key, listener.key):
            listener.cut()


def _vote_of(ledger: GameState) -> Vote | None:
    return None if ledger.online is None else ledger.online.vote


def _unheard(number: int) -> None:
    """Nobody waits for the acknowledgement."""
