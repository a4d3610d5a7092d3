"""Write the lock files of requirements/: all that djambi installs, with the files' hashes.

    python tools/lock.py

They hold for every system and Python that djambi supports, and agree with constraints.txt. Install
with `pip install --require-hashes -r requirements/server.txt`, then djambi itself with `--no-deps`.
It needs uv.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "requirements"
OLDEST_PYTHON: Final = "3.11"
EXTRAS: Final = {
    "play": ("play",),
    "server": ("server", "bots", "many", "pictures"),
}
"""The lock files of extras, by name: for a player, and for whoever hosts for others."""


def command(name: str) -> list[str]:
    """Return the command that writes a lock file; run it in ROOT."""
    extras = [f"--extra={extra}" for extra in EXTRAS.get(name, ())]
    source = "pyproject.toml" if extras else f"requirements/{name}.in"
    return [
        sys.executable, "-m", "uv", "pip", "compile", source, *extras, "--quiet", "--universal",
        "--generate-hashes", "--no-annotate", "--no-emit-package=djambi",
        f"--python-version={OLDEST_PYTHON}", "--constraints=constraints.txt",
        "--custom-compile-command=python tools/lock.py",
        f"--output-file=requirements/{name}.txt",
    ]  # fmt: skip


def main() -> int:
    """Write all lock files and return the exit status."""
    names = [*EXTRAS, *(path.stem for path in FOLDER.glob("*.in"))]
    return max(subprocess.run(command(name), cwd=ROOT).returncode for name in names)


if __name__ == "__main__":
    sys.exit(main())
