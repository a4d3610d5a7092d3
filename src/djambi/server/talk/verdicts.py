"""The pacts of a game judged by its state, line by line, and anew after a take-back."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace

from djambi.pacts import Deed, Finding, GameLine, Pact, PactMonitor, Verdict, deeds_of
from djambi.position.position import Position
from djambi.server.game.asides import NumberedAside
from djambi.server.game.state import GameState
from djambi.server.talk.talk_log import Proposal, TalkLog


class PactVerdicts:
    """Judges the pacts of one game; it remembers what it has judged."""

    def __init__(self) -> None:
        self._deeds: dict[int, tuple[Deed, ...]] = {}
        self._watched: dict[str, tuple[int, PactMonitor]] = {}
        """For each proposal the pact as it stood after the last line that was judged, and its
        event (0: there was none). Where nothing runs any more, no later line is judged."""

    def findings(self, proposal: Proposal, state: GameState) -> tuple[Pact, tuple[Finding, ...]]:
        """Return a concluded pact as the game stands, and what became of its promises.

        To learn it of many, `judge` them together first.
        """
        self.judge([proposal], state)
        _, watch = self._watched[proposal.id]
        return watch.pact, watch.findings

    def judge(self, proposals: Iterable[Proposal], state: GameState) -> None:
        """Judge concluded pacts as the game stands; each line is played once for all of them."""
        entries, sat = state.entries, state.sat
        known = {proposal.id: proposal for proposal in proposals}
        running: dict[str, PactMonitor] = {}
        begun: defaultdict[int, list[tuple[str, Pact]]] = defaultdict(list)
        for proposal in known.values():
            pact = _pact(proposal, state)
            last, watch = self._watched.get(proposal.id, (0, None))
            # If the last line still stands where it stood, so do all before it.
            if watch is None or watch.pact != pact or not _stands(state, watch.seen, last):
                begun[pact.start].append((proposal.id, pact))
            elif _runs(watch):
                running[proposal.id] = watch

        def begin(many: int, position: Position) -> None:
            event = entries.event(many - 1) if many else 0
            for name, pact in begun.pop(many, ()):
                watch = PactMonitor.of(pact, position)
                self._watched[name] = event, watch
                if _runs(watch):
                    running[name] = watch

        first = min((*begun, *(watch.seen for watch in running.values())), default=len(entries))
        for index, entry in enumerate(entries.since(first), first):
            begin(index, entry.before)
            line = GameLine(entry.before, entry.party, entry.turn, entry.after, entry.proxy)
            proxy = replace(line, proxy=True)
            for name in [name for name, watch in running.items() if watch.seen == index]:
                vacated = known[name].vacated(entry.party, entry.event, sat)
                done = self._done(entry.event, line)
                watch = running[name].after(proxy if vacated else line, done)
                self._watched[name] = entry.event, watch
                running[name] = watch
                if not _runs(watch):
                    del running[name]
            if not running and not begun:
                break
        begin(len(entries), entries.position)

    def _done(self, event: int, line: GameLine) -> tuple[Deed, ...]:
        if event not in self._deeds:
            self._deeds[event] = deeds_of(line)
            # What was worked out for it is wanted no more: a long game has many positions.
            line.before.release()
        return self._deeds[event]


def kept_and_broken(
    asides: Iterable[NumberedAside], state: GameState, parties: str
) -> tuple[int, int]:
    """Return how many promises some parties of a game kept and broke, given all that was said."""
    log, verdicts, counts = TalkLog(), PactVerdicts(), Counter[Verdict]()
    for numbered in asides:
        log.add(numbered)
    concluded = log.concluded
    verdicts.judge(concluded, state)
    for proposal in concluded:
        _, findings = verdicts.findings(proposal, state)
        given = zip(proposal.promises, findings, strict=True)
        counts.update(finding.verdict for row, finding in given if row.by in parties)
    return counts[Verdict.KEPT], counts[Verdict.BROKEN]


def _pact(proposal: Proposal, state: GameState) -> Pact:
    event, stood = proposal.concluded or 0, state.entries.stood
    replaced = proposal.replaced(state.sat)
    return Pact(
        promises=tuple(row.promise for row in proposal.promises),
        start=stood(event),
        notices=tuple((party, stood(at)) for party, at in proposal.notices),
        replaced=None if replaced is None else stood(max(event, replaced)),
    )


def _runs(watch: PactMonitor) -> bool:
    """Return whether a promise of a pact is still open; else no line changes anything in it."""
    return any(finding.open for finding in watch.findings)


def _stands(state: GameState, seen: int, event: int) -> bool:
    """Return whether the first `seen` lines still stand, the last of which is that of `event`."""
    entries = state.entries
    return seen <= len(entries) and (seen == 0 or entries.event(seen - 1) == event)
