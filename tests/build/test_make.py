"""What the targets of the Makefile install and build."""

from __future__ import annotations

import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest
from tests.paths import ROOT

MAKEFILE = ROOT / "Makefile"


def test_make_play_installs_what_the_buttons_of_the_game_need() -> None:
    recipe = MAKEFILE.read_text("utf-8").partition("$(STAMPS)/play:")[2].partition("\n\n")[0]
    extras = re.search(r'-e "\.\[([\w,]+)\]"', recipe)
    # A server, and moving pictures of a game (Analysis, Share).
    assert extras is not None and {"server", "pictures"} <= set(extras[1].split(","))


def test_no_recipe_needs_gnu_sed() -> None:
    """That of macOS takes `\\t` for the letter t."""
    recipes = MAKEFILE.read_text("utf-8")
    assert not re.findall(r"\bsed\b.*\\[tn]", recipes)


def test_a_checkout_has_the_line_ends_of_the_repository() -> None:
    """Git for Windows puts its own into shell scripts unless it is told."""
    told = ["git", "check-attr", "eol", "--", "web/beside/start-linux.sh", "deploy/djambi-backup"]
    answers = subprocess.run(told, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert [line.rpartition(": ")[2] for line in answers.splitlines()] == ["lf", "lf"]


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A checkout in which make has tried to compile the kernel, in vain."""
    if shutil.which("make") is None:
        pytest.skip("no make on PATH")
    sources = ["pyproject.toml", "setup.py", "tools/need_python.py", "src/djambi/rules/options.py"]
    stamps = [".venv/stamps/venv", ".venv/stamps/kernel"]
    for name in (*sources, "src/djambi/kernel/rules/state.py", *stamps):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    shutil.copy(MAKEFILE, tmp_path)
    return tmp_path


def _planned(checkout: Path, *targets: str) -> str:
    """Return the commands that make would run."""
    command = ["make", "--no-print-directory", "--dry-run", *targets]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True)
    return done.stdout


def test_make_kernel_tries_again_where_nothing_could_be_compiled(built: Path) -> None:
    # `djambi doctor` says so: install a compiler, then `make kernel`.
    assert "build_ext" in _planned(built, "kernel")
    assert "build_ext" not in _planned(built, ".venv/stamps/kernel")


def test_make_kernel_compiles_nothing_twice(built: Path) -> None:
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
    (built / "src" / "djambi" / "kernel" / "rules" / f"state{suffix}").touch()
    assert "build_ext" not in _planned(built, "kernel")
