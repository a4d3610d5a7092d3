"""Matches of bots: many games, the seats changed about, and what they came to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, islice, permutations
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Final

from djambi.bots.base import Bot
from djambi.bots.contestants import contestant
from djambi.errors import DjambiError
from djambi.forwarding import renamed

if TYPE_CHECKING:
    from djambi.position.position import Position

BotFactory = Callable[[str, int | None], Bot]

MAX_PLIES: Final = 2_000
"""A game that lasts longer is shared by the parties still active."""

_NORMAL: Final = 1.959964
"""95 % of a normal distribution lies within so many standard deviations."""


@dataclass(frozen=True, slots=True)
class MatchGame:
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
        seats: how many seats it had, in all its games together.
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


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: from where, by whom, and how the players change seats.

    Plain data, so that games can be played in other processes.

    Args:
        start: the position that every game begins from.
        players: their names. In a match, one for every party with a player of its own; in a
            league, as many as there are.
        seed: decides, with a game's number, who sits where and what the bots draw.
        league: players of any number meet at tables, each as often as the others.
    """

    start: Position
    players: tuple[str, ...]
    seed: int = 1
    league: bool = False

    @property
    def parties(self) -> list[str]:
        """The letters of the parties that play, in seat order."""
        return list(self.start.active)

    def seatings(self, games: int) -> list[tuple[str, ...]]:
        """Return who sits where in each of the first games, in seat order.

        In a match the players go through all different seatings. In a league every table plays as
        many games as it has seats, and its players change seats in turn.

        Raises:
            DjambiError: there are not as many players as parties, or less than two in a league.

        >>> from djambi import Position
        >>> start = Position.start("hex-3")
        >>> Match(start, ("a", "a", "b")).seatings(2)
        [('a', 'a', 'b'), ('a', 'b', 'a')]
        >>> Match(start, ("a", "b", "c", "d"), league=True).seatings(2)
        [('d', 'b', 'c'), ('b', 'c', 'd')]
        """
        seats = len(self.parties)
        if self.league:
            if len(set(self.players)) < max(2, len(self.players)):
                raise DjambiError("a league needs two players or more, each named once")
            tables = islice(_tables(self.players, seats, self.seed), -(-games // seats))
            turned = (table[i:] + table[:i] for table in tables for i in range(seats))
            return list(islice(turned, games))
        if len(self.players) != seats:
            raise DjambiError(
                f"{self.start.variant.name} has {seats} players, but {len(self.players)} were named"
            )
        different = sorted(set(permutations(self.players)))
        return [different[number % len(different)] for number in range(games)]

    def play(self, number: int, seats: Sequence[str], make: BotFactory = contestant) -> MatchGame:
        """Play one game.

        It is decided by its number and the seed (and by the clock, if a player goes by one).

        Args:
            make: what makes the bot of a name, from a seed.

        >>> from djambi import Position
        >>> match = Match(Position.start("hex-3"), ("random", "random", "novice"))
        >>> sum(match.play(0, match.players).shares)
        1.0
        """
        source = Random(f"{self.seed} {number}")  # noqa: S311 - it plays, it keeps no secrets
        bots = {
            party: make(name, source.getrandbits(64))
            for party, name in zip(self.parties, seats, strict=True)
        }
        end = play_out(self.start, bots)
        result = end.result or _shared(end)
        shares = tuple(result[party] for party in self.parties)
        return MatchGame(number, tuple(seats), shares, end.ply - self.start.ply)


def _tables(players: Sequence[str], seats: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Yield tables of a league: all players are drawn before any is drawn again."""
    drawn: list[str] = []
    for number in count():
        source = Random(f"{seed} league {number}")  # noqa: S311 - it plays, it keeps no secrets
        shuffled = source.sample(players, len(players))
        # Who waits at the unfilled table already is drawn later, so that nobody meets himself.
        shuffled.sort(key=drawn.__contains__)
        drawn += shuffled
        while len(drawn) >= seats:
            yield tuple(drawn[:seats])
            del drawn[:seats]


def play_out(position: Position, bots: Mapping[str, Bot], most: int = MAX_PLIES) -> Position:
    """Return the position at the end of a game of bots, or after so many turns."""
    last = position.ply + most
    while not position.is_over and position.ply < last:
        position = position.play(bots[position.mover or ""].choose(position))
    return position


def _shared(position: Position) -> dict[str, float]:
    """Return what a game broken off is worth: alike to all who are still active."""
    active = position.active
    return {party.letter: (party.letter in active) / len(active) for party in position.parties}


def scores(games: Sequence[MatchGame]) -> list[Score]:
    """Return what every player won in the games that it played, the best first.

    >>> for score in scores([MatchGame(0, ("a", "b"), (1.0, 0.0), 9)] * 10):
    ...     print(f"{score.player} {score.share:.2f} {score.low:.2f} {score.high:.2f}")
    a 1.00 0.72 1.00
    b 0.00 0.00 0.28
    """
    if not games:
        return []
    found: list[Score] = []
    for player in dict.fromkeys(name for game in games for name in game.seats):
        its = [game for game in games if player in game.seats]
        won = sum(
            share
            for game in its
            for name, share in zip(game.seats, game.shares, strict=True)
            if name == player
        )
        low, high = wilson_interval(won, len(its))
        seats = sum(game.seats.count(player) for game in its)
        fair = sum(game.seats.count(player) / len(game.seats) for game in its) / len(its)
        found.append(Score(player, seats, len(its), won / len(its), low, high, fair))
    return sorted(found, key=lambda score: score.fair - score.share)


def wilson_interval(won: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a share won in so many games.

    A player's share of a game lies from 0 to 1, so its spread is at most that of a plain win or
    loss: where games are shared the interval is wider than it need be.

    >>> [round(bound, 3) for bound in wilson_interval(20, 40)]
    [0.352, 0.648]
    """
    share, z = won / games, _NORMAL
    middle = share + z * z / (2 * games)
    spread = z * sqrt(max(0.0, share * (1 - share)) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        MOST_PLIES="MAX_PLIES",
        Maker="BotFactory",
        Played="MatchGame",
        interval="wilson_interval",
    )
