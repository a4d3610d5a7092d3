"""Matches between bots: many games with rotated seats, and their scores.

Method: self-play with every distinct seating in turn, so that no seat favours anybody; scores with
95 % intervals by Wilson ("Probable Inference, the Law of Succession, and Statistical Inference",
Journal of the American Statistical Association 22, 1927).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, islice, permutations
from math import sqrt
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Final

from djambi.bots.base import Bot, PlayerFault
from djambi.bots.bot_settings import BotSettings
from djambi.bots.contestants import character_of
from djambi.bots.engine_bot import match_player
from djambi.bots.manners import split_manner
from djambi.bots.politics.values import VALUE_NODES
from djambi.bots.talk_table import AnyNegotiator, SeatTalk, TalkTable
from djambi.errors import DjambiError
from djambi.forwarding import renamed
from djambi.pacts import GameLine
from djambi.position.position import Position

BotFactory = Callable[[str, int | None], Bot]
"""A function that makes a bot from its name and a seed."""

MAX_PLIES: Final = 2_000
"""The longest game, in plies; a longer one is shared by the parties that are still active."""

MATCH_VALUE_SETTINGS: Final = BotSettings(nodes=VALUE_NODES, seconds=3600.0)
"""The settings of searches for the value of pacts in a match: alike on every machine."""

_Z_95: Final = 1.959964
"""The standard deviations to each side that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class SeatFault:
    """A seat whose player could not go on, so that its party resigned (RULES 5).

    Args:
        seat: the number of the seat, from 0.
        ply: how many turns had been played.
        what: what happened, for people.
    """

    seat: int
    ply: int
    what: str


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A finished game of a match.

    Args:
        number: its number in the match, from 0.
        seats: the players' names in seat order.
        shares: each seat's share of the game; they sum to 1.
        plies: how many turns were played.
        seconds: the processor time that it took, in seconds; 0 if nobody measured it.
        faults: the seats that lost because their player could not go on.
        talk: what each seat did in the talk of the game, if there was any.
    """

    number: int
    seats: tuple[str, ...]
    shares: tuple[float, ...]
    plies: int
    seconds: float = field(default=0.0, compare=False)
    faults: tuple[SeatFault, ...] = ()
    talk: tuple[SeatTalk, ...] = ()

    def share_of(self, player: str) -> float:
        """Return the share of the game that all seats of a player have together.

        >>> MatchGame(0, ("a", "b", "a"), (0.5, 0.25, 0.25), 9).share_of("a")
        0.75
        """
        return sum(
            share for name, share in zip(self.seats, self.shares, strict=True) if name == player
        )


@dataclass(frozen=True, slots=True)
class Score:
    """A player's score in a match.

    Args:
        player: its name.
        seats: how many seats it had in all its games.
        games: how many games it played.
        share: its mean share of a game, all its seats together.
        low, high: Wilson's 95 % interval of that share.
        fair: the share that equal players would win with as many seats.
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
    """A match or league: its starting position, its players, and who sits where in each game.

    It is plain data, so that its games can be played in other processes.

    Args:
        start: the position that every game begins from.
        players: their names. In a match, one for every party with a player of its own; in a
            league, as many as there are.
        seed: with a game's number it decides who sits where and what the bots draw.
        league: whether any number of players meet at tables, each as often as the others.
        talk: whether they make pacts; a name may then end with a manner, as in ``club@silent``.
    """

    start: Position
    players: tuple[str, ...]
    seed: int = 1
    league: bool = False
    talk: bool = False

    @property
    def parties(self) -> list[str]:
        """Return the letters of the parties that play, in seat order."""
        return list(self.start.active)

    def seatings(self, games: int) -> list[tuple[str, ...]]:
        """Return who sits where in each of the first games, in seat order.

        In a match the players go through all different seatings. In a league every table plays as
        many games as it has seats, and its players change seats in turn.

        Raises:
            DjambiError: there are not as many players as parties, or fewer than two in a league.

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
        self._require_one_each(self.players)
        cycle = self.seating_cycle()
        return [cycle[number % len(cycle)] for number in range(games)]

    def seating_cycle(self) -> list[tuple[str, ...]]:
        """Return all different seatings of a match's players, in the order in which they return.

        >>> from djambi import Position
        >>> Match(Position.start("square-2"), ("a", "b")).seating_cycle()
        [('a', 'b'), ('b', 'a')]
        """
        return sorted(set(permutations(self.players)))

    def play(self, number: int, seats: Sequence[str], make: BotFactory = match_player) -> MatchGame:
        """Play one game and return it.

        Its number and the seed decide it (and the clock, if a player has a time limit). A party
        whose player cannot go on resigns; the others play on.

        Args:
            number: its number in the match.
            seats: the players' names in seat order.
            make: makes the bots.

        Raises:
            DjambiError: there are not as many players as parties, or no bot has such a name.

        >>> from djambi import Position
        >>> match = Match(Position.start("hex-3"), ("random", "random", "novice"))
        >>> sum(match.play(0, match.players).shares)
        1.0
        """
        self._require_one_each(seats)
        began = process_time()
        source = Random(f"{self.seed} {number}")
        names = dict(zip(self.parties, seats, strict=True))
        bots = {
            party: make(split_manner(name)[0] if self.talk else name, source.getrandbits(64))
            for party, name in names.items()
        }
        table = self._table(names, f"{self.seed} {number}") if self.talk else None
        faults: list[SeatFault] = []
        try:
            end = play_out(self.start, bots, faults=faults, table=table)
        finally:
            for bot in bots.values():
                bot.close()
        result = end.result or unfinished_shares(end)
        shares = tuple(result[party] for party in self.parties)
        plies = end.ply - self.start.ply
        seconds = round(process_time() - began, 3)
        talk = () if table is None else tuple(table.seat_talk(party) for party in self.parties)
        return MatchGame(number, tuple(seats), shares, plies, seconds, tuple(faults), talk)

    def _require_one_each(self, players: Sequence[str]) -> None:
        """Raise `DjambiError` unless there is a player for each party that plays."""
        if len(players) != len(self.parties):
            many = f"{len(self.parties)} players, but {len(players)} named"
            raise DjambiError(f"{self.start.variant.name} has {many}")

    def _table(self, names: Mapping[str, str], seed: str) -> TalkTable:
        """Return the table at which players of these names, by letter, talk."""
        found: dict[str, AnyNegotiator] = {}
        for party, name in names.items():
            player, manner = split_manner(name)
            _, who = character_of(player)
            negotiator = manner.negotiator(party, who, f"{seed} {party}", MATCH_VALUE_SETTINGS)
            if negotiator is not None:
                found[party] = negotiator
        return TalkTable(self.start, found)


def _tables(players: Sequence[str], seats: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Yield the seatings of a league: all players are drawn before any is drawn again."""
    drawn: list[str] = []
    for number in count():
        source = Random(f"{seed} league {number}")
        shuffled = source.sample(players, len(players))
        # Players who wait at the unfilled table are drawn last, so that nobody meets themselves.
        shuffled.sort(key=drawn.__contains__)
        drawn += shuffled
        while len(drawn) >= seats:
            yield tuple(drawn[:seats])
            del drawn[:seats]


