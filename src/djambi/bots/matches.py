"""Matches of bots: many games, the seats changed about, and what they came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Final

from djambi.bots.base import Bot
from djambi.errors import DjambiError

if TYPE_CHECKING:
    from djambi.position import Position

Maker = Callable[[int | None], Bot]

MOST_PLIES: Final = 2_000
"""A game that lasts longer is shared by the parties still active."""

_NORMAL: Final = 1.959964
"""95 % of a normal distribution lies within so many standard deviations."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game: who sat where, in seat order, what each party's share was, and its turns."""

    number: int
    seats: tuple[str, ...]
    shares: tuple[float, ...]
    plies: int


@dataclass(frozen=True, slots=True)
class Score:
    """What a player won in a match.

    Args:
        player: its name.
        seats: how many seats of each game it had.
        games: how many games it played.
        share: what it won of a game on average, all its seats together.
        low, high: the 95 % interval of the share (Wilson's).
        fair: what equal players would win with so many seats.
    """

    player: str
    seats: int
    games: int
    share: float
    low: float
    high: float
    fair: float


def play_match(
    start: Position,
    players: Sequence[str],
    makers: Mapping[str, Maker],
    numbers: Sequence[int],
    seed: int = 1,
) -> Iterator[Played]:
    """Play games of a match, those with these numbers, and yield each when it is over.

    The players change seats from game to game, through all different seatings. A game is decided
    by its number and the seed (and by the clock, if a player goes by one).

    Args:
        start: the position to start from.
        players: who plays, one name for each party with a player of its own.
        makers: what makes the bot of each name, from a seed.

    Raises:
        DjambiError: there are not as many players as parties that play.

    >>> from djambi import Position
    >>> from djambi.bots import RandomBot
    >>> game, = play_match(Position.start("hex-3"), ["a", "a", "b"],
    ...     {"a": RandomBot, "b": RandomBot}, [0])
    >>> game.seats, sum(game.shares)
    (('a', 'a', 'b'), 1.0)
    """
    parties = [party.letter for party in start.parties if party.status == "active"]
    if len(players) != len(parties):
        raise DjambiError(
            f"{start.variant.name} has {len(parties)} players, but {len(players)} were named"
        )
    seatings = sorted(set(permutations(players)))
    for number in numbers:
        seats = seatings[number % len(seatings)]
        source = Random(f"{seed} {number}")  # noqa: S311 - it plays, it keeps no secrets
        bots = {
            party: makers[name](source.getrandbits(64))
            for party, name in zip(parties, seats, strict=True)
        }
        end = play_out(start, bots)
        result = end.result or _shared(end)
        yield Played(number, seats, tuple(result[party] for party in parties), end.ply - start.ply)


def play_out(position: Position, bots: Mapping[str, Bot], most: int = MOST_PLIES) -> Position:
    """Return the position at the end of a game of bots, or after so many turns."""
    last = position.ply + most
    while not position.is_over and position.ply < last:
        position = position.play(bots[position.mover or ""].choose(position))
    return position


def _shared(position: Position) -> dict[str, float]:
    """Return what a game broken off is worth: alike to all who are still active."""
    active = [party.letter for party in position.parties if party.status == "active"]
    return {party.letter: (party.letter in active) / len(active) for party in position.parties}


def scores(games: Sequence[Played]) -> list[Score]:
    """Return what every player won in some games of one match, the best first.

    >>> for score in scores([Played(0, ("a", "b"), (1.0, 0.0), 9)] * 10):
    ...     print(f"{score.player} {score.share:.2f} {score.low:.2f} {score.high:.2f}")
    a 1.00 0.72 1.00
    b 0.00 0.00 0.28
    """
    if not games:
        return []
    found: list[Score] = []
    for player, seats in Counter(games[0].seats).items():
        won = sum(
            share
            for game in games
            for name, share in zip(game.seats, game.shares, strict=True)
            if name == player
        )
        low, high = interval(won, len(games))
        fair = seats / len(games[0].seats)
        found.append(Score(player, seats, len(games), won / len(games), low, high, fair))
    return sorted(found, key=lambda score: score.fair - score.share)


def interval(won: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a share won in so many games.

    A player's share of a game lies from 0 to 1, so its spread is at most that of a plain win or
    loss: where games are shared the interval is wider than it need be.

    >>> [round(bound, 3) for bound in interval(20, 40)]
    [0.352, 0.648]
    """
    share, z = won / games, _NORMAL
    middle = share + z * z / (2 * games)
    spread = z * sqrt(max(0.0, share * (1 - share)) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)
