"""Who one was at a server the last time, kept between two starts of a program.

It is a file that only its owner may read: whoever has what is in it is that person there.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from djambi.files import write_whole


def place() -> Path:
    """The file: beside the games of this computer's own server (`DJAMBI_DATA`), or in the user's
    folder."""
    folder = os.environ.get("DJAMBI_DATA")
    base = Path(folder) if folder else Path.home() / ".djambi"
    return base / "servers.json"


def _all() -> dict[str, Any]:
    try:
        found = json.loads(place().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def recall(origin: str) -> dict[str, str]:
    """The cookies of the last visit to a server; none if there are none, or not any more."""
    known = _all().get(origin)
    if not isinstance(known, dict):
        return {}
    return {str(name): str(value) for name, value in cast("dict[str, Any]", known).items()}


def keep(origin: str, cookies: dict[str, str]) -> None:
    """Keep the cookies of a visit; where nothing can be written, the next visit is another's."""
    file = place()
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not file.exists():
            file.touch(mode=0o600)
        write_whole(file, json.dumps({**_all(), origin: cookies}))
