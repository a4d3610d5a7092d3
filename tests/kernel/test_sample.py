"""The conformance sample against the kernel: turns, what follows, resignations, returns, perft."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from djambi import Position

SAMPLE = Path(__file__).parents[1] / "conformance" / "sample"
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
        text = line["position"]
        position = Position.parse(text)
        assert str(position) == text
        assert position.result == line["result"], text
        turns = sorted(map(str, position.legal_turns()))
        assert len(position.legal_turns()) == len(turns) == line["n_turns"], text
        assert hashlib.sha256("\n".join(turns).encode()).hexdigest() == line["turns_sha256"], text
        assert line.get("turns", turns) == turns, text
        for one in line["sample"]:
            assert str(position.play(one["turn"])) == one["next"], (text, one["turn"])
        if "resign" in line:
            assert str(position.resign(line["resign"]["party"])) == line["resign"]["next"], text
        if "return" in line:
            party = line["return"]["party"]
            assert position.may_rejoin(party), text
            assert str(position.rejoin(party)) == line["return"]["next"], text


def test_perft(compiled: bool) -> None:
    asked = 0
    for entry in json.loads((SAMPLE / "perft.json").read_text("ascii")):
        position = Position.parse(entry["position"])
        for depth, nodes in entry["nodes"].items():
            if compiled or nodes <= 4000:
                assert position.kernel().perft(int(depth)) == nodes, (entry["position"], depth)
                asked += 1
    assert asked > 150
