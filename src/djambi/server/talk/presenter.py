"""Asides and pacts as a reader is shown them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from djambi.bots.politics.statements import Statement
from djambi.bots.remarks import Situation
from djambi.pacts import Finding, Promise, Verdict, kind_of, promise_sentence, reason_phrase
from djambi.parties import Piece
from djambi.server.game.asides import (
    Declined,
    Denounced,
    Emoted,
    NumberedAside,
    PactAccepted,
    PromiseRow,
    Proposed,
    ReasonedAside,
    Spoke,
    Stated,
    StoredAsides,
)
from djambi.server.game.state import GameState
from djambi.server.schemas.talk import (
    EMOTES,
    AsideKind,
    AsideView,
    EmoteName,
    PactMay,
    PactView,
    PromiseBody,
    PromiseView,
    SparedView,
    VerdictName,
)
from djambi.server.talk.commands import may_conclude
from djambi.server.talk.talk_log import Proposal, Reader, TalkLog
from djambi.views.words import Words, both, with_slots

Named = Callable[[str], str]
"""The name of an account; "" where names are not shown."""


Voice = Callable[[int, str, str, Situation, str], Words | None]
"""What is said at an event, on an occasion, by a party's bot, in a situation, of a party."""

Phrase = Callable[[Statement, int], Words]
"""What a bot's statement at an event is in words."""

ANSWERS: frozenset[AsideKind] = frozenset({"accepted", "concluded", "declined", "countered"})
"""The answers to a pact that a bot says something with."""


def aside_view(
    log: TalkLog, numbered: NumberedAside, own: int, at: str, named: Named, voice: Voice,
    phrase: Phrase, *, muted: bool, over: bool,
) -> AsideView:  # fmt: skip
    """Return an aside as the reader's number `own`; of a `muted` speaker without what they said.

    Bluffs are told only when the game is `over`.
    """
    aside = numbered.aside
    room, text, emote, pact = "", "", None, None
    kind: AsideKind
    match aside:
        case Spoke():
            kind, room, text = "said", aside.room, aside.text
        case Emoted():
            kind, room, emote = "emote", aside.room, aside.emote
        case Stated():
            kind, room = "stated", aside.room
        case Proposed():
            kind = "proposed" if aside.counters is None else "countered"
            pact = aside.pact
        case PactAccepted():
            kind = "concluded" if numbered.number in log.concluding else "accepted"
            pact = aside.pact
        case Declined():
            kind, pact = "declined", aside.pact
        case Denounced():
            kind, pact = "denounced", aside.pact
    if pact is not None and log.proposals[pact].audience is not None:
        room = log.proposals[pact].parties
    statement = aside.statement if isinstance(aside, Stated | ReasonedAside) else None
    if statement is not None:
        remark: Words | None = phrase(statement, aside.event)
    else:
        remark = _answer_remark(log, kind, aside, pact, voice)
    return AsideView(
        number=own,
        at=at,
        event=aside.event,
        kind=kind,
        room=room,
        party=aside.party[:1] or None,
        name=named(aside.by),
        text="" if muted else text,
        emote=None if muted or emote is None else _emote(emote),
        pact=pact,
        muted=muted,
        remark=remark,
        bluff=over and statement is not None and not statement.honest,
    )


def _answer_remark(
    log: TalkLog, kind: AsideKind, aside: StoredAsides, pact: str | None, voice: Voice
) -> Words | None:
    """Return what a bot without a reason to state says with its answer.

    None of people, and of a bot that takes its own proposal back: that answers nobody.
    """
    own = kind == "declined" and log.proposals[str(pact)].by in aside.party
    if kind not in ANSWERS or aside.by or own:
        return None
    return voice(aside.event, str(pact), aside.party[:1], Situation.ASKED, "")


def _emote(name: str) -> EmoteName | None:
    """Return an emote that this version still knows."""
    known: dict[str, EmoteName] = {each: each for each in EMOTES}
    return known.get(name)


def _promise_view(row: PromiseRow, finding: Finding | None, remark: Words | None) -> PromiseView:
    """Return a promise; without a finding it is only proposed."""
    piece = None if row.piece is None else Piece(row.piece[0], row.piece[1])
    spared = None
    if piece is not None and row.cell is not None:
        now = row.cell if finding is None else finding.cell
        spared = SparedView(piece.party, piece.kind, row.cell, now)
    reason = None if finding is None else finding.reason
    running = finding is not None and finding.verdict is Verdict.RUNNING
    return PromiseView(
        by=row.by,
        kind=kind_of(row.kind).name,
        rounds=row.rounds,
        other=row.other,
        piece=spared,
        words=both(lambda lang: promise_sentence(row.promise, lang, piece)),
        named=with_slots(lambda lang, name: promise_sentence(row.promise, lang, piece, name)),
        verdict="proposed" if finding is None else VERDICTS[finding.verdict],
        left=finding.left if finding is not None and running else None,
        line=None if finding is None else finding.line,
        reason=None if reason is None else reason.value,
        why=None if reason is None else both(lambda lang: reason_phrase(reason, lang)),
        remark=remark,
    )


VERDICTS: dict[Verdict, VerdictName] = {
    Verdict.RUNNING: "running",
    Verdict.KEPT: "kept",
    Verdict.BROKEN: "broken",
    Verdict.VOID: "void",
}


def promise_body(promise: Promise) -> PromiseBody:
    """Return a promise as a player proposes it."""
    kind = kind_of(promise.kind).name
    return PromiseBody(promise.by, kind, promise.rounds, promise.other, promise.cell)


def pact_view(
    proposal: Proposal, start: int | None, findings: Sequence[Finding] | None, state: GameState,
    voice: Voice,
) -> PactView:  # fmt: skip
    """Return a pact for whoever can do nothing with it; `start` and `findings` once concluded."""
    found: Sequence[Finding | None] = findings or [None for _ in proposal.promises]

    def remark(row: PromiseRow, finding: Finding | None) -> Words | None:
        if finding is None or finding.verdict is not Verdict.BROKEN or finding.line is None:
            return None
        wronged = next(party for party in proposal.parties if party != row.by)
        if row.other is not None and row.other in proposal.parties:
            wronged = row.other
        event = state.entries.event(finding.line)
        return voice(event, proposal.id, wronged, Situation.BETRAYED, row.by)

    return PactView(
        id=proposal.id,
        by=proposal.by,
        parties=proposal.parties,
        secret=proposal.secret,
        state=proposal.state,
        agreed=proposal.agreed,
        counters=proposal.counters,
        line=start,
        denounced="".join(dict.fromkeys(party for party, _ in proposal.notices)),
        promises=[
            _promise_view(row, one, remark(row, one))
            for row, one in zip(proposal.promises, found, strict=True)
        ],
        may=[],
    )


def may_do(
    proposal: Proposal, reader: Reader, state: GameState, findings: Sequence[Finding] | None
) -> list[PactMay]:
    """Return what a reader can do with a pact now."""
    mine = [p for p in proposal.parties if p in reader.parties]
    if not mine or state.mover is None or not (proposal.to is None or reader.key in proposal.to):
        return []
    if proposal.state == "proposed":
        # Once nobody may agree any more, or mine have agreed, it can only be taken off the table.
        agreed = all(p in proposal.agreed for p in mine)
        if agreed or not may_conclude(proposal, state):
            return ["decline"]
        return ["accept", "counter", "decline"]
    given = {party for party, _ in proposal.notices}
    open_ones = findings is not None and any(finding.open for finding in findings)
    return ["denounce"] if open_ones and any(p not in given for p in mine) else []
