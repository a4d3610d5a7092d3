"""The pacts of a game judged by its state, line by line, and anew after a take-back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from djambi.pacts import Deed, Finding, GameLine, Pact, PactMonitor, Promise, Verdict, deeds_of
from djambi.server.game.asides import NumberedAside
from djambi.server.game.state import GameState
from djambi.server.talk.talk_log import Proposal, TalkLog


class PactVerdicts:
    """Judges the pacts of one game; it remembers what it has judged."""

    def __init__(self) -> None:
        self._deeds: dict[int, tuple[Deed, ...]] = {}
        self._watched: dict[str, tuple[int, PactMonitor]] = {}
        """For each proposal the last event that was judged, and the pact as it stood then."""

    def findings(self, proposal: Proposal, state: GameState) -> tuple[Pact, tuple[Finding, ...]]:
        """Return a concluded pact as the game stands, and what became of its promises."""
        entries = state.entries
        pact = _pact(proposal, state)
        last, watch = self._watched.get(proposal.id, (0, None))
        # If the last line still stands where it stood, so do all before it.
        if watch is None or watch.pact != pact or not _stands(state, watch.seen, last):
            watch = PactMonitor.of(pact, entries.before(pact.start))
        for entry in entries.since(watch.seen):
            line = GameLine(entry.before, entry.party, entry.turn, entry.after, entry.proxy)
            bound = any(finding.open for finding in watch.findings)
            watch = watch.after(line, self._done(entry.event, line) if bound else ())
        self._watched[proposal.id] = (entries.last.event if entries.last else 0, watch)
        return pact, watch.findings

    def _done(self, event: int, line: GameLine) -> tuple[Deed, ...]:
        if event not in self._deeds:
            self._deeds[event] = deeds_of(line)
            # What was worked out for it is wanted no more: a long game has many positions.
            line.before.release()
        return self._deeds[event]


def kept_and_broken(
    said: Iterable[NumberedAside], state: GameState, parties: str
) -> tuple[int, int]:
    """Return how many promises some parties of a game kept and broke, given all that was said."""
    log, verdicts, counts = TalkLog(), PactVerdicts(), Counter[Verdict]()
    for numbered in said:
        log.add(numbered)
    for proposal in log.proposals.values():
        if proposal.state == "concluded":
            _, findings = verdicts.findings(proposal, state)
            given = zip(proposal.promises, findings, strict=True)
            counts.update(finding.verdict for row, finding in given if row.by in parties)
    return counts[Verdict.KEPT], counts[Verdict.BROKEN]


def _pact(proposal: Proposal, state: GameState) -> Pact:
    event, stood = proposal.concluded or 0, state.entries.stood
    replaced = state.sat.replaced(proposal.parties, event)
    return Pact(
        promises=tuple(Promise(p.by, p.kind, p.rounds, p.other, p.cell) for p in proposal.promises),
        start=stood(event),
        notices=tuple((party, stood(at)) for party, at in proposal.notices),
        replaced=None if replaced is None else stood(replaced),
    )


def _stands(state: GameState, seen: int, event: int) -> bool:
    """Return whether the first `seen` lines still stand, the last of which is that of `event`."""
    entries = state.entries
    return seen <= len(entries) and (seen == 0 or entries.event(seen - 1) == event)
