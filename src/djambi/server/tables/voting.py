"""Votes that bots have a say in: on a draw, which is secret, and on a return.

Everybody who plays is asked (`table_queries.electorate`), and silence is no consent: a vote is
carried by the yes of each of them. A person for whom a bot stands in has not said yes.

A ballot is no event of the game: the other processes hear of it by a topic of its own
(`ballot:GAME`), and read the store.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Final

from djambi.errors import IllegalTurn
from djambi.server.background import BackgroundTasks
from djambi.server.bots.runner import BotRunner
from djambi.server.cluster.bus import Bus
from djambi.server.game.events import DrawAgreed, LogEvent, Rejoined, Resumed, VoteClosed
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import electorate, person_plays, standing_vote, voters
from djambi.server.game.table_state import Vote
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom, TableChanged
from djambi.server.storage.tables import TablesStore

_BOTS_TOO: Final = ("draw", "return")
"""Votes in which bots have a say."""


class Voting:
    """Counts the votes of the tables of a process, and ends them."""

    def __init__(
        self,
        registry: GameRegistry,
        store: TablesStore,
        runner: BotRunner,
        bus: Bus,
        tasks: BackgroundTasks,
    ) -> None:
        self._registry = registry
        self._store = store
        self._runner = runner
        self._bus = bus
        self._tasks = tasks
        bus.listen_to_all("ballot", self._heard)

    async def load(self, room: GameRoom) -> None:
        """Read the ballots of a table that comes into memory."""
        if _is_secret(room):
            room.count_ballots(await self._store.ballots(room.id))

    def table_changed(self, event: TableChanged) -> None:
        """Count the vote that is held at a table, if bots have a say in it."""
        vote = standing_vote(event.room.state)
        if vote is not None and vote.kind in _BOTS_TOO:
            self._tasks.insist(partial(self.count, event.room))

    async def ballot(self, room: GameRoom, account: str, vote: int, agree: bool) -> None:
        """Store what somebody says in the secret vote on a draw, and count."""
        await self.store_ballot(room, account, vote, agree)
        self._tasks.insist(partial(self.count, room))

    async def store_ballot(self, room: GameRoom, account: str, vote: int, agree: bool) -> None:
        """Store what somebody says in a secret vote, and have other processes tell them so."""
        await self._store.set_ballot(room.id, account, vote, agree)
        room.ballots[account] = (vote, agree)
        self._bus.publish(f"ballot:{room.id}", account.encode())

    def _heard(self, game: str, data: bytes) -> None:
        games = [game] if data else self._registry.in_memory()
        for room in filter(None, map(self._registry.known, games)):
            # After a gap only the votes that are held matter.
            if data or _is_secret(room):
                self._tasks.insist(partial(self._read_ballots, room))

    async def _read_ballots(self, room: GameRoom) -> None:
        """Take the ballots as the store has them; whose is new here sees it, and nobody else."""
        before = room.ballots
        room.count_ballots(await self._store.ballots(room.id))
        for account, ballot in room.ballots.items():
            if ballot != before.get(account):
                room.tell_account(account)

    async def count(self, room: GameRoom, closing: bool = False) -> None:
        """End a vote in which bots have a say if all have spoken, or its time is up (`closing`)."""
        vote = standing_vote(room.state)
        if vote is None or vote.kind not in _BOTS_TOO:
            return
        if vote.kind == "draw":
            await self._read_ballots(room)
        carried = verdict(answers(room.state, vote, room.ballots), closing)
        if carried is None:
            return
        event: LogEvent = VoteClosed()
        # The game may have gone on while the ballots were read.
        with suppress(IllegalTurn):
            if carried and not await self._runner.bot_against(room, vote.party):
                event = Rejoined(vote.party) if vote.party else DrawAgreed()
        await self._end(room, vote, event)

    async def close(self, room: GameRoom) -> None:
        """End a vote whose time is up."""
        vote = standing_vote(room.state)
        if vote is None:
            return
        if vote.kind in _BOTS_TOO:
            await self.count(room, closing=True)
            return
        # Whatever all agreed to has been done already; only a pause ends without a word.
        event = Resumed() if vote.kind == "resume" else VoteClosed()
        await self._end(room, vote, event)

    async def _end(self, room: GameRoom, vote: Vote, event: LogEvent) -> None:
        def same() -> LogEvent | None:
            standing = standing_vote(room.state)
            return event if standing is not None and standing.number == vote.number else None

        await room.change(None, same)


def draw_ballots(
    state: GameState, ballots: Mapping[str, tuple[int, bool]]
) -> dict[str, bool | None]:
    """Return what each party that is asked says in the vote on a draw; None: nothing yet.

    `ballots` has for each account the last vote (its event) that it took part in, and what it said.
    """
    vote = standing_vote(state)
    found: dict[str, bool | None] = {}
    for party in electorate(state):
        row = state.seats[party]
        number, agree = ballots.get(row.device, (0, False))
        if not person_plays(row):
            found[party] = False
        else:
            found[party] = agree if vote is not None and number == vote.number else None
    return found


def open_ballots(state: GameState, vote: Vote) -> dict[str, bool | None]:
    """Return what everybody has said in an open vote: whoever called it has agreed."""
    asked: dict[str, bool | None] = dict.fromkeys(electorate(state))
    return {**asked, **dict.fromkeys(vote.party + vote.agreed, True)}


def answers(
    state: GameState, vote: Vote, ballots: Mapping[str, tuple[int, bool]]
) -> dict[str, bool | None]:
    """Return what each party that is asked says in a vote, secret or open; None: nothing yet."""
    return draw_ballots(state, ballots) if vote.kind == "draw" else open_ballots(state, vote)


def unanswered(state: GameState, ballots: Mapping[str, tuple[int, bool]]) -> list[str]:
    """Return the accounts whose answer the vote that is held waits for."""
    vote = standing_vote(state)
    if vote is None:
        return []
    found = answers(state, vote, ballots)
    return [state.seats[party].device for party in voters(state) if found[party] is None]


def verdict(ballots: Mapping[str, bool | None], closing: bool) -> bool | None:
    """Return whether a vote is carried; None while somebody may still speak.

    >>> verdict({"r": True, "b": None}, closing=False) is None
    True
    >>> verdict({"r": True, "b": None}, closing=True), verdict({"r": True, "b": True}, False)
    (False, True)
    """
    if None in ballots.values():
        return False if closing else None
    return bool(ballots) and all(ballots.values())


def _is_secret(room: GameRoom) -> bool:
    vote = standing_vote(room.state)
    return vote is not None and vote.kind == "draw"
