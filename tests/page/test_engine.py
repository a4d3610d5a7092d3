"""The engine in Chromium: it comes up, it is the compiled one, and it plays as the native one."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser
from tests.conformance import sample_lines
from tests.page import same_games
from tests.page.engine import DamagedFolder, EngineError, EngineWorker, built, served, source_of
from tests.paths import SAMPLE

pytestmark = pytest.mark.browser

ROUND = 4
"""In `make test` every fourth line of the sample, in `make long` all of them."""


def test_the_kernel_is_compiled(engine: EngineWorker) -> None:
    assert engine.run("import djambi.kernel; djambi.kernel.COMPILED") is True


def test_nothing_is_asked_of_others(engine: EngineWorker) -> None:
    assert {urlsplit(address).hostname for address in engine.asked} == {"127.0.0.1"}


def test_progress_is_told(engine: EngineWorker) -> None:
    steps = [step["loaded"] for step in engine.state["steps"]]
    total = engine.state["steps"][0]["total"]
    assert steps == sorted(steps) and len(steps) > 5 and steps[-1] == total


def test_a_mistake_is_told(engine: EngineWorker) -> None:
    with pytest.raises(EngineError, match="has no cell z99"):
        engine.run("from djambi import Position; Position.start().play('z99-z98')")


def test_a_damaged_file_is_told(browser: Browser) -> None:
    built()
    with served(DamagedFolder) as address:
        worker = EngineWorker(browser, address)
        assert worker.state["fault"] == "damaged"
        worker.close()


def check_sample(engine: EngineWorker, step: int) -> None:
    """Run every so many lines of the conformance sample in the browser."""
    engine.run(source_of(sample_lines.__name__))
    for path in sorted(SAMPLE.glob("*.jsonl")):
        lines = path.read_text("ascii").splitlines()[::step]
        code = f"import json\nfor line in {lines!r}: check_line(json.loads(line))\n{len(lines)}"
        assert engine.run(code) == len(lines), path.name


def test_sample(engine: EngineWorker) -> None:
    check_sample(engine, ROUND)


@pytest.mark.long
def test_whole_sample(engine: EngineWorker) -> None:
    check_sample(engine, 1)
    for entry in json.loads((SAMPLE / "perft.json").read_text("ascii")):
        for depth, nodes in entry["nodes"].items():
            counted = f"Position.parse({entry['position']!r}).kernel().perft({depth})"
            assert engine.run(counted) == nodes, (entry["position"], depth)


def test_a_false_claim_is_found(engine: EngineWorker) -> None:
    line = json.loads((SAMPLE / "hex-3.original.jsonl").read_text("ascii").splitlines()[0])
    line["n_turns"] += 1
    engine.run(source_of(sample_lines.__name__))
    with pytest.raises(EngineError, match="WrongLineError"):
        engine.run(f"check_line({line!r})")


@pytest.mark.parametrize(("variant", "edition"), same_games.GAMES)
def test_every_level_plays_the_same(engine: EngineWorker, variant: str, edition: str) -> None:
    engine.run(source_of(same_games.__name__))
    there = json.loads(
        engine.run(f"import json; json.dumps(level_turns({variant!r}, {edition!r}))")
    )
    assert there == same_games.level_turns(variant, edition)


def compare_games(engine: EngineWorker, variant: str, edition: str, games: int, plies: int) -> None:
    """Play games on both sides, and compare them turn for turn by their hashes."""
    engine.run(source_of(same_games.__name__))
    for number in range(games):
        given = (variant, edition, number, plies)
        assert engine.run(f"game_hash(*{given!r})") == same_games.game_hash(*given), given


@pytest.mark.parametrize(("variant", "edition"), same_games.GAMES)
def test_the_same_games(engine: EngineWorker, variant: str, edition: str) -> None:
    compare_games(engine, variant, edition, games=5, plies=60)


@pytest.mark.long
@pytest.mark.parametrize(("variant", "edition"), same_games.GAMES)
def test_a_hundred_same_games(engine: EngineWorker, variant: str, edition: str) -> None:
    compare_games(engine, variant, edition, games=100, plies=400)
