"""Value pacts: what the promises of an offer are worth to each party, in shares of the game.

Method: two searches of the same position with the same seed, one as it is and one in which the
promises are kept: they restrict the turns of whoever gave them, at the root and below
(`djambi.kernel.search.pledges`). The difference is a party's gain (Mutually Beneficial Deal of
János Kramár et al., "Negotiation and honesty in artificial intelligence methods for the board game
of Diplomacy", Nature Communications 13, 2022). A third search for each signatory binds it alone:
what it is left with if the others break their word.

A search sees about a round ahead, so what it finds counts for every round of the term, each for a
little less (`ROUND_DISCOUNT`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum, prod
from threading import local
from typing import Final

from djambi.bots.bot_settings import BotSettings
from djambi.bots.kernels import KernelCache
from djambi.bots.politics.pledging import pledge
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.pacts import Promise
from djambi.position.position import Position

VALUE_NODES: Final = 1_500
"""The nodes of each search for a value."""

VALUE_TIME_LIMIT_S: Final = 0.03
"""The most seconds of each search for a value, however slow the machine."""

VALUE_SETTINGS: Final = BotSettings(nodes=VALUE_NODES, seconds=VALUE_TIME_LIMIT_S)
"""The usual settings of searches for values."""

ROUND_DISCOUNT: Final = 0.6
"""The factor on the gain of a round for each round that it lies farther ahead."""

KEPT_SEARCHES: Final = 256
"""How many searches are remembered: those of a few turns."""


@dataclass(frozen=True, slots=True)
class PactValue:
    """What a pact is worth.

    Args:
        parties: the letters of the active parties, in seat order; the tuples have an entry for
            each of them.
        before: the shares that they may expect without the pact.
        kept: those that they may expect if everybody keeps it for its term.
        betrayed: for a signatory, its share if it keeps the pact and the others do not; for
            another party the same as `before`.
        signatories: the letters of the parties of the pact.
    """

    parties: str
    before: tuple[float, ...]
    kept: tuple[float, ...]
    betrayed: tuple[float, ...]
    signatories: str

    def gain(self, party: str) -> float:
        """Return what a party gains, in shares of the game, if everybody keeps the pact.

        >>> value = PactValue("rby", (0.3, 0.3, 0.4), (0.35, 0.33, 0.32), (0.2, 0.2, 0.4), "rb")
        >>> round(value.gain("r"), 2), round(value.expected("r", 0.5), 3), value.nash() > 0
        (0.05, -0.025, True)
        """
        at = self.parties.index(party)
        return self.kept[at] - self.before[at]

    def expected(self, party: str, trust: float) -> float:
        """Return what a signatory gains if the others keep their word with probability `trust`."""
        at = self.parties.index(party)
        return trust * self.kept[at] + (1 - trust) * self.betrayed[at] - self.before[at]

    def nash(self) -> float:
        """Return the product of the signatories' gains, 0 if one of them gains nothing."""
        return prod(max(0.0, self.gain(party)) for party in self.signatories)


class PactValuer:
    """Values pacts in one position; no search is made twice.

    Args:
        position: the position.
        running: the promises that run already and are believed to be kept.
        settings: limits of each search.

    >>> start = Position.start()
    >>> peace = Promise("r", "peace", 3, "b"), Promise("b", "peace", 3, "r")
    >>> value = PactValuer(start).value(peace, "rb")
    >>> value.parties, value.signatories
    ('rbyg', 'rb')
    """

    def __init__(
        self,
        position: Position,
        running: Sequence[Promise] = (),
        settings: BotSettings = VALUE_SETTINGS,
    ) -> None:
        self.position = position
        self.running = tuple(running)
        self.settings = settings

    def value(
        self, promises: Sequence[Promise], signatories: str, exposed: str | None = None
    ) -> PactValue:
        """Return what these promises are worth to everybody, if they were made now.

        Args:
            promises: the promises.
            signatories: the letters of the parties of the pact.
            exposed: for whom to find out what a betrayal costs; for all signatories by default.

        Raises:
            DjambiError: the game is over.
        """
        parties = self.position.active
        before = self.shares(())
        rounds = discounted_rounds(max((p.rounds for p in promises), default=0))
        kept = _extrapolated(before, self.shares(promises), rounds)
        betrayed = dict(before)
        for party in signatories if exposed is None else exposed:
            own = [promise for promise in promises if promise.by == party]
            if own:
                alone = _extrapolated(before, self.shares(own), rounds)
                # A promise that binds oneself alone gains nothing: what it seems to is noise.
                betrayed[party] = min(before[party], alone[party])
        return PactValue(
            parties,
            tuple(before[party] for party in parties),
            tuple(kept[party] for party in parties),
            tuple(betrayed[party] for party in parties),
            signatories,
        )

    def shares(self, promises: Sequence[Promise]) -> dict[str, float]:
        """Return the shares that a search expects, by letter, if these and the running ones bind.

        Raises:
            DjambiError: the game is over.
        """
        kernel = self.position.kernel()
        asked = _Search(
            self.position,
            kernel.contents(),
            kernel.entries(),
            frozenset((*self.running, *promises)),
            self.settings,
        )
        return dict(zip(self.position.variant.parties, _searched(asked), strict=True))


@dataclass(frozen=True, slots=True)
class _Search:
    """A search for a value: equal ones find the same.

    The position has the variant and the rules; contents and entries also tell a party's Militants
    apart, whose order the search follows.
    """

    position: Position
    contents: bytes
    entries: tuple[int, ...]
    promises: frozenset[Promise]
    settings: BotSettings


class _ThreadSearch(local):
    """The search of a thread, reused while board and rules stay the same."""

    def __init__(self) -> None:
        self.kernels = KernelCache(MultiplayerMcts)


_THREAD: Final = _ThreadSearch()


@lru_cache(maxsize=KEPT_SEARCHES)
def _searched(asked: _Search) -> tuple[float, ...]:
    """Return every party's share; whoever answers an offer knows it from whoever made the offer."""
    position, settings = asked.position, asked.settings
    search = _THREAD.kernels.set_up(position)
    settings.configure(search)
    pledge(search.pledges, tuple(asked.promises), position)
    search.think(settings.node_limit, settings.seconds, settings.depth, position.key)
    return tuple(search.values())


def discounted_rounds(rounds: int) -> float:
    """Return how many rounds of full worth so many rounds are worth together.

    >>> discounted_rounds(1), discounted_rounds(2), round(discounted_rounds(20), 3)
    (1.0, 1.6, 2.5)
    """
    worth = 0.0
    for _ in range(rounds):
        worth = 1.0 + ROUND_DISCOUNT * worth
    return worth


def _extrapolated(
    before: dict[str, float], after: dict[str, float], rounds: float
) -> dict[str, float]:
    """Return shares after so many discounted rounds of the change that one round brings."""
    changed = {
        party: max(0.0, share + rounds * (after[party] - share)) for party, share in before.items()
    }
    total = fsum(changed.values()) or 1.0
    return {party: share / total for party, share in changed.items()}
