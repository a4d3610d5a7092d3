"""Positions as JSON lines: every line is answered, rightly or with what is wrong."""

from __future__ import annotations

import io
import itertools
import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from queue import Queue
from random import Random
from threading import Thread, current_thread, main_thread
from typing import Any

import pytest
from tests.fuzz.mutations import mutated
from tests.positions import IN_THREE
from tests.server.people import wait_until

from djambi import Position
from djambi.cli import main
from djambi.cli.exit_status import INTERRUPTED
from djambi.protocol import requests
from djambi.protocol.requests import (
    DEFAULT_NODES,
    READ_AHEAD_PER_WORKER,
    Analysis,
    BadRequest,
    answer_line,
    read_request,
)


def analysed(*lines: str | bytes, workers: int = 2) -> list[dict[str, Any]]:
    data = [
        line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line for line in lines
    ]
    return list(Analysis(workers).answers(data))


def test_an_answer_has_everything() -> None:
    (found,) = analysed('{"id": "x", "position": "hex-3", "turns": ["d3-c4"], "nodes": 900}')
    position = Position.start("hex-3").play("d3-c4")
    assert found["id"] == "x" and found["mover"] == "b"
    assert found["turn"] in position.legal_turns() and found["pv"][0] == found["turn"]
    assert list(found["values"]) == list("rby") and sum(found["values"].values()) == pytest.approx(
        1, abs=1e-3
    )
    assert found["nodes"] <= 900 and found["depth"] >= 1 and found["time"] >= 0


def test_the_same_request_is_answered_alike() -> None:
    line = '{"position": "square-4 bga", "nodes": 1500, "seed": 7}'
    first, second = analysed(line, line)
    assert {**first, "time": 0} == {**second, "time": 0}


def test_limits() -> None:
    assert read_request('{"position": "hex-3"}').limits.nodes == DEFAULT_NODES
    limits = read_request('{"position": "hex-3", "depth": 3}').limits
    assert (limits.nodes, limits.depth) == (None, 3)
    limits = read_request('{"position": "hex-3", "movetime": 20}').limits
    assert (limits.nodes, limits.seconds) == (None, 0.02)


def test_a_whole_number_may_be_written_in_any_way_of_json() -> None:
    for text in ("1000", "1e3", "1000.0"):
        assert read_request(f'{{"position": "hex-3", "nodes": {text}}}').limits.nodes == 1000


def test_a_file_may_begin_with_a_byte_order_mark() -> None:
    (found,) = analysed(b'\xef\xbb\xbf{"id": 1, "position": "hex-3", "nodes": 20}')
    assert found["id"] == 1 and "turn" in found


def test_answers_come_as_they_are_done() -> None:
    """One who waits for the answer before asking again is answered."""
    answered: Queue[object] = Queue()

    def lines() -> Iterator[bytes]:
        for _ in range(3):
            yield b'{"id": 1, "position": "hex-3", "nodes": 50}'
            answered.get(timeout=600)

    found = 0
    for answer in Analysis(1).answers(lines()):
        answered.put(answer)
        found += 1
    assert found == 3


