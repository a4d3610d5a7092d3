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
from math import prod
from typing import Final

from djambi.bots.bot_settings import BotSettings
from djambi.bots.kernels import KernelCache
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.kernel.search.pledges import TurnPledges
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
    """Values pacts in one position; the search without any promise is made once.

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
        self._searches = KernelCache(MultiplayerMcts)
        self._before: dict[str, float] | None = None

    def value(self, promises: Sequence[Promise], signatories: str) -> PactValue:
        """Return what these promises are worth to everybody, if they were made now.

        Raises:
            DjambiError: the game is over.
        """
        parties = self.position.active
        before = self._shares(()) if self._before is None else self._before
        self._before = before
        rounds = sum(
            ROUND_DISCOUNT**number for number in range(max((p.rounds for p in promises), default=0))
        )
        kept = _extrapolated(before, self._shares(promises), rounds)
        betrayed = dict(before)
        for party in signatories:
            own = [promise for promise in promises if promise.by == party]
            if own:
                alone = _extrapolated(before, self._shares(own), rounds)
                # A promise that binds oneself alone gains nothing: what it seems to is noise.
                betrayed[party] = min(before[party], alone[party])
        return PactValue(
            parties,
            tuple(before[party] for party in parties),
            tuple(kept[party] for party in parties),
            tuple(betrayed[party] for party in parties),
            signatories,
        )

    def _shares(self, promises: Sequence[Promise]) -> dict[str, float]:
        """Return the shares that a search expects if these promises and the running ones bind."""
        position = self.position
        search = self._searches.set_up(position)
        self.settings.configure(search)
        search.style.clear()
        pledge(search.pledges, (*self.running, *promises), position)
        nodes, seconds, depth = self.settings.node_limit, self.settings.seconds, self.settings.depth
        search.think(nodes, seconds, depth, position.key)
        return dict(zip(position.variant.parties, search.values(), strict=True))


def pledge(pledges: TurnPledges, promises: Sequence[Promise], position: Position) -> None:
    """Let a search believe that promises are kept, for their terms, and no others.

    Args:
        pledges: those of the search.
        promises: the promises; what a search cannot express (a piece to be spared) is left out.
        position: the position that is searched.
    """
    pledges.clear()
    letters, seats = position.variant.parties, max(1, len(position.active))
    for party in dict.fromkeys(promise.by for promise in promises):
        given = [promise for promise in promises if promise.by == party]
        harmless, duties = _bits(given, "peace", letters), _bits(given, "attack", letters)
        pledges.promise(
            letters.index(party),
            plies=seats * max(promise.rounds for promise in given),
            spares=harmless,
            attacks=duties & ~harmless,
            shuns_power=any(promise.kind == "no_power" for promise in given),
            leaves_power=any(promise.kind == "leave" for promise in given),
        )


def _bits(promises: Sequence[Promise], kind: str, letters: str) -> int:
    """Return as bits the parties that promises of a kind are about."""
    return sum(
        {1 << letters.index(p.other) for p in promises if p.kind == kind and p.other is not None}
    )


def _extrapolated(
    before: dict[str, float], after: dict[str, float], rounds: float
) -> dict[str, float]:
    """Return shares after so many discounted rounds of the change that one round brings."""
    changed = {
        party: max(0.0, share + rounds * (after[party] - share)) for party, share in before.items()
    }
    total = sum(changed.values()) or 1.0
    return {party: share / total for party, share in changed.items()}
