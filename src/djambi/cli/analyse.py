"""``djambi analyse``: positions as JSON lines in, analyses as JSON lines out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import click

from djambi.bots.ray_workers import ray_workers
from djambi.cli.common import emit, jobs_option, progressing, ray_option
from djambi.protocol.commands import bounded_lines
from djambi.protocol.requests import Analysis, JsonAnswer, answer_line


@click.command(name="analyse")
@click.argument("file", default="-")
@jobs_option("How many positions to analyse at once")
@ray_option
def command(file: str, jobs: int, ray: str | None) -> int:
    """Analyse positions: one JSON object per line in, one JSON object per line out.

    FILE (or standard input) has lines such as {"id": 1, "position": "square-4", "turns": ["c3-e3"],
    "nodes": 100000}. Answers are written in the order in which they are ready. A faulty line is
    answered with "error", and the exit status is then 1. See docs/engine.md; with --ray, -j counts
    for nothing.
    """
    total = None
    if file != "-" and Path(file).is_file():
        # What is not a file, such as a named pipe, can be read only once.
        with Path(file).open("rb") as counted:
            total = sum(1 for line in counted if line.strip())
    failed = False
    with ExitStack() as stack:
        stream = sys.stdin.buffer if file == "-" else stack.enter_context(Path(file).open("rb"))
        lines = bounded_lines(stream)
        if ray is None:
            done: Iterator[JsonAnswer] = Analysis(jobs).answers(lines)
        else:
            numbered = ((n, line) for n, line in enumerate(lines, 1) if line.strip())
            done = stack.enter_context(ray_workers(ray)).run(answer_line, numbered)
        for found in progressing(done, "analyse", total):
            failed |= "error" in found
            emit(found)
    return int(failed)
