"""Ratings of people, by variant: openskill's Plackett-Luce, changed by each rated game's result.

A game is counted once, in the transaction that stores its result. Rated are registered accounts,
against each other: two at least; guests and bots are not, and change nobody's rating.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from djambi.server.storage.database import Database
from djambi.server.storage.models import AccountModel, RatingModel, ResultModel
from djambi.server.storage.people import hold_accounts

_INITIAL_RATING: Final = 1000
_SCALE: Final = 40.0

Known = tuple[float, float]
"""openskill's mu and sigma."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What came of a seat: `share` of the game (0 to 1); `account` is None for a bot's."""

    party: str
    account: str | None
    share: float


@cache
def _model() -> Any:
    # Only where a game ends is it needed, and it takes a while to import.
    from openskill.models import PlackettLuce

    return PlackettLuce()


def unknown() -> Known:
    """Return the belief about a player who has not played yet.

    >>> unknown()
    (25.0, 8.333333333333334)
    """
    rating = _model().rating()
    return float(rating.mu), float(rating.sigma)


def shown(mu: float, sigma: float) -> int:
    """Return the number that people see: mu less three sigma, scaled to 1000 for newcomers.

    >>> shown(*unknown()), shown(30.0, 2.0)
    (1000, 1960)
    """
    return round(_INITIAL_RATING + _SCALE * (mu - 3 * sigma))


def rated(before: Mapping[str, Known], shares: Mapping[str, float]) -> dict[str, Known]:
    """Return the players' updated ratings after a game with these result shares.

    >>> after = rated({"a": unknown(), "b": unknown()}, {"a": 1.0, "b": 0.0})
    >>> after["a"][0] > 25 > after["b"][0]
    True
    """
    model = _model()
    teams = [[model.rating(mu=before[each][0], sigma=before[each][1])] for each in shares]
    after = model.rate(teams, scores=list(shares.values()))
    return {
        each: (float(team[0].mu), float(team[0].sigma))
        for each, team in zip(shares, after, strict=True)
    }


async def finish(
    connection: AsyncConnection,
    database: Database,
    game: str,
    variant: str,
    seats: Sequence[SeatResult],
    at: int,
    is_rated: bool,
) -> bool:
    """Store what came of a finished game, in the transaction of `connection`.

    False, and nothing is changed, if it was stored before. `at` is the game's end in
    milliseconds; `is_rated` whether the table was to be rated.
    """
    # Two games of a player that end at once both count.
    await hold_accounts(connection, {seat.account for seat in seats if seat.account is not None})
    shares = await _shares(connection, seats) if is_rated else {}
    counts = len(shares) >= 2
    adding = database.adding(ResultModel)
    for seat in seats:
        row = {"game": game, "party": seat.party, "account": seat.account, "at": at}
        mine = counts and seat.account in shares
        done = await connection.execute(adding.values(**row, share=seat.share, rated=mine))
        if not done.rowcount:
            return False
    if counts:
        await _rate(connection, database, variant, shares)
    return True


async def _shares(connection: AsyncConnection, seats: Sequence[SeatResult]) -> dict[str, float]:
    """Return what each registered account won for each of its seats."""
    won: dict[str, list[float]] = {}
    for seat in seats:
        if seat.account is not None:
            won.setdefault(seat.account, []).append(seat.share)
    query = select(AccountModel.id).where(
        AccountModel.id.in_(list(won)), AccountModel.password.is_not(None)
    )
    registered = sorted(row.id for row in await connection.execute(query))
    return {each: sum(won[each]) / len(won[each]) for each in registered}


async def _rate(
    connection: AsyncConnection, database: Database, variant: str, shares: Mapping[str, float]
) -> None:
    mu, sigma = unknown()
    adding = database.adding(RatingModel)
    for account in shares:
        fresh = {"account": account, "variant": variant, "mu": mu, "sigma": sigma, "games": 0}
        await connection.execute(adding.values(**fresh))
    query = select(RatingModel.account, RatingModel.mu, RatingModel.sigma).where(
        RatingModel.variant == variant, RatingModel.account.in_(list(shares))
    )
    before = {row.account: (row.mu, row.sigma) for row in await connection.execute(query)}
    for account, (mu, sigma) in rated(before, shares).items():
        await connection.execute(
            update(RatingModel)
            .where(RatingModel.account == account, RatingModel.variant == variant)
            .values(mu=mu, sigma=sigma, games=RatingModel.games + 1)
        )
