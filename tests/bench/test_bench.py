"""The measurements run, and say what they measured."""

from __future__ import annotations

import subprocess
import sys

import pytest
from bench.harness import Figure, MeasurementPlan, each, rate, table, written
from tests.paths import ROOT


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the measurements as `make bench` does."""
    command = [sys.executable, "-m", "bench", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_parts_are_measured_and_printed() -> None:
    done = run("listing", "memory", "--runs", "1", "--seconds", "0.001", "--cpu")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("djambi ")
    assert "1 runs of 0.001 seconds of its processor" in lines[2]
    assert [line.partition(",")[0] for line in lines[5:8]] == ["legal_turns()"] * 3
    assert lines[-1].startswith("memory of a position")


def test_a_table_for_a_page() -> None:
    done = run("memory", "--runs", "1", "--seconds", "0.001", "--markdown")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-3:-1] == [
        "| figure | median | best | unit | method |",
        "|---|---:|---:|---|---|",
    ]


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["--runs", "0"], ["--seconds", "0"], ["--seconds", "601"]]
)
def test_what_cannot_be_measured_is_refused(arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "python -m bench: error" in done.stderr


def test_figures() -> None:
    plan = MeasurementPlan(3, 0.001)
    quick = rate(plan, "quick", "things", lambda number: 10)
    assert (len(quick.values), quick.unit) == (3, "things/s")
    assert 0 < quick.median <= quick.best
    slow = each(plan, "slow", lambda: sum(range(1000)))
    assert 0 < slow.best <= slow.median


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.1234, "0.123"), (14.26, "14.3"), (999, "999"), (1004, "1,000"), (1234567, "1,230,000")],
)
def test_values_are_written_with_three_digits(value: float, text: str) -> None:
    assert written(value) == text


def test_tables_are_written_as_figures_come() -> None:
    lines = iter(table(iter([Figure("one", "µs", (1.0, 3.0, 2.0), True, "so")]), True))
    assert next(lines).startswith("| figure")
    assert [*lines][-1] == "| one | 2 | 1 | µs | so |"
