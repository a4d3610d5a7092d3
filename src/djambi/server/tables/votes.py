"""How the votes that bots have a say in are counted: on a draw, which is secret; on a return. Pure.

Everybody who plays is asked (`fold.people`), and silence is no consent: a vote is carried by the
yes of each of them. A person for whom a bot sits in has not said yes.
"""

from __future__ import annotations

from collections.abc import Mapping

from djambi.server.game.state import GameState
from djambi.server.game.table_queries import electorate, person_plays
from djambi.server.game.table_state import Vote


def counted(ledger: GameState, ballots: Mapping[str, tuple[int, bool]]) -> dict[str, bool | None]:
    """What each party that is asked says in the vote on a draw; None: nothing yet.

    `ballots` has for each account the last vote (its event) that it took part in, and what it said.
    """
    vote = None if ledger.online is None else ledger.online.vote
    said: dict[str, bool | None] = {}
    for party in electorate(ledger):
        row = ledger.seats[party]
        number, agree = ballots.get(row.device, (0, False))
        if not person_plays(row):
            said[party] = False
        else:
            said[party] = agree if vote is not None and number == vote.number else None
    return said


def spoken(ledger: GameState, vote: Vote) -> dict[str, bool | None]:
    """What everybody has said in an open vote: who called it has agreed."""
    said: dict[str, bool | None] = dict.fromkeys(electorate(ledger))
    return {**said, **dict.fromkeys(vote.party + vote.agreed, True)}


def verdict(said: Mapping[str, bool | None], closing: bool) -> bool | None:
    """Whether a vote is carried; None while somebody may still speak. `closing`: its time is up.

    >>> verdict({"r": True, "b": None}, closing=False) is None
    True
    >>> verdict({"r": True, "b": None}, closing=True), verdict({"r": True, "b": True}, False)
    (False, True)
    """
    if None in said.values():
        return False if closing else None
    return bool(said) and all(said.values())
