"""Check an installed djambi from outside its source tree: its kernel, its data, a game.

python tools/check_install.py [compiled|interpreted]    requires that kernel
"""

from __future__ import annotations

import importlib
import subprocess
import sys
import tempfile
from pathlib import Path


def main(arguments: list[str]) -> int:
    """Return 0 if the installed package works and has the requested kernel."""
    djambi = importlib.import_module("djambi")
    kernel = importlib.import_module("djambi.kernel")
    kind = "compiled" if kernel.COMPILED else "interpreted"
    turns = djambi.Position.start().legal_turns().count()
    app = Path(str(djambi.__file__)).parent / "server" / "static" / "index.html"
    print(f"djambi {djambi.__version__}, kernel {kind}, {turns} first turns, app {app.exists()}")
    told = importlib.import_module("djambi.cli.doctor.machine").kernel(
        Path(str(kernel.__file__)).parent
    )
    if told != kind:
        print(f"djambi doctor says that the kernel is {told}", file=sys.stderr)
        return 1
    if arguments and arguments[0] != kind:
        print(f"the kernel should be {arguments[0]}", file=sys.stderr)
        return 1
    return 0 if turns > 0 and app.exists() and plays() else 1


def plays() -> bool:
    """Return whether the installed command, in an empty folder, plays a game to its end."""
    match = ["match", "greedy", "random", "--variant", "hex-3", "--games", "1", "--jobs", "1"]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([sys.executable, "-m", "djambi", *match], cwd=folder)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
