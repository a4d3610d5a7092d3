"""All asides of a game in order: who may see which, and the pacts that they make.

The fold of the second log, as `GameState` is of the first. It is told only what was valid when it
was stored, so it never refuses anything.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from djambi.bots.politics.statements import StatementKind
from djambi.server.game.asides import (
    Declined,
    Denounced,
    Emoted,
    NumberedAside,
    PactAccepted,
    PromiseRow,
    Proposed,
    Spoke,
    Stated,
)
from djambi.server.game.seating import Seating
from djambi.server.schemas.talk import PactState

WATCH: Final = "watch"
"""The room of those who watch."""

Message = Spoke | Emoted | Stated
"""What is said in a room."""

Audience = frozenset[str] | None
"""The keys of those whom an aside is for; None: everybody at the table."""

WATCHERS: Final[Audience] = frozenset({"*"})
"""Everybody who holds no seat."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads: their key, the parties that they play, and whether all is published to them.

    `over`: the game has ended; `published`: and what was secret is shown.
    """

    key: str
    parties: str
    over: bool
    published: bool

    def may_see(self, audience: Audience) -> bool:
        """Return whether something with this audience is for the reader.

        >>> Reader("a", "r", False, False).may_see(frozenset("ab"))
        True
        >>> Reader("a", "r", False, False).may_see(WATCHERS)
        False
        """
        if audience is None or self.published:
            return True
        if audience is WATCHERS:
            return self.over or not self.parties
        return self.key in audience


def speaker_of(message: Message) -> str:
    """Return who wrote a message: the key of a person, or a bot's party.

    >>> speaker_of(Spoke(1, "ada", "r", "", None, "Well?"))
    'ada'
    >>> speaker_of(Emoted(1, "", "r", "", None, "hello"))
    'r'
    """
    return message.by or message.party


@dataclass(frozen=True, slots=True)
class Proposal:
    """A pact as the asides tell it; whether it was kept only the game tells.

    `event` is the last event of the game when it was proposed, `concluded` the one when its last
    party agreed. `notices`: parties that denounced it, each with the event.
    """

    id: str
    by: str
    parties: str
    to: Audience
    promises: tuple[PromiseRow, ...]
    secret: bool
    counters: str | None
    event: int
    agreed: str
    state: PactState = "proposed"
    concluded: int | None = None
    notices: tuple[tuple[str, int], ...] = ()

    @property
    def audience(self) -> Audience:
        """Return whom it is for now: a public pact is everybody's once it is concluded."""
        return None if self.state == "concluded" and not self.secret else self.to

    def replaced(self, sat: Seating) -> int | None:
        """Return the first event with which somebody else came to a seat of it; None: all stay.

        Whoever came before it was concluded has agreed to nothing, and may not even see it. Nobody
        gets out of a promise by getting up and sitting down again.
        """
        return sat.replaced(self.parties, self.event)

    def vacated(self, party: str, event: int, sat: Seating) -> bool:
        """Return whether the player of one of its parties had got up by an event.

        What the bot in that seat does breaks nothing, as if it stood in for somebody away.
        """
        # The party of an agreed draw is "".
        return party in set(self.parties) and sat.vacated(party, self.event, event)

    def agreed_by(self, parties: str, event: int) -> Proposal:
        """Return the pact with more parties agreeing to it."""
        agreed = "".join(p for p in self.parties if p in self.agreed or p in parties)
        if agreed != self.parties:
            return replace(self, agreed=agreed)
        return replace(self, agreed=agreed, state="concluded", concluded=event)


class TalkLog:
    """The asides of one game.

    `audiences` has for each whom it is for; `proposals` are the pacts, by their names.
    """

    def __init__(self) -> None:
        self.asides: list[NumberedAside] = []
        self.audiences: list[Audience] = []
        self.proposals: dict[str, Proposal] = {}
        self.concluding: set[int] = set()
        """The numbers of the asides with which pacts were concluded."""
        self._written: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}

    @property
    def number(self) -> int:
        """Return the number of the last aside; 0 if there is none."""
        return len(self.asides)

    @property
    def concluded(self) -> list[Proposal]:
        """Return the pacts to which all their parties have agreed."""
        return [each for each in self.proposals.values() if each.state == "concluded"]

    def add(self, numbered: NumberedAside) -> None:
        """Add the next aside."""
        self.audiences.append(self._audience(numbered))
        self.asides.append(numbered)

    def renew(self, numbered: NumberedAside) -> None:
        """Replace an aside whose words have been erased since."""
        self.asides[numbered.number - 1] = numbered

    def has_spoken(self, account: str) -> bool:
        """Return whether an account has said anything here."""
        spoken = (each.aside for each in self.asides)
        return any(isinstance(each, Spoke) and each.by == account for each in spoken)

    def written(self, room: str) -> Counter[str]:
        """Return how many messages each speaker wrote: watchers in their room, or players."""
        return self._written[room == WATCH]

    def accused(self) -> set[str]:
        """Return the letters of whom bots have told everybody that they broke their word."""
        stated = (each.aside for each in self.asides)
        return {
            each.statement.about
            for each in stated
            if isinstance(each, Stated) and each.statement.kind is StatementKind.SANCTION
        }

    def _audience(self, numbered: NumberedAside) -> Audience:
        aside = numbered.aside
        match aside:
            case Spoke() | Emoted() | Stated():
                self.written(aside.room)[speaker_of(aside)] += 1
                if aside.room == WATCH:
                    return WATCHERS
                return None if aside.to is None else frozenset(aside.to)
            case Proposed():
                return self._proposed(aside)
            case PactAccepted(event, _, party, pact):
                proposal = self.proposals[pact].agreed_by(party, event)
                if proposal.state == "concluded":
                    self.concluding.add(numbered.number)
            case Declined(_, _, _, pact):
                proposal = replace(self.proposals[pact], state="declined")
            case Denounced(event, _, party, pact):
                proposal = self.proposals[pact]
                given = tuple((each, event) for each in party)
                proposal = replace(proposal, notices=(*proposal.notices, *given))
        self.proposals[proposal.id] = proposal
        return proposal.audience

    def _proposed(self, aside: Proposed) -> Audience:
        to = None if aside.to is None else frozenset(aside.to)
        proposal = Proposal(
            id=aside.pact,
            by=aside.party[0],
            parties=aside.parties,
            to=to,
            promises=aside.promises,
            secret=aside.secret,
            counters=aside.counters,
            event=aside.event,
            agreed="",
        )
        self.proposals[proposal.id] = proposal.agreed_by(aside.party, aside.event)
        answered = self.proposals.get(aside.counters or "")
        if answered is not None and answered.state == "proposed":
            self.proposals[answered.id] = replace(answered, state="declined")
        return to

    def visible(self, reader: Reader) -> list[int]:
        """Return the indexes of the asides that a reader may see, in order."""
        return [i for i, audience in enumerate(self.audiences) if reader.may_see(audience)]
