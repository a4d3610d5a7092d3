"""An engine driven from Python: what it says, what it refuses, and that it is killed at a fault."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from djambi import DjambiError, Game, Position
from djambi.bots.base import PlayerFault
from djambi.bots.engine_client import EngineInfo, EngineOption, GoLimits, SimpleEngine

COMMAND = (sys.executable, "-m", "djambi", "engine")
START = Position.start("hex-3")

STUB = """
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "udi":
        print("id name Stub 1\\noption name style type check default true\\nudiok")
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "setoption":
        print("error no such option")
    elif words[0] == "position":
        told = line.strip()
    elif words[0] == "go":
        with open(sys.argv[1], "a") as log:
            print(told, file=log)
            print(line.strip(), file=log)
        print("garbage\\n\\ninfo depth x values r:?,b:0.5 pv nonsense\\n" + sys.argv[2])
    sys.stdout.flush()
"""


@pytest.fixture(scope="module")
def engine() -> Iterator[SimpleEngine]:
    """An engine of this package's own."""
    with SimpleEngine(COMMAND) as running:
        yield running


def stub(folder: Path, answer: str) -> SimpleEngine:
    """Return a program that always gives this answer, and logs what it is asked."""
    script = folder / "stub.py"
    script.write_text(STUB)
    return SimpleEngine((sys.executable, str(script), str(folder / "log"), answer))


def test_it_says_who_it_is_and_what_can_be_set(engine: SimpleEngine) -> None:
    assert engine.name.startswith("djambi ")
    assert engine.options["threads"] == EngineOption("threads", "spin", "1", (), 1, 64)
    assert "grandmaster" in engine.options["level"].choices


def test_a_whole_game_against_itself(engine: SimpleEngine) -> None:
    engine.new_game()
    engine.configure({"level": "novice", "seed": 7})
    game = Game(Position.start("hex-3", quiet_rounds=3))
    while not game.position.is_over:
        answer = engine.play(game, GoLimits(nodes=20))
        assert answer.info.line[:1] == (answer.turn,)
        assert sum(answer.info.values.values()) == pytest.approx(1, abs=0.01)
        game.play(answer.turn)


def test_a_refusal_leaves_it_as_it_was(engine: SimpleEngine) -> None:
    with pytest.raises(PlayerFault, match="no such|unknown|not one of"):
        engine.configure({"level": "nobody"})
    with pytest.raises(PlayerFault, match="clocks"):
        engine.play(START, GoLimits(clocks=(1000,)))
    over = START.resign("r").resign("b")
    with pytest.raises(PlayerFault, match="over"):
        engine.play(over, GoLimits(nodes=10))
    engine.ping()
    assert engine.analyse(START, GoLimits(nodes=10, movetime=1000, depth=2)).nodes is not None


def test_an_endless_search_is_stopped_by_leaving_it(engine: SimpleEngine) -> None:
    with engine.analysis(START, GoLimits(infinite=True)) as analysis:
        assert next(iter(analysis)).line
        with pytest.raises(PlayerFault, match="still searching"):
            engine.ping()
    assert analysis.is_answered
    assert analysis.stop() == analysis.answer()


def test_a_program_is_told_the_turns_since_the_last_other_event(tmp_path: Path) -> None:
    game = Game(START)
    game.play("d3-c4")
    game.resign("b")
    said = str(game.position)
    game.play(next(iter(game.position.legal_turns())))
    turn = next(iter(game.position.legal_turns()))
    with stub(tmp_path, f"bestturn {turn}") as program:
        assert program.name == "Stub 1"
        limits = GoLimits(depth=3, clocks=(10, 20), increment=5)
        assert program.play(game, limits).turn == turn
        program.play(game.position, GoLimits())
    first, second, third, fourth = (tmp_path / "log").read_text().splitlines()
    assert first == f"position {said} turns {game.history[-1]}"
    assert second == "go depth 3 clocks 10,20 increment 5"
    assert (third, fourth) == (f"position {game.position}", "go")


def test_what_a_program_says_badly_is_left_out(tmp_path: Path) -> None:
    turn = next(iter(START.legal_turns()))
    with stub(tmp_path, f"bestturn {turn}") as program:
        assert program.play(START, GoLimits(nodes=1)).info == EngineInfo(values={"b": 0.5})
        with pytest.raises(PlayerFault, match="no such option"):
            program.configure({"x": 1})


def test_numbers_that_are_none_are_left_out() -> None:
    long = "9" * 5000
    words = f"info depth {long} nodes -5 time 7 values r:nan,b:inf,y:-1,g:1".split()
    assert EngineInfo.of(words, START) == EngineInfo(time=7, values={"g": 1.0})
    option = EngineOption.parse(f"option name x type spin default 1 min -{long} max 5")
    assert option == EngineOption("x", "spin", "1", (), None, 5)


def test_an_option_is_one_line(tmp_path: Path) -> None:
    with stub(tmp_path, "") as program:
        with pytest.raises(DjambiError, match="is more than one line"):
            program.configure({"name": "Nicolas\nquit"})
        program.ping()


def test_what_is_no_position_is_named(engine: SimpleEngine) -> None:
    wrong: Any = "hex-3"
    with pytest.raises(TypeError, match="start must be a Position or a Game, not str"):
        engine.play(wrong, GoLimits(nodes=1))


def test_nonsense_ends_it(tmp_path: Path) -> None:
    with stub(tmp_path, "bestturn a1-a1") as program:
        with pytest.raises(PlayerFault, match="answers 'a1-a1'"):
            program.play(START, GoLimits(nodes=1))
        with pytest.raises(PlayerFault):
            program.ping()


def test_whoever_waits_is_told_that_it_was_closed(tmp_path: Path) -> None:
    program = stub(tmp_path, "")
    said: list[str] = []

    def wait() -> None:
        try:
            program.play(START, GoLimits(infinite=True))
        except PlayerFault as fault:
            said.append(str(fault))

    waiting = threading.Thread(target=wait)
    waiting.start()
    while not (tmp_path / "log").exists():
        time.sleep(0.01)
    program.close()
    waiting.join(60)
    assert said == ["has been ended"]


def test_what_breaks_an_analysis_off_is_not_hidden_by_it(tmp_path: Path) -> None:
    program = stub(tmp_path, "")

    def break_off() -> None:
        with program.analysis(START, GoLimits(infinite=True)):
            program.close()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()


def test_one_that_was_closed_does_not_hang(tmp_path: Path) -> None:
    program = stub(tmp_path, "")
    program.close()
    with pytest.raises(PlayerFault, match="has been ended"):
        program.ping()
