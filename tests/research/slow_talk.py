"""The talk block as `docs/research/talk.md` describes it: slow, and found by the bytes' names."""

from __future__ import annotations

from djambi import Position
from djambi.pacts import Promise
from djambi.research.talk_state import TalkState


def slow_block(state: TalkState, observer: str, *, public: bool = False) -> list[int]:
    """Return what a party sees of the talk, or the public from where this party sits."""
    parties = state.position.variant.parties
    turned = parties[parties.index(observer) :] + parties[: parties.index(observer)]
    knows = None if public else observer
    found: dict[str, int] = {}

    def promised(by: Promise, rounds: int, cell: str | None, before: str) -> None:
        about = turned.index(subject(by, cell, state.position))
        name = f"{before} {by.kind} of {turned.index(by.by)} about {about}"
        found[name] = max(found.get(name, 0), rounds)

    if state.stage in ("propose", "answer"):
        found[state.stage] = 1
        found[f"{turned.index(state.mover or '')} speaks"] = 1
    for pact in state.pacts:
        if known(pact.offer.parties, knows, secret=pact.offer.secret):
            for promise, finding in zip(pact.offer.promises, pact.monitor.findings, strict=True):
                if finding.verdict == "running":
                    audience = "secret" if pact.offer.secret else "open"
                    promised(promise, finding.left, finding.cell, audience)
    for each in state.offers:
        if known(each.offer.parties, knows, secret=each.offer.secret):
            name = f"offer of {turned.index(each.by)}:"
            found[f"{name} secret"] = int(each.offer.secret)
            for party in each.offer.parties:
                found[f"{name} to {turned.index(party)}"] = 1
            for party in each.agreed:
                found[f"{name} accepted by {turned.index(party)}"] = 1
            for promise in each.offer.promises:
                promised(promise, promise.rounds, promise.cell, name)
    row = state.record[-1 if public else parties.index(observer)]
    for number, party in enumerate(turned):
        found[f"kept by {number}"] = min(255, row[parties.index(party)])
        found[f"broken by {number}"] = min(255, row[len(parties) + parties.index(party)])
    names = state.spec.names
    assert set(found) <= set(names)
    return [found.get(name, 0) for name in names]


def known(parties: str, observer: str | None, *, secret: bool) -> bool:
    """Return whether a party, or the public, knows of a pact of some parties."""
    return not secret or (observer is not None and observer in parties)


def subject(promise: Promise, cell: str | None, position: Position) -> str:
    """Return the party that a promise is about, its giver if it is about none."""
    if promise.kind in ("peace", "attack"):
        return promise.other or ""
    return position.pieces[cell or ""].party if promise.kind == "spare" else promise.by
