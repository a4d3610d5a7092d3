"""Where the server keeps its files."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from djambi.errors import DjambiError


def data_path() -> Path:
    """Return where the folder of games and settings is, or would be.

    It is the user's data folder of this system, or what the environment says as `DJAMBI_DATA`.
    """
    return Path(os.environ.get("DJAMBI_DATA") or platformdirs.user_data_dir("djambi", False))


def data_folder() -> Path:
    """Return the folder of games and settings, made (for its owner alone) if it is missing.

    Raises DjambiError if it cannot be made.
    """
    folder = data_path()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise DjambiError(f"no folder for the games: {error}") from None
    return folder
