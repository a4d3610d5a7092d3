"""Evaluation: what a position is worth to every party, without looking ahead.

An evaluator gives a vector: the share of the game that every party may expect, adding up to 1.
The search knows nothing else of it, so that another evaluator drops in: a class that inherits
`Evaluator` and overrides `estimate` (compiled, as C), and perhaps `draw_probability`.

`MaterialEvaluator` is the simplest one: share = own material / all material. The search's
own is `djambi.kernel.search.linear_evaluation`.
"""

from __future__ import annotations

from djambi.kernel.rules.codes import KIND_NAMES
from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.rules.tables import Tables

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel.rules.codes import (
        ACTIVE,
        MAX_PARTIES,
        MILITANT,
        NOBODY,
        SLOTS,
        STATUS,
        WINNERS,
    )
    from djambi.kernel.rules.tables import bits_in

MATERIAL_VALUES = (3.0, 1.5, 1.8, 1.0, 1.0, 0.5)
"""What a piece is worth by its kind, in Diplomats."""


class Evaluator:
    """A judge of positions on one board; this one holds all active parties alike.

    It has room of its own to work in: every thread needs one (`clone`).
    """

    def __init__(self, tables: Tables) -> None:
        if not cython.compiled:
            self.share = [0.0] * MAX_PARTIES
        self.tables = tables
        # Whether part of every share is a draw's, as likely as `draw_probability` says.
        self.draw_aware = False

    def set_weights(self, changed: dict[str, float]) -> None:
        """Use these weights, by name, and the usual ones of those not named.

        Names that it does not have mean nothing to an evaluator.
        """

    def clone(self) -> Evaluator:
        """Return another one that judges alike, for another thread."""
        other = Evaluator(self.tables)
        other.draw_aware = self.draw_aware
        return other

    def shares(self, kernel: Kernel) -> list[float]:
        """Return the share of the game that every party may expect, by its number.

        Raises ValueError if the kernel is on another board.
        """
        self._require_board(kernel)
        self.evaluate(kernel, self.share)
        return [self.share[party] for party in range(kernel.parties)]

    def draw_chance(self, kernel: Kernel) -> float:
        """Return the chance of a draw that is part of the shares, 0 to 1; the game must go on.

        Raises ValueError if the kernel is on another board.
        """
        self._require_board(kernel)
        return self.draw_probability(kernel)

    def _require_board(self, kernel: Kernel) -> None:
        if kernel.tables is not self.tables:
            raise ValueError("a position on another board")

    @cython.final
    def evaluate(self, kernel: Kernel, shares: cython.p_double) -> cython.void:
        """Write everybody's share of the game into `shares`, decided or not."""
        party: cython.int
        winners: cython.int = kernel.header[WINNERS]
        many: cython.int = bits_in(winners)
        if winners == 0:
            self.estimate(kernel, shares)
            return
        for party in range(kernel.parties):
            shares[party] = 1.0 / many if winners >> party & 1 else 0.0

    def estimate(self, kernel: Kernel, shares: cython.p_double) -> cython.void:
        """Write everybody's share of a game that goes on into `shares`, adding up to 1."""
        party: cython.int
        many: cython.int = bits_in(kernel.active_bits)
        for party in range(kernel.parties):
            shares[party] = 1.0 / many if kernel.header[STATUS + party] == ACTIVE else 0.0

    def draw_probability(self, kernel: Kernel) -> cython.double:
        """Return how likely a draw is that is part of the shares, 0 to 1; the game must go on."""
        return 0.0


class MaterialEvaluator(Evaluator):
    """A judge of material alone: share = own material / material of all active parties.

    Material is what a party controls (RULES 1), each piece by its kind; its own Chief counts.

    >>> from djambi.position.position import Position
    >>> kernel = Position.start("hex-3").kernel()
    >>> [round(share, 3) for share in MaterialEvaluator(kernel.tables).shares(kernel)]
    [0.333, 0.333, 0.333]
    """

    def __init__(self, tables: Tables) -> None:
        if not cython.compiled:
            self.value = [0.0] * 6
        super().__init__(tables)
        self.set_weights({})

    def set_weights(self, changed: dict[str, float]) -> None:
        """Set the value of pieces, by the names in KIND_NAMES; MATERIAL_VALUES for others.

        Raises ValueError unless all are more than 0.
        """
        values = [
            changed.get(name, usual)
            for name, usual in zip(KIND_NAMES, MATERIAL_VALUES, strict=True)
        ]
        if min(values) <= 0.0:
            raise ValueError("a piece is worth more than nothing")
        for kind, value in enumerate(values):
            self.value[kind] = value

    def clone(self) -> MaterialEvaluator:
        """Return another one that judges alike, for another thread."""
        other = MaterialEvaluator(self.tables)
        other.draw_aware = self.draw_aware
        other.set_weights({name: self.value[kind] for kind, name in enumerate(KIND_NAMES)})
        return other

    def estimate(self, kernel: Kernel, shares: cython.p_double) -> cython.void:
        """Write everybody's part of all material into `shares`."""
        party: cython.int
        slot: cython.int
        lord: cython.int
        total: cython.double = 0.0
        if kernel.relations_stale:
            kernel.update_relations()
        for party in range(kernel.parties):
            shares[party] = 0.0
        for party in range(kernel.parties):
            lord = kernel.controller[party]
            if lord == NOBODY or kernel.header[STATUS + lord] != ACTIVE:
                continue
            for slot in range(SLOTS):
                if kernel.alive_slots[party] >> slot & 1:
                    shares[lord] += self.value[min(slot, MILITANT)]
                    total += self.value[min(slot, MILITANT)]
        for party in range(kernel.parties):
            shares[party] /= total
