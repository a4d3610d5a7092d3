"""A turn that a bot chooses, with all that it can do, observed and cancelled while it thinks."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from djambi.bots.kernels import static_shares
from djambi.bots.search_bot import SearchBot
from djambi.protocol.search_task import EngineLimits, Report, playable

if TYPE_CHECKING:
    from djambi.position.position import Position
    from djambi.position.turn import Turn


class PlayTask:
    """A turn to be chosen: `run` it in one thread, `look` at it or `cancel` it from others.

    Unlike a `djambi.protocol.search_task.SearchTask`, which sees one position and nothing else, the
    bot plays a game: it lays sieges, brings decided endings to their end at every level, and
    without a limit of nodes it keeps what was proved from turn to turn.

    >>> from djambi import Position
    >>> from djambi.bots import make
    >>> start = Position.start("hex-3")
    >>> task = PlayTask(start, make("club", seed=1), EngineLimits(nodes=300))
    >>> report = task.run()
    >>> report.line[0] in start.legal_turns(), sorted(report.shares)
    (True, ['b', 'r', 'y'])
    """

    def __init__(self, position: Position, bot: SearchBot, limits: EngineLimits) -> None:
        """Prepare the search; raise DjambiError if the game is over."""
        self.position = position
        self._bot = bot
        self._search = bot.begin(position, limits.on)
        self._chosen: Turn | None = None
        self._begun = perf_counter()

    def run(self) -> Report:
        """Run the bot's search and return what it saw."""
        self._begun = perf_counter()
        self._chosen = self._bot.finish(self.position)
        return self.look()

    def look(self) -> Report:
        """Return what is seen so far; at depth 0 there are no shares and no turns yet.

        What a siege plan says is not searched: then shares are what a glance at the board tells.
        """
        depth, values, packed = self._search.snapshot
        line = playable(packed, self.position)
        shares = dict(zip(self.position.variant.parties, values, strict=False))
        if self._chosen is not None and line[:1] != (self._chosen,):
            line = (self._chosen,)
            shares = shares or static_shares(self.position)
        seconds = perf_counter() - self._begun
        return Report(depth, self._search.nodes, seconds, shares, line)

    @property
    def depth(self) -> int:
        """Return how many turns ahead the bot has come, as `look` reports it."""
        return self._search.snapshot[0]

    def cancel(self) -> None:
        """Make the bot choose by what it has seen."""
        self._bot.stop()
