"""Completion: what a shell asks is answered. `test_commands.py` has the script that asks."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from djambi.cli import main


def test_another_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "tcsh"]) == 2
    assert "bash" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "answer"),
    [("djambi anal", "analyse"), ("djambi match --va", "--variant"), ("djambi play hex", "hex-6")],
)
def test_what_a_shell_asks_is_answered(words: str, answer: str) -> None:
    asked = {
        "_DJAMBI_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(
        [sys.executable, "-c", "from djambi.cli.app import app; app(prog_name='djambi')"],
        env={**os.environ, **asked}, capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    assert any(answer in line for line in done.stdout.splitlines()), done.stdout
