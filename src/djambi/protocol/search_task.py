"""A search on one position, within limits, that can be observed and cancelled while it runs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING

from djambi.analysis.proofs import MAX_PROOF_TURNS, Proof, proof_of
from djambi.bots.bot_settings import MAX_DEPTH, UNLIMITED_NODES, BotSettings
from djambi.bots.characters import Character, apply_style
from djambi.bots.grudges import Grudges
from djambi.bots.kernels import KernelCache
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.position.turn import Turn

if TYPE_CHECKING:
    from djambi.position.position import Position

NO_TIME_LIMIT_S = 1e9
"""Stands for no time limit: more seconds than anybody waits."""


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """The limits of a search: turns searched, seconds, turns ahead.

    The first one reached ends the search; None is no limit. With `waits`, even a search that has
    nothing left to do waits to be told to stop. With `ends_when_settled` it ends where no time that
    is left can change what it chooses.
    """

    nodes: int | None = None
    seconds: float | None = None
    depth: int | None = None
    waits: bool = False
    ends_when_settled: bool = False

    def on(self, settings: BotSettings) -> BotSettings:
        """Return settings that respect these limits as well as their own.

        >>> EngineLimits(nodes=500).on(BotSettings(nodes=300, seconds=2.0)).nodes
        300
        """
        return replace(
            settings,
            nodes=min(settings.nodes, UNLIMITED_NODES if self.nodes is None else self.nodes),
            seconds=min(
                settings.seconds, NO_TIME_LIMIT_S if self.seconds is None else self.seconds
            ),
            depth=min(settings.depth, MAX_DEPTH if self.depth is None else self.depth),
            ends_when_settled=self.ends_when_settled or settings.ends_when_settled,
        )


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a search so far: its depth, nodes and seconds.

    `shares` are the expected shares of the game by party; `line` is the expected continuation,
    beginning with the best turn.
    """

    depth: int
    nodes: int
    seconds: float
    shares: dict[str, float]
    line: tuple[Turn, ...]


class SearchTask:
    """A search: `run` it in one thread, `look` at it or `cancel` it from others.

    >>> from djambi import Position
    >>> start = Position.start("hex-3")
    >>> report = SearchTask(start, BotSettings(nodes=300), seed=1).run()
    >>> report.line[0] in start.legal_turns(), sorted(report.shares)
    (True, ['b', 'r', 'y'])
    """

    def __init__(
        self,
        position: Position,
        settings: BotSettings,
        seed: int,
        who: Character | None = None,
        grudges: Grudges | None = None,
        threads: int = 1,
    ) -> None:
        """Prepare a search; raise DjambiError if the game is over."""
        self.position = position
        self.settings = settings
        self.seed = seed
        self.threads = threads
        self._search = KernelCache(MultiplayerMcts).set_up(position)
        settings.configure(self._search)
        apply_style(self._search, who, position, grudges or Grudges(position.mover or ""))
        self._begun = perf_counter()

    def run(self) -> Report:
        """Search to the end and return the result."""
        settings = self.settings
        self._begun = perf_counter()
        search = self._search
        search.think(settings.node_limit, settings.seconds, settings.depth, self.seed, self.threads)
        return self.look()

    def look(self) -> Report:
        """Return the result so far; at depth 0 there are no shares and no turns yet."""
        depth, values, line = self._search.snapshot
        return Report(
            depth,
            self._search.nodes,
            perf_counter() - self._begun,
            dict(zip(self.position.variant.parties, values, strict=False)),
            playable(line, self.position),
        )

    def proof(self) -> tuple[Turn, Proof | None]:
        """Return the best turn and what is proved, after `run`, whose result `look` loses by it.

        A search with handicaps proves nothing: it sees only a part of the turns.
        """
        best = Turn(self._search.chosen, self.position.board)
        if not self.settings.is_full_strength:
            return best, None
        most = min(self.settings.node_limit, MAX_PROOF_TURNS)
        return proof_of(self.position, self._search, best, most)

    @property
    def depth(self) -> int:
        """Return how many turns ahead the search has come, as `look` reports it."""
        return self._search.snapshot[0]

    def cancel(self) -> None:
        """Cancel the search; its result so far is kept."""
        self._search.cancel()


def playable(line: list[int], position: Position) -> tuple[Turn, ...]:
    """Return packed turns, played one after the other from a position, as turns."""
    found: list[Turn] = []
    for packed in line:
        found.append(Turn(packed, position.board))
        position = position.play(found[-1])
    return tuple(found)
