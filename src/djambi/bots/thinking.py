"""The bot that looks ahead, with as much insight as its mind has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from djambi.bots.base import Bot
from djambi.bots.kernels import Desk
from djambi.kernel import COMPILED
from djambi.kernel.search import Search
from djambi.turn import Turn

if TYPE_CHECKING:
    from djambi.position import Position

ENDLESS: Final = 1 << 40
"""More nodes than any search has."""

SLOWER: Final = 100
"""How many times fewer nodes the interpreted kernel is given, so that people need not wait."""

FEWEST: Final = 60
"""But at least so many: fewer would not show it one turn of every piece."""


PATIENCE: Final = 1.5
"""Seconds after which a bot has decided, however slow the machine, unless more is asked for."""


@dataclass(frozen=True, slots=True)
class Mind:
    """What a bot can see, as plain figures.

    Args:
        nodes: how many turns it plays in its head, at most.
        seconds: how long it thinks, at most; nodes, not seconds, make a bot alike everywhere.
        depth: how many turns it looks ahead, at most.
        noise: how much it misjudges a share of the game, at most.
        blind: the part of all turns that it overlooks, its own and the others'.
        fear: how much it believes the others to be after it in particular.
        width: how many replies it looks into; `root_width`: how many turns of its own.
        places: how many placements it tries in a reply; `root_places`: in its own turn.
    """

    nodes: int = ENDLESS
    seconds: float = PATIENCE
    depth: int = 12
    noise: float = 0.0
    blind: float = 0.0
    fear: float = 0.0
    width: int = 6
    root_width: int = 48
    places: int = 3
    root_places: int = 8
    weights: tuple[tuple[str, float], ...] = ()


class ThinkingBot(Bot):
    """Looks ahead: max^n on shares of the game (`djambi.kernel.search`).

    >>> from djambi import Position
    >>> bot = ThinkingBot(Mind(nodes=300), seed=1)
    >>> bot.choose(Position.start("hex-3")) in Position.start("hex-3").legal_turns()
    True
    """

    def __init__(self, mind: Mind, seed: int | None = None) -> None:
        super().__init__(seed)
        self.mind = mind
        self._desk = Desk(Search)

    def choose(self, position: Position) -> Turn:
        """Return the turn that promises the largest share of the game."""
        mind = self.mind
        search = self._desk.set_up(position)
        search.noise = mind.noise
        search.set_blind(mind.blind)
        search.fear = mind.fear
        search.width = mind.width
        search.root_width = mind.root_width
        search.places = mind.places
        search.root_places = mind.root_places
        search.weigh(dict(mind.weights))
        nodes = mind.nodes if COMPILED else max(FEWEST, mind.nodes // SLOWER)
        seed = self.random.getrandbits(64)
        return Turn(search.think(nodes, mind.seconds, mind.depth, seed), position.board)
