"""What a game shows can be made without a server: a worker in a browser page has none."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


def test_every_view_is_built_without_the_server_and_its_libraries() -> None:
    script = Path(__file__).with_name("build_every_view.py")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert len(found["known"]) > 40
    assert set(found["known"]) <= set(found["built"])
