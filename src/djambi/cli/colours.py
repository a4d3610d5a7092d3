"""Whether colours may be written, as every command asks before it writes some."""

from __future__ import annotations

import os
import sys


def may_colour() -> bool:
    """Return whether standard output is a terminal with colours whose user wants them.

    NO_COLOR (https://no-color.org) and TERM=dumb say that there are to be none.
    """
    unwanted = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not unwanted and sys.stdout.isatty()
