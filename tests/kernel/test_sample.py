"""The conformance sample against the kernel: turns, what follows, resignations, returns, perft."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.sample_lines import check_line
from tests.paths import SAMPLE

from djambi import Position

FILES = sorted(SAMPLE.glob("*.jsonl"))


def lines(path: Path, compiled: bool) -> list[dict[str, Any]]:
    """The lines of one file; interpreted, a third of those that are quickly listed."""
    found = [json.loads(line) for line in path.read_text("ascii").splitlines()]
    return found if compiled else [line for line in found if line["n_turns"] <= 1000][::3]


def test_the_sample_is_there() -> None:
    assert len(FILES) == 32


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_sample(path: Path, compiled: bool) -> None:
    for line in lines(path, compiled):
        check_line(line)


def test_perft(compiled: bool) -> None:
    asked = 0
    for entry in json.loads((SAMPLE / "perft.json").read_text("ascii")):
        position = Position.parse(entry["position"])
        for depth, nodes in entry["nodes"].items():
            if compiled or nodes <= 4000:
                assert position.kernel().perft(int(depth)) == nodes, (entry["position"], depth)
                asked += 1
    assert asked > 150
