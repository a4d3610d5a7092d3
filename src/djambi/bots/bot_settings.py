"""The settings of a searching bot: its limits, and the handicaps that make a level weaker."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Final

from djambi.errors import DjambiError, whole_number
from djambi.kernel import COMPILED
from djambi.kernel.search.arena import MAX_BYTES
from djambi.kernel.search.linear_evaluation import TUNED_WEIGHTS
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.kernel.search.settings import SearchSettings

UNLIMITED_NODES: Final = 1 << 40
"""A node limit that no search reaches."""

INTERPRETED_SLOWDOWN: Final = 100
"""The divisor of a budget for the interpreted kernel, so that people need not wait."""

MIN_NODES: Final = 60
"""The interpreted kernel's smallest node limit: fewer would not show it one turn of every piece."""

MAX_DEPTH: Final = 60
"""The deepest search, in plies."""

MAX_THREADS: Final = 64
"""The most threads of a search."""

MAX_MEMORY: Final = 1 << 34
"""The most bytes of a search tree; a larger one would have more nodes than it can number."""

_WHOLE_RANGES: Final = {
    # A sum of two node limits still fits 64 bits.
    "nodes": (1, 1 << 62),
    "depth": (1, MAX_DEPTH),
    "width": (1, 1 << 20),
    "root_width": (1, 1 << 20),
    "placements": (1, 1 << 20),
    "root_placements": (1, 1 << 20),
    "preselected": (0, 1 << 20),
    "paranoid_rounds": (0, 1 << 20),
    "threads": (1, MAX_THREADS),
    "memory": (1, MAX_MEMORY),
}
"""From where to where the settings go that are whole numbers."""

_RANGES: Final = {
    "seconds": (0.0, inf),
    "evaluation_noise": (0.0, 1.0),
    "oversight_rate": (0.0, 1.0),
    "paranoia": (0.0, 1000.0),
}
"""From where to where the other numbers go."""

FULL_PARANOIA: Final = 1.0
"""The `paranoia` of full strength: opponents at a table also want a leader to lose."""

PRESELECTED: Final = 12
"""The candidates of a reply that full strength evaluates; the levels evaluate all of them."""

DEFAULT_TIME_LIMIT_S: Final = 1.5
"""Seconds after which a bot has decided, however slow the machine, unless more is asked for."""


@dataclass(frozen=True, slots=True)
class BotSettings:
    """The limits and handicaps of a search, as plain figures.

    Args:
        nodes: the most nodes searched, one for each turn played in the search.
        seconds: the time limit; nodes, not seconds, make a bot alike on every machine.
        depth: the most plies looked ahead.
        evaluation_noise: the largest error in the evaluation of a share of the game.
        oversight_rate: the part of all turns that it overlooks, its own and the others', 0 to 1.
        paranoia: how much it expects opponents to play against it in particular; 0 is max^n, where
            everybody only maximises their own share.
        width: how many replies each node keeps; `root_width`: how many turns the root keeps.
        placements: how many placements are tried in a reply; `root_placements`: at the root.
        preselected: how many candidates of a reply are evaluated, those that look most promising
            (`djambi.kernel.search.turn_policy`); 0 is all of them.
        paranoid_rounds: in how many rounds ahead it expects what `paranoia` says; beyond them the
            search is max^n.
        weights: evaluation weights by name that differ from the kernel's.
        by_processor: whether `seconds` are processor time, so that other work does not count.
        ends_when_settled: whether a search of one thread ends where no nodes and no time that are
            left can change what it chooses: a player with a clock has more of it for later turns.
        threads: how many search; with more than one the choice cannot be reproduced.
        memory: the most bytes that the search tree may take.

    Raises:
        DjambiError: a number is out of its range.
    """

    nodes: int = UNLIMITED_NODES
    seconds: float = DEFAULT_TIME_LIMIT_S
    depth: int = MAX_DEPTH
    evaluation_noise: float = 0.0
    oversight_rate: float = 0.0
    paranoia: float = 0.0
    width: int = 16
    root_width: int = 48
    placements: int = 3
    root_placements: int = 8
    preselected: int = 0
    paranoid_rounds: int = MAX_DEPTH
    weights: tuple[tuple[str, float], ...] = ()
    by_processor: bool = False
    ends_when_settled: bool = False
    threads: int = 1
    memory: int = MAX_BYTES

    def __post_init__(self) -> None:
        for name, (least, most) in _WHOLE_RANGES.items():
            whole_number(getattr(self, name), name, least, most)
        for name, (low, high) in _RANGES.items():
            if not low <= getattr(self, name) <= high:
                raise DjambiError(f"{name} must be from {low:g} to {high:g}")

    @property
    def node_limit(self) -> int:
        """Return `nodes`, or what the interpreted kernel is given of them."""
        return kernel_budget(self.nodes, MIN_NODES)

    @property
    def is_full_strength(self) -> bool:
        """Return whether no handicap is set: no noise, no oversights and no fixed depth."""
        return (
            self.evaluation_noise == 0.0 and self.oversight_rate == 0.0 and self.depth >= MAX_DEPTH
        )

    def configure(self, search: MultiplayerMcts) -> None:
        """Apply these settings to a search."""
        search.settings = SearchSettings(
            paranoia=self.paranoia,
            evaluation_noise=self.evaluation_noise,
            oversight_rate=self.oversight_rate,
            width=self.width,
            root_width=self.root_width,
            placements=self.placements,
            root_placements=self.root_placements,
            preselected=self.preselected,
            paranoid_rounds=self.paranoid_rounds,
        )
        search.evaluator.set_weights(dict(self.weights))
        search.evaluator.draw_aware = self.is_full_strength
        search.limits.by_processor = self.by_processor
        search.memory = self.memory
        search.ends_when_settled = self.ends_when_settled
        # A bot limited by nodes has to give the same answer again, so it keeps no table.
        search.solver.keeps_table = self.nodes >= UNLIMITED_NODES


def kernel_budget(budget: int, least: int = 0) -> int:
    """Return a budget of nodes or turns; for the interpreted kernel a part of it, or the least."""
    return budget if COMPILED else max(least, budget // INTERPRETED_SLOWDOWN)


FULL_STRENGTH: Final = BotSettings(
    paranoia=FULL_PARANOIA,
    # A deep search that is paranoid in every round is weaker.
    paranoid_rounds=1,
    preselected=PRESELECTED,
    weights=tuple(TUNED_WEIGHTS.items()),
)
"""Full strength, but for its limits."""
