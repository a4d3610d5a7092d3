"""The lines of a game as pacts see them, and the rounds that they make up."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from djambi.game import Game
from djambi.position.position import Position
from djambi.position.turn import Turn


@dataclass(frozen=True, slots=True)
class GameLine:
    """One line of a game: a turn, a resignation or an agreed draw.

    Args:
        before, after: the positions around it.
        party: the letter of the acting player's party; empty for the draw.
        turn: the turn; None for a resignation or the draw.
        proxy: whether a bot stood in for the player.
    """

    before: Position
    party: str
    turn: Turn | None
    after: Position
    proxy: bool = False


def lines_of(game: Game) -> tuple[GameLine, ...]:
    """Return the lines of a game up to its cursor.

    >>> game = Game()
    >>> _ = game.play("c3-e3"), game.resign("b")
    >>> [(line.party, str(line.turn)) for line in lines_of(game)]
    [('r', 'c3-e3'), ('b', 'None')]
    """
    found: list[GameLine] = []
    for node, following in pairwise(game.path()):
        event = following.event
        if event is None:
            continue
        acted = event.actor if event.turn is None else node.position.mover or ""
        found.append(GameLine(node.position, acted, event.turn, following.position))
    return tuple(found)


def comes_round(line: GameLine, seat: str) -> bool:
    """Return whether the turn came to a seat with this line, or passed it.

    Turns go round the order of seats (RULES 6). It stays where it is for a bonus turn, and for a
    resignation that drops no turn; it passes seats that are out of the game.

    >>> from djambi import Position
    >>> start = Position.start()
    >>> line = GameLine(start, "r", start.turn("c3-e3"), start.play("c3-e3"))
    >>> [seat for seat in "rbyg" if comes_round(line, seat)]
    ['b']
    """
    before, after = line.before, line.after
    if after.is_over or before.is_over:
        return False
    if line.turn is None:
        stays = after.seat == before.seat and after.bonus == before.bonus
    else:
        stays = after.bonus
    return not stays and seat in passed(after.order, before.seat, after.seat)


def passed(order: str, start: str, end: str) -> str:
    """Return the seats after ``start`` up to ``end``, round the order; all if they are the same.

    >>> passed("rbyg", "y", "r"), passed("rbyg", "b", "b")
    ('gr', 'ygrb')
    """
    first = order.index(start) + 1
    turned = order[first:] + order[:first]
    return turned[: turned.index(end) + 1]
