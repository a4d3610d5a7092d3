"""Circles of imports are found, also where an import is hidden in a function or from Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.paths import ROOT

ONE = "from djambi import two\n"
TWO = """\
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from djambi import three
"""
THREE = """\
def work() -> None:
    from djambi import one
"""


def looked_at(folder: Path, **modules: str) -> subprocess.CompletedProcess[str]:
    """What the check says of a package of these modules."""
    package = folder / "djambi"
    package.mkdir()
    (package / "__init__.py").touch()
    for name, text in modules.items():
        (package / f"{name}.py").write_text(text, "utf-8")
    return subprocess.run(
        [sys.executable, ROOT / "tools" / "import_cycles.py"],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_circle_is_named_in_the_order_of_its_imports(tmp_path: Path) -> None:
    found = looked_at(tmp_path, one=ONE, two=TWO, three=THREE)
    assert found.returncode == 1
    names = [line.strip() for line in found.stdout.splitlines()[1:]]
    circle = ["djambi.one", "djambi.two", "djambi.three"]
    assert names[0] == names[-1]
    first = circle.index(names[0])
    assert names[:-1] == circle[first:] + circle[:first]


def test_what_only_goes_down_is_no_circle(tmp_path: Path) -> None:
    found = looked_at(tmp_path, one=ONE, two=TWO, three="")
    assert (found.returncode, found.stdout) == (0, "4 modules, and no circle of imports\n")
