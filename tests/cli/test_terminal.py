"""The terminal game in a real terminal: prompts, colours, line editing, Ctrl-C."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pexpect = pytest.importorskip("pexpect", reason="there are no pseudo-terminals on Windows")


def spawn(command: list[str], folder: Path, **environment: str) -> Any:
    """Start a command in a pseudo-terminal that can show colours; its data are in a folder."""
    inherited = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return pexpect.spawn(
        sys.executable,
        ["-m", "djambi", *command],
        env={
            **inherited,
            "DJAMBI_DATA": str(folder),
            "PYTHONPATH": os.pathsep.join(sys.path),
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
            **environment,
        },
        encoding="utf-8",
        dimensions=(50, 100),
        timeout=300,
        # Whatever runs the tests in the background may have it ignored.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )


class Terminal:
    """A game in a pseudo-terminal."""

    def __init__(self, folder: Path) -> None:
        self.child = spawn(["play", "hex-3", "--seed", "1", "--people", "2"], folder)

    def type(self, line: str, answer: str) -> str:
        """Type a line and wait for an answer; return what was shown before it."""
        self.child.sendline(line)
        self.child.expect(answer)
        return str(self.child.before)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path)
    yield terminal
    terminal.child.close(force=True)


def test_a_game_in_a_terminal(terminal: Terminal, tmp_path: Path) -> None:
    terminal.child.expect("Red> ")
    assert "\x1b[" in str(terminal.child.before)
    terminal.type("d3", "Red d3> ")
    terminal.type("c9", "Red d3> ")
    terminal.type("d5", "Blue> ")
    terminal.type("g6 f6", "Red> ")
    shown = terminal.type("turns", "Red> ")
    assert "r Md3-d5" in shown
    terminal.child.sendintr()
    terminal.child.expect(pexpect.EOF)
    terminal.child.wait()
    assert terminal.child.exitstatus == 0
    assert "djambi play --resume" in str(terminal.child.before)
    assert "Traceback" not in str(terminal.child.before)
    assert "r d3-d5 b g6-f6" in (tmp_path / "terminal.djambi").read_text(encoding="utf-8")


@pytest.mark.parametrize("unwanted", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {}])
@pytest.mark.parametrize("command", [["render", "square-4"], ["play", "square-2", "--people", "2"]])
def test_colours_can_be_turned_off_by_the_usual_ways(
    unwanted: dict[str, str], command: list[str], tmp_path: Path
) -> None:
    child = spawn(command, tmp_path, **unwanted)
    try:
        child.expect("Green: ")
        shown = str(child.before)
        assert ("\x1b[" not in shown) == bool(unwanted)
        # Only the colours go: the letters beyond ASCII stay.
        assert "·" in shown
    finally:
        child.close(force=True)


def test_end_of_input_leaves(terminal: Terminal) -> None:
    terminal.child.expect("Red> ")
    terminal.child.sendeof()
    terminal.child.expect(pexpect.EOF)
    terminal.child.wait()
    assert terminal.child.exitstatus == 0


@pytest.mark.parametrize(
    ("command", "begun", "restored"),
    [
        # The bar that has hidden the cursor is drawn once more.
        (
            ["match", "casual", "casual", "--games", "999", "-j1"],
            r"\?25l.*\x1b\[2K",
            "\x1b[?25h",
        ),
        # The mouse, then the screen that was there before.
        (["tui", "square-4", "--people", "4"], "rC", "\x1b[?1000l"),
        (["tui", "square-4", "--people", "4"], "rC", "\x1b[?1049l"),
    ],
)
def test_a_program_that_is_terminated_leaves_the_terminal_as_it_was(
    command: list[str], begun: str, restored: str, tmp_path: Path
) -> None:
    if command[0] == "tui":
        pytest.importorskip("textual")
    child = spawn(command, tmp_path)
    child.expect(begun)
    child.kill(signal.SIGTERM)
    child.expect(pexpect.EOF)
    child.close()
    assert restored in str(child.before)
    # Whoever waits for it is told of the signal, as ever.
    assert child.signalstatus == signal.SIGTERM


def test_where_nothing_can_be_drawn_the_terminal_app_does_not_try(tmp_path: Path) -> None:
    pytest.importorskip("textual")
    child = spawn(["tui"], tmp_path, TERM="dumb")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 2
    assert "djambi tui needs a terminal" in child.before and "\x1b" not in child.before
