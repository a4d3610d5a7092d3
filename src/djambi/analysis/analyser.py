"""The one place where analysis calls the search: a position in, everybody's share out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from djambi.analysis.proofs import Proof, proof_of
from djambi.bots.bot_settings import MAX_DEPTH, MIN_NODES, kernel_budget
from djambi.bots.kernels import KernelCache
from djambi.errors import require
from djambi.forwarding import renamed
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.kernel.search.strokes import TURNS_PER_NODE
from djambi.kernel.turns import PASS
from djambi.position.position import Position
from djambi.position.turn import Turn

TIME_LIMIT_S: Final = 60.0
"""Seconds after which a search ends in any case."""

ANALYSIS_SEED: Final = 1
"""The fixed seed of all searches, so that an analysis can be reproduced."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """The evaluation of a position by search.

    Args:
        shares: each party's expected share of the game, by letter; they sum to 1.
        best: the best turn found for the mover; None when the game is over.
        depth: how many plies were searched.
        nodes: how many nodes were searched.
        proved: whether the shares are exact and not estimated: the game is over, or there is a
            `proof`.
        proof: what is certain of the rest of the game, if anything is.
    """

    shares: dict[str, float]
    best: Turn | None
    depth: int
    nodes: int
    proved: bool = False
    proof: Proof | None = None


class Analyser:
    """A search at full strength, reused from position to position; not for two threads at once.

    >>> from djambi import Position
    >>> found = Analyser().assess(Position.start("hex-3"), nodes=400)
    >>> sorted(found.shares), round(sum(found.shares.values()), 6)
    (['b', 'r', 'y'], 1.0)
    """

    def __init__(self) -> None:
        self._kernels = KernelCache(MultiplayerMcts)
        self._search: MultiplayerMcts | None = None
        self._stopped = False

    @property
    def stopped(self) -> bool:
        """Return whether it was stopped; another thread may do that at any time."""
        return self._stopped

    def stop(self) -> None:
        """Stop the running search and all later ones; from any thread."""
        self._stopped = True
        if self._search is not None:
            self._search.cancel()

    def assess(self, position: Position, nodes: int) -> Assessment:
        """Search a position with so many nodes; the interpreted kernel gets a hundredth of them."""
        require(position, Position, "position", "a Position")
        if (result := position.result) is not None:
            return Assessment(result, None, 0, 0, proved=True)
        search = self._search = self._kernels.set_up(position)
        budget = min(nodes, kernel_budget(nodes, MIN_NODES))
        packed = search.think(1 if self.stopped else budget, TIME_LIMIT_S, MAX_DEPTH, ANALYSIS_SEED)
        # Proving once more changes the search's figures.
        depth, seen, values = search.depth, search.nodes, search.values()
        best, proof = proof_of(position, search, Turn(packed, position.board), budget)
        if proof is None:
            return Assessment(_by_letter(position, values), best, depth, seen)
        return Assessment(proof.shares(position), best, depth, seen, proved=True, proof=proof)

    def forced_win(self, position: Position, nodes: int) -> tuple[tuple[Turn, Proof] | None, int]:
        """Look for a forced win of whoever plays, with so many nodes and without any search.

        Returns the turn that begins it and the proof, None if none is found, and how many nodes
        were used.
        """
        search = self._search = self._kernels.set_up(position)
        budget = kernel_budget(nodes)
        if self.stopped or budget < 1 or len(position.active) != 2:
            return None, 0
        packed = search.solver.forced_win(budget * TURNS_PER_NODE, TIME_LIMIT_S)
        used = -(-search.solver.turns_played // TURNS_PER_NODE)
        if packed == PASS:
            return None, used
        return (Turn(packed, position.board), Proof(position.mover, search.solver.own_turns)), used

    def evaluate(self, position: Position) -> dict[str, float]:
        """Return the static evaluation of a position: each party's expected share, by letter."""
        require(position, Position, "position", "a Position")
        if (result := position.result) is not None:
            return result
        search = self._kernels.set_up(position)
        return _by_letter(position, search.evaluator.shares(search.kernel))


def _by_letter(position: Position, shares: list[float]) -> dict[str, float]:
    return dict(zip(position.variant.parties, shares, strict=True))


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        SEED="ANALYSIS_SEED",
        Thinker="Analyser",
    )
