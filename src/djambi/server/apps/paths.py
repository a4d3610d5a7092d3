"""Where the server keeps its files."""

from __future__ import annotations

import os
from pathlib import Path

from djambi.errors import DjambiError
from djambi.files import os_error_text


def data_path() -> Path:
    """Return where the folder of games and settings is, or would be.

    It is the user's data folder of this system, or what the environment says as `DJAMBI_DATA`.

    Raises:
        DjambiError: the user has no home folder.
        ModuleNotFoundError: platformdirs, which knows the system's folders, is not installed.
    """
    named = os.environ.get("DJAMBI_DATA")
    if named:
        return Path(named)
    import platformdirs

    try:
        return Path(platformdirs.user_data_dir("djambi", appauthor=False))
    except RuntimeError:
        # An account of a container: without a name, and nothing in HOME.
        raise DjambiError(
            "no folder for the games: you have no home folder; set DJAMBI_DATA to one"
        ) from None


def data_folder() -> Path:
    """Return the folder of games and settings, made (for its owner alone) if it is missing.

    Raises DjambiError if it cannot be made, or the user has no home folder.
    """
    folder = data_path()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise DjambiError(f"no folder for the games: {os_error_text(error)}") from None
    return folder
