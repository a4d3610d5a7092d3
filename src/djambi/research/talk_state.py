"""The state of an environment with talk: a decision on the board, and what was said around it.

Before every turn but a bonus turn there is a press round. Every active party may make one
proposal, in seat order from the seat to play on; then every one of them may accept one offer, in
the same order. So who speaks when depends on the board alone, and says nothing about secret
offers. A pact begins when the last of its parties accepts; offers lapse at the end of the round.
`djambi.pacts` judges every promise by the turns played; nothing is enforced.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Literal

from djambi.bots.politics.offers import Offer
from djambi.errors import DjambiError, whole_number
from djambi.pacts import (
    KINDS,
    GameLine,
    Pact,
    PactMonitor,
    Promise,
    Verdict,
    deeds_of,
    promise_sentence,
)
from djambi.parties import Piece
from djambi.position.position import Position
from djambi.position.stages import StageKind
from djambi.research.decisions import Decision
from djambi.research.talk_spec import TalkSpec

TalkStage = Literal["propose", "answer"] | StageKind

_KIND_NUMBERS: Final[dict[str, int]] = {kind.name: number for number, kind in enumerate(KINDS)}
_FULL: Final = 255
"""The most that a byte of the talk block can hold."""


@dataclass(frozen=True, slots=True)
class TableOffer:
    """An offer on the table.

    Args:
        by: the party that made it.
        offer: what is offered, to whom, and whether it is secret.
        pact: the name of the pact that it would make (`ProposalSpec.pact_name`).
        agreed: the parties that have agreed, that one included.
    """

    by: str
    offer: Offer
    pact: str
    agreed: str


@dataclass(frozen=True, slots=True)
class StandingPact:
    """A pact of which a promise still runs: what was offered, its name, and its monitor."""

    offer: Offer
    name: str
    monitor: PactMonitor

    @property
    def running(self) -> Iterator[tuple[Promise, int, str | None]]:
        """Yield the promises that run: each with its rounds left and its piece's cell now."""
        for promise, finding in zip(self.offer.promises, self.monitor.findings, strict=True):
            if finding.open:
                yield promise, finding.left, finding.cell


