"""The fuzz of whole games: what it plays, what it catches, how it goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bench import fuzz
from djambi import Position
from djambi.bots import Bot
from djambi.position.turn import Turn
from djambi.rules import EDITIONS, VARIANT_NAMES

pytestmark = pytest.mark.slow


class Stubborn(Bot):
    """Plays the same turn for ever."""

    def choose(self, position: Position) -> Turn:
        return Position.start("square-4").turn("c3-e3")


def test_a_game_is_decided_by_its_number() -> None:
    one, two = (replace(fuzz.fuzzed(3, seed=1), longest=0.0) for _ in range(2))
    assert one == two
    assert one.where == "hex-3 original" and one.winners


def test_all_variants_and_editions_are_played() -> None:
    combinations = len(VARIANT_NAMES) * len(EDITIONS)
    numbers = [0, 1, len(VARIANT_NAMES), combinations]
    wheres = [fuzz.fuzzed(number, seed=2).where for number in numbers]
    assert wheres == ["square-4 original", "square-3 original", "square-4 wikipedia", wheres[0]]


def test_an_illegal_turn_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def bot_of(name: str, seed: int) -> Bot:
        return Stubborn(seed)

    monkeypatch.setattr(fuzz, "bot_of", bot_of)
    with pytest.raises(fuzz.FuzzFault, match="IllegalTurn.* at square-4 original"):
        fuzz.fuzzed(0, seed=1)


def test_a_run_goes_on_and_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "fuzz.jsonl"
    for games in ("1", "3"):
        monkeypatch.setattr("sys.argv", ["fuzz", str(log), "--games", games])
        fuzz.main()
    assert [game.number for game in fuzz.read(log)] == [0, 1, 2]
    log.write_text(log.read_text("utf-8") + '{"numb', "utf-8")
    assert len(fuzz.read(log)) == 3
    assert "3 games without a fault, 3 variants and editions" in capsys.readouterr().out
