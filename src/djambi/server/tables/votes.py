"""How votes are counted. Pure.

Asked are the active parties that a person plays (`fold.voters`). Who was away for the whole time
of the vote bars nothing; who was there and said nothing, said no.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from djambi.server.ledger import Ledger
from djambi.server.tables.fold import voters
from djambi.server.tables.state import Vote


def counted(ledger: Ledger, ballots: Mapping[str, tuple[int, bool]]) -> dict[str, bool | None]:
    """What each party that is asked says in the vote on a draw; None: nothing yet.

    `ballots` has for each account the last vote (its event) that it took part in, and what it said.
    """
    vote = None if ledger.online is None else ledger.online.vote
    said: dict[str, bool | None] = {}
    for party in voters(ledger):
        number, agree = ballots.get(ledger.seats[party].device, (0, False))
        said[party] = agree if vote is not None and number == vote.number else None
    return said


def said_openly(ledger: Ledger, vote: Vote) -> dict[str, bool | None]:
    """What each party that is asked has said in a vote that is not secret."""
    return {party: True if party in vote.agreed else None for party in voters(ledger)}


def verdict(
    said: Mapping[str, bool | None],
    vote: Vote,
    away: Callable[[str], int | None],
    closing: bool,
) -> bool | None:
    """Whether a vote is carried; None while somebody may still speak.

    `away`: since when the player of a party has been away (milliseconds), None while he is there.
    `closing`: its time is up.

    >>> vote = Vote(5, "draw", "", None, at=1000, until=9000)
    >>> verdict({"r": True, "b": None}, vote, lambda party: None, closing=False) is None
    True
    >>> verdict({"r": True, "b": None}, vote, lambda party: None, closing=True)
    False
    >>> verdict({"r": True, "b": None}, vote, lambda party: 500, closing=True)
    True
    """
    silent = [party for party, one in said.items() if one is None]
    if not closing:
        return None if silent or not said else all(said.values())
    for party in silent:
        since = away(party)
        if since is None or since > vote.at:
            return False
    spoken = [one for one in said.values() if one is not None]
    return bool(spoken) and all(spoken)
