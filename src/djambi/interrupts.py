"""Ctrl-C, where it ends no wait."""

from __future__ import annotations

from typing import Final

INTERRUPT_INTERVAL_S: Final = 0.2
"""Seconds that one wait of the main thread takes at most: on Windows Ctrl-C ends none of them, and
takes effect between two."""
