"""Linear evaluation: every party's share of the game, from weighed features.

Method: a linear score for each party and a softmax over the active ones (a multinomial logit),
mixed with the chance of a draw:

    score(p) = sum over i of weight[i] * feature[p][i]
    win(p)   = exp(score(p)) / sum over active q of exp(score(q))
    draw     = 1 / (1 + exp(-sum over j of sign_weight[j] * sign[j])),  or 0 unless `draw_aware`
    share(p) = (1 - draw) * win(p) + draw / number of active parties

The draw is that of the quiet limit (RULES 7.4): nobody wins where nobody is killed any more, and
that part of the game is everybody's alike. A draw-aware player is in a hurry while they lead, and
keeps enough to win with. The features are those of `djambi.kernel.search.features`.

The weights were fitted to games of bots among themselves, by Newton's method on the penalised
cross entropy (bench/learn.py, bench/truce.py). Those of full strength are half the way from there
to weights tuned by play (bench/tune.py). weights.json has them, with the figures of how.

Sources: Daniel McFadden (1974), Conditional logit analysis of qualitative choice behavior (the
model). Michael Buro (1998), From simple features to sophisticated evaluation functions (weights
of game features by logistic regression).
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, Final

from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.rules.tables import Tables
from djambi.kernel.search.evaluation import Evaluator
from djambi.kernel.search.features import FEATURE_NAMES, FeatureExtractor

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel.rules.codes import (
        ACTIVE,
        ASSASSIN,
        MILITANT,
        QUIET,
        REPORTER,
        STATUS,
    )
    from djambi.kernel.search.elementary import exp, log1p
    from djambi.kernel.search.features import FEATURES, OWN

    DRAW_SIGNS = 5

# What foretells a draw: anything at all; the part of the quiet limit that is over; three active
# parties; two; the killers, Chiefs apart, of who has most of them (the logarithm of one more).
# The names are those of weights.json, where a draw is called a truce.
DRAW_SIGN_NAMES: Final = ("truce", "truce_quiet", "truce_three", "truce_duel", "truce_arms")

# What features were called in the weights that versions up to 1.0 trained and kept.
FORMER_NAMES: Final = {"chief_displaced": "chief_thrown", "displaces": "throws"}


def _learnt() -> tuple[dict[str, float], dict[str, float]]:
    file = resources.files("djambi.kernel.search").joinpath("weights.json")
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    fitted = {**found["weights"], **found["truce"]["weights"]}
    names = FEATURE_NAMES + DRAW_SIGN_NAMES
    weights, tuned = [
        {name: float(each[name]) for name in names} for each in (fitted, found["tuned"]["weights"])
    ]
    return weights, tuned


WEIGHTS, TUNED_WEIGHTS = _learnt()
"""The weight of every feature and every sign of a draw, by name: if nothing else is asked for, as
they were fitted to games, and those of full strength, tuned from these by play."""


class LinearEvaluator(Evaluator):
    """A judge of positions by weighed features.

    >>> from djambi.position.position import Position
    >>> kernel = Position.start("hex-3").kernel()
    >>> shares = LinearEvaluator(kernel.tables).shares(kernel)
    >>> round(sum(shares), 6), shares[0] > shares[2]
    (1.0, True)
    """

    def __init__(self, tables: Tables) -> None:
        if not cython.compiled:
            self.weight = [0.0] * FEATURES
            self.sign = [0.0] * DRAW_SIGNS
            self.sign_weight = [0.0] * DRAW_SIGNS
        super().__init__(tables)
        self.extractor = FeatureExtractor(tables)
        self.set_weights({})

    def set_weights(self, changed: dict[str, float]) -> None:
        """Set the weights to WEIGHTS, but for those that `changed` names.

        Names that a feature had formerly are read as well.
        """
        for i, name in enumerate(FEATURE_NAMES):
            former = changed.get(FORMER_NAMES.get(name, name), WEIGHTS[name])
            self.weight[i] = changed.get(name, former)
        for i, name in enumerate(DRAW_SIGN_NAMES):
            self.sign_weight[i] = changed.get(name, WEIGHTS[name])

    def clone(self) -> LinearEvaluator:
        """Return another one that judges alike, for another thread."""
        other = LinearEvaluator(self.tables)
        other.draw_aware = self.draw_aware
        weights = [self.weight[i] for i in range(len(FEATURE_NAMES))]
        weights += [self.sign_weight[i] for i in range(DRAW_SIGNS)]
        other.set_weights(dict(zip(FEATURE_NAMES + DRAW_SIGN_NAMES, weights, strict=True)))
        return other

    def draw_signs(self, kernel: Kernel) -> list[float]:
        """Return what foretells a draw, in the order of DRAW_SIGN_NAMES; the game must go on."""
        self.extractor.features(kernel)
        self._read_signs(kernel)
        return [self.sign[i] for i in range(DRAW_SIGNS)]

    def draw_probability(self, kernel: Kernel) -> cython.double:
        """Return the chance of a draw, 0 unless `draw_aware`; the game must go on."""
        self.extractor.extract(kernel)
        return self._draw_chance(kernel)

    def estimate(self, kernel: Kernel, shares: cython.p_double) -> cython.void:
        """Write everybody's share into `shares`."""
        parties: cython.int = kernel.parties
        party: cython.int
        best: cython.double = -1e9
        total: cython.double = 0.0
        many: cython.int = 0
        draw: cython.double
        self.extractor.extract(kernel)
        for party in range(parties):
            if kernel.header[STATUS + party] == ACTIVE:
                shares[party] = self._score(party * FEATURES)
                best = max(best, shares[party])
        for party in range(parties):
            if kernel.header[STATUS + party] == ACTIVE:
                many += 1
                # Less the best score, so that no exponential is too large.
                shares[party] = exp(shares[party] - best)
                total += shares[party]
            else:
                shares[party] = 0.0
        for party in range(parties):
            shares[party] /= total
        draw = self._draw_chance(kernel)
        for party in range(parties):
            if kernel.header[STATUS + party] == ACTIVE:
                shares[party] += draw * (1.0 / many - shares[party])

    @cython.final
    def _score(self, row: cython.Py_ssize_t) -> cython.double:
        """Return the sum of a party's features, each by its weight."""
        i: cython.Py_ssize_t
        # Four sums at a time: one alone would wait for itself.
        a: cython.double = 0.0
        b: cython.double = 0.0
        c: cython.double = 0.0
        d: cython.double = 0.0
        for i in range(FEATURES // 4):
            a += self.weight[4 * i] * self.extractor.feature[row + 4 * i]
            b += self.weight[4 * i + 1] * self.extractor.feature[row + 4 * i + 1]
            c += self.weight[4 * i + 2] * self.extractor.feature[row + 4 * i + 2]
            d += self.weight[4 * i + 3] * self.extractor.feature[row + 4 * i + 3]
        return (a + b) + (c + d)

    @cython.final
    def _read_signs(self, kernel: Kernel) -> cython.void:
        """Write what foretells a draw into `sign`, from features just extracted."""
        party: cython.int
        row: cython.int
        many: cython.int = 0
        arms: cython.double = 0.0
        for party in range(kernel.parties):
            if kernel.header[STATUS + party] == ACTIVE:
                many += 1
                row = party * FEATURES + OWN
                arms = max(
                    arms,
                    self.extractor.feature[row + ASSASSIN]
                    + self.extractor.feature[row + REPORTER]
                    + self.extractor.feature[row + MILITANT],
                )
        self.sign[0] = 1.0
        self.sign[1] = 0.0
        if kernel.options.quiet_rounds:
            self.sign[1] = (1.0 * kernel.header[QUIET]) / (
                kernel.options.quiet_rounds * kernel.parties
            )
        self.sign[2] = many == 3
        self.sign[3] = many == 2
        self.sign[4] = log1p(arms)

    @cython.final
    def _draw_chance(self, kernel: Kernel) -> cython.double:
        """Return the chance of a draw, from features just extracted; 0 unless `draw_aware`."""
        i: cython.int
        total: cython.double = 0.0
        if not self.draw_aware or not kernel.options.quiet_rounds:
            return 0.0
        self._read_signs(kernel)
        for i in range(DRAW_SIGNS):
            total += self.sign_weight[i] * self.sign[i]
        return 1.0 / (1.0 + exp(-total))
