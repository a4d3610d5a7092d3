"""The lines of a game as pacts see them, and how rounds are counted over them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from djambi.game import Game
    from djambi.position.position import Position
    from djambi.position.turn import Turn


@dataclass(frozen=True, slots=True)
class GameLine:
    """One line of a game: a turn, or (``turn`` None) a resignation or the agreed draw.

    ``party`` is whose player acted ("" for the draw); ``proxy`` says that somebody else played
    for him, a bot while he was away.
    """

    before: Position
    party: str
    turn: Turn | None
    after: Position
    proxy: bool = False


def lines_of(game: Game) -> tuple[GameLine, ...]:
    """The lines of a game up to its cursor.

    >>> from djambi import Game
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
    """Whether with this line the turn came to a seat, or went past it.

    Turns go round the order of seats (RULES 6); a bonus turn and a resignation that drops no turn
    stay where they are. A seat that plays no more is gone past.

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
    """The seats from behind ``start`` up to ``end``, round the order; all of them if they are one.

    >>> passed("rbyg", "y", "r"), passed("rbyg", "b", "b")
    ('gr', 'ygrb')
    """
    first = order.index(start) + 1
    turned = order[first:] + order[:first]
    return turned[: turned.index(end) + 1]
