"""Measure the library as people use it: turns as objects, single turns, texts, pickles, memory."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

from bench.harness import Figure, MeasurementPlan, each, rate
from bench.play import after
from djambi import Position

TOOLS = Path(__file__).resolve().parent.parent / "tools"

_IMPORT = [
    f"from time import {clock} as now; start = now(); import djambi; print(now() - start)"
    for clock in ("perf_counter", "process_time")
]
_PURE = """
import sys
from time import perf_counter, process_time
from djambi import Position
from djambi.kernel import COMPILED
assert not COMPILED
kernel = Position.start("square-4", "original").kernel()
contents, entries = kernel.contents(), kernel.entries()
clock = process_time if sys.argv[3] == "True" else perf_counter
for run in range(int(sys.argv[1])):
    turns = seed = 0
    start = clock()
    while clock() - start < float(sys.argv[2]):
        seed += 1
        kernel.load(contents, entries)
        turns += kernel.random_play(1 << 40, 1000 * run + seed)
    print(turns / (clock() - start))
"""


def listing(plan: MeasurementPlan) -> Iterator[Figure]:
    """Measure `list(position.legal_turns())`: turns as Python objects."""
    for variant, edition, plies in (
        ("square-4", "original", 0),
        ("square-4", "original", 60),
        ("hex-6", "harcourt-advanced", 60),
    ):
        position = after(variant, edition, plies)

        def work(_: int, position: Position = position) -> int:
            return len(list(position.legal_turns()))

        many = len(position.legal_turns())
        name = f"legal_turns(), {variant} {edition}, ply {plies}"
        yield rate(plan, name, "turns", work, f"{many} turns in the position")


def calls(plan: MeasurementPlan) -> Iterator[Figure]:
    """Measure single calls in the middle of a game."""
    position = after("square-4", "original", 60)
    turn = position.legal_turns()[-1]
    short, text = str(turn), str(position)
    pickled = pickle.dumps(position)
    yield each(plan, "position.play(turn)", lambda: position.play(turn))
    yield each(plan, "position.play(text)", lambda: position.play(short))
    yield each(plan, "len(position.legal_turns())", lambda: len(position.legal_turns()))
    yield each(plan, "legal_turns()[i], one of many", lambda: position.legal_turns()[-1])
    yield each(plan, "position.stage()", position.stage)
    yield each(plan, "str(position), a new one", lambda: str(position.setup()))
    yield each(plan, "Position.parse(text)", lambda: Position.parse(text))
    yield each(plan, "pickle and back", lambda: pickle.loads(pickle.dumps(position)))
    yield each(plan, "unpickle", lambda: pickle.loads(pickled))


def memory(plan: MeasurementPlan) -> Iterator[Figure]:
    """Measure the memory that positions take."""
    position = after("square-4", "original", 60)
    turns = list(position.legal_turns())[:1000]
    values: list[float] = []
    for _ in range(plan.runs):
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()
        kept = [position.play(turn) for turn in turns]
        spent, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        values.append((spent - before) / len(kept))
    yield Figure(
        "memory of a position",
        "bytes",
        tuple(values),
        smaller_is_better=True,
        method=f"{len(turns)} kept, tracemalloc",
    )


def importing(plan: MeasurementPlan) -> Iterator[Figure]:
    """Measure `import djambi` in new processes, with Python's bytecode files in place."""
    command = [sys.executable, "-c", _IMPORT[plan.processor]]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)

        def once() -> float:
            done = subprocess.run(
                command, check=True, capture_output=True, text=True, env=environment
            )
            return float(done.stdout) * 1000

        once()
        values = tuple(once() for _ in range(3 * plan.runs))
    yield Figure(
        "import djambi", "ms", values, smaller_is_better=True, method=f"{len(values)} new processes"
    )


def interpreted(plan: MeasurementPlan) -> Iterator[Figure]:
    """Measure random play of the same kernel, interpreted: a copy without compiled modules."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, str(TOOLS / "pure_copy.py"), folder], check=True)
        done = subprocess.run(
            [sys.executable, "-c", _PURE, str(plan.runs), str(plan.seconds), str(plan.processor)],
            check=True,
            capture_output=True,
            text=True,
            env={"PYTHONPATH": folder},
        )
    values = tuple(map(float, done.stdout.split()))
    name = "interpreted random play, square-4 original"
    yield Figure(name, "turns/s", values, method="a copy without compiled modules")
