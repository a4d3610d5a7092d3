"""Programs as players: what they answer, and that nothing they do takes a match down."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from djambi import Position
from djambi.bots import player_process
from djambi.bots.base import PlayerFault
from djambi.bots.engine_bot import EngineBot, EngineCommand, match_player
from djambi.bots.engine_client import GoLimits, SimpleEngine
from djambi.bots.match_log import MatchLog
from djambi.bots.matches import Match
from djambi.bots.player_process import PlayerProcess, kill_players
from djambi.cli import main
from djambi.errors import DjambiError

START = Position.start("hex-3", quiet_rounds=2)

PYTHON = shlex.quote(sys.executable)
"""As it is named in a command: its folder may have a space."""

SCRIPT = """
import os, subprocess, sys, time
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
for line in sys.stdin:
    word = line.split()[0]
    if word == "udi":
        say("id name stub")
        say("udiok")
    elif word == "isready":
        say("readyok")
    elif word == "go":
        {go}
"""


def player(folder: Path, go: str, *settings: str) -> str:
    """Return the name of an engine that does this when it is asked for a turn."""
    path = folder / "stub.py"
    path.write_text(SCRIPT.format(go=go))
    return f"engine:timeout=60 {' '.join(settings)} {PYTHON} {shlex.quote(str(path))}"


def fault_of(name: str) -> str:
    """Return what is reported of an engine that cannot choose."""
    with pytest.raises(PlayerFault) as caught:
        EngineBot(name, 1).choose(START)
    return str(caught.value)


def test_the_parts_of_a_name() -> None:
    command = EngineCommand.parse("engine:movetime=100 level=club timeout=2.5 'a b/python' -m x=1")
    assert command.words == ("a b/python", "-m", "x=1")
    assert command.limits == (("movetime", 100),)
    assert command.options == (("level", "club"),)
    assert (command.timeout_s, command.go_limits) == (2.5, GoLimits(movetime=100))
    assert EngineCommand.parse("engine:x").limits == (("nodes", 10_000),)


def test_a_command_on_windows_has_backslashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    command = EngineCommand.parse(r"""engine:nodes=5 "C:\Program Files\old\python.exe" -m 'x y' """)
    assert command.words == (r"C:\Program Files\old\python.exe", "-m", "x y")
    assert EngineCommand.parse(r"engine:C:\old\djambi.exe engine").words[0] == r"C:\old\djambi.exe"


@pytest.mark.parametrize(
    "name", ["engine:", "engine:nodes=5", "engine:nodes=0 x", "engine:timeout=inf x", "engine:'x"]
)
def test_a_name_that_makes_no_sense_is_refused(name: str) -> None:
    with pytest.raises(DjambiError):
        match_player(name)


def test_the_engine_of_this_package_plays() -> None:
    name = f"engine:nodes=60 {PYTHON} -m djambi engine"
    game = Match(START, ("random", name, "random"), seed=3).play(0, ("random", name, "random"))
    again = Match(START, ("random", name, "random"), seed=3).play(0, ("random", name, "random"))
    kill_players()
    assert game == again
    assert game.faults == ()


def test_what_is_neither_a_limit_nor_an_option_is_told_with_those_there_are() -> None:
    with pytest.raises(PlayerFault) as refused:
        match_player(f"engine:seconds=0.5 {PYTHON} -m djambi engine").prepare()
    said = str(refused.value)
    assert "'seconds'" in said and "level" in said and "movetime" in said


@pytest.mark.parametrize(
    ("go", "what"),
    [
        ("sys.exit(3)", "has ended (exit status 3)"),
        ("raise RuntimeError('no memory')", "has ended (exit status 1): 'RuntimeError: no memory'"),
        ("say('bestturn a1-a1')", "answers 'a1-a1'"),
        ("say('bestturn')", "answers ''"),
        ("say('bestturn ' + 'x' * 5000)", "a turn of 5,000 characters"),
        ("say('error go: tired')", "answers 'error go: tired'"),
        ("say('x' * 100_000)", "writes a line of more than 65,536 bytes"),
        ("say('info\\n' * 100_000)", "writes more than 100,000 lines"),
        ("os.close(1); time.sleep(600)", "has closed its output"),
        ("sys.stdout.buffer.write(bytes([255, 10])); say('bestturn x')", "answers 'x'"),
    ],
)
def test_faults(tmp_path: Path, go: str, what: str) -> None:
    assert what in fault_of(player(tmp_path, go))


def test_a_program_that_hangs(tmp_path: Path) -> None:
    assert "hangs" in fault_of(player(tmp_path, "time.sleep(600)", "timeout=2"))


def test_a_program_that_there_is_not(tmp_path: Path) -> None:
    assert "cannot be started" in fault_of(f"engine:{tmp_path / 'nothing'}")
    with pytest.raises(PlayerFault, match="the command is empty"):
        SimpleEngine([])


def test_a_program_that_ended_between_two_games_is_started_again(tmp_path: Path) -> None:
    turn = next(iter(START.legal_turns()))
    name = player(tmp_path, f'say("bestturn {turn}"); break')
    for seed in (1, 2):
        bot = EngineBot(name, seed)
        assert bot.choose(START) == turn
        bot.close()


def test_on_windows_a_program_is_killed_without_taskkill_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = PlayerProcess([sys.executable, "-c", "import time; time.sleep(600)"])
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(player_process, "EXIT_TIMEOUT_S", 60.0)
    program.kill()
    assert program._process.returncode is not None


@pytest.mark.skipif(sys.platform == "win32", reason="processes are looked for by signal 0")
def test_children_are_killed_with_their_program(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    child = "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])"
    go = f"print({child}.pid, file=open({str(note)!r}, 'w')); say('bestturn a1-a1')"
    assert "answers 'a1-a1'" in fault_of(player(tmp_path, go))
    until = time.monotonic() + 120
    pid = int(note.read_text())
    while _runs(pid):
        assert time.monotonic() < until, "the child is left behind"
        time.sleep(0.02)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_match_that_is_ended_ends_its_programs(name: str, tmp_path: Path) -> None:
    """Not only one that notices that nobody asks it any more."""
    note = tmp_path / "pid"
    written = f"open({str(note)!r}, 'w').write(f'{{os.getpid()}} ')"
    thinking = player(tmp_path, f"{written}; time.sleep(600)")
    ending = signal.Signals[name]
    command = ["match", thinking, "greedy", "--variant", "hex-3", "--games", "1", "-j", "1"]
    # Whatever runs the tests may have it ignored.
    match = subprocess.Popen(
        [sys.executable, "-m", "djambi", *command],
        preexec_fn=partial(signal.signal, ending, signal.SIG_DFL),
    )
    until = time.monotonic() + 120
    while not note.exists() or not note.read_text().endswith(" "):
        assert time.monotonic() < until, "it is never asked for a turn"
        time.sleep(0.02)
    match.send_signal(ending)
    assert match.wait(120) == -ending
    while _runs(int(note.read_text())):
        assert time.monotonic() < until, "the program is left behind"
        time.sleep(0.02)


def _runs(pid: int) -> bool:
    """Return whether a process runs; one that has ended may still be listed, as Z."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_whoever_is_at_fault_loses_and_the_others_play_on(tmp_path: Path) -> None:
    faulty = player(tmp_path, "say('bestturn a1-a1')")
    match = Match(START, ("greedy", faulty, "greedy"))
    game = match.play(0, match.players)
    assert game.shares[1] == 0
    assert sum(game.shares) == pytest.approx(1)
    assert [(fault.seat, fault.ply) for fault in game.faults] == [(1, 1)]
    with MatchLog(tmp_path / "log", match) as log:
        log.add(game)
    with MatchLog(tmp_path / "log", match) as log:
        assert log.games == [game]


def test_a_match_goes_on_after_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    faulty = player(tmp_path, "sys.exit(3)")
    short = ["--variant", "hex-3", "--rules", "harcourt,quiet_rounds=1", "--games", "3", "--json"]
    assert main(["match", "random", faulty, "random", *short, "-j", "2"]) == 0
    found = capsys.readouterr()
    result = json.loads(found.out)
    assert (result["games"], result["faults"]) == (3, 3)
    shares = {score["player"]: score["share"] for score in result["scores"]}
    assert shares[faulty] == 0
    assert found.err.count("has ended (exit status 3); it lost") == 3


def test_a_program_that_does_not_start_ends_the_match_before_it_begins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    for name, what in (
        (f"engine:{tmp_path / 'nothing'}", "cannot be started"),
        (f"engine:{PYTHON} -c pass", "has ended (exit status 0)"),
        (f"engine:level=x {PYTHON} -m djambi engine", "level: 'x' is not one of"),
    ):
        assert main(["match", "random", name, "--log", str(log)]) == 2
        assert what in capsys.readouterr().err
    assert not log.exists()
