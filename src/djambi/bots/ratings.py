"""Ratings of players, from games of any number of players (extra `bots`).

Method: Bayesian rating with a Plackett-Luce model (Weng and Lin, "A Bayesian Approximation Method
for Online Ranking", Journal of Machine Learning Research 12, 2011), by OpenSkill.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

from djambi.bots.matches import MatchGame
from djambi.extras import missing_package


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating: a normal belief with mean `mu` and deviation `sigma`; 25 is average."""

    player: str
    mu: float
    sigma: float


def require_ratings() -> None:
    """Check that ratings can be computed.

    Raises:
        DjambiError: openskill is not installed.
    """
    try:
        import_module("openskill.models")
    except ImportError as error:
        raise missing_package("a rating", error, "bots") from None


def ratings(games: Sequence[MatchGame]) -> list[Rating]:
    """Return the ratings after these games, the best first.

    Games count in the order of their numbers. At each table a player is one team, ranked by its
    mean share per seat.

    Raises:
        DjambiError: openskill is not installed.

    >>> games = [MatchGame(number, ("a", "b", "c"), (1.0, 0.0, 0.0), 9) for number in range(9)]
    >>> [rating.player for rating in ratings(games)][0]
    'a'
    """
    require_ratings()
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known = {name: model.rating(name=name) for game in games for name in game.seats}
    for game in sorted(games, key=lambda game: game.number):
        won = dict.fromkeys(game.seats, 0.0)
        for name, share in zip(game.seats, game.shares, strict=True):
            won[name] += share / game.seats.count(name)
        if len(won) < 2:
            continue
        rated = model.rate([[known[name]] for name in won], scores=list(won.values()))
        known.update({name: team[0] for name, team in zip(won, rated, strict=True)})
    found = [Rating(name, rating.mu, rating.sigma) for name, rating in known.items()]
    return sorted(found, key=lambda rating: -rating.mu)
