"""Logs of games as JSON lines, so that a long run can be resumed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def rows(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a log, none if there is no file; remove an incomplete last line."""
    if not path.exists():
        return []
    lines = path.read_text("utf-8").split("\n")
    if lines[-1]:
        path.write_text("".join(line + "\n" for line in lines[:-1]), "utf-8")
    return [json.loads(line) for line in lines[:-1]]
