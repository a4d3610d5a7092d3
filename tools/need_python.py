"""Report what is missing before an environment is made.

It runs on any Python 3, to report old ones, and so uses nothing new.
"""

import importlib.util
import sys


def missing(version, has_venv):
    """Return what is wrong with this Python as a sentence, or an empty text."""
    if version < (3, 11):
        return (
            "djambi needs Python 3.11 or newer; this is {}.{} ({}).\n"
            "Name another: make PYTHON=/path/to/python3.11 ..."
        ).format(version[0], version[1], sys.executable)
    if not has_venv:
        return (
            "This Python cannot make virtual environments: its 'venv' is missing.\n"
            "On Debian and Ubuntu: apt-get install python3-venv"
        )
    return ""


if __name__ == "__main__":
    _HAS = all(importlib.util.find_spec(name) for name in ("venv", "ensurepip"))
    sys.exit(missing(tuple(sys.version_info[:2]), _HAS) or 0)
