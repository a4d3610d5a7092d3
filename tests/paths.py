"""Where the files lie that tests of several rooms read."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
SAMPLE: Final = ROOT / "tests" / "conformance" / "sample"
"""The conformance sample: positions with their legal turns (its README.md)."""
