"""What a position is worth to everybody, at a glance: a share of the game for every party.

A party's traits (`djambi.kernel.search.features`) are weighed and added up; the share of each
active party is its part of the exponentials of these sums. But nobody wins where nobody is killed
any more (the quiet limit, RULES 7.4): some signs tell how likely such a *truce* is, and that part
of the game is everybody's alike. Who heeds that (`heeds_truce`) is in a hurry while he leads, and
keeps enough to win with.

The weights were learnt from games of bots among themselves (bench/learn.py, bench/truce.py) and are
kept in weights.json, with the figures of how.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from djambi.kernel.rules.tables import Tables
from djambi.kernel.search.features import NAMES, Traits

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from math import exp, log1p

    from djambi.kernel.rules.codes import (
        ACTIVE,
        ASSASSIN,
        MILITANT,
        QUIET,
        REPORTER,
        STATUS,
        WINNERS,
    )
    from djambi.kernel.search.features import OWN, TRAITS

    SIGNS = 5

# What foretells a truce: anything at all; the part of the quiet limit that is over; three active
# parties; two; the killers, Chiefs apart, of who has most of them (the logarithm of one more).
SIGN_NAMES: Final = ("truce", "truce_quiet", "truce_three", "truce_duel", "truce_arms")


def _learnt() -> dict[str, float]:
    found: dict[str, Any] = json.loads(Path(__file__).with_name("weights.json").read_text("utf-8"))
    weights = {**found["weights"], **found["truce"]["weights"]}
    return {name: float(weights[name]) for name in NAMES + SIGN_NAMES}


WEIGHTS: Final = _learnt()
"""What every trait and every sign of a truce weighs if nothing else is asked for."""


class Judge(Traits):
    """A kernel that judges positions."""

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        if not cython.compiled:
            self.weight = [0.0] * TRAITS
            self.sign = [0.0] * SIGNS
            self.sign_weight = [0.0] * SIGNS
            self.share = [0.0] * 8
        super().__init__(tables, parties, options)
        self.heeds_truce = False
        self.weigh({})

    def weigh(self, changed: dict[str, float]) -> None:
        """Judge by WEIGHTS, but for those that `changed` names."""
        for i, name in enumerate(NAMES):
            self.weight[i] = changed.get(name, WEIGHTS[name])
        for i, name in enumerate(SIGN_NAMES):
            self.sign_weight[i] = changed.get(name, WEIGHTS[name])

    def shares(self) -> list[float]:
        """The share of the game that every party may expect, by its number."""
        self.judge()
        return [self.share[party] for party in range(self.parties)]

    def signs(self) -> list[float]:
        """What foretells a truce, in the order of SIGN_NAMES; the game must not be over."""
        self.survey()
        self._read_signs()
        return [self.sign[i] for i in range(SIGNS)]

    def truce(self) -> float:
        """The chance of a truce, as far as it is heeded; the game must not be over."""
        self.survey()
        return self._truce()

    @cython.final
    def judge(self) -> cython.void:
        """Write everybody's share into `share`."""
        party: cython.int
        winners: cython.int = self.header[WINNERS]
        best: cython.double = -1e9
        total: cython.double = 0.0
        many: cython.int = 0
        truce: cython.double
        if winners:
            for party in range(self.parties):
                self.share[party] = 1.0 if winners >> party & 1 else 0.0
                total += self.share[party]
        else:
            self.survey()
            for party in range(self.parties):
                if self.header[STATUS + party] == ACTIVE:
                    self.share[party] = self._weighed(party * TRAITS)
                    best = max(best, self.share[party])
            for party in range(self.parties):
                if self.header[STATUS + party] == ACTIVE:
                    many += 1
                    self.share[party] = exp(self.share[party] - best)
                    total += self.share[party]
                else:
                    self.share[party] = 0.0
        for party in range(self.parties):
            self.share[party] /= total
        if winners == 0:
            truce = self._truce()
            for party in range(self.parties):
                if self.header[STATUS + party] == ACTIVE:
                    self.share[party] += truce * (1.0 / many - self.share[party])

    @cython.final
    def _weighed(self, row: cython.int) -> cython.double:
        """The sum of a party's traits, each by its weight."""
        i: cython.int
        # Four sums at a time: one alone would wait for itself.
        a: cython.double = 0.0
        b: cython.double = 0.0
        c: cython.double = 0.0
        d: cython.double = 0.0
        for i in range(TRAITS // 4):
            a += self.weight[4 * i] * self.trait[row + 4 * i]
            b += self.weight[4 * i + 1] * self.trait[row + 4 * i + 1]
            c += self.weight[4 * i + 2] * self.trait[row + 4 * i + 2]
            d += self.weight[4 * i + 3] * self.trait[row + 4 * i + 3]
        return (a + b) + (c + d)

    @cython.final
    def _read_signs(self) -> cython.void:
        """Write what foretells a truce into `sign`, from traits that were just surveyed."""
        party: cython.int
        row: cython.int
        many: cython.int = 0
        arms: cython.double = 0.0
        for party in range(self.parties):
            if self.header[STATUS + party] == ACTIVE:
                many += 1
                row = party * TRAITS + OWN
                arms = max(
                    arms,
                    self.trait[row + ASSASSIN]
                    + self.trait[row + REPORTER]
                    + self.trait[row + MILITANT],
                )
        self.sign[0] = 1.0
        self.sign[1] = 0.0
        if self.options.quiet_rounds:
            self.sign[1] = (1.0 * self.header[QUIET]) / (self.options.quiet_rounds * self.parties)
        self.sign[2] = many == 3
        self.sign[3] = many == 2
        self.sign[4] = log1p(arms)

    @cython.final
    def _truce(self) -> cython.double:
        """The chance of a truce, from traits that were just surveyed; 0 where nobody heeds it."""
        i: cython.int
        total: cython.double = 0.0
        if not self.heeds_truce or not self.options.quiet_rounds:
            return 0.0
        self._read_signs()
        for i in range(SIGNS):
            total += self.sign_weight[i] * self.sign[i]
        return 1.0 / (1.0 + exp(-total))
