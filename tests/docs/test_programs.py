"""The programs of the documentation run as they stand there, and print what the page says."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.paths import ROOT

PAGE = ROOT / "docs" / "how-to" / "three-programs.md"
FILE = re.compile(r'^```\w+ title="([\w.]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
SESSION = re.compile(r"^```console\n\$ python (.+?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

TEXT = PAGE.read_text("utf-8")
FILES = dict(FILE.findall(TEXT))
SESSIONS = dict(SESSION.findall(TEXT))


def test_every_program_is_run() -> None:
    run = {command.split()[0] for command in SESSIONS}
    assert run == {name for name in FILES if name.endswith(".py")} != set()


@pytest.mark.parametrize("command", SESSIONS)
def test_a_program_prints_what_the_page_says(command: str, tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    words = [sys.executable if word == "python" else word for word in command.split()]
    done = subprocess.run(
        [sys.executable, *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONWARNINGS": "error"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    same = doctest.OutputChecker().check_output(SESSIONS[command], done.stdout, doctest.ELLIPSIS)
    assert same, done.stdout


def test_a_file_without_a_game_has_figures_too(tmp_path: Path) -> None:
    program = tmp_path / "game_figures.py"
    program.write_text(FILES[program.name], "utf-8")
    (tmp_path / "none.djambi").touch()
    done = subprocess.run(
        [sys.executable, program.name, "none.djambi"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "0 games of 0 turns"
