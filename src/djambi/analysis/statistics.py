"""Game statistics: who killed whom, who was in power and how long, corpses, distances moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from djambi.errors import DjambiError, require
from djambi.forwarding import renamed
from djambi.nodes import Node
from djambi.position.outcome import ON_BOARD, Happening, HappeningKind

ROUTINE_EVENTS: Final = ON_BOARD | {HappeningKind.PASSED, HappeningKind.ENDED}
"""Events that happen all the time and so are no key events, and the end of the game."""


@dataclass(frozen=True, slots=True)
class Reign:
    """A party's time in power, with its first and last position, counted from 0."""

    party: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """The statistics of a game; parties by letter, in seat order of the variant.

    Args:
        parties: all letters.
        kills: the pieces of each colour that each player killed.
        purged: the pieces of each colour that a purge took.
        reigns: the times in power, in order.
        corpses: the corpses on the board, for every position.
        turns: the turns that each player played.
        distances: the distance that each player moved pieces, in steps between neighbours.
    """

    parties: str
    kills: dict[str, dict[str, int]]
    purged: dict[str, int]
    reigns: tuple[Reign, ...]
    corpses: tuple[int, ...]
    turns: dict[str, int]
    distances: dict[str, int]


def key_events(nodes: Sequence[Node]) -> Iterator[tuple[int, Happening]]:
    """Yield the key events of a game, each with the number of turns and events up to it.

    >>> from djambi.game import Game
    >>> game = Game()
    >>> _ = game.resign("r")
    >>> [(number, happening.sentence("en")) for number, happening in key_events(game.path())][0]
    (1, 'Red resigns.')
    """
    for number, node in enumerate(nodes):
        for happening in node.happenings():
            if happening.what not in ROUTINE_EVENTS:
                yield number, happening


def game_statistics(nodes: Sequence[Node]) -> GameStatistics:
    """Return the statistics of a game.

    Args:
        nodes: the positions from the start on, as `Game.path` returns them.

    Raises:
        DjambiError: there is none.

    >>> from djambi.game import Game
    >>> game = Game()
    >>> _ = game.play("c3-e3")
    >>> found = game_statistics(game.path())
    >>> found.turns["r"], found.distances["r"], found.corpses
    (1, 2, (0, 0))
    """
    require(nodes, Sequence, "nodes", "a list of nodes")
    if not nodes:
        raise DjambiError("nodes: there is no position")
    board = nodes[0].position.board
    letters = nodes[0].position.variant.parties
    kills = {killer: dict.fromkeys(letters, 0) for killer in letters}
    purged, turns, distances = (dict.fromkeys(letters, 0) for _ in range(3))
    for node in nodes:
        if node.parent is None or node.event is None or node.event.turn is None:
            continue
        mover = node.parent.position.mover or ""
        turns[mover] += 1
        for one in node.happenings():
            if one.what in (HappeningKind.MOVED, HappeningKind.LEFT) and one.cell and one.target:
                distances[mover] += board.distances(board.index(one.cell))[board.index(one.target)]
            elif one.what is HappeningKind.KILLED and one.party:
                kills[mover][one.party] += 1
            elif one.what is HappeningKind.PURGED and one.party:
                purged[one.party] += 1
    return GameStatistics(
        parties="".join(letters),
        kills=kills,
        purged=purged,
        reigns=tuple(_reigns(nodes)),
        corpses=tuple(len(node.position.corpses) for node in nodes),
        turns=turns,
        distances=distances,
    )


def _reigns(nodes: Sequence[Node]) -> Iterator[Reign]:
    ruler: str | None = None
    first = 0
    for number, node in enumerate(nodes):
        now = node.position.ruler
        if now == ruler:
            continue
        if ruler is not None:
            yield Reign(ruler, first, number - 1)
        ruler, first = now, number
    if ruler is not None:
        yield Reign(ruler, first, len(nodes) - 1)


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Figures="GameStatistics",
        figures="game_statistics",
        story="key_events",
    )
