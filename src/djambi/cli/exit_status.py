"""What a shell is told: known before anything else of the command is imported."""

from typing import Final

INTERRUPTED: Final = 130
"""The exit status after Ctrl-C, as shells have it: 128 and the signal's number."""
