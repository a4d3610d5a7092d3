"""Name the files that do not end with a newline: `check_end_of_file.py FILE...`.

Exit status 1 if there is one. Empty files are fine.
"""

from __future__ import annotations

import sys
from pathlib import Path


def ends_with_newline(data: bytes) -> bool:
    r"""Return whether a text file's last line is complete.

    >>> [ends_with_newline(data) for data in (b"", b"a\n", b"a")]
    [True, True, False]
    """
    return not data or data.endswith(b"\n")


def main(names: list[str]) -> int:
    """Check the files and return the exit status."""
    wrong = [name for name in names if not ends_with_newline(Path(name).read_bytes())]
    for name in wrong:
        print(f"{name}: there is no newline at the end", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
