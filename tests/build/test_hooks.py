"""The hooks before a commit: their commands exist, and do what the configuration says."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.paths import ROOT

CONFIG: dict[str, Any] = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
HOOKS: dict[str, dict[str, Any]] = {
    hook["id"]: hook for repo in CONFIG["repos"] for hook in repo["hooks"]
}
PYTHON = ".venv/bin/python"


def run(hook: str, *arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a hook's command as pre-commit does, by the Python that runs this test."""
    command = shlex.split(HOOKS[hook]["entry"])
    if command[0] == PYTHON:
        command[0] = sys.executable
    if command[1].startswith("tools/"):
        command[1] = str(ROOT / command[1])
    return subprocess.run(
        [*command, *arguments], cwd=cwd, capture_output=True, text=True, check=False
    )


def test_all_hooks_are_local_so_that_nothing_is_fetched() -> None:
    assert {repo["repo"] for repo in CONFIG["repos"]} == {"local"}
    assert {hook["language"] for hook in HOOKS.values()} == {"system"}


@pytest.mark.parametrize("hook", HOOKS)
def test_the_command_of_every_hook_exists(hook: str) -> None:
    first, second, *rest = shlex.split(HOOKS[hook]["entry"])
    if first != PYTHON:
        assert shutil.which(first)
    elif second == "-m":
        done = subprocess.run([sys.executable, "-m", rest[0], "--version"], check=False)
        assert done.returncode == 0
    else:
        assert (ROOT / second).is_file()


def test_python_and_ruff_are_called_as_the_makefile_calls_them() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    venv = re.search(r"^VENV := (\S+)$", makefile, re.MULTILINE)
    assert venv
    assert f"{venv[1]}/bin/python" == PYTHON
    for hook in ("ruff-check", "ruff-format"):
        ours = HOOKS[hook]["entry"].removeprefix(PYTHON).removesuffix(" --force-exclude")
        assert f"\t$(PY){ours}\n" in makefile


@pytest.mark.parametrize(
    ("message", "status", "said"),
    [
        ("x" * 71 + "\n\nA long body is fine: " + "y" * 100, 0, ""),
        ("x" * 72 + "\n", 1, "has 72 characters"),
        ("fixup! " + "x" * 71, 0, ""),
        ("# only a comment\n\n", 1, "has no subject"),
        ("\nÉtat du plateau\n# Please enter the commit message", 0, ""),
    ],
)
def test_long_subjects_are_refused(tmp_path: Path, message: str, status: int, said: str) -> None:
    file = tmp_path / "COMMIT_EDITMSG"
    file.write_text(message, "utf-8")
    done = run("commit-subject", str(file))
    assert done.returncode == status
    assert said in done.stderr


def test_a_file_without_a_newline_at_its_end_is_named(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    whole.write_text("one\n", "utf-8")
    broken.write_text("one", "utf-8")
    assert run("end-of-file", str(whole)).returncode == 0
    done = run("end-of-file", str(whole), str(broken))
    assert done.returncode == 1
    assert str(broken) in done.stderr
    assert str(whole) not in done.stderr


def test_blanks_at_the_end_of_a_line_are_refused(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    file = tmp_path / "a.md"
    for text, status in (("one\n", 0), ("one \n", 2)):
        file.write_text(text, "utf-8")
        subprocess.run(["git", "-C", str(tmp_path), "add", "a.md"], check=True)
        assert run("whitespace", cwd=tmp_path).returncode == status


def test_contributing_says_how_the_hooks_are_installed() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert "pre-commit install" in page
