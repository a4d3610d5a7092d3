"""Logs of games as JSON lines, so that a long run can be resumed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def rows(path: Path) -> list[dict[str, Any]]:
    """Return the whole rows of a log, none if there is no file; another program may be at it."""
    if not path.exists():
        return []
    *whole, _ = path.read_text("utf-8").split("\n")
    return [json.loads(line) for line in whole]


def resumable(path: Path) -> list[dict[str, Any]]:
    """Return the whole rows of a log that is to be gone on with, and cut off an incomplete one."""
    if path.exists():
        with path.open("r+b") as file:
            file.truncate(file.read().rfind(b"\n") + 1)
    return rows(path)
