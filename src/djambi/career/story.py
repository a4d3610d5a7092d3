"""A game as one player lived it: which lines were theirs, and what came of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from djambi.analysis import Analyser
from djambi.nodes import Node
from djambi.position.outcome import Happening
from djambi.position.position import Position


@dataclass(frozen=True)
class PlayerStory:
    """The positions of a game from the start on, and the parties `mine` of the player.

    >>> from djambi.game import Game
    >>> game = Game()
    >>> _ = game.play("c3-e3")
    >>> [line for line, before, happened in PlayerStory(game.path(), "r").own_turns()]
    [1]
    """

    path: Sequence[Node]
    mine: str

    @cached_property
    def happenings(self) -> tuple[tuple[Happening, ...], ...]:
        """Return what each line brought about; nothing at 0."""
        return tuple(node.happenings() for node in self.path)

    @cached_property
    def shares(self) -> tuple[float, ...]:
        """Return the player's share of the game at each line, by a static evaluation."""
        analyser = Analyser()
        found = (analyser.evaluate(node.position) for node in self.path)
        return tuple(sum(shares[party] for party in self.mine) for shares in found)

    @property
    def end(self) -> Position:
        """Return the last position."""
        return self.path[-1].position

    @property
    def has_won(self) -> bool:
        """Return whether the player won alone."""
        winners = self.end.winners
        return len(winners) == 1 and winners in self.mine

    @property
    def has_shared(self) -> bool:
        """Return whether the player shares the game with somebody else."""
        winners = self.end.winners
        return len(winners) > 1 and any(party in self.mine for party in winners)

    def own_turns(self) -> Iterator[tuple[int, Position, tuple[Happening, ...]]]:
        """Yield each turn of the player: its line, the position before, what it brought about."""
        for line, node in enumerate(self.path):
            if node.parent is None or node.event is None or node.event.turn is None:
                continue
            before = node.parent.position
            if self.is_mine(before.mover):
                yield line, before, self.happenings[line]

    def is_mine(self, party: str | None) -> bool:
        """Return whether a party is one of the player's; None is nobody's."""
        return party in [*self.mine]

    def is_enemy(self, party: str | None, before: Position) -> bool:
        """Return whether a party was another player's before a turn, or nobody's: no vassal."""
        if party is None or self.is_mine(party):
            return False
        return not self.is_mine(before.controller(party))
