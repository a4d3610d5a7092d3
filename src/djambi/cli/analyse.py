"""``djambi analyse``: positions as JSON lines in, analyses as JSON lines out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from io import UnsupportedOperation
from pathlib import Path
from typing import BinaryIO

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
    answered with "error", and the exit status is then 1. See docs/engine.md; with --ray, -j is
    ignored.
    """
    total = None
    if file != "-" and Path(file).is_file():
        # What is not a file, such as a named pipe, can be read only once.
        with Path(file).open("rb") as counted:
            total = sum(1 for line in counted if line.strip())
    failed = False
    with ExitStack() as stack:
        lines = _lines(file)
        if ray is None:
            done: Iterator[JsonAnswer] = Analysis(jobs).answers(lines)
        else:
            numbered = ((n, line) for n, line in enumerate(lines, 1) if line.strip())
            done = stack.enter_context(ray_workers(ray)).run(answer_line, numbered)
        for found in progressing(done, "analyse", total):
            failed |= "error" in found
            emit(found)
    return int(failed)


def _lines(file: str) -> Iterator[bytes]:
    """Yield the lines of a file, which whoever reads them closes: nobody else has to wait."""
    if file == "-":
        yield from bounded_lines(_standard_input())
        return
    with Path(file).open("rb") as stream:
        yield from bounded_lines(stream)


def _standard_input() -> BinaryIO:
    """Return standard input with a buffer of its own, which is never closed.

    The interpreter closes `sys.stdin` when it ends: it would abort while a thread waits in it.
    """
    try:
        return open(sys.stdin.fileno(), "rb", closefd=False)
    except UnsupportedOperation:
        # What stands for it in a program that calls this one.
        return sys.stdin.buffer
