"""The compiled kernel searches as the interpreted one does, to the last bit.

Python rounds every product and every sum, on every machine: so must what the compiler makes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.build.search_trees import search_trees
from tests.paths import ROOT

import pure_copy
from djambi.kernel import COMPILED

LARGE = 1e16


@pytest.mark.skipif(LARGE + 2.9999 != LARGE + 2, reason="this Python rounds sums twice (x87)")
def test_whole_trees_are_the_same_compiled_and_interpreted(tmp_path: Path) -> None:
    assert COMPILED
    pure_copy.copy(tmp_path)
    program = ROOT / "tests" / "build" / "search_trees.py"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    interpreted = subprocess.run(
        [sys.executable, str(program)], env=environment, check=True, capture_output=True, text=True
    )
    assert interpreted.stdout.splitlines() == list(search_trees())
