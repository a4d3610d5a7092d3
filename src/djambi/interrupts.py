"""Ctrl-C where it ends no wait, and signals that end a program once it has cleared up."""

from __future__ import annotations

import signal
import threading
from typing import Final

INTERRUPT_INTERVAL_S: Final = 0.2
"""Seconds that one wait of the main thread takes at most: on Windows Ctrl-C ends none of them, and
takes effect between two."""

_ENDING: Final = ("SIGTERM", "SIGHUP")
"""The signals that end a program at once, whatever it has begun."""

_received: Final[list[int]] = []
"""The signals that the program is about to end by."""


def end_in_order() -> None:
    """Let signals that end the program interrupt it from now on, as Ctrl-C does.

    So whatever hides the cursor shows it again, and whatever has started a program ends it. Then
    `end_by_signal` does what the signal asks for.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    for name in _ENDING:
        number = getattr(signal, name, None)
        # `nohup` has one of them ignored.
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _interrupt)


def _interrupt(number: int, _frame: object) -> None:
    # Whoever does not want to wait sends it twice.
    signal.signal(number, signal.SIG_DFL)
    note_signal(number)
    raise KeyboardInterrupt


def note_signal(number: int) -> None:
    """Note a signal that the program is about to end by."""
    _received.append(number)


def end_by_signal() -> None:
    """End the process by the signal that was noted, if any: whoever waits for it is told so."""
    if _received:
        number = _received.pop()
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)
