"""Check an installed djambi from outside its source tree: its kernel, its data.

python tools/check_install.py [compiled|interpreted]    requires that kernel
"""

from __future__ import annotations

import importlib
import sys
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
    return 0 if turns > 0 and app.exists() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
