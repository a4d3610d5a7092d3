"""Judge pacts: go through the lines of a game and give every promise its verdict.

Method: a runtime monitor, a fold over the lines: `PactMonitor.after` returns the next state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from djambi.forwarding import renamed
from djambi.pacts.deeds import Act, Deed, deeds_of, piece_after
from djambi.pacts.kinds import (
    Precondition,
    Promise,
    PromiseRule,
    PromiseSubject,
    Verdict,
    first_unmet,
    kind_of,
)
from djambi.pacts.lines import GameLine, comes_round
from djambi.position.position import Position


class VerdictReason(StrEnum):
    """The reason for a verdict; the text ``pact.why.<value>`` tells it."""

    ATTACKED = "attacked"
    ENCIRCLED = "encircled"
    TOOK_POWER = "took_power"
    LEFT_POWER = "left_power"
    TOUCHED = "touched"
    TERM_KEPT = "term_kept"
    TERM_BROKEN = "term_broken"
    END = "end"
    SELF_FELL = "self_fell"
    OTHER_FELL = "other_fell"
    PIECE_GONE = "piece_gone"
    POWER_GONE = "power_gone"
    PROXY = "proxy"
    BETRAYED = "betrayed"
    NOTICE = "notice"
    REPLACED = "replaced"


@dataclass(frozen=True, slots=True)
class Finding:
    """The state of a promise.

    Args:
        verdict: the verdict so far.
        left: the rounds still to run, till the end of the notice where one was given.
        line: the line of the game, from 0, that decided it; None while it runs, and for a promise
            that was void from the start.
        reason: the reason for the verdict; None while it runs.
        cell: where the piece that it is about stands now.
        present: whether the promising player has played a turn since, and not only a bot in their
            stead; None before the first turn.
        noticed: whether notice ends it, a round later, before its own rounds are over.
    """

    verdict: Verdict
    left: int
    line: int | None = None
    reason: VerdictReason | None = None
    cell: str | None = None
    present: bool | None = None
    noticed: bool = False

    @property
    def open(self) -> bool:
        """Return whether it still runs."""
        return self.verdict is Verdict.RUNNING


@dataclass(frozen=True, slots=True)
class Pact:
    """Promises that parties gave each other.

    Args:
        promises: the promises.
        start: the number of lines that the game had then.
        notices: the parties that gave notice, each with the number of lines then.
        replaced: the number of lines when somebody took over from one of the players, if they did.
    """

    promises: tuple[Promise, ...]
    start: int = 0
    notices: tuple[tuple[str, int], ...] = ()
    replaced: int | None = None


_FELL = {
    Precondition.SELF: VerdictReason.SELF_FELL,
    Precondition.OTHER: VerdictReason.OTHER_FELL,
    Precondition.PIECE: VerdictReason.PIECE_GONE,
    Precondition.POWER: VerdictReason.POWER_GONE,
}


@dataclass(frozen=True, slots=True)
class PactMonitor:
    """The immutable state of a pact after a number of lines.

    Args:
        pact: the pact.
        findings: the state of each promise.
        seen: how many lines of the game were judged.
        seat: the seat to play when the pact began, where its rounds are counted.
        notices: the parties that gave notice and are still bound, each with the seat to play then.
    """

    pact: Pact
    findings: tuple[Finding, ...]
    seen: int
    seat: str
    notices: tuple[tuple[str, str], ...] = ()

    @staticmethod
    def of(pact: Pact, position: Position) -> PactMonitor:
        """Start to monitor a pact in the position in which it was made."""
        findings = tuple(_begun(promise, position) for promise in pact.promises)
        return PactMonitor(pact, findings, pact.start, position.seat).noticed(position)

    def after(self, line: GameLine, deeds: tuple[Deed, ...] | None = None) -> PactMonitor:
        """Return the state after one more line; pass its ``deeds`` if they are known already."""
        if not any(finding.open for finding in self.findings):
            return replace(self, seen=self.seen + 1)
        done = deeds_of(line) if deeds is None else deeds
        round_over = comes_round(line, self.seat)
        findings = tuple(
            self._next(promise, finding, line, done, round_over=round_over)
            for promise, finding in zip(self.pact.promises, self.findings, strict=True)
        )
        monitor = replace(self, findings=findings, seen=self.seen + 1)
        return monitor._freed()._lapsed(line).noticed(line.after)

    def noticed(self, position: Position) -> PactMonitor:
        """Return the state with the notices and replacements at this point taken into account."""
        if self.pact.replaced == self.seen:
            return self._void(self.pact.promises, VerdictReason.REPLACED)
        monitor = self
        for party, lines in self.pact.notices:
            if lines == self.seen:
                others = tuple(p for p in self.pact.promises if p.by != party)
                monitor = monitor._void(others, VerdictReason.NOTICE)._shortened(party)
                notices = (*monitor.notices, (party, position.seat))
                monitor = replace(monitor, notices=notices)
        return monitor

    def _shortened(self, party: str) -> PactMonitor:
        """Return the state in which a party that gives notice is bound for one more round."""
        findings = tuple(
            replace(finding, left=1, noticed=True)
            if finding.open and promise.by == party and finding.left > 1
            else finding
            for promise, finding in zip(self.pact.promises, self.findings, strict=True)
        )
        return replace(self, findings=findings)

    def _next(
        self,
        promise: Promise,
        finding: Finding,
        line: GameLine,
        deeds: tuple[Deed, ...],
        *,
        round_over: bool,
    ) -> Finding:
        """Return the state of a promise after a line: deed, preconditions, rounds, end of game."""
        if not finding.open:
            return finding
        kind = kind_of(promise.kind)
        here = self.seen
        before = finding.cell
        finding = replace(finding, cell=piece_after(before, line, deeds))
        if line.party == promise.by:
            for deed in deeds:
                if kind.deed(deed, promise, before):
                    return _by_deed(kind, finding, deed, here, proxy=line.proxy)
            if line.turn is not None:
                finding = replace(finding, present=bool(finding.present) or not line.proxy)
        missing = first_unmet(kind, promise, line.after, finding.cell)
        if missing is not None:
            return replace(finding, verdict=Verdict.VOID, line=here, reason=_FELL[missing])
        # That round begins where notice was given, not where those of the pact do: `_lapsed`.
        left = finding.left - (round_over and not finding.noticed)
        if left == 0:
            return _by_term(kind, finding, here)
        if line.after.is_over:
            return replace(finding, verdict=kind.by_end, line=here, reason=VerdictReason.END)
        return replace(finding, left=left)

    def _freed(self) -> PactMonitor:
        """Release the parties that were betrayed by the last line."""
        last = self.seen - 1
        traitors = {
            promise.by
            for promise, finding in zip(self.pact.promises, self.findings, strict=True)
            if finding.verdict is Verdict.BROKEN and finding.line == last
        }
        if not traitors:
            return self
        betrayed = tuple(p for p in self.pact.promises if traitors - {p.by})
        return self._void(betrayed, VerdictReason.BETRAYED)

    def _lapsed(self, line: GameLine) -> PactMonitor:
        """End the promises of the parties whose notice period ends with this line."""
        over = {party for party, seat in self.notices if comes_round(line, seat)}
        if not over:
            return self
        freed = tuple(promise for promise in self.pact.promises if promise.by in over)
        kept = tuple(notice for notice in self.notices if notice[0] not in over)
        return replace(self._void(freed, VerdictReason.NOTICE), notices=kept)

    def _void(self, promises: tuple[Promise, ...], reason: VerdictReason) -> PactMonitor:
        """Return the state with some promises void, from the last line on."""
        line = self.seen - 1 if self.seen > self.pact.start else None
        findings = tuple(
            replace(finding, verdict=Verdict.VOID, line=line, reason=reason)
            if finding.open and promise in promises
            else finding
            for promise, finding in zip(self.pact.promises, self.findings, strict=True)
        )
        return replace(self, findings=findings)


def judge(pact: Pact, lines: Sequence[GameLine]) -> tuple[Finding, ...]:
    """Return the state of every promise of a pact in a game with these lines.

    >>> from djambi import Game
    >>> from djambi.pacts.lines import lines_of
    >>> game = Game()
    >>> for turn in ("c3-e3", "g3-g5", "g7-e7", "c7-c5", "c1-d1"):
    ...     _ = game.play(turn)
    >>> pact = Pact((Promise("r", "peace", 1, "b"), Promise("b", "peace", 2, "r")))
    >>> [(one.verdict.value, one.line, one.left) for one in judge(pact, lines_of(game))]
    [('kept', 3, 0), ('running', None, 1)]
    """
    if pact.start < len(lines):
        begin = lines[pact.start].before
    elif lines:
        begin = lines[-1].after
    else:
        return tuple(Finding(Verdict.RUNNING, p.rounds, cell=p.cell) for p in pact.promises)
    monitor = PactMonitor.of(pact, begin)
    for line in lines[pact.start :]:
        monitor = monitor.after(line)
    return monitor.findings


def _begun(promise: Promise, position: Position) -> Finding:
    """Return the first state of a promise: running, or void from the start."""
    missing = first_unmet(kind_of(promise.kind), promise, position, promise.cell)
    if missing is None:
        return Finding(Verdict.RUNNING, promise.rounds, cell=promise.cell)
    return Finding(Verdict.VOID, promise.rounds, reason=_FELL[missing], cell=promise.cell)


def _by_deed(kind: PromiseRule, finding: Finding, deed: Deed, here: int, *, proxy: bool) -> Finding:
    """Return the state after the deed, done by the player or by a bot that stood in for them."""
    if proxy:
        return replace(finding, verdict=Verdict.VOID, line=here, reason=VerdictReason.PROXY)
    reason = (
        VerdictReason.TOUCHED
        if kind.about is PromiseSubject.PIECE
        else _DONE.get(deed.act, VerdictReason.ATTACKED)
    )
    return replace(finding, verdict=kind.by_deed, line=here, reason=reason)


def _by_term(kind: PromiseRule, finding: Finding, here: int) -> Finding:
    """Return the state at the end of the rounds; whom a bot stood in for all along broke nothing.

    Having had no turn is no excuse.
    """
    verdict, reason = kind.by_term, VerdictReason.TERM_KEPT
    if verdict is Verdict.BROKEN:
        reason = VerdictReason.TERM_BROKEN
        if finding.present is False:
            verdict, reason = Verdict.VOID, VerdictReason.PROXY
    return replace(finding, verdict=verdict, left=0, line=here, reason=reason)


_DONE = {
    Act.ENCIRCLE: VerdictReason.ENCIRCLED,
    Act.TAKE_POWER: VerdictReason.TOOK_POWER,
    Act.LEAVE_POWER: VerdictReason.LEFT_POWER,
}


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Reason="VerdictReason",
        Watch="PactMonitor",
    )
