"""Characters: what a bot likes about a turn besides what it brings, at any level.

A character is a row of weights over what a turn does, in shares of the game: a weight of 0.03
means that such a turn is taken as if it brought three hundredths of the game more than it does.
So a character plays in a manner of its own where turns are about equally good, and still
takes a Chief that hangs. The weights become tables for the kernel (`djambi.kernel.search.style`)
before every turn; the texts ``character.<name>`` and ``character.<name>.about`` say who it is.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cache
from operator import add
from typing import TYPE_CHECKING, Final

from djambi.errors import DjambiError, quoted
from djambi.forwarding import renamed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from djambi.bots.grudges import Grudges
    from djambi.geometry import Board
    from djambi.kernel.search.style import Tastes
    from djambi.position.position import Position

MAZE_RADIUS_STEPS: Final = 4
"""From this many steps on, a cell is far from the maze."""


@dataclass(frozen=True, slots=True)
class Character:
    """What somebody likes, in shares of the game.

    Args:
        kill: to kill a piece of another player, whoever that is.
        weakest, strongest: the same, if that player has the smallest share, or the largest;
            on top of `kill`. To throw such a piece elsewhere counts half.
        ruler: the same, if that player is in power.
        revenge: to kill a piece of who killed one's own; half of it to throw it elsewhere.
        tomb: to lay a corpse beside the maze; less the farther away, nothing from
            `MAZE_RADIUS_STEPS` on.
        march: to bring the own Chief beside the maze from afar.
        throne: to have the own Chief in the maze, on top of `march`.
        balance: how much of the largest share of the others is disliked.
        loyalty: what it costs to break one's word, at once for what is gained by it.
    """

    name: str
    kill: float = 0.0
    weakest: float = 0.0
    strongest: float = 0.0
    ruler: float = 0.0
    revenge: float = 0.0
    tomb: float = 0.0
    march: float = 0.0
    throne: float = 0.0
    balance: float = 0.0
    loyalty: float = 0.15


NEUTRAL: Final = Character("")
"""Who has no character likes nothing in particular, but gives his word as well."""

CHARACTERS: Final = (
    Character("opportunist", kill=0.07, weakest=0.07, loyalty=0.06),
    Character("builder", tomb=0.08, loyalty=0.25),
    Character("avenger", revenge=0.28, loyalty=0.35),
    Character("courtier", kill=-0.05, strongest=0.1, weakest=-0.06, balance=0.8, loyalty=0.12),
    Character("usurper", march=0.6, throne=0.35, ruler=0.3, loyalty=0.12),
)
"""All characters; none of them is stronger or weaker by intention."""


def character(name: str) -> Character:
    """Return the character of this name.

    Raises:
        DjambiError: there is none.

    >>> character("usurper").throne > character("avenger").throne
    True
    """
    for each in CHARACTERS:
        if each.name == name:
            return each
    known = ", ".join(each.name for each in CHARACTERS)
    raise DjambiError(f"unknown character {quoted(name)}; known: {known}")


@dataclass(frozen=True, slots=True)
class PromiseBias:
    """What one's word weighs in the next turn, in shares of the game.

    Args:
        harm: for each party how much it is liked to kill or displace what it controls; negative
            where peace was promised.
        throne: how much it is liked to have the own Chief in the maze.
        corpse: how much it is liked to lay a corpse anywhere.
    """

    harm: tuple[tuple[str, float], ...] = ()
    throne: float = 0.0
    corpse: float = 0.0


NO_PROMISE_BIAS: Final = PromiseBias()


def apply_style(
    search: Tastes,
    who: Character | None,
    position: Position,
    grudges: Grudges,
    bonds: PromiseBias = NO_PROMISE_BIAS,
) -> None:
    """Give a kernel, which stands at this position, the tastes of a character that has grudges.

    What it has promised is added to them.
    """
    if who is None and bonds == NO_PROMISE_BIAS:
        search.like_nothing()
        return
    who = who or NEUTRAL
    letters, party = position.variant.parties, grudges.party
    shares = dict(zip(letters, search.shares(), strict=True))
    kills = dict.fromkeys(letters, who.kill)
    others = position.opponents(party)
    if others:
        # Of one opponent there is no weakest and no strongest: he would be both.
        if len(others) > 1:
            kills[min(others, key=shares.__getitem__)] += who.weakest
            kills[max(others, key=shares.__getitem__)] += who.strongest
        for letter in others:
            kills[letter] += who.revenge * grudges.against(letter)
        if position.ruler is not None and position.ruler in others:
            kills[position.ruler] += who.ruler
    # What is one's own is nobody's prey.
    kills[party] = 0.0
    row = [kills[letter] for letter in letters]
    bound = dict(bonds.harm)
    harm = [bound.get(letter, 0.0) for letter in letters]
    near = maze_proximity(position.board)
    throne = who.throne + bonds.throne
    search.like(
        [*map(add, row, harm), who.kill],
        [*(0.5 * each - 0.5 * who.kill + word for each, word in zip(row, harm, strict=True)), 0.0],
        [who.tomb * each + bonds.corpse for each in near],
        [who.march * each + throne * (each == 1) for each in near],
        who.balance,
    )


@cache
def maze_proximity(board: Board) -> Sequence[float]:
    """Return how near the maze every cell is: 1 for the maze, 0 from `MAZE_RADIUS_STEPS` steps on.

    >>> from djambi import Position
    >>> board = Position.start().board
    >>> [maze_proximity(board)[board.index(cell)] for cell in ("e5", "e4", "e3", "a1")]
    [1.0, 0.75, 0.5, 0.0]
    """
    steps = _steps_from(board, board.maze)
    return tuple(max(0.0, 1 - steps[cell] / MAZE_RADIUS_STEPS) for cell in range(len(board.cells)))


def _steps_from(board: Board, start: int) -> Mapping[int, int]:
    """Return how many steps every cell is away from one, from neighbour to neighbour."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for other in board.neighbours[cell]:
            if other not in steps:
                steps[other] = steps[cell] + 1
                queue.append(other)
    return steps


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Bonds="PromiseBias",
        UNBOUND="NO_PROMISE_BIAS",
        nearness="maze_proximity",
        season="apply_style",
    )