def test_answers_are_waited_for_in_short_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows Ctrl-C ends no wait: it takes effect after one."""

    class InPieces(Queue[object]):
        def get(self, block: bool = True, timeout: float | None = None) -> object:
            if current_thread() is main_thread():
                assert timeout is not None and 0 < timeout < 1
            return super().get(block, timeout)

    monkeypatch.setattr(requests, "Queue", InPieces)
    assert len(list(Analysis(1).answers([b'{"position": "hex-3", "nodes": 10}']))) == 1


def test_an_endless_input_is_not_read_ahead() -> None:
    read = itertools.count()

    def lines() -> Iterator[bytes]:
        yield b"{}"
        while True:
            next(read)
            yield b'{"position": "hex-3", "nodes": 1000000000}'

    analysis = Analysis(2)
    answers = analysis.answers(lines())
    next(answers)
    wait_until(lambda: len(analysis._searches) == 2)
    taken = next(read)
    answers.close()
    assert taken <= 2 + READ_AHEAD_PER_WORKER * 2 + 1


@pytest.mark.parametrize(
    ("line", "message", "name"),
    [
        ("hello", "not JSON", None),
        ("[1]", "not a JSON object", None),
        ("[" * 100_000, "not JSON: it is nested too deeply", None),
        ('{"id": ' + "1" * 5_000 + "}", "a number of 5,000 digits is too long", None),
        ('{"id": 1e400, "position": "hex-3"}', "not JSON: a number is too large", None),
        ('{"position": "hex-3", "nodes": 5, "nodes": 6}', "'nodes' is given twice", None),
        ('{"position": "hex-3", "nodes": 0.5}', "nodes: '0.5' is not a whole number", None),
        ('{"id": 1}', "position: must be a string", 1),
        ('{"id": 1, "position": "x"}', "unknown variant 'x'", 1),
        ('{"id": 1, "position": "-"}', "unknown variant '-'", 1),
        ('{"id": [2], "position": "hex-3", "turns": "d3-c4"}', "a list of strings", [2]),
        ('{"id": 3, "position": "hex-3", "turns": ["d3-c4", 7]}', "turn 2: must be a string", 3),
        ('{"id": 3, "position": "hex-3", "turns": ["a1-a9"]}', "turn 1:", 3),
        ('{"position": "hex-3", "nodes": 0}', "nodes: '0' is not a whole number", None),
        ('{"position": "hex-3", "nodes": 1e300}', "nodes", None),
        ('{"position": "hex-3", "nodes": NaN}', "NaN is not a JSON number", None),
        ('{"position": "hex-3", "depth": true}', "depth: 'true' is not a whole number", None),
        ('{"position": "hex-3", "depth": [null]}', "depth: '[null]' is not a whole number", None),
        ('{"position": "hex-3", "depth": ["\\ud800"]}', "depth", None),
        (
            '{"position": "hex-3", "depth": 61}',
            "depth: '61' is not a whole number from 1 to 60",
            None,
        ),
        ('{"position": "hex-3", "movetime": "1"}', "movetime", None),
        ('{"position": "hex-3", "limits": 1}', "unknown field 'limits'", None),
        ('{"position": "' + "x" * 5000 + '"}', "5,000 characters", None),
        (b"\xff\xfe", "not UTF-8", None),
    ],
)
def test_what_is_wrong_is_the_answer(line: str | bytes, message: str, name: object) -> None:
    fine = '{"id": "fine", "position": "hex-3", "nodes": 20}'
    found = {str(each.get("line")): each for each in analysed("", line, fine)}
    assert found["None"]["id"] == "fine" and "turn" in found["None"]
    assert found["2"]["id"] == name and message in found["2"]["error"]


def test_a_finished_game_has_no_answer() -> None:
    over = Position.start("hex-3").resign("r").resign("b")
    (found,) = analysed(json.dumps({"id": 1, "position": str(over)}))
    assert "the game is over" in found["error"]


def test_no_line_makes_it_fail(compiled: bool) -> None:
    random = Random(5)
    seed = '{"id": 1, "position": "square-4 bga", "turns": ["c3-e3", "g1-e3>d2"], "nodes": 9}'
    for _ in range(400 if compiled else 40):
        try:
            read_request(mutated(seed, random))
        except BadRequest:
            continue


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "positions.jsonl"
    path.write_text('{"id": 1, "position": "hex-3", "nodes": 40}\n{"id": 2, "position": "hex-3"}')
    assert main(["analyse", str(path)]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {each["id"] for each in found} == {1, 2}


def test_the_command_reads_standard_input_and_tells_of_errors(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = io.TextIOWrapper(io.BytesIO(b'{"position": "hex-3", "nodes": 40}\nno\n'), "utf-8")
    monkeypatch.setattr("sys.stdin", text)
    assert main(["analyse", "-j", "1"]) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["error" in each for each in found] == [False, True]


@contextmanager
def waiting_command(*arguments: str) -> Generator[subprocess.Popen[bytes]]:
    """Yield the command once it has answered a line, and waits for the next one."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-m", "djambi", "analyse", "-j", "1", *arguments],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        # Whatever runs the tests in the background may have it ignored.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    ) as running:
        assert running.stdin is not None and running.stdout is not None
        try:
            ask_again(running)
            assert json.loads(running.stdout.readline())["id"] == 1
            yield running
        finally:
            running.kill()


def ask_again(running: subprocess.Popen[bytes]) -> None:
    """Give a running command one more line."""
    assert running.stdin is not None
    running.stdin.write(b'{"id": 1, "position": "hex-3", "nodes": 50}\n')
    running.stdin.flush()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
@pytest.mark.parametrize("file", ["-", "/dev/stdin"])
def test_ctrl_c_ends_the_command_while_it_waits_for_a_line(file: str) -> None:
    with waiting_command(file) as running:
        running.send_signal(signal.SIGINT)
        assert running.wait(300) == INTERRUPTED
        assert running.stderr is not None and running.stderr.read().strip() == b""


@pytest.mark.skipif(os.name == "nt", reason="pipes of Windows break otherwise")
def test_the_command_ends_when_its_reader_has_gone() -> None:
    with waiting_command() as running:
        assert running.stdout is not None
        running.stdout.close()
        ask_again(running)
        assert running.wait(300) == 0
        assert running.stderr is not None and running.stderr.read() == b""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_read_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pipe = tmp_path / "requests"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=('{"id": 1}\n',))
    writer.start()
    assert main(["analyse", "-j", "1", str(pipe)]) == 1
    writer.join()
    assert "error" in json.loads(capsys.readouterr().out)


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "nowhere.jsonl"]) == 2
    assert "nowhere.jsonl" in capsys.readouterr().err


@pytest.mark.slow
def test_what_is_proved_is_said_with_the_line_that_forces_it() -> None:
    found = answer_line((1, json.dumps({"position": IN_THREE}).encode()))
    assert found["proof"] == {"winner": "r", "turns": 3}
    assert found["values"] == {"r": 1.0, "b": 0.0, "y": 0.0, "g": 0.0}
    assert found["turn"] == found["pv"][0]
    position = Position.parse(IN_THREE)
    for turn in found["pv"]:
        position = position.play(turn)
    assert position.result == found["values"]


def test_a_start_comes_without_a_proof() -> None:
    assert "proof" not in answer_line((1, b'{"position": "hex-3", "nodes": 300}'))


@pytest.mark.slow
def test_an_ending_that_nobody_can_force_is_said_to_be_drawn(compiled: bool) -> None:
    if not compiled:
        pytest.skip("the interpreted kernel has no tables")
    bare = "square-4 original 8yC/9/9/9/rC8/9/9/9/9 r,b>r,y,g>y rbyg r 0 0"
    found = answer_line((1, json.dumps({"position": bare, "nodes": 300}).encode()))
    assert found["proof"] == {"winner": None, "turns": None, "drawn": True}
    assert found["values"] == {"r": 0.5, "b": 0.0, "y": 0.5, "g": 0.0}
