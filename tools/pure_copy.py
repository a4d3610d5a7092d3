"""Copy the package without its compiled modules, so that Python runs the kernel's .py files.

python tools/pure_copy.py FOLDER    makes FOLDER/djambi anew
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src" / "djambi"


def copy(folder: Path) -> None:
    """Copy src/djambi to FOLDER/djambi, replacing it, without compiled modules."""
    target = folder / "djambi"
    if target.exists():
        shutil.rmtree(target)
    leave_out = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__", "static")
    shutil.copytree(SOURCE, target, ignore=leave_out)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    copy(Path(sys.argv[1]))
