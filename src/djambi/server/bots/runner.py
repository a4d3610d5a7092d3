"""Bots at the tables: each turn is chosen in a worker thread, so that nobody else waits.

Where more games want a bot's turn than there are threads, they stand in one queue: a game has one
turn in it at most, and a bot thinks for so long and no longer, so every game has its share.
A bot plays only while somebody watches the game; it goes on where it was when somebody comes
back. What it chose is an ordinary change: if the game has gone on meanwhile, it is dropped.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import ParamSpec, Protocol, TypeVar
from weakref import WeakKeyDictionary

from djambi.bots import LEVELS, Bot, make
from djambi.bots.opinions import BotOpinion, opinion_of
from djambi.position.turn import Turn
from djambi.server.bots.game_tasks import GameTasks
from djambi.server.errors import RequestRefused
from djambi.server.game.events import DrawDeclined, LogEvent, TurnPlayed
from djambi.server.game.levels import known_level
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import voters
from djambi.server.live.commands import draw_agreement
from djambi.server.live.room import GameRoom, StaleChange
from djambi.server.schemas.messages import BotPace, ThinkingMessage

P = ParamSpec("P")
T = TypeVar("T")

BOT_DELAY_S = 0.6
"""Seconds between turns, so that people can follow them."""

PACES: Mapping[BotPace, float] = {"slow": 6.0, "normal": 2.5, "fast": 0.6, "rush": 0.0}
"""How much longer than usual the time between turns is, where bots play among themselves."""

PROGRESS_INTERVAL_S = 0.25
"""Seconds between two messages on how far a bot has come."""

_log = logging.getLogger("djambi.server")


class TurnBriefing(Protocol):
    """A service that settles things with a bot before it chooses a turn."""

    async def before_turn(self, room: GameRoom, party: str, bot: Bot) -> None:
        """Settle what the bot has to be told or asked; it chooses once this returns."""
        ...


class BotRunner:
    """The bots' turns of one process. `wake` may be called as often as one likes.

    `delay` are the seconds between turns, `threads` how many bots think at once; `briefing` is
    asked before every turn.
    """

    def __init__(
        self,
        delay: float = BOT_DELAY_S,
        threads: int | None = None,
        briefing: TurnBriefing | None = None,
    ) -> None:
        self.delay = delay
        self._briefing = briefing
        self.pool = ThreadPoolExecutor(threads or max(2, os.cpu_count() or 1), "bot")
        self._tasks = GameTasks("the bots", self.wake)
        self._bots: WeakKeyDictionary[GameRoom, dict[tuple[str, str], Bot]] = WeakKeyDictionary()

    def wake(self, room: GameRoom) -> None:
        """Start whatever the bots of a table have to do, if anything."""
        if room.id in self._tasks or not _due(room):
            return
        self._tasks.start(room, self._play(room))

    async def _play(self, room: GameRoom) -> None:
        with room.occupied():
            await self._play_on(room)

    async def _play_on(self, room: GameRoom) -> None:
        while _due(room):
            state = room.state
            begun = time.monotonic()
            event = await self._event(room, state)
            if await self._followed(room, state, begun):
                with suppress(StaleChange):
                    await room.change(state.number, partial(_still, room, event))

    async def _followed(self, room: GameRoom, state: GameState, begun: float) -> bool:
        """Let people follow the turn before; return whether there is still somebody to play for.

        How long it takes may change meanwhile: whoever watches pauses and hurries the bots.
        """
        await asyncio.sleep(0)
        while (left := begun + self._pause_s(room, state) - time.monotonic()) > 0:
            paused = math.isinf(left)
            if room.state is not state or (paused and not _due(room)):
                return False
            await room.stirred(None if paused else left)
        room.steps = max(0, room.steps - 1)
        return True

    def _pause_s(self, room: GameRoom, state: GameState) -> float:
        """Return how many seconds lie between two turns of bots; people may only slow them down."""
        if room.pace == "usual" or (_people(state) and room.pace != "slow"):
            return self.delay
        if room.pace == "pause":
            return 0.0 if room.steps else math.inf
        return PACES[room.pace] * self.delay

    async def _event(self, room: GameRoom, state: GameState) -> LogEvent:
        """Return what the bots do now; an answer to an offered draw goes before a turn."""
        asked = _asked(state)
        for party in asked:
            bot = self._bot(room, party)
            if not await self._think(bot.accepts_draw, state.position, party):
                return DrawDeclined(party)
        if asked:
            return draw_agreement(state, asked)
        party = state.mover or ""
        bot = self._bot(room, party)
        if await self._think(_offers_draw, bot, state):
            return draw_agreement(state, _bots(state))
        if self._briefing is not None:
            await self._briefing.before_turn(room, party, bot)
        try:
            turn = await self._choose(room, state, party, bot)
        except Exception:
            # A bot's fault is no reason for people to wait for ever.
            _log.exception("bot %s failed in game %s", state.seats[party].bot, room.id)
            turn = await self._think(make(LEVELS[0].name).choose, state.position)
        return TurnPlayed(party, str(turn))

    async def _choose(self, room: GameRoom, state: GameState, party: str, bot: Bot) -> Turn:
        """Return what the bot chooses; whoever watches is told how far it has come."""
        thought = asyncio.ensure_future(self._think(bot.choose, state.position))
        try:
            while not (await asyncio.wait([thought], timeout=PROGRESS_INTERVAL_S))[0]:
                room.tell(ThinkingMessage(state.number, party, bot.progress()))
                if not room.is_fresh(state.number) or room.state.seats[party].bot is None:
                    # Taken back, somebody resigned or is back: nobody wants this turn now.
                    # A vote or a seat elsewhere is no reason: what is stopped is played too early.
                    bot.stop()
        except asyncio.CancelledError:
            bot.stop()
            raise
        return thought.result()

    async def _think(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.pool, partial(work, *args, **kwargs))

    def _bot(self, room: GameRoom, party: str) -> Bot:
        """Return the bot of a seat: the same one for as long as the game is in memory."""
        level = known_level(room.state.seat(party).bot or None)
        bots = self._bots.setdefault(room, {})
        if (party, level) not in bots:
            bots[party, level] = make(level)
        return bots[party, level]

    async def bot_against(self, room: GameRoom, returning: str) -> str:
        """Return the first active party of a bot that does not let another return; "" if all do.

        With "" for the other: that does not agree to a draw. Raises IllegalTurn if the rules do
        not let it return now.
        """
        state = room.state
        for party in state.position.active:
            if state.seat(party).player in ("me", "person"):
                continue
            bot = self._bot(room, party)
            if returning:
                agrees = self._think(bot.accepts_return, state.position, party, returning)
            else:
                agrees = self._think(bot.accepts_draw, state.position, party)
            if not await agrees:
                return party
        return ""

    async def opinion(self, room: GameRoom, party: str) -> BotOpinion:
        """Return what the bot that plays a party says of the game as it stands.

        Raises RequestRefused if no bot plays it, or no longer.
        """
        state = room.state
        row = state.seats.get(party)
        if row is None or row.bot is None or party not in state.position.active:
            raise RequestRefused("no_bot", party=party)
        return await self._think(opinion_of, self._bot(room, party), state.position, party)

    async def hint(self, level: str, state: GameState) -> Turn:
        """Return what a bot would do for the party that is to play."""
        return await self._think(make(level).choose, state.position)

    async def close(self) -> None:
        """Stop; turns being thought about are not played."""
        await self._tasks.close()
        self.pool.shutdown(wait=False, cancel_futures=True)


def _still(room: GameRoom, event: LogEvent) -> LogEvent | None:
    """Return a bot's event, unless a person has retaken its seat or all have paused meanwhile."""
    state = room.state
    if state.paused:
        return None
    if isinstance(event, TurnPlayed) and state.seats[event.party].bot is None:
        return None
    return event


