"""What all benchmarks share: figures, how to measure them, and tables of them.

A figure is measured several times: the median is what to expect, the best is what the machine can
do undisturbed. Times are wall-clock time, or processor time if the machine has other work.
"""

from __future__ import annotations

import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from djambi import __version__
from djambi.kernel import COMPILED


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured quantity: its values, one per run, in its unit."""

    name: str
    unit: str
    values: tuple[float, ...]
    smaller_is_better: bool = False
    method: str = ""

    @property
    def median(self) -> float:
        """Return the median value."""
        return statistics.median(self.values)

    @property
    def best(self) -> float:
        """Return the value of the least disturbed run."""
        return min(self.values) if self.smaller_is_better else max(self.values)


@dataclass(frozen=True, slots=True)
class MeasurementPlan:
    """The amount to measure: runs per figure, seconds per run, and by which clock."""

    runs: int = 5
    seconds: float = 1.0
    processor: bool = False

    def clock(self) -> float:
        """Return the seconds of the chosen clock, wall clock or processor."""
        return time.process_time() if self.processor else time.perf_counter()


def rate(
    plan: MeasurementPlan, name: str, unit: str, work: Callable[[int], int], method: str = ""
) -> Figure:
    """Measure how many items per second some work does.

    Args:
        plan: how much to measure.
        name: the name of the figure.
        unit: the items counted.
        work: does some work, given the number of the call, and returns its number of items.
        method: the method, in a few words.
    """
    work(0)
    values: list[float] = []
    call = 0
    for _ in range(plan.runs):
        done = 0
        start = plan.clock()
        while (spent := plan.clock() - start) < plan.seconds:
            call += 1
            done += work(call)
        values.append(done / spent)
    return Figure(name, f"{unit}/s", tuple(values), method=method)


def each(plan: MeasurementPlan, name: str, work: Callable[[], object], method: str = "") -> Figure:
    """Measure how many microseconds one call takes."""
    calls = 1
    while (spent := _seconds(plan, work, calls)) < plan.seconds / 20:
        calls *= 4
    calls = max(1, int(calls * plan.seconds / spent))
    values = tuple(_seconds(plan, work, calls) / calls * 1e6 for _ in range(plan.runs))
    return Figure(name, "µs", values, smaller_is_better=True, method=method)


def _seconds(plan: MeasurementPlan, work: Callable[[], object], calls: int) -> float:
    start = plan.clock()
    for _ in range(calls):
        work()
    return plan.clock() - start


def conditions(plan: MeasurementPlan) -> list[str]:
    """Return the conditions of the measurement: version, machine, clock."""
    kernel = "compiled" if COMPILED else "interpreted"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    machine = f"{_processor()}, {os.cpu_count()} cores, {sys.platform}"
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    seconds = "seconds of its processor" if plan.processor else "seconds"
    return [
        f"djambi {__version__}, kernel {kernel}, {python}",
        f"{machine}; load at the start {load}",
        f"{plan.runs} runs of {plan.seconds:g} {seconds} for each figure: median and best",
    ]


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def written(value: float) -> str:
    """Format a value with three digits.

    >>> written(12345678.9), written(14.23), written(0.123456)
    ('12,300,000', '14.2', '0.123')
    """
    if value < 1000:
        return f"{value:.3g}"
    unit = 10 ** (len(str(int(value))) - 3)
    return f"{round(value / unit) * unit:,}"


def table(figures: Iterable[Figure], markdown: bool = False) -> Iterable[str]:
    """Yield figures as the lines of a table, as they come."""
    if markdown:
        yield "| figure | median | best | unit | method |"
        yield "|---|---:|---:|---|---|"
    else:
        yield f"{'figure':<48} {'median':>12} {'best':>12}  unit"
    for figure in figures:
        median, best = written(figure.median), written(figure.best)
        if markdown:
            yield f"| {figure.name} | {median} | {best} | {figure.unit} | {figure.method} |"
        else:
            yield f"{figure.name:<48} {median:>12} {best:>12}  {figure.unit}"
