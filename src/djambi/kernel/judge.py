"""What a position is worth to everybody, at a glance: a share of the game for every party.

A party's traits (`djambi.kernel.traits`) are weighed and added up; the share of each active party
is its part of the exponentials of these sums. The weights were learnt from games of bots among
themselves (bench/learn.py) and are kept in weights.json, with the figures of how.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from djambi.kernel.tables import Tables
from djambi.kernel.traits import NAMES, Traits

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from math import exp

    from djambi.kernel.codes import ACTIVE, STATUS, WINNERS
    from djambi.kernel.traits import TRAITS


def _learnt() -> dict[str, float]:
    found: dict[str, Any] = json.loads(Path(__file__).with_name("weights.json").read_text("utf-8"))
    return {name: float(found["weights"][name]) for name in NAMES}


WEIGHTS: Final = _learnt()
"""What every trait weighs if nothing else is asked for."""


class Judge(Traits):
    """A kernel that judges positions."""

    def __init__(self, tables: Tables, parties: int, options: tuple[int, ...]) -> None:
        if not cython.compiled:
            self.weight = [0.0] * TRAITS
            self.share = [0.0] * 8
        super().__init__(tables, parties, options)
        self.weigh({})

    def weigh(self, changed: dict[str, float]) -> None:
        """Judge by WEIGHTS, but for those that `changed` names."""
        for i, name in enumerate(NAMES):
            self.weight[i] = changed.get(name, WEIGHTS[name])

    def shares(self) -> list[float]:
        """The share of the game that every party may expect, by its number."""
        self.judge()
        return [self.share[party] for party in range(self.parties)]

    @cython.final
    def judge(self) -> cython.void:
        """Write everybody's share into `share`."""
        party: cython.int
        winners: cython.int = self.header[WINNERS]
        best: cython.double = -1e9
        total: cython.double = 0.0
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
                    self.share[party] = exp(self.share[party] - best)
                    total += self.share[party]
                else:
                    self.share[party] = 0.0
        for party in range(self.parties):
            self.share[party] /= total

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
