"""A small network over the features of a position, with its gradients, in NumPy.

It adds to the linear evaluation (`djambi.kernel.search.linear_evaluation`) what features say
together, and begins as that evaluation. It knows no cells, so one network serves every board and
edition. With x the features of a party, each divided by its spread, g the signs of a draw and k the
number of active parties::

    h = relu(x A + (sum of the others' x) B + g C + b)          for every active party
    h' = relu(h D + d)
    score = x w + h' v,      win = softmax of the active parties' scores
    draw = sigmoid(g s + (mean of h') u), or 0 without a quiet limit
    share = (1 - draw) win + draw / k

The linear part alone is what a search can rank turns by before the network judges the few that stay
in the tree. With no hidden units the network is that linear part, and training refits it.

A shared layer for all parties and the sum over the others are those of "Deep Sets" (Zaheer et al.,
NeurIPS 2017): exchanging two parties exchanges their shares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from djambi.extras import missing_package
from djambi.kernel.search.features import FEATURE_NAMES
from djambi.kernel.search.linear_evaluation import DRAW_SIGN_NAMES, WEIGHTS
from djambi.research.cell_network import Floats, Parameters

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing_package("a network", error, "research") from None


@dataclass(frozen=True, slots=True)
class FeatureInputs:
    """What a network reads of B positions of up to P parties.

    Args:
        features: ``[B, P, F]``, in the order of FEATURE_NAMES; 0 for parties that are not active.
        active: ``[B, P]``, whether a party is.
        signs: ``[B, S]``, the signs of a draw, in the order of DRAW_SIGN_NAMES.
        limited: ``[B]``, whether the rules have a quiet limit.
    """

    features: Floats
    active: NDArray[np.bool_]
    signs: Floats
    limited: NDArray[np.bool_]

    def rows(self, chosen: NDArray[np.integer]) -> FeatureInputs:
        """Return the inputs of some of the positions."""
        return FeatureInputs(
            self.features[chosen], self.active[chosen], self.signs[chosen], self.limited[chosen]
        )


@dataclass(frozen=True, slots=True)
class FeatureOutputs:
    """What a network says of B positions, and what its gradients need.

    Args:
        shares: ``[B, P]``, everybody's share of the game.
        win, draw: the parts that it is mixed of, ``[B, P]`` and ``[B]``.
        features, others: the scaled features of a party, and their sum over the others.
        hidden: the two layers, ``[B, P, H]`` and ``[B, P, H']``.
    """

    shares: Floats
    win: Floats
    draw: Floats
    features: Floats
    others: Floats
    hidden: tuple[Floats, Floats]


class FeatureNetwork:
    """Everybody's share of the game, from features; see the module for its formulas.

    >>> FeatureNetwork.random(np.ones(len(FEATURE_NAMES)), 4, 2, np.random.default_rng(1)).hidden
    (4, 2)
    """

    def __init__(self, parameters: Mapping[str, Floats], spread: Floats) -> None:
        """Use these parameters, and divide features by their spread."""
        self.parameters: Parameters = dict(parameters)
        self.spread = spread

    @classmethod
    def random(
        cls, spread: Floats, hidden: int, hidden_2: int, random: np.random.Generator
    ) -> FeatureNetwork:
        """Return a network that judges as the linear evaluation in use does.

        Hidden weights are drawn as He et al. do ("Delving Deep into Rectifiers", 2015); what leads
        from them to the shares is 0.
        """
        features, signs = len(FEATURE_NAMES), len(DRAW_SIGN_NAMES)

        def drawn(rows: int, columns: int, inputs: int) -> Floats:
            return random.normal(0, np.sqrt(2 / max(1, inputs)), (rows, columns))

        inputs = 2 * features + signs
        parameters = {
            "own": drawn(features, hidden, inputs),
            "others": drawn(features, hidden, inputs),
            "signs": drawn(signs, hidden, inputs),
            "bias_1": np.zeros(hidden),
            "hidden": drawn(hidden, hidden_2, hidden),
            "bias_2": np.zeros(hidden_2),
            "score": np.zeros(hidden_2),
            "draw": np.zeros(hidden_2),
            "linear_score": np.array([WEIGHTS[name] for name in FEATURE_NAMES]) * spread,
            "linear_draw": np.array([WEIGHTS[name] for name in DRAW_SIGN_NAMES]),
        }
        as_floats = {name: value.astype(np.float32) for name, value in parameters.items()}
        return cls(as_floats, spread.astype(np.float32))

    @property
    def hidden(self) -> tuple[int, int]:
        """Return the numbers of units in the two hidden layers."""
        rows, columns = self.parameters["hidden"].shape
        return rows, columns

    def linear_weights(self) -> dict[str, float]:
        """Return the weights of the linear part by name, as `LinearEvaluator` takes them."""
        weights = [
            *(self.parameters["linear_score"] / self.spread),
            *self.parameters["linear_draw"],
        ]
        names = FEATURE_NAMES + DRAW_SIGN_NAMES
        return {name: round(float(w), 4) for name, w in zip(names, weights, strict=True)}

    def forward(self, inputs: FeatureInputs) -> FeatureOutputs:
        """Return everybody's share of the game."""
        w = self.parameters
        active = inputs.active
        x = inputs.features / self.spread
        others = (x.sum(axis=1, keepdims=True) - x) * active[:, :, None]
        common = inputs.signs @ w["signs"] + w["bias_1"]
        h1 = np.maximum(x @ w["own"] + others @ w["others"] + common[:, None], 0)
        h2 = np.maximum(h1 @ w["hidden"] + w["bias_2"], 0) * active[:, :, None]
        scores = np.where(active, x @ w["linear_score"] + h2 @ w["score"], -np.inf)
        win = np.exp(scores - scores.max(axis=1, keepdims=True))
        win /= win.sum(axis=1, keepdims=True)
        many = active.sum(axis=1)
        logit = inputs.signs @ w["linear_draw"] + (h2.sum(axis=1) / many[:, None]) @ w["draw"]
        draw = np.where(inputs.limited, 1 / (1 + np.exp(-logit)), 0)
        shares = (1 - draw[:, None]) * win + (draw / many)[:, None] * active
        return FeatureOutputs(shares, win, draw, x, others, (h1, h2))

    def backward(self, inputs: FeatureInputs, seen: FeatureOutputs, d_shares: Floats) -> Parameters:
        """Return the gradients of a loss, given its derivatives by the shares, ``[B, P]``."""
        w = self.parameters
        active, x, (h1, h2) = inputs.active, seen.features, seen.hidden
        d_shares = d_shares * active
        d_win = (1 - seen.draw)[:, None] * d_shares
        d_score = seen.win * (d_win - (seen.win * d_win).sum(axis=1, keepdims=True))
        even = active / active.sum(axis=1, keepdims=True)
        d_draw = (d_shares * (even - seen.win)).sum(axis=1)
        d_logit = d_draw * seen.draw * (1 - seen.draw)
        d_h2 = d_score[:, :, None] * w["score"] + (even * d_logit[:, None])[:, :, None] * w["draw"]
        d_h2 *= h2 > 0
        d_h1 = d_h2 @ w["hidden"].T
        d_h1 *= h1 > 0
        flat_h1, flat_d_h1 = _rows(h1), _rows(d_h1)
        return {
            "own": _rows(x).T @ flat_d_h1,
            "others": _rows(seen.others).T @ flat_d_h1,
            "signs": inputs.signs.T @ d_h1.sum(axis=1),
            "bias_1": flat_d_h1.sum(axis=0),
            "hidden": flat_h1.T @ _rows(d_h2),
            "bias_2": _rows(d_h2).sum(axis=0),
            "score": _rows(h2).T @ d_score.ravel(),
            "draw": (h2 * even[:, :, None]).sum(axis=1).T @ d_logit,
            "linear_score": _rows(x).T @ d_score.ravel(),
            "linear_draw": inputs.signs.T @ d_logit,
        }


def _rows(values: Floats) -> Floats:
    """Return ``[B, P, H]`` as ``[B * P, H]``."""
    rows, parties, columns = values.shape
    return values.reshape(rows * parties, columns)
