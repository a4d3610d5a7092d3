"""Turn policy: which turns look promising before they are played.

Method: a small network over facts that a look at the board tells of a turn t. With x the number of
times that each feature is seen in t, y the position's features, 0 or 1, and A, B, b, u and w the
weights,

    h        = max(0, x A + y B + b)                  HIDDEN_UNITS of them
    score(t) = x w + (h u) / SCORE_UNIT
    p(t)     is proportional to  exp(score(t) / SCORE_UNIT)

so that the search plays and evaluates only the candidates with the best scores
(`djambi.kernel.search.tree_search`, preselection). The features are those of
`djambi.kernel.search.turn_features`. Weights are whole numbers, and so are scores, the same on
every machine.

The weights (`djambi.kernel.search.turn_weights`) were fitted to the visits of deep searches
(bench/turn_policy.py).

Sources: Rémi Coulom (2007), Computing "Elo ratings" of move patterns in the game of Go (moves by
their features). Guillaume M. J-B. Chaslot et al. (2008), Progressive strategies for Monte-Carlo
tree search (what is unlikely is left out until a node matters). Yu Nasu (2018), Efficiently
updatable neural-network-based evaluation functions for computer shogi (a first layer that adds up
the rows of what is seen, in whole numbers).
"""

from __future__ import annotations

from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.search.turn_features import TurnFeatureExtractor
from djambi.kernel.search.turn_weights import TURN_WEIGHTS

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel.search.turn_features import INPUTS, TURN_FEATURES

    # HIDDEN_UNITS, and SCORE_UNIT as a power of two, for C.
    HIDDEN = 16
    SCORE_BITS = 8


class TurnPolicy:
    """A judge of turns that are not played yet, in the position of a kernel.

    >>> from djambi.position.position import Position
    >>> start = Position.start("hex-3")
    >>> scores = TurnPolicy(start.kernel()).scores([turn.packed for turn in start.legal_turns()])
    >>> max(scores) > min(scores)
    True
    """

    def __init__(self, kernel: Kernel) -> None:
        if not cython.compiled:
            self.direct_weight = [0] * TURN_FEATURES
            self.hidden_weight = [0] * (INPUTS * HIDDEN)
            self.bias = [0] * HIDDEN
            self.output_weight = [0] * HIDDEN
            self.position_sum = [0] * HIDDEN
            self.hidden = [0] * HIDDEN
        self.extractor = TurnFeatureExtractor(kernel)
        for i in range(TURN_FEATURES):
            self.direct_weight[i] = TURN_WEIGHTS.direct[i]
        for i in range(INPUTS):
            for unit in range(HIDDEN):
                self.hidden_weight[i * HIDDEN + unit] = TURN_WEIGHTS.hidden[i][unit]
        for unit in range(HIDDEN):
            self.bias[unit] = TURN_WEIGHTS.bias[unit]
            self.output_weight[unit] = TURN_WEIGHTS.output[unit]

    def scores(self, packed: list[int]) -> list[int]:
        """Return the score of each of the turns, legal in the kernel's position and packed."""
        self.extractor.kernel.prepare()
        self.look()
        return [self.score(turn) for turn in packed]

    def look(self) -> cython.void:
        """Extract the position's features before its turns are scored; the kernel is prepared."""
        i: cython.int
        unit: cython.int
        row: cython.int
        self.extractor.look()
        for unit in range(HIDDEN):
            self.position_sum[unit] = self.bias[unit]
        for i in range(self.extractor.seen_count):
            row = self.extractor.seen[i] * HIDDEN
            for unit in range(HIDDEN):
                self.position_sum[unit] += self.hidden_weight[row + unit]

    def score(self, turn: cython.longlong) -> cython.int:
        """Return how promising a turn looks; the position was looked at, the kernel is prepared."""
        i: cython.int
        unit: cython.int
        row: cython.int
        direct: cython.int = 0
        output: cython.int = 0
        self.extractor.see_turn(turn)
        for unit in range(HIDDEN):
            self.hidden[unit] = self.position_sum[unit]
        for i in range(self.extractor.seen_count):
            direct += self.direct_weight[self.extractor.seen[i]]
            row = self.extractor.seen[i] * HIDDEN
            for unit in range(HIDDEN):
                self.hidden[unit] += self.hidden_weight[row + unit]
        for unit in range(HIDDEN):
            output += max(0, self.hidden[unit]) * self.output_weight[unit]
        return direct + (output >> SCORE_BITS)
