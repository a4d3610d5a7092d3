"""Ratings of players by OpenSkill, from games of any number of players (extra `bots`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

from djambi.bots.matches import MatchGame
from djambi.errors import DjambiError


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is believed to be: `mu`, give or take `sigma`; 25 is the average."""

    player: str
    mu: float
    sigma: float


def require_ratings() -> None:
    """Make sure that there can be ratings.

    Raises:
        DjambiError: openskill is not installed.
    """
    try:
        import_module("openskill.models")
    except ImportError:
        raise DjambiError("ratings need openskill: pip install 'djambi[bots]'") from None


def ratings(games: Sequence[MatchGame]) -> list[Rating]:
    """Return the ratings after these games, in the order of their numbers, the best first.

    At a table every player is one team, placed by what it won for each of its seats.

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