def play_out(
    position: Position,
    bots: Mapping[str, Bot],
    most: int = MAX_PLIES,
    faults: list[SeatFault] | None = None,
    table: TalkTable | None = None,
) -> Position:
    """Play a game of bots and return its last position, after at most so many plies.

    Args:
        position: where it begins.
        bots: the player of every party, in seat order.
        most: the most plies played.
        faults: takes the faults of players, whose parties then resign; without it, the first one
            is raised.
        table: where they talk, if they do.

    Raises:
        PlayerFault: a player cannot go on, and `faults` is None.
    """
    first = position.ply
    while not position.is_over and position.ply < first + most:
        party = position.mover or ""
        if party not in bots:
            # It was out when the game began, woke (RULES 5, comeback), and nobody plays it.
            position = position.resign(party)
            continue
        before, turn = position, None
        if table is not None:
            table.before_turn(position, party, bots[party])
        try:
            turn = bots[party].choose(position)
            position = position.play(turn)
        except PlayerFault as fault:
            if faults is None:
                raise
            faults.append(SeatFault(list(bots).index(party), position.ply - first, str(fault)))
            position = position.resign(party)
        if table is not None:
            table.after_turn(GameLine(before, party, turn, position))
    return position


def unfinished_shares(position: Position) -> dict[str, float]:
    """Return the shares of an unfinished game: equal for all parties that are still active."""
    active = position.active
    return {party.letter: (party.letter in active) / len(active) for party in position.parties}


def scores(games: Sequence[MatchGame]) -> list[Score]:
    """Return each player's score, the largest lead over a fair share first.

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
        won = sum(game.share_of(player) for game in its)
        low, high = wilson_interval(won, len(its))
        seats = sum(game.seats.count(player) for game in its)
        fair = sum(game.seats.count(player) / len(game.seats) for game in its) / len(its)
        found.append(Score(player, seats, len(its), won / len(its), low, high, fair))
    return sorted(found, key=lambda score: score.fair - score.share)


@dataclass(frozen=True, slots=True)
class TalkScore:
    """What a player did in the talk of a match, as means of its seats, a game.

    Args:
        player: its name.
        proposed, signed: the pacts that it proposed, and that it was in.
        kept, broken, void: what became of its promises.
        betrayed: the promises given to it that were broken.
        reliability: the part of its promises, kept or broken, that it kept; None without any.
    """

    player: str
    proposed: float
    signed: float
    kept: float
    broken: float
    void: float
    betrayed: float
    reliability: float | None


def talk_scores(games: Sequence[MatchGame]) -> list[TalkScore]:
    """Return what each player did in talk, in the order in which they were named.

    >>> signed = SeatTalk(signed=1, kept=1), SeatTalk(signed=1, broken=1, betrayed=0)
    >>> for score in talk_scores([MatchGame(0, ("a", "b"), (0.0, 1.0), 9, talk=signed)]):
    ...     print(score.player, score.signed, score.reliability)
    a 1.0 1.0
    b 1.0 0.0
    """
    found: list[TalkScore] = []
    for player in dict.fromkeys(name for game in games for name in game.seats):
        seats = [
            talk
            for game in games
            for name, talk in zip(game.seats, game.talk, strict=False)
            if name == player
        ]
        if not seats:
            continue

        many = len(seats)
        kept, broken = sum(seat.kept for seat in seats), sum(seat.broken for seat in seats)
        found.append(
            TalkScore(
                player,
                sum(seat.proposed for seat in seats) / many,
                sum(seat.signed for seat in seats) / many,
                kept / many,
                broken / many,
                sum(seat.void for seat in seats) / many,
                sum(seat.betrayed for seat in seats) / many,
                kept / (kept + broken) if kept + broken else None,
            )
        )
    return found


def wilson_interval(won: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % score interval for a mean share.

    With p = won / n and z = 1.96 it is (p + z²/2n ± z √(p(1 - p)/n + z²/4n²)) / (1 + z²/n). A share
    of a game varies at most as much as a plain win or loss, so the interval is conservative where
    games are shared.

    Args:
        won: the sum of the player's shares.
        games: how many games it played, at least 1.

    >>> [round(bound, 3) for bound in wilson_interval(20, 40)]
    [0.352, 0.648]
    """
    share, z = won / games, _Z_95
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
