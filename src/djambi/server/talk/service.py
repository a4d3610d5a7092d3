"""The talk of all tables of a process: loaded with them, told by sockets, summed up at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from djambi.pacts import Verdict
from djambi.server.bots.negotiation import BotNegotiation
from djambi.server.errors import Refused
from djambi.server.game.asides import NumberedAside
from djambi.server.game.table_presenter import AccountName
from djambi.server.game.table_queries import require_online
from djambi.server.schemas import talk as t
from djambi.server.security.access import NOBODY
from djambi.server.security.current_user import check_playing
from djambi.server.storage.talk_log import AsideStore, PledgeRow, keep_pledges
from djambi.server.talk.commands import Asking, aside_for
from djambi.server.talk.room import Talk

if TYPE_CHECKING:
    from djambi.server.live.registry import GameRegistry
    from djambi.server.live.room import GameRoom, Listener
    from djambi.server.rate_limits import Limits
    from djambi.server.storage.database import Database
    from djambi.server.storage.people import PeopleStore

_LIMITS: Final[dict[type, str]] = {t.Talk: "talk", t.Emote: "emote"}
"""What is counted by itself (`server.rate_limits`); everything about pacts is "propose"."""


class Talks:
    """What is said at the online tables; makes itself known to the hub."""

    def __init__(
        self, hub: GameRegistry, database: Database, people: PeopleStore, limits: Limits
    ) -> None:
        self.hub = hub
        self.store = AsideStore(database)
        self.people = people
        self.limits = limits
        self.embassy = BotNegotiation(hub.runner.delay)
        hub.runner.before_turn = self.embassy.before_turn
        hub.talks = self

    async def end(self) -> None:
        """Bots answer nothing more."""
        await self.embassy.close()

    async def loaded(self, table: GameRoom) -> None:
        """A table comes into memory, and all that was said there."""
        if table.ledger.online is None:
            return
        talk = Talk(table, self.store, self._learn)
        talk.on_aside = self._published
        await talk.catch_up()
        table.talk = talk
        self.embassy.wake(table)

    def _published(self, talk: Talk, numbered: NumberedAside) -> None:
        self.hub.bus.publish(f"talk:{talk.table.id}", b"%d" % numbered.number)
        self.embassy.wake(talk.table)

    async def follow(self, table: GameRoom) -> None:
        """Something was said here by way of another process."""
        await _talk_of(table).catch_up()
        self.embassy.wake(table)

    async def was_erased(self, account: str) -> None:
        """An account was erased, and perhaps what it said: read the tables where it spoke anew."""
        for table in self.hub.loaded:
            if table.talk is not None and table.talk.book.has_spoken(account):
                await table.talk.read_again()

    async def prepare(self, table: GameRoom, key: str) -> None:
        """Somebody is about to read: learn whom he blocks, and what he is called."""
        if table.talk is not None and key != NOBODY:
            await self._learn(table.talk, key)

    async def _learn(self, talk: Talk, key: str = NOBODY) -> None:
        """Learn the names of who speaks at a table, and who blocks whom."""
        table = talk.table
        speakers = {numbered.aside.by for numbered in talk.book.asides} | {key}
        speakers -= {"", NOBODY}
        unknown = speakers - set(table.people)
        if unknown:
            found = await self.people.accounts(unknown)
            table.people.update((i, AccountName(p.name, p.guest)) for i, p in found.items())
        seats = {row.device for row in table.ledger.seats.values() if row.player == "person"}
        everybody = speakers | seats
        if len(everybody) > 1:
            talk.blocks = frozenset(await self.people.blocks_between(everybody))

    async def hear(self, table: GameRoom, listener: Listener, asked: t.Hear) -> None:
        """Answer who asks for asides that he missed."""
        await self.prepare(table, listener.device.key)
        talk = _talk_of(table)
        talk.hear(listener, asked.after, asked.id)

    async def take(
        self, table: GameRoom, key: str, asked: Asking, acknowledge: Callable[[int], None]
    ) -> None:
        """Store what a person says or promises; `acknowledge` gets his own number of it.

        Raises Refused if he may not, also if he does so too often.
        """
        talk = _talk_of(table)
        if key == NOBODY:
            raise Refused("sign_in")
        found = check_playing(await self.people.account(key))
        self.limits.take(_LIMITS.get(type(asked), "propose"), key)
        table.people.setdefault(key, AccountName(found.name, found.guest))
        await talk.change(
            lambda: aside_for(talk.book, table.ledger, talk.speaker(key), asked),
            lambda numbered: acknowledge(talk.count(key)),
        )

    # --- the end --------------------------------------------------------------------------------

    async def finish(self, table: GameRoom) -> None:
        """Sum up what became of the promises of a finished game; again, it changes nothing."""
        if table.talk is None:
            return
        await table.talk.catch_up()
        database = self.store.database
        async with database.writing() as connection:
            await keep_pledges(connection, database, table.id, pledges(table.talk))


def _talk_of(table: GameRoom) -> Talk:
    if table.talk is None:
        raise Refused("not_online")
    return table.talk


def pledges(talk: Talk) -> list[PledgeRow]:
    """What the players of a finished game kept and broke, for their profiles.

    Counted is what a person promised another person. Nothing of an anonymous table is counted, and
    of secret pacts only what the table publishes.
    """
    ledger = talk.table.ledger
    terms = ledger.terms
    if terms is None or terms.anonymous or ledger.mover is not None:
        return []
    counts: dict[str, Counter[str]] = {}
    for deal in talk.book.deals.values():
        if deal.concluded is None or (deal.secret and not terms.publish):
            continue
        _, findings = talk.judged(deal)
        sat = {p: require_online(ledger).sat.holder(p, deal.concluded) for p in deal.parties}
        people = {p: key for p, (player, key) in sat.items() if player == "person"}
        for promise, finding in zip(deal.promises, findings or (), strict=True):
            who = people.get(promise.by)
            others = set(people.values()) - {who}
            if who is not None and others and finding.verdict in (Verdict.KEPT, Verdict.BROKEN):
                name = ("secret_" if deal.secret else "") + finding.verdict.value
                counts.setdefault(who, Counter())[name] += 1
    return [PledgeRow(who, **count) for who, count in counts.items()]
