"""Clocks as a pure fold: what time each player has, from the times of the log's events.

Times are milliseconds since 1970, UTC; lengths are milliseconds. Times in which no server lived
(outages) and a player's holidays count for nobody: both are gaps, sorted and apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from msgspec.structs import replace as with_fields

from djambi.server.errors import RequestRefused
from djambi.server.schemas.terms import ClockKind, ClockTerms

Gap = tuple[int, int]
"""From when to when no time passes."""


def merge_gaps(gaps: Iterable[Gap]) -> tuple[Gap, ...]:
    """Return the same gaps, sorted, those that meet made into one.

    >>> merge_gaps([(5, 9), (0, 2), (2, 3), (6, 7)])
    ((0, 3), (5, 9))
    """
    found: list[Gap] = []
    for began, ended in sorted(gaps):
        if found and began <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], ended))
        elif ended > began:
            found.append((began, ended))
    return tuple(found)


def elapsed_ms(since: int, at: int, gaps: Sequence[Gap]) -> int:
    """Return how much time passed between two times, without the gaps; never less than 0.

    >>> elapsed_ms(10, 30, [(0, 12), (20, 25)])
    13
    """
    lost = sum(max(0, min(at, ended) - max(since, began)) for began, ended in gaps)
    return max(0, at - since - lost)


def time_after(since: int, length: int, gaps: Sequence[Gap]) -> int:
    """Return when `length` has passed after `since`, without the gaps.

    >>> time_after(10, 13, [(0, 12), (20, 25)]), elapsed_ms(10, 30, [(0, 12), (20, 25)])
    (30, 13)
    """
    for began, ended in gaps:
        if ended <= since:
            continue
        if began > since + length:
            break
        length -= max(0, began - since)
        since = ended
    return since + length


class Outages:
    """The times in which no server lived; one object for all tables of a process."""

    def __init__(self, gaps: Iterable[Gap] = ()) -> None:
        self.gaps = merge_gaps(gaps)

    def add(self, gap: Gap) -> None:
        """Add such a time."""
        self.gaps = merge_gaps((*self.gaps, gap))


@dataclass(frozen=True, slots=True)
class GameClock:
    """The clocks of a table at its last event.

    `left` is what the Fischer clocks show (the one of `mover` without the turn under way, of which
    `used` is over). Its time runs `since` then; None while it stands still.
    """

    terms: ClockTerms
    outages: Outages
    left: Mapping[str, int]
    mover: str | None = None
    used: int = 0
    since: int | None = None
    holidays: Mapping[str, tuple[Gap, ...]] = field(default_factory=dict[str, tuple[Gap, ...]])

    @staticmethod
    def new(terms: ClockTerms, parties: Iterable[str], outages: Outages) -> GameClock:
        """Return the clocks before the game begins.

        >>> GameClock.new(ClockTerms("fischer", 60, 5), "rb", Outages()).left
        {'r': 60000, 'b': 60000}
        """
        banks = dict.fromkeys(parties, terms.time * 1000) if terms.kind == "fischer" else {}
        return GameClock(terms, outages, banks)

    @property
    def ticks(self) -> bool:
        """Return whether there are clocks at all."""
        return self.terms.kind != "none"

    def _gaps(self) -> tuple[Gap, ...]:
        own = self.holidays.get(self.mover or "", ())
        return merge_gaps((*self.outages.gaps, *own)) if own else self.outages.gaps

    def spent(self, at: int) -> int:
        """Return how much of the turn under way is over at a time."""
        if self.since is None:
            return self.used
        return self.used + elapsed_ms(self.since, at, self._gaps())

    def limit(self, party: str) -> int | None:
        """Return how long a party may take over a turn that it begins now; None without a clock."""
        if self.terms.kind == "none":
            return None
        return self.left.get(party, self.terms.time * 1000)

    def until(self) -> int | None:
        """Return when the running clock is over; None if none runs, or there are no clocks."""
        limit = None if self.mover is None else self.limit(self.mover)
        if limit is None or self.since is None:
            return None
        return time_after(self.since, max(0, limit - self.used), self._gaps())

    def shown(self, at: int) -> dict[str, int]:
        """Return what the clocks of all parties that have one show at a time."""
        if self.terms.kind == "none":
            return {}
        shown = dict(self.left)
        if self.mover is not None:
            limit = self.limit(self.mover) or 0
            shown[self.mover] = max(0, limit - self.spent(at))
        return shown

    def on(self, at: int, mover: str | None, runs: bool, played: bool = False) -> GameClock:
        """Return the clocks after an event: `mover` is to play, and its clock `runs` or stands.

        `played`: the mover before has played, and gets an increment.
        """
        used, left = self.spent(at), self.left
        before = self.mover
        if played or mover != before:
            if before is not None and before in left:
                more = self.terms.increment * 1000 if played else 0
                left = {**left, before: max(0, left[before] - used) + more}
            used = 0
        since = at if runs and mover is not None else None
        return replace(self, left=left, mover=mover, used=used, since=since)

    def back(self, left: Mapping[str, int]) -> GameClock:
        """Return the clocks as they were when a turn began that is taken back; nothing runs yet."""
        return replace(self, left=left, mover=None, used=0, since=None)

    def stopped(self) -> GameClock:
        """Return the clocks as they stood at the last event: nobody was there since."""
        return replace(self, since=None)

    def anew(self) -> GameClock:
        """Return the clocks with the turn begun anew, where each turn has its own time."""
        return replace(self, used=0, since=None) if self.terms.kind in ("turn", "days") else self

    def holiday(self, party: str, at: int, until: int) -> GameClock:
        """Return the clocks with a holiday: no time passes for a party from `at` to `until`.

        Two that follow each other: the second ends what is left of the first.
        """
        kept = [(b, min(e, at)) for b, e in self.holidays.get(party, ()) if b < at]
        return replace(self, holidays={**self.holidays, party: merge_gaps([*kept, (at, until)])})


_LEAST_CLOCK_S: dict[ClockKind, int] = {"none": 0, "turn": 5, "fischer": 10, "days": 3600}
"""Seconds that a clock of each kind must give at least."""


def checked_clock(terms: ClockTerms) -> ClockTerms:
    """Return the same terms, without times that have no effect.

    Raises RequestRefused for a clock that gives too little time.

    >>> checked_clock(ClockTerms("turn", 30, 5))
    ClockTerms(kind='turn', time=30, increment=0)
    """
    if terms.time < _LEAST_CLOCK_S[terms.kind]:
        raise RequestRefused("clock_short", n=_LEAST_CLOCK_S[terms.kind])
    if terms.kind == "none":
        return ClockTerms()
    return terms if terms.kind == "fischer" else with_fields(terms, increment=0)


NO_CLOCK: Final = GameClock.new(ClockTerms(), (), Outages())
"""The clocks of a game without clocks."""
