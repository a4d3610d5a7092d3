"""What can be said in an environment with talk, and how it is numbered.

Talk has M actions after the N + 2 of the board: to say nothing, to accept the offer of one of the
other parties, and a fixed list of proposals. Parties are numbered from whoever speaks or looks on,
in seat order, so that 0 always is oneself, as in the planes of the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

from djambi.bots.politics.offers import Offer
from djambi.errors import out_of_range
from djambi.pacts import KINDS, Promise, PromiseSubject, fault_of, kind_of
from djambi.position.position import Position
from djambi.research.environment_spec import EnvironmentSpec


class ProposalTerms(NamedTuple):
    """The terms of a pact: a kind of promise for each side, and the rounds of both.

    Promises about a party are about the other side, but for an attack, which is on a third party;
    the piece that is to be spared is the other side's Chief.
    """

    proposer: str
    partner: str
    rounds: int

    @property
    def has_prey(self) -> bool:
        """Return whether a third party is to be attacked."""
        return "attack" in (self.proposer, self.partner)


PAIR_TERMS: Final = (
    ProposalTerms("peace", "peace", 1),
    ProposalTerms("peace", "peace", 3),
    ProposalTerms("no_power", "no_power", 3),
    ProposalTerms("spare", "spare", 3),
    ProposalTerms("leave", "peace", 2),
    ProposalTerms("peace", "leave", 2),
    ProposalTerms("attack", "attack", 3),
)
"""The terms of pacts of two parties, in the order of their actions."""

GENERAL_TERMS: Final = (
    ProposalTerms("peace", "peace", 1),
    ProposalTerms("peace", "peace", 3),
    ProposalTerms("no_power", "no_power", 3),
)
"""The terms of pacts of all active parties, of which there must be three or more."""


@dataclass(frozen=True, slots=True)
class ProposalSpec:
    """A proposal on the list, as whoever makes it sees it.

    Args:
        terms: what each side promises.
        partner: the number of the party that it is made to, 0 for all active parties.
        prey: the number of the party to be attacked, 0 for none.
        secret: whether only its two parties learn of it.
    """

    terms: ProposalTerms
    partner: int = 0
    prey: int = 0
    secret: bool = False

    @property
    def name(self) -> str:
        """Return a short name.

        >>> ProposalSpec(ProposalTerms("leave", "peace", 2), 1, secret=True).name
        'leave for peace, 2 rounds, to 1, secret'
        >>> ProposalSpec(ProposalTerms("attack", "attack", 3), 1, 2).name
        'attack on 2, 3 rounds, to 1'
        """
        terms = self.terms
        what = terms.proposer
        if terms.partner != terms.proposer:
            what += f" for {terms.partner}"
        if self.prey:
            what += f" on {self.prey}"
        rounds = "1 round" if terms.rounds == 1 else f"{terms.rounds} rounds"
        to = f"to {self.partner}" if self.partner else "to all"
        return ", ".join((what, rounds, to, *(["secret"] if self.secret else [])))

    def offer(self, by: str, position: Position) -> Offer | None:
        """Return the offer that a party makes with it in a position, or None if it is not sound.

        All its parties are active, and the pact rules find no fault with any of its promises.

        >>> peace = ProposalSpec(ProposalTerms("peace", "peace", 3), 2)
        >>> [str(each.by) for each in peace.offer("b", Position.start()).promises]
        ['b', 'g']
        >>> ProposalSpec(ProposalTerms("leave", "peace", 2), 1).offer("r", Position.start())
        """
        letters = position.variant.parties
        own = letters.index(by)
        active = position.active
        if self.partner:
            partner = letters[(own + self.partner) % len(letters)]
            parties = "".join(each for each in active if each in (by, partner))
        else:
            parties = active
        if by not in parties or len(parties) < (2 if self.partner else 3):
            return None
        prey = letters[(own + self.prey) % len(letters)] if self.prey else None
        # Whoever proposes it, the same pact has the same promises in the same order.
        promises = tuple(
            dict.fromkeys(
                _promise(
                    giver,
                    self.terms.proposer if giver == by else self.terms.partner,
                    self.terms.rounds,
                    prey or other,
                    position,
                )
                for giver in parties
                for other in parties
                if giver != other
            )
        )
        if any(fault_of(promise, position) is not None for promise in promises):
            return None
        return Offer(parties, promises, self.secret)

    def pact_name(self, by: str, offer: Offer) -> str:
        """Return the name of the pact that an offer of this proposal by a party makes.

        It is the same for the same pact, whichever of its parties proposes it, and when.

        >>> spec = ProposalSpec(ProposalTerms("peace", "peace", 3), 3)
        >>> spec.pact_name("r", spec.offer("r", Position.start()))
        'rg peace/peace 3'
        >>> other = ProposalSpec(ProposalTerms("peace", "peace", 3), 1)
        >>> other.pact_name("g", other.offer("g", Position.start()))
        'rg peace/peace 3'
        """
        terms = self.terms
        kinds = terms.proposer, terms.partner
        first, last = kinds if offer.parties[0] == by else reversed(kinds)
        on = {f" on {each.other}" for each in offer.promises if each.kind == "attack"}
        secret = " secret" if self.secret else ""
        return f"{offer.parties} {first}/{last} {terms.rounds}{''.join(on)}{secret}"


def _promise(by: str, kind: str, rounds: int, other: str, position: Position) -> Promise:
    """Return the promise of a kind that is about a party, or its Chief, where its kind has such."""
    about = kind_of(kind).about
    return Promise(
        by,
        kind,
        rounds,
        other if about is PromiseSubject.PARTY else None,
        position.chief_of(other) if about is PromiseSubject.PIECE else None,
    )


class TalkSpec:
    """The talk of an environment: its actions, and the block of the observation that shows it.

    >>> spec = TalkSpec(EnvironmentSpec("square-4"))
    >>> spec.action_count, spec.size
    (138, 530)
    >>> spec.accept_action("r", "y"), spec.action_name(85)
    (85, 'accept the offer of 2')
    """

    def __init__(self, board: EnvironmentSpec) -> None:
        """Number what can be said on a board.

        Args:
            board: what is played, whose actions come first.
        """
        self.board = board
        self.parties = board.variant.parties
        self.proposals = tuple(_proposals(len(self.parties)))
        self.silence_action = board.action_count
        self.first_proposal = self.silence_action + len(self.parties)
        self.action_count = self.first_proposal + len(self.proposals)
        self.promise_count = len(KINDS) * len(self.parties) ** 2
        self.offer_size = 1 + 2 * len(self.parties) + self.promise_count
        self.size = len(self.names)
        self._sound: dict[tuple[str, str, str | None], dict[int, str]] = {}

    # -- actions --------------------------------------------------------------------------------

    def number(self, party: str, observer: str) -> int:
        """Return the number of a party as an observer counts, who is 0."""
        return (self.parties.index(party) - self.parties.index(observer)) % len(self.parties)

    def party(self, number: int, observer: str) -> str:
        """Return the party that has a number as an observer counts."""
        return self.parties[(self.parties.index(observer) + number) % len(self.parties)]

    def accept_action(self, by: str, proposer: str) -> int:
        """Return the action by which a party accepts the offer of another."""
        return self.silence_action + self.number(proposer, by)

    def action_name(self, action: int) -> str:
        """Return what an action says; raise `DjambiError` if nothing is said by it."""
        if not self.silence_action <= action < self.action_count:
            raise out_of_range("talk", action, self.silence_action, self.action_count - 1)
        if action == self.silence_action:
            return "say nothing"
        if action < self.first_proposal:
            return f"accept the offer of {action - self.silence_action}"
        return f"propose {self.proposals[action - self.first_proposal].name}"

    def sound(self, by: str, position: Position) -> Mapping[int, str]:
        """Return the actions by which a party may propose something, with the pact's name.

        Whether these promises are sound depends on who is active and who is in power, and on
        nothing else of a position: so each answer is worked out once.
        """
        known_by = by, position.active, position.ruler
        found = self._sound.get(known_by)
        if found is None:
            found = self._sound[known_by] = {
                action: proposal.pact_name(by, offer)
                for action, proposal in enumerate(self.proposals, self.first_proposal)
                if (offer := proposal.offer(by, position)) is not None
            }
        return found

    # -- observations ---------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the bytes of the talk block, in their order.

        >>> names = TalkSpec(EnvironmentSpec("hex-3")).names
        >>> names[:3], names[5], names[-1]
        (('propose', 'answer', '0 speaks'), 'open peace of 0 about 0', 'broken by 2')
        """
        parties = range(len(self.parties))
        promises = [
            f"{kind.name} of {giver} about {about}"
            for kind in KINDS
            for giver in parties
            for about in parties
        ]
        return (
            "propose",
            "answer",
            *(f"{party} speaks" for party in parties),
            *(f"{audience} {each}" for audience in ("open", "secret") for each in promises),
            *(
                f"offer of {party}: {each}"
                for party in parties
                for each in (
                    "secret",
                    *(f"to {other}" for other in parties),
                    *(f"accepted by {other}" for other in parties),
                    *promises,
                )
            ),
            *(f"kept by {party}" for party in parties),
            *(f"broken by {party}" for party in parties),
        )


def _proposals(count: int) -> Iterator[ProposalSpec]:
    """Yield the list of proposals for a number of parties, in the order of their actions."""
    for terms in GENERAL_TERMS:
        yield ProposalSpec(terms)
    for secret, partner, terms in product((False, True), range(1, count), PAIR_TERMS):
        for prey in range(1, count) if terms.has_prey else (0,):
            if prey != partner:
                yield ProposalSpec(terms, partner, prey, secret)
