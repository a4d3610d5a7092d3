"""The ambassador: what a pact is worth, for whoever is about to sign it or looks back on a game.

It values pacts as bots do (`djambi.bots.politics.values`) and knows what its principal may know:
public promises and their own. No bot and no other player hears what was asked.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from djambi.bots.bot_settings import BotSettings
from djambi.bots.negotiator import MIN_TRUST
from djambi.bots.politics.values import PactValuer
from djambi.pacts import Promise, Verdict
from djambi.position.position import Position
from djambi.server.bots.negotiation import negotiation_context
from djambi.server.errors import RequestRefused
from djambi.server.game.history import HistoryEntry
from djambi.server.schemas.talk import BreachView, WorthMessage, WorthRequest, WorthView
from djambi.server.talk.commands import (
    check_promise,
    in_seat_order,
    open_proposal,
    promise_rows,
    terms_for,
)
from djambi.server.talk.room import TalkRoom
from djambi.server.talk.talk_log import Proposal

WORTH_SETTINGS: Final = BotSettings(nodes=3_000, seconds=0.2)
"""The settings of each search for a person: some more thorough than a bot's own."""

SHARE_DIGITS: Final = 4
"""Decimals of a share that are told."""

_Answer = tuple[list[WorthView], list[BreachView]]


@dataclass(frozen=True, slots=True)
class _Question:
    """A pact and the position in which it is valued; `breaches` by the index of the promise."""

    position: Position
    running: tuple[Promise, ...]
    promises: tuple[Promise, ...]
    parties: str
    breaches: tuple[tuple[int, int, HistoryEntry], ...] = ()


async def pact_worth(
    talk: TalkRoom,
    key: str,
    asked: WorthRequest,
    search: Callable[[Callable[[], _Answer]], Awaitable[_Answer]],
) -> WorthMessage:
    """Return what a pact is worth, for the person of this key; `search` calls what takes long.

    Raises RequestRefused for what they may not ask, and for promises that make no sense.
    """
    question = _question(talk, key, asked)
    shares, breaches = await search(partial(_answer, question))
    return WorthMessage(asked.id, talk.room.state.number, shares, breaches)


def _question(talk: TalkRoom, key: str, asked: WorthRequest) -> _Question:
    state, speaker, reader = talk.room.state, talk.speaker(key), talk.reader(key)
    if reader.over:
        proposal = talk.log.proposals.get(asked.pact or "")
        if proposal is None or not reader.may_see(proposal.audience):
            raise RequestRefused("no_pact")
        return _looking_back(talk, proposal)
    if not terms_for(state, speaker).ambassador:
        raise RequestRefused("no_advice")
    if asked.pact is not None:
        proposal = open_proposal(talk.log, state, speaker, asked.pact)
        parties, rows = proposal.parties, proposal.promises
        for row in rows:
            check_promise(row, state.position)
    else:
        parties = in_seat_order(state, asked.parties)
        if len(parties) < 2 or len(parties) != len(asked.parties) or not asked.promises:
            raise RequestRefused("pact_parties")
        rows = promise_rows(asked.promises, state.position, parties)
    mine = [party for party in parties if party in speaker.parties]
    if not mine:
        raise RequestRefused("pact_parties")
    context = negotiation_context(talk, mine[0])
    running = (*context.own_promises, *context.believed(MIN_TRUST))
    promises = tuple(row.promise for row in rows)
    return _Question(state.position, running, promises, parties)


def _looking_back(talk: TalkRoom, proposal: Proposal) -> _Question:
    """Return a pact of a game that is over, in the position in which it was made."""
    entries = talk.room.state.entries
    made = proposal.event if proposal.concluded is None else proposal.concluded
    position = entries.before(entries.stood(made))
    if position.is_over:
        raise RequestRefused("over")
    promises = tuple(row.promise for row in proposal.promises)
    _, findings = talk.judged(proposal)
    breaches = tuple(
        (number, finding.line, entry)
        for number, (promise, finding) in enumerate(zip(promises, findings or (), strict=False))
        if finding.verdict is Verdict.BROKEN and finding.line is not None
        # What was not done in time was broken by nobody's turn.
        if (entry := entries[finding.line]).party == promise.by
    )
    return _Question(position, (), promises, proposal.parties, breaches)


def _answer(question: _Question) -> _Answer:
    valuer = PactValuer(question.position, question.running, WORTH_SETTINGS)
    value = valuer.value(question.promises, question.parties)
    shares = [
        WorthView(
            party,
            _rounded(before),
            _rounded(kept),
            _rounded(betrayed) if party in value.signatories else None,
        )
        for party, before, kept, betrayed in zip(
            value.parties, value.before, value.kept, value.betrayed, strict=True
        )
    ]
    return shares, [_breach(question.promises, *breach) for breach in question.breaches]


def _breach(promises: Sequence[Promise], number: int, line: int, entry: HistoryEntry) -> BreachView:
    promise = replace(promises[number], rounds=1)
    kept = PactValuer(entry.before, (), WORTH_SETTINGS).shares((promise,))[promise.by]
    if entry.after.is_over:
        broken = float((entry.after.result or {}).get(promise.by, 0))
    else:
        broken = PactValuer(entry.after, (), WORTH_SETTINGS).shares(())[promise.by]
    return BreachView(number, line, _rounded(kept), _rounded(broken))


def _rounded(share: float) -> float:
    return round(share, SHARE_DIGITS)