def _due(room: GameRoom) -> bool:
    """Return whether a bot is to play or to answer, and somebody watches."""
    state = room.state
    mover = state.mover
    if mover is None or not (room.listeners or _awaited(state)):
        return False
    if state.paused or (state.online is not None and not state.online.begun):
        return False
    if set(_bots(state)) & set(state.draw):
        # Whoever is offered a draw by bots answers it before they play on.
        return False
    return state.seat(mover).bot is not None or bool(_asked(state))


def _awaited(state: GameState) -> bool:
    """Return whether an online table waits for its bots even if nobody watches.

    It does while somebody plays, and when only bots are left it is played to its end; but while all
    people are away it waits for them.
    """
    if state.online is None:
        return False
    return bool(voters(state)) or not _people(state)


def _people(state: GameState) -> str:
    """Return the active parties that people play."""
    return "".join(p for p in state.position.active if state.seat(p).player in ("me", "person"))


def _bots(state: GameState) -> str:
    """Return the active parties that bots play."""
    return "".join(p for p in state.position.active if state.seat(p).player == "bot")


def _offers_draw(bot: Bot, state: GameState) -> bool:
    """Return whether a bot that is to play offers a draw first, on behalf of all bots.

    They judge alike. Online, a draw is voted on, and people call votes.
    """
    last = state.entries.last
    if state.online is not None or last is None or state.number != last.event:
        return False
    index = max(map(state.entries.parties.rfind, _bots(state)), default=-1)
    earlier = None if index < 0 else state.entries[index].before
    return bot.offers_draw(state.position, earlier)


def _asked(state: GameState) -> str:
    """Return the bots that have not yet answered the standing offer of a draw."""
    if not state.draw:
        return ""
    others = (p for p in state.position.active if p not in state.draw)
    return "".join(p for p in others if state.seat(p).player == "bot")