@dataclass(frozen=True)
class TalkState:
    """What whoever acts next decides on, on the board or in a press round. Immutable.

    It holds everybody's secrets: `block`, `offers_seen` and `pacts_seen` say what a party knows.

    Args:
        spec: the talk of the environment.
        decision: what is to be decided on the board.
        speakers: the parties that talk before this turn, in order; none before a bonus turn.
        spoken: the steps of the press round that are over.
        offers: the offers on the table, in the order in which they were made.
        pacts: the pacts that stand.
        record: for each party, and last for the public, the promises that it knows to have been
            kept, by the number of the party that gave them, and after them those broken.

    >>> from djambi.research import EnvironmentSpec
    >>> spec = TalkSpec(EnvironmentSpec("hex-3"))
    >>> state = TalkState.begun(spec, Decision.start(spec.board))
    >>> state.mover, state.stage, state.written_with(state.actions[1])[:55]
    ('r', 'propose', 'to all: Red will not attack Blue for 1 round. Red will ')
    """

    spec: TalkSpec = field(compare=False)
    decision: Decision
    speakers: str
    spoken: int
    offers: tuple[TableOffer, ...]
    pacts: tuple[StandingPact, ...]
    record: tuple[tuple[int, ...], ...]

    @classmethod
    def begun(cls, spec: TalkSpec, decision: Decision) -> TalkState:
        """Return the state before a turn with which a game begins."""
        parties = len(spec.parties)
        nothing = ((0,) * (2 * parties),) * (parties + 1)
        return cls(spec, decision, speakers_before(decision), 0, (), (), nothing)

    # -- what there is to decide ----------------------------------------------------------------

    @property
    def position(self) -> Position:
        """Return the position on the board."""
        return self.decision.position

    @property
    def shares(self) -> dict[str, float] | None:
        """Return every party's share once the game is over, as `Decision.shares`."""
        return self.decision.shares

    @property
    def talks(self) -> bool:
        """Return whether the next action is talk."""
        return self.spoken < 2 * len(self.speakers)

    @property
    def stage(self) -> TalkStage:
        """Return what the next action is: `propose`, `answer`, or what it chooses on the board."""
        if not self.talks:
            return self.decision.stage
        return "propose" if self.spoken < len(self.speakers) else "answer"

    @property
    def mover(self) -> str | None:
        """Return the party that speaks or plays next, or None when the game is over."""
        if self.talks:
            return self.speakers[self.spoken % len(self.speakers)]
        return self.decision.mover

    @property
    def actions(self) -> tuple[int, ...]:
        """Return the actions that may be taken, sorted; none when the game is over."""
        return self._actions

    @cached_property
    def _actions(self) -> tuple[int, ...]:
        mover = self.mover
        if not self.talks or mover is None:
            return self.decision.actions
        spec = self.spec
        # A pact does not stand twice. Only its parties could make it again, and they know of it.
        standing = {pact.name for pact in self.pacts}
        if self.stage == "propose":
            sound = spec.sound(mover, self.position)
            found = [action for action, pact in sound.items() if pact not in standing]
        else:
            found = sorted(
                spec.accept_action(mover, each.by)
                for each in self.offers
                if mover in each.offer.parties
                and mover not in each.agreed
                and each.pact not in standing
            )
        return (spec.silence_action, *found)

    def written_with(self, action: int) -> str:
        """Return an action in English words, or the turn as it is written with it.

        Raises the errors of `take`.
        """
        self._check(action)
        mover = self.mover or ""
        if not self.talks:
            return self.decision.written_with(action)
        if action == self.spec.silence_action:
            return self.spec.action_name(action)
        if self.stage == "answer":
            return f"accept: {self.sentences(self._answered(action).offer)}"
        offer = self._proposed(action)
        partner = self.spec.proposals[action - self.spec.first_proposal].partner
        to = self.spec.board.agent_of(self.spec.party(partner, mover)) if partner else "all"
        return f"to {to}{', in secret' if offer.secret else ''}: {self.sentences(offer)}"

    def sentences(self, offer: Offer) -> str:
        """Return the promises of an offer made in this position, in English."""
        return " ".join(self.sentence(each, each.rounds, each.cell) for each in offer.promises)

    def sentence(self, promise: Promise, left: int, cell: str | None) -> str:
        """Return a promise, with the rounds left and its piece's cell now, in English."""
        now = replace(promise, rounds=left, cell=cell)
        return promise_sentence(now, "en", self._piece(cell))

    def _piece(self, cell: str | None) -> Piece | None:
        """Return the piece on the cell of a promise, None if it is about no piece."""
        return None if cell is None else self.position.piece_at(cell)

    # -- what follows ---------------------------------------------------------------------------

    def take(self, action: int) -> TalkState:
        """Return the state after an action.

        Raises:
            DjambiError: the game is over, or the action is not one of `actions`.
        """
        self._check(action)
        if not self.talks:
            return self._played(action)
        after = replace(self._said(action), spoken=self.spoken + 1)
        return after if after.talks else replace(after, offers=())

    def _check(self, action: int) -> None:
        """Raise `DjambiError`, saying what an action means, if it may not be taken."""
        if action in self.actions:
            return
        mover = self.mover
        if mover is None:
            raise DjambiError(f"action {action}: the game is over")
        spec = self.spec
        action = whole_number(action, "action", 0, spec.action_count - 1)
        if not self.talks and action < spec.silence_action:
            # It raises the error, which says what is chosen of the turn.
            self.decision.take(action)
        on_board = action < spec.silence_action
        name = spec.board.action_name(action, mover) if on_board else spec.action_name(action)
        asked = f"is to {self.stage}" if self.talks else f"chooses a {self.stage}"
        raise DjambiError(
            f"action {action} ({name}) cannot be taken: {mover} {asked} in {self.position}"
        )

    def _said(self, action: int) -> TalkState:
        """Return the state with what an action that is allowed says, by whoever speaks."""
        mover = self.mover or ""
        if action == self.spec.silence_action:
            return self
        if self.stage == "answer":
            return self._accepted(self._answered(action), mover)
        pact = self.spec.sound(mover, self.position)[action]
        made = TableOffer(mover, self._proposed(action), pact, mover)
        return replace(self, offers=(*self.offers, made))

    def _proposed(self, action: int) -> Offer:
        """Return the offer that whoever speaks makes by an action that is allowed."""
        proposal = self.spec.proposals[action - self.spec.first_proposal]
        offer = proposal.offer(self.mover or "", self.position)
        assert offer is not None  # noqa: S101 - the action is allowed
        return offer

    def _answered(self, action: int) -> TableOffer:
        """Return the offer that whoever speaks accepts by an action that is allowed."""
        proposer = self.spec.party(action - self.spec.silence_action, self.mover or "")
        return next(each for each in self.offers if each.by == proposer)

    def _accepted(self, answered: TableOffer, by: str) -> TalkState:
        """Return the state after a party has accepted an offer: a pact, once all have."""
        offer = answered.offer
        agreed = answered.agreed + by
        if len(agreed) < len(offer.parties):
            offers = (
                replace(each, agreed=agreed) if each is answered else each for each in self.offers
            )
            return replace(self, offers=tuple(offers))
        pact = Pact(offer.promises, self.position.ply)
        standing = StandingPact(offer, answered.pact, PactMonitor.of(pact, self.position))
        offers = (each for each in self.offers if each is not answered)
        return replace(self, offers=tuple(offers), pacts=(*self.pacts, standing))

    def _played(self, action: int) -> TalkState:
        """Return the state after an action on the board; whole turns are judged."""
        before = self.decision
        after = before.take(action)
        if after.position is before.position:
            return replace(self, decision=after)
        pacts, record = self.pacts, self.record
        if pacts:
            turn = before.turn_with(action)
            line = GameLine(before.position, before.mover or "", turn, after.position)
            pacts, record = self._judged(line)
        return TalkState(self.spec, after, speakers_before(after), 0, (), pacts, record)

    def _judged(
        self, line: GameLine
    ) -> tuple[tuple[StandingPact, ...], tuple[tuple[int, ...], ...]]:
        """Return the pacts that still stand after a turn, and the record with those that do not."""
        deeds = deeds_of(line)
        parties = self.spec.parties
        pacts: list[StandingPact] = []
        record = [list(row) for row in self.record]
        for pact in self.pacts:
            after = replace(pact, monitor=pact.monitor.after(line, deeds))
            if next(after.running, None) is not None:
                pacts.append(after)
            for promise, old, new in zip(
                pact.offer.promises, pact.monitor.findings, after.monitor.findings, strict=True
            ):
                if not old.open or new.verdict not in (Verdict.KEPT, Verdict.BROKEN):
                    continue
                broken = new.verdict is Verdict.BROKEN
                entry = parties.index(promise.by) + broken * len(parties)
                for row, observer in zip(record, (*parties, None), strict=True):
                    row[entry] += may_know(pact.offer, observer)
        return tuple(pacts), tuple(map(tuple, record))

    # -- what is seen ---------------------------------------------------------------------------

    def offers_seen(self, observer: str | None) -> tuple[TableOffer, ...]:
        """Return the offers on the table that a party knows of, or the public, if it is None."""
        return tuple(each for each in self.offers if may_know(each.offer, observer))

    def pacts_seen(self, observer: str | None) -> tuple[StandingPact, ...]:
        """Return the standing pacts that a party knows of, or the public, if it is None."""
        return tuple(each for each in self.pacts if may_know(each.offer, observer))

    def block(self, observer: str, *, public: bool = False) -> bytearray:
        """Return the talk block, which `TalkSpec.names` describes.

        Args:
            observer: the letter of the party that looks on, from whom parties are numbered.
            public: whether to leave out what only that party and others know.
        """
        spec = self.spec
        parties = len(spec.parties)
        knows = None if public else observer
        number = {party: spec.number(party, observer) for party in spec.parties}
        out = bytearray(spec.size)
        if self.talks:
            out[0 if self.stage == "propose" else 1] = 1
            out[2 + number[self.mover or ""]] = 1

        def write(at: int, promise: Promise, rounds: int, cell: str | None) -> None:
            piece = self._piece(cell)
            about = promise.other or (promise.by if piece is None else piece.party)
            kind = _KIND_NUMBERS[promise.kind]
            at += (kind * parties + number[promise.by]) * parties + number[about]
            out[at] = max(out[at], rounds)

        promises_at = 2 + parties
        for pact in self.pacts_seen(knows):
            at = promises_at + pact.offer.secret * spec.promise_count
            for promise, left, cell in pact.running:
                write(at, promise, left, cell)
        offers_at = promises_at + 2 * spec.promise_count
        for each in self.offers_seen(knows):
            at = offers_at + number[each.by] * spec.offer_size
            out[at] = each.offer.secret
            for party in each.offer.parties:
                out[at + 1 + number[party]] = 1
            for party in each.agreed:
                out[at + 1 + parties + number[party]] = 1
            for promise in each.offer.promises:
                write(at + 1 + 2 * parties, promise, promise.rounds, promise.cell)
        record_at = offers_at + parties * spec.offer_size
        row = self.record[parties if public else spec.parties.index(observer)]
        for party, kept, broken in zip(spec.parties, row[:parties], row[parties:], strict=True):
            out[record_at + number[party]] = min(kept, _FULL)
            out[record_at + parties + number[party]] = min(broken, _FULL)
        return out


def may_know(offer: Offer, observer: str | None) -> bool:
    """Return whether a party knows of an offer, or of its pact; the public, if it is None.

    >>> may_know(Offer("rb", ()), None), may_know(Offer("rb", (), secret=True), None)
    (True, False)
    >>> [may_know(Offer("rb", (), secret=True), party) for party in "rby"]
    [True, True, False]
    """
    return not offer.secret or (observer is not None and observer in offer.parties)


def speakers_before(decision: Decision) -> str:
    """Return who talks before a turn, in seat order from the seat to play on.

    They are the active parties, and nobody before a bonus turn.

    >>> from djambi.research import EnvironmentSpec
    >>> speakers_before(Decision.start(EnvironmentSpec("square-2")))
    'ry'
    """
    position = decision.position
    if decision.is_over or position.bonus:
        return ""
    order, active = position.order, position.active
    first = order.index(position.seat)
    return "".join(each for each in order[first:] + order[:first] if each in active)
