"""Talk between the accounts of an online server: who may speak, and what their promises came to."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final

from djambi.pacts import Verdict
from djambi.server.errors import RequestRefused
from djambi.server.game.table_presenter import AccountName
from djambi.server.game.table_queries import people_at
from djambi.server.live.room import GameRoom
from djambi.server.rate_limits import RateLimits
from djambi.server.schemas.talk import EmoteRequest, TalkRequest, WorthRequest
from djambi.server.security.current_user import check_playing
from djambi.server.security.devices import NO_ACCOUNT_KEY, Device
from djambi.server.storage.database import Database
from djambi.server.storage.people import PeopleStore
from djambi.server.storage.talk_log import PledgeRow, keep_pledges
from djambi.server.talk.commands import TalkCommand
from djambi.server.talk.room import TalkRoom

ASIDES_PER_WORK: Final = 250
"""Asides that cost as much `work` as one small call, each time when they are sent anew."""

ADVICE_WORK: Final = 5
"""How much `work` it is to say what a pact of a game that is over was worth: some searches."""

_MAX_WAIT_S: Final = 10.0
"""Seconds until one looks again whether what is to be sent may be."""

_LIMITS: Final[dict[type, str]] = {TalkRequest: "talk", EmoteRequest: "emote"}
"""What is counted by itself (`server.rate_limits`); everything about pacts is "propose"."""


class AccountPeople:
    """The accounts of an online server that talk: by their names, within their limits."""

    def __init__(self, people: PeopleStore, limits: RateLimits) -> None:
        self._people = people
        self._limits = limits

    async def admit(self, room: GameRoom, key: str, asked: TalkCommand | WorthRequest) -> None:
        """Check that an account may speak now; raises RequestRefused, also for too much."""
        if key == NO_ACCOUNT_KEY:
            raise RequestRefused("sign_in")
        found = check_playing(await self._people.account(key))
        self._limits.take(_LIMITS.get(type(asked), "propose"), key)
        room.people.setdefault(key, AccountName(found.name, found.guest))

    def charge(self, device: Device, asides: int) -> None:
        """Charge somebody for asides that are sent anew; raises RequestRefused for too many."""
        if work := asides // ASIDES_PER_WORK:
            self._limits.take("work", device.payer, work)

    async def afford(self, device: Device, asides: int) -> None:
        """Charge somebody who comes to a table, once it is not too much: nobody is refused."""
        work = asides // ASIDES_PER_WORK
        while (wait := self._limits.wait("work", device.payer, work)) > 0:
            await asyncio.sleep(min(wait, _MAX_WAIT_S))
        self.charge(device, asides)

    def charge_advice(self, device: Device) -> None:
        """Charge somebody, whether they have an account or not, who looks back on a pact."""
        self._limits.take("work", device.payer, ADVICE_WORK)

    async def learn(self, talk: TalkRoom, key: str = NO_ACCOUNT_KEY) -> None:
        """Load the names of those who speak at a table, and who of those there blocks whom."""
        room = talk.room
        speakers = {numbered.aside.by for numbered in talk.log.asides} | {key}
        speakers -= {"", NO_ACCOUNT_KEY}
        unknown = speakers - set(room.people)
        if unknown:
            found = await self._people.accounts(unknown)
            room.people.update((i, AccountName(p.name, p.guest)) for i, p in found.items())
        # Who only watches says nothing, and is spared all the same whom they have blocked.
        listening = {listener.device.talk_key for listener in room.listeners} - {NO_ACCOUNT_KEY}
        everybody = speakers | people_at(room.state) | listening
        if len(everybody) > 1:
            talk.mute(everybody, await self._people.blocks_between(everybody))


async def store_pledges(talk: TalkRoom, database: Database) -> None:
    """Sum up what became of the promises of a finished game; again, it changes nothing."""
    await talk.catch_up()
    async with database.writing() as connection:
        await keep_pledges(connection, database, talk.room.id, pledges(talk))


def pledges(talk: TalkRoom) -> list[PledgeRow]:
    """Return what the players of a finished game kept and broke, for their profiles.

    Counted is what a person promised another person. Nothing of an anonymous table is counted, and
    of secret pacts only what the table publishes.
    """
    state = talk.room.state
    terms = state.terms
    if terms is None or terms.anonymous or state.mover is not None:
        return []
    counts: dict[str, Counter[str]] = {}
    for proposal in talk.log.proposals.values():
        if proposal.concluded is None or (proposal.secret and not terms.publish):
            continue
        _, findings = talk.judged(proposal)
        sat = {p: state.sat.holder(p, proposal.concluded) for p in proposal.parties}
        people = {p: key for p, (player, key) in sat.items() if player == "person"}
        for promise, finding in zip(proposal.promises, findings or (), strict=True):
            who = people.get(promise.by)
            others = set(people.values()) - {who}
            if who is not None and others and finding.verdict in (Verdict.KEPT, Verdict.BROKEN):
                name = ("secret_" if proposal.secret else "") + finding.verdict.value
                counts.setdefault(who, Counter())[name] += 1
    return [PledgeRow(who, **count) for who, count in counts.items()]
