"""A program that is spoken to in lines, through pipes, and trusted with nothing.

It may crash, hang, write without end, or not read: every wait has a deadline, what is kept of its
output is bounded, and it is killed together with all processes of its group.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue, SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Final

from djambi.bots.base import PlayerFault
from djambi.errors import quoted

if TYPE_CHECKING:
    from io import BufferedReader, BufferedWriter

MAX_LINE_BYTES: Final = 65_536
"""The longest line that a program may write; a longer one is a fault."""

MAX_UNREAD_LINES: Final = 1_000
"""Lines that are kept until they are asked for; a program that writes more has to wait."""

MAX_COMPLAINT_BYTES: Final = 2_000
"""What is kept of the end of a program's standard error, for the report of a crash."""

EXIT_TIMEOUT_S: Final = 5.0
"""Seconds for a program that has closed its output, or was killed, to be gone."""

_POLL_INTERVAL_S: Final = 0.2
"""Seconds after which a reader whose lines nobody takes looks whether the program was closed."""

_running: Final[set[PlayerProcess]] = set()
_running_lock: Final = Lock()


class PlayerProcess:
    """A running program, the leader of a process group of its own.

    Its environment is this process's without the variables that redirect a Python interpreter:
    another version of this package must not import this one.

    >>> echo = PlayerProcess([sys.executable, "-c", "print(input())"])
    >>> echo.write("hello")
    >>> echo.read(time.monotonic() + 60)
    'hello'
    >>> echo.kill()
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Start a program.

        Raises:
            PlayerFault: it cannot be started.
        """
        if not command:
            raise PlayerFault("cannot be started: the command is empty")
        try:
            self._process = subprocess.Popen(  # noqa: S603 - whoever starts the match names it
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=_environment(os.environ),
                start_new_session=True,
            )
        except OSError as error:
            raise PlayerFault(f"cannot be started: {error.strerror or error}") from None
        except ValueError as error:
            # The command contains a null character.
            raise PlayerFault(f"cannot be started: {error}") from None
        self._unread: Queue[bytes] = Queue(MAX_UNREAD_LINES)
        self._unsent: SimpleQueue[bytes | None] = SimpleQueue()
        self._complaint = b""
        self._killed = False
        with _running_lock:
            _running.add(self)
        stdin, stdout = self._process.stdin, self._process.stdout
        self._noting = Thread(
            target=self._note_complaints, args=(self._process.stderr,), daemon=True
        )
        for thread in (
            Thread(target=self._pass_on_output, args=(stdout,), daemon=True),
            Thread(target=self._pass_on_input, args=(stdin,), daemon=True),
            self._noting,
        ):
            thread.start()

    def write(self, line: str) -> None:
        """Send a line; never wait, even if the program does not read."""
        self._unsent.put(line.encode() + b"\n")

    def read(self, deadline_s: float | None) -> str:
        """Return the next line, without its end, waiting until `deadline_s` of `time.monotonic`.

        Without a deadline, wait as long as the program runs.

        Raises:
            PlayerFault: there was none in time, the program has ended or was killed, or the line is
                too long.
        """
        if self._killed:
            raise PlayerFault("has been ended")
        timeout_s = None if deadline_s is None else max(0.0, deadline_s - time.monotonic())
        try:
            line = self._unread.get(timeout=timeout_s)
        except Empty:
            raise PlayerFault("hangs: no answer in time") from None
        if self._killed:
            raise PlayerFault("has been ended")
        if not line:
            raise PlayerFault(self._epitaph())
        if len(line) >= MAX_LINE_BYTES:
            raise PlayerFault(f"writes a line of more than {MAX_LINE_BYTES:,} bytes")
        return line.decode("utf-8", "replace").rstrip("\r\n")

    def kill(self) -> None:
        """Kill the program with its children, at once; once is enough."""
        if self._killed:
            return
        self._killed = True
        with _running_lock:
            _running.discard(self)
        _kill_group(self._process)
        self._unsent.put(None)
        # Whoever waits for a line on another thread is to know; where there are lines, nobody does.
        with suppress(Full):
            self._unread.put_nowait(b"")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT_TIMEOUT_S)

    # -- threads --------------------------------------------------------------------------------

    def _pass_on_output(self, pipe: BufferedReader) -> None:
        with pipe as stream:
            while True:
                line = stream.readline(MAX_LINE_BYTES)
                while not self._killed:
                    with suppress(Full):
                        self._unread.put(line, timeout=_POLL_INTERVAL_S)
                        break
                if self._killed or not line:
                    return

    def _pass_on_input(self, pipe: BufferedWriter) -> None:
        # Whoever reads learns of a broken pipe by the end of the output.
        with suppress(OSError), pipe as stream:
            while (line := self._unsent.get()) is not None:
                stream.write(line)
                stream.flush()

    def _note_complaints(self, pipe: BufferedReader) -> None:
        with pipe as stream:
            while chunk := stream.read1(MAX_COMPLAINT_BYTES):
                self._complaint = (self._complaint + chunk)[-MAX_COMPLAINT_BYTES:]

    def _epitaph(self) -> str:
        """Return how the program ended, and the last line of its standard error."""
        try:
            status = self._process.wait(EXIT_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            return "has closed its output"
        # What it complained of last may still be in the pipe.
        self._noting.join(EXIT_TIMEOUT_S)
        how = f"exit status {status}"
        if status < 0:
            with suppress(ValueError):
                how = signal.Signals(-status).name
        lines = self._complaint.decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"has ended ({how})" + (f": {quoted(last)}" if last else "")


def kill_players() -> None:
    """Kill every program that this process has started and not killed yet."""
    with _running_lock:
        left = list(_running)
    for each in left:
        each.kill()


def _environment(own: Mapping[str, str]) -> dict[str, str]:
    return {
        name: value
        for name, value in own.items()
        if name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    }


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        taskkill = Path(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32", "taskkill.exe")
        with suppress(OSError):
            subprocess.run(  # noqa: S603 - a program of the system's
                [taskkill, "/T", "/F", "/PID", str(process.pid)],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,
            )
        # Where that program is missing or forbidden, at least this one is ended.
        with suppress(OSError):
            process.kill()
    else:
        # Its children may live on where it has ended itself; the group then still has its number.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
