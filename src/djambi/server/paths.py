"""Where the server keeps its files."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from djambi.errors import DjambiError


def data_folder() -> Path:
    """The folder of games and settings, made if it is missing.

    It is the user's data folder of this system, or what the environment says as `DJAMBI_DATA`.
    Raises DjambiError if it cannot be made.
    """
    folder = Path(os.environ.get("DJAMBI_DATA") or platformdirs.user_data_dir("djambi", False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DjambiError(f"no folder for the games: {error}") from None
    return folder
