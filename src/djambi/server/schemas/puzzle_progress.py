"""What a reader has done in puzzles, as it is kept with their settings.

Two tabs, or two devices of an account, write the same settings: what each brings is joined with
what is stored and never replaces it. Ratings and streaks are not stored: they follow from this.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from djambi.server.schemas.base import Number, StrictStruct

MAX_RESULTS: Final = 2_000
"""Puzzles whose results are kept: the latest; thrice what there are."""

MAX_DAYS: Final = 4_000
"""Days that are kept: the latest, some eleven years."""

PuzzleName = Annotated[str, Meta(pattern="^[a-z0-9-]{1,64}$")]
Day = Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]


class PuzzleResult(StrictStruct):
    """How a puzzle went: when it was first decided (UNIX time in s), and how hard it was then.

    "clean" and "hinted" were solved at the first try, "retried" after a wrong turn or the solution;
    "failed" is not solved.
    """

    at: Number
    rating: Annotated[int, Meta(ge=0, le=4000)]
    outcome: Literal["clean", "hinted", "retried", "failed"]


DaySolved = Literal["kept", "late"]


class PuzzleProgress(StrictStruct):
    """A reader's puzzles: results by name, days whose puzzle is solved, the best storm.

    A day is "kept" if it was solved on that very day, else "late".
    """

    results: Annotated[dict[PuzzleName, PuzzleResult], Meta(max_length=MAX_RESULTS)] = (
        msgspec.field(default_factory=dict[str, PuzzleResult])
    )
    days: Annotated[dict[Day, DaySolved], Meta(max_length=MAX_DAYS)] = msgspec.field(
        default_factory=dict[str, DaySolved]
    )
    storm: Number = 0


def joined_progress(one: PuzzleProgress, other: PuzzleProgress) -> PuzzleProgress:
    """Return what two records of the same reader know together; their order does not matter.

    >>> late = PuzzleProgress({"a": PuzzleResult(9, 1200, "clean")}, {"2026-11-22": "late"}, 7)
    >>> early = PuzzleProgress({"a": PuzzleResult(4, 1200, "failed")}, {"2026-11-22": "kept"}, 5)
    >>> both = joined_progress(late, early)
    >>> both.results["a"], both.days["2026-11-22"], both.storm
    (PuzzleResult(at=4, rating=1200, outcome='retried'), 'kept', 7)
    """
    results = dict(one.results)
    for name, result in other.results.items():
        results[name] = _joined(results[name], result) if name in results else result
    latest = sorted(results, key=lambda name: (results[name].at, name))[-MAX_RESULTS:]
    days: dict[str, DaySolved] = {**one.days, **other.days}
    days |= {day: how for day, how in one.days.items() if how == "kept"}
    return PuzzleProgress(
        {name: results[name] for name in latest},
        dict(sorted(days.items())[-MAX_DAYS:]),
        max(one.storm, other.storm),
    )


def _joined(one: PuzzleResult, other: PuzzleResult) -> PuzzleResult:
    """Return the earlier result, as solved later if it was not yet."""
    first, then = sorted((one, other), key=lambda each: (each.at, each.outcome, each.rating))
    if first.outcome == "failed" and then.outcome != "failed":
        return msgspec.structs.replace(first, outcome="retried")
    return first
