"""Characters: what a bot likes about a turn besides the share that it brings, at any level.

Method: a linear style bias on move ordering and choice. A character is a row of weights over what a
turn does, in shares of the game: a weight of 0.03 means that such a turn is chosen as if it brought
three hundredths of the game more than it does. So a character shows where turns are about equally
good, and still takes a Chief that hangs. Before every turn the weights become tables of the kernel
(`djambi.kernel.search.style`); the texts ``character.<name>`` and ``character.<name>.about``
introduce it to people.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import add
from typing import TYPE_CHECKING, Final

from djambi.bots.grudges import Grudges
from djambi.errors import DjambiError, quoted, suggestion
from djambi.forwarding import renamed
from djambi.geometry import Board
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.position.position import Position

MAZE_RADIUS_STEPS: Final = 4
"""Steps from the maze at which `maze_proximity` reaches 0."""


HONEST_LOYALTY: Final = 0.15
"""The loyalty from which a character is honest, in shares of the game."""


@dataclass(frozen=True, slots=True)
class Character:
    """A bot's preferences, each in shares of the game.

    Args:
        kill: killing a piece of another player, whoever that is.
        weakest, strongest: the same if that player has the smallest share, or the largest, on top
            of `kill`; displacing such a piece counts half.
        ruler: the same if that player is in power.
        revenge: killing a piece of a player who killed one's own; displacing it counts half.
        tomb: placing a corpse beside the maze; less the farther away, 0 from `MAZE_RADIUS_STEPS`
            on.
        march: bringing one's own Chief beside the maze from afar.
        throne: having one's own Chief in the maze, on top of `march`.
        balance: the part of the largest opposing share that is disliked.
        loyalty: the cost of breaking a promise.
        sanction: the part of the share of a party that has betrayed it or others that is disliked,
            for the rest of the game.
        goodwill: the part of the share of a partner that is liked, while a peace runs between them.
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
    loyalty: float = 0.25
    sanction: float = 0.5
    goodwill: float = 0.5

    @property
    def is_honest(self) -> bool:
        """Return whether it never says what it does not believe.

        >>> [who.name for who in CHARACTERS if who.is_honest]
        ['builder', 'avenger']
        """
        return self.loyalty >= HONEST_LOYALTY


NEUTRAL: Final = Character("")
"""No preferences; only the usual loyalty."""

CHARACTERS: Final = (
    Character("opportunist", kill=0.07, weakest=0.07, loyalty=0.06, sanction=0.2, goodwill=0.2),
    Character("builder", tomb=0.08, loyalty=0.25, sanction=0.5),
    Character("avenger", revenge=0.28, loyalty=0.35, sanction=1.5, goodwill=0.8),
    Character(
        "courtier",
        kill=-0.05,
        strongest=0.1,
        weakest=-0.06,
        balance=0.8,
        loyalty=0.12,
        sanction=0.4,
    ),
    Character(
        "usurper", march=0.2, throne=0.1, ruler=0.3, loyalty=0.12, sanction=0.3, goodwill=0.3
    ),
)
"""All characters; none is meant to be stronger or weaker than the others."""


def character(name: str) -> Character:
    """Return the character of this name.

    Raises:
        DjambiError: there is no such character.

    >>> character("usurper").throne > character("avenger").throne
    True
    """
    for each in CHARACTERS:
        if each.name == name:
            return each
    hint = suggestion(name, (each.name for each in CHARACTERS))
    raise DjambiError(f"unknown character {quoted(name)}; {hint}")


@dataclass(frozen=True, slots=True)
class PromiseBias:
    """The bias that running promises put on the next turn, in shares of the game.

    Args:
        harm: the bias on killing or displacing what a party controls, by letter; negative where
            peace was promised.
        throne: the bias on having one's own Chief in the maze.
        corpse: the bias on placing a corpse anywhere.
    """

    harm: tuple[tuple[str, float], ...] = ()
    throne: float = 0.0
    corpse: float = 0.0


NO_PROMISE_BIAS: Final = PromiseBias()


def apply_style(
    search: MultiplayerMcts,
    who: Character | None,
    position: Position,
    grudges: Grudges,
    bias: PromiseBias = NO_PROMISE_BIAS,
) -> None:
    """Set a search's style bias from a character, its grudges and its promises.

    Args:
        search: a search that stands at `position`.
        who: the character; None for no preferences.
        position: the position to choose a turn in.
        grudges: those of the player whose turn is chosen.
        bias: what its promises add.
    """
    if who is None and bias == NO_PROMISE_BIAS:
        search.style.clear()
        return
    who = who or NEUTRAL
    letters, party = position.variant.parties, grudges.party
    shares = dict(zip(letters, search.evaluator.shares(search.kernel), strict=True))
    extras = dict.fromkeys(letters, 0.0)
    others = position.opponents(party)
    if others:
        # A single opponent would be both the weakest and the strongest.
        if len(others) > 1:
            extras[min(others, key=shares.__getitem__)] += who.weakest
            extras[max(others, key=shares.__getitem__)] += who.strongest
        for letter in others:
            extras[letter] += who.revenge * grudges.against(letter)
        if position.ruler is not None and position.ruler in others:
            extras[position.ruler] += who.ruler
    # Nobody preys on their own pieces.
    kills = [0.0 if letter == party else who.kill + extras[letter] for letter in letters]
    promised = dict(bias.harm)
    harm = [promised.get(letter, 0.0) for letter in letters]
    near = maze_proximity(position.board)
    throne = who.throne + bias.throne
    search.style.prefer(
        [*map(add, kills, harm), who.kill],
        [*(0.5 * extras[letter] + word for letter, word in zip(letters, harm, strict=True)), 0.0],
        [who.tomb * each + bias.corpse for each in near],
        [who.march * each + throne * (each == 1) for each in near],
        who.balance,
    )


@cache
def maze_proximity(board: Board) -> Sequence[float]:
    """Return how near the maze each cell is, by number: 1 in it, 0 from `MAZE_RADIUS_STEPS` on.

    >>> from djambi import Position
    >>> board = Position.start().board
    >>> [maze_proximity(board)[board.index(cell)] for cell in ("e5", "e4", "e3", "a1")]
    [1.0, 0.75, 0.5, 0.0]
    """
    return tuple(max(0.0, 1 - steps / MAZE_RADIUS_STEPS) for steps in board.distances(board.maze))


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Bonds="PromiseBias",
        UNBOUND="NO_PROMISE_BIAS",
        nearness="maze_proximity",
        season="apply_style",
    )
