"""The state of an online table apart from its game: terms, votes, who sat when.

Immutable, like the state that holds it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from djambi.server.game.events import SeatRow
from djambi.server.schemas.terms import Terms, VoteKind


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote that is held; times in milliseconds, UTC.

    `number` is the event that called it. `party` called it and `agreed` have agreed so far (both
    "" in the secret vote on a draw, whose ballots are kept apart).
    """

    number: int
    kind: VoteKind
    party: str
    kept: int | None
    at: int
    until: int
    agreed: str = ""


@dataclass(frozen=True, slots=True)
class OnlineTable:
    """The table around the game. `owner` is the account that made it.

    `first` has for every party the account that sat there when the
    game began (or that was the first to sit there later): whose result it is. `played` has what
    parties each account has played since then, substitutes included. `turn_at` is when the
    turn to be played began, or when the game ended. `overdue` is the party that let the clock run
    out in the turn to be played ("": none): a bot plays that turn.
    `planned` has, for seats on which a bot is to play until somebody comes, its level: they are
    free again if that somebody gets up before the game begins.
    `removed` has who was removed from a seat, and the key of the link at that time. `salt` is what
    the marks of its seats are made with, and `shared` whether two had one in common when it began.
    """

    terms: Terms
    owner: str
    invite: str
    series: str
    round: int
    begun: bool = False
    vote: Vote | None = None
    next: str = ""
    turn_at: int = 0
    overdue: str = ""
    planned: Mapping[str, str] = field(default_factory=dict[str, str])
    removed: Mapping[str, str] = field(default_factory=dict[str, str])
    salt: str = ""
    shared: bool = False
    first: Mapping[str, str] = field(default_factory=dict[str, str])
    played: Mapping[str, str] = field(default_factory=dict[str, str])

    def with_player(self, party: str, account: str) -> OnlineTable:
        """Return the table, under way, with a party played by an account from now on."""
        first = {**self.first, party: self.first.get(party, account)}
        mine = self.played.get(account, "")
        played = mine if party in mine else mine + party
        return replace(self, first=first, played={**self.played, account: played})

    def played_another(self, account: str, party: str) -> bool:
        """Return whether an account has played another party than this one."""
        return bool(self.played.get(account, "").replace(party, ""))

    def free_row(self, party: str) -> SeatRow:
        """Return the seat of a party from which somebody gets up before the game begins."""
        return SeatRow(party, "open", stand_in=self.planned.get(party))
