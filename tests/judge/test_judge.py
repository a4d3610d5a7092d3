"""The judge held against the conformance sample, and its two halves against each other."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from tests import judge
from tests.judge import boards
from tests.paths import SAMPLE

FILES = sorted(SAMPLE.glob("*.jsonl"))


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("ascii").splitlines()]


def test_the_sample_is_there() -> None:
    assert len(FILES) == 32


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_sample(path: Path) -> None:
    for line in lines(path):
        position = line["position"]
        assert judge.write(judge.read(position)) == position
        assert judge.result(position) == line["result"]
        turns = sorted(judge.legal_turns(position))
        assert len(turns) == line["n_turns"], position
        digest = hashlib.sha256("\n".join(turns).encode()).hexdigest()
        assert digest == line["turns_sha256"], position
        for one in line["sample"]:
            assert judge.accepts(position, one["turn"]), (position, one["turn"])
            assert judge.play(position, one["turn"]) == one["next"], (position, one["turn"])
        if "resign" in line:
            after = judge.resign(position, line["resign"]["party"])
            assert after == line["resign"]["next"], position
        if "return" in line:
            after = judge.rejoin(position, line["return"]["party"])
            assert after == line["return"]["next"], position


def test_perft() -> None:
    for entry in json.loads((SAMPLE / "perft.json").read_text("ascii")):
        nodes = entry["nodes"]
        position = entry["position"]
        turns = judge.legal_turns(position)
        assert len(turns) == nodes["1"], position
        if nodes.get("2", 9999) < 700:
            after = [judge.play(position, turn) for turn in turns]
            assert sum(len(judge.legal_turns(one)) for one in after) == nodes["2"], position


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_accepts_exactly_the_legal_among_writable_turns(path: Path) -> None:
    for line in lines(path)[4:240:20]:
        position = line["position"]
        legal = judge.legal_turns(position)
        for text in judge.writable_turns(position, seed=1, most=150):
            assert judge.accepts(position, text) == (text in legal), (position, text)


@pytest.mark.parametrize(
    "position",
    [
        # A Reporter, a Militant and a Chief about the maze; a Diplomat that acts in it.
        "square-4 harcourt 8bC/9/9/4rR4/4yC4/3bM5/9/9/rC3rD4 r,b,y,g>r rbyg r 0 7",
        "square-4 original 8bC/9/9/4rR4/4yC4/3bM5/9/9/rC3rD4 r,b,y,g>r rbyg r 0 7",
    ],
)
def test_accepts_exactly_the_legal_among_all_writable_turns(position: str) -> None:
    legal = judge.legal_turns(position)
    without_exit = {turn for turn in legal if "/" not in turn}
    assert without_exit
    assert len(without_exit) < len(legal)
    written = list(judge.writable_turns(position))
    assert without_exit <= set(written)
    for count, text in enumerate(written):
        if count % 23 == 0 or "/" not in text:  # or it takes too long
            assert judge.accepts(position, text) == (text in legal), text


def test_polygon_of_four_is_the_square() -> None:
    def on_square(cell: str) -> str:
        if cell == "o":
            return "e5"
        x, y = int(cell[1]), int(cell[2])
        for _ in range("abcd".index(cell[0])):
            x, y = -y, x
        return "abcdefghi"[x + 4] + str(y + 5)

    square, polygon = boards.square(), boards.polygon(4)
    for cell in polygon.cells:
        twin = on_square(cell)
        rays = {tuple(map(on_square, ray.cells)) for ray in polygon.rays[cell]}
        assert rays == {ray.cells for ray in square.rays[twin]}
        assert set(map(on_square, polygon.sides[cell])) == set(square.sides[twin])


@pytest.mark.parametrize(
    ("turn", "clause"),
    [
        ("a1-a1", "RULES 3.1"),
        ("a3-a6", "RULES 3.1"),
        ("a3-a5>b5", "RULES 3.2"),
        ("a3-a4/a5", "RULES 3.4"),
        ("i1-h1", "RULES 3: the party"),
        ("e5-e6", "RULES 3: no living"),
        ("--", "RULES 3: only"),
        ("a3-a10", "NOTATION 2"),
        ("a3a4", "NOTATION 2"),
    ],
)
def test_refusals_name_the_clause(turn: str, clause: str) -> None:
    position = (
        "square-4 original gCgAgM3yMyAyC/gRgDgM3yMyDyR/gMgMgN3yNyMyM/9/9/9/"
        "rMrMrN3bNbMbM/rRrDrM3bMbDbR/rCrArM3bMbAbC r,b,y,g rbyg r 0 0"
    )
    with pytest.raises(judge.RefusedError, match=clause):
        judge.judge_turn(position, turn)
