"""Persist session cookies between runs.

They are kept in a file that only its owner may read: whoever has these cookies is that person at
the server.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, cast

from djambi.files import sole_use, write_whole

_LOCK_PATIENCE_S: Final = 5.0
"""Seconds to wait for another program that is storing its visit, which takes a moment."""


def store_path() -> Path:
    """Return the path of the file: in `DJAMBI_DATA`, where this computer's own server keeps its
    games, or else in the user's folder.

    Raises OSError if the user has no home folder.
    """
    folder = os.environ.get("DJAMBI_DATA")
    try:
        base = Path(folder) if folder else Path.home() / ".djambi"
    except RuntimeError as error:
        raise OSError(str(error)) from None
    return base / "servers.json"


def _stored() -> dict[str, Any] | None:
    """Return what the file contains; None if it is damaged."""
    try:
        found = json.loads(store_path().read_text(encoding="utf-8"))
    except OSError:
        return {}
    except (RecursionError, ValueError):
        return None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else None


def load_cookies(origin: str) -> dict[str, str]:
    """Return the cookies of the last visit to a server; empty if none are stored."""
    known = (_stored() or {}).get(origin)
    if not isinstance(known, dict):
        return {}
    return {str(name): str(value) for name, value in cast("dict[str, Any]", known).items()}


def save_cookies(origin: str, cookies: dict[str, str]) -> None:
    """Store the cookies of a visit; if the file cannot be written, they are forgotten.

    Of several programs that store theirs at once, one does so after the other. A damaged file is
    moved aside: who one is at other servers may still be read in it.
    """
    with suppress(OSError):
        file = store_path()
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with sole_use(file.with_name(f"{file.name}.lock"), _LOCK_PATIENCE_S) as is_mine:
            if is_mine:
                _store(file, origin, cookies)


def _store(file: Path, origin: str, cookies: dict[str, str]) -> None:
    known = _stored()
    if known is None:
        file.replace(file.with_name(f"{file.name}.damaged"))
    if not file.exists():
        file.touch(mode=0o600)
    write_whole(file, json.dumps({**(known or {}), origin: cookies}))
