"""A change that somebody asks of an online table, carried out: stored before it is acknowledged."""

from __future__ import annotations

from collections.abc import Callable

from djambi.server.cluster.heartbeat import Heartbeat
from djambi.server.errors import RequestRefused
from djambi.server.game.events import LogEvent
from djambi.server.game.reducer import apply
from djambi.server.game.table_queries import parties_of, require_online
from djambi.server.live.room import GameRoom, StaleChange
from djambi.server.rate_limits import RateLimits
from djambi.server.schemas.messages import SitRequest, TurnRequest
from djambi.server.schemas.tables import BallotRequest, CallRequest
from djambi.server.security.devices import Device
from djambi.server.tables.admission import Admission
from djambi.server.tables.commands import (
    TableCommand,
    arrival_event,
    event_for_command,
    voting_party,
)
from djambi.server.tables.presence import PresenceTracker
from djambi.server.tables.voting import Voting
from djambi.server.timekeeping import now


class TableCommandHandler:
    """Carries out what people ask of the online tables of a process."""

    def __init__(
        self,
        admission: Admission,
        presence: PresenceTracker,
        heartbeat: Heartbeat,
        voting: Voting,
        limits: RateLimits,
    ) -> None:
        self._admission = admission
        self._presence = presence
        self._heartbeat = heartbeat
        self._voting = voting
        self._limits = limits

    async def change(
        self,
        room: GameRoom,
        device: Device,
        asked: TableCommand,
        acknowledge: Callable[[int], None],
    ) -> None:
        """Apply one change for the account of a device; `acknowledge` is called when it is stored.

        Only what concerns the position is stale once that has changed. Raises StaleChange,
        RequestRefused, and what the rules raise.
        """
        account = device.key

        def make() -> LogEvent:
            host_left = self._presence.away(room)(require_online(room.state).owner)
            held_up = self._heartbeat.is_held_up
            return event_for_command(
                room.state, account, asked, now(), device.traits, host_left, held_up
            )

        await self._admission.check_playing(account)
        self._limits.take("vote" if isinstance(asked, CallRequest) else "change", account)
        if isinstance(asked, BallotRequest) and _is_secret(room, asked.vote):
            voting_party(room.state, parties_of(room.state, account), asked.vote)
            await self._voting.ballot(room, account, asked.vote, asked.agree)
            acknowledge(room.state.number)
            # It is no event: nothing else tells whoever has voted that they have.
            room.tell_account(account)
        elif isinstance(asked, SitRequest):
            await self._admission.sit_down(room, account, make, acknowledge)
        elif isinstance(asked, CallRequest):
            if asked.vote != "draw":
                await room.change(asked.after, make, acknowledge)
                return
            await self._call_secretly(room, account, asked, acknowledge)
        else:
            if isinstance(asked, TurnRequest) and arrival_event(room.state, account) is not None:
                # Whoever plays without a socket is here all the same.
                await self._admission.greet(room, device)
            seen = asked.after if isinstance(asked, TurnRequest) else None
            await room.change(seen, make, acknowledge)

    async def _call_secretly(
        self, room: GameRoom, account: str, asked: CallRequest, acknowledge: Callable[[int], None]
    ) -> None:
        """Call the vote on a draw.

        Whoever calls it agrees, and that is stored before anybody hears of it.
        """
        event = event_for_command(room.state, account, asked, now())
        number = apply(room.state, event, now()).number
        await self._voting.store_ballot(room, account, number, agree=True)

        def make() -> LogEvent:
            if room.state.number + 1 != number:
                raise StaleChange
            return event

        try:
            await room.change(asked.after, make, acknowledge)
        except Exception:
            # Left there, it would count in whichever vote gets this number.
            await self._voting.store_ballot(room, account, 0, agree=False)
            raise


def _is_secret(room: GameRoom, number: int) -> bool:
    vote = require_online(room.state).vote
    if vote is None or vote.number != number:
        raise RequestRefused("no_vote")
    return vote.kind == "draw"
