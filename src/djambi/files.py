"""Files that are written completely or not at all, locks for one process, and typed file names."""

from __future__ import annotations

import errno
import os
import secrets
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from ntpath import splitdrive
from pathlib import Path
from typing import IO, Any, Final

from djambi.errors import DjambiError

_LOCKED_BYTE: Final = 1 << 30
"""The offset of the byte locked on Windows, beyond any file: locked bytes cannot be read there."""

_REPLACE_PATIENCE_S: Final = 1.0
_RETRY_INTERVAL_S: Final = 0.02


def lock(file: IO[Any]) -> bool:
    """Lock an open file for this process and return whether that succeeded; never wait.

    The lock is the operating system's and advisory: it ends when the file is closed or the process
    ends, in whatever way, and only keeps out those who ask for it.

    >>> import tempfile
    >>> with tempfile.TemporaryFile() as file:
    ...     lock(file)
    True
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file.fileno(), _LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


WRITER_LOCK: Final = "writer.lock"
"""The file in a folder that `sole_writer` locks. Whoever is killed leaves it behind, unlocked."""


@contextmanager
def sole_writer(place: Path) -> Generator[None]:
    """Keep other processes that ask for it from writing to a folder, or to a file.

    The file is not locked itself: it is replaced, by whoever writes it whole.

    Raises:
        DjambiError: another process is writing there.
        OSError: the lock cannot be made, as where there is no such folder.
    """
    is_folder = place.is_dir()
    lock_file = place / WRITER_LOCK if is_folder else place.with_name(f"{place.name}.lock")
    with sole_use(lock_file) as is_free:
        if not is_free:
            what = "folder" if is_folder else "file"
            raise DjambiError(f"{place}: another process is writing to this {what}")
        yield


@contextmanager
def sole_use(lock_file: Path, patience_s: float = 0.0) -> Generator[bool]:
    """Hold the lock of a file that stands for something else; yield whether nobody else has it.

    The file is made, and in the end removed where the system lets one remove an open file.

    Args:
        lock_file: the file.
        patience_s: seconds to wait for somebody else who has it.

    Raises:
        OSError: it cannot be made.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, sole_use(Path(folder, "lock")) as mine:
    ...     with sole_use(Path(folder, "lock")) as others:
    ...         mine, others
    (True, False)
    """
    end = time.monotonic() + patience_s
    while (held := _held(lock_file)) is None:
        if time.monotonic() >= end:
            yield False
            return
        time.sleep(_RETRY_INTERVAL_S)
    with held:
        try:
            yield True
        finally:
            with suppress(OSError):
                lock_file.unlink()


def _held(lock_file: Path) -> IO[Any] | None:
    """Return a file, open and locked; None if somebody else has it."""
    while True:
        held = lock_file.open("ab")
        if not lock(held):
            held.close()
            return None
        # Windows removes no open file, and on some drives takes it for another than its name.
        if sys.platform == "win32":
            return held
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(held.fileno()), lock_file.stat()):
                return held
        # Whoever had it has just ended, and removed it: nobody else would see this lock.
        held.close()


def is_file(text: str | Path) -> bool:
    """Return whether a text, which may be anything else, is the name of a file.

    >>> is_file(__file__), is_file("x" * 5_000)
    (True, False)
    """
    try:
        return Path(text).is_file()
    except OSError:
        # Too long for a name.
        return False


def typed_path(text: str) -> Path:
    """Return the path that a person typed; as in a shell, ``~`` or ``~name`` is a home folder.

    Quotes around the whole of it, as one types them in a shell, are no part of the name.

    Raises:
        OSError: no file can have that name: it has a NUL, characters that the system's encoding of
            file names lacks, or on Windows a colon that is not a drive's.

    >>> typed_path("~nobody-of-that-name/a").as_posix()
    '~nobody-of-that-name/a'
    >>> typed_path('"my game.djambi"').as_posix()
    'my game.djambi'
    """
    if len(text) > 2 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    try:
        possible = b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        possible = False
    # Windows would write to a stream that nobody sees, of the file before the colon.
    if sys.platform == "win32" and ":" in splitdrive(text)[1]:
        possible = False
    if not possible:
        raise OSError(errno.EINVAL, "no file can have this name here", text)
    path = Path(text)
    try:
        return path.expanduser()
    except RuntimeError:
        # Nobody has that name, so that it is a file's.
        return path


def os_error_text(error: OSError) -> str:
    """Return what the system says is wrong, after the name of the file if there is one.

    >>> os_error_text(FileNotFoundError(2, "No such file or directory", "a.djambi"))
    'a.djambi: No such file or directory'
    >>> os_error_text(OSError("the disk is gone"))
    'the disk is gone'
    """
    name = f"{error.filename}: " if error.filename else ""
    return f"{name}{error.strerror or error}"


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write a file so that readers find the old content or the new, never a part of it.

    Text is written as UTF-8 with LF line ends. A file that exists keeps its permissions. A device
    or a pipe (``/dev/null``) is written to: it cannot be replaced.

    Raises:
        OSError: it cannot be written, with the name as it was given; an existing file is left as it
            was.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(Path(folder, "a"), "x")
    ...     print([each.name for each in Path(folder).iterdir()])
    ['a']
    """
    data = content.encode() if isinstance(content, str) else content
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                file.write(data)
        else:
            # Through a link, what it points to is replaced, not the link.
            _replace(path.resolve(), data)
    except OSError as error:
        # The caller never named the temporary file.
        raise OSError(error.errno, error.strerror, str(path)) from error


def _replace(path: Path, data: bytes) -> None:
    beside = path.with_name(f".{path.name[:40]}.{secrets.token_hex(8)}.part")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        # Windows has one permission alone, and lets nobody replace or remove what is read-only.
        if sys.platform != "win32":
            with suppress(FileNotFoundError):
                beside.chmod(path.stat().st_mode & 0o7777)
        _put_in_place(beside, path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def _put_in_place(beside: Path, path: Path) -> None:
    """Replace a file, on Windows with some patience: nobody can while anybody has it open.

    A scanner of viruses, a service that copies files elsewhere, or another process that is reading
    it is done in a moment.
    """
    end = time.monotonic() + (_REPLACE_PATIENCE_S if sys.platform == "win32" else 0.0)
    while True:
        try:
            beside.replace(path)
            return
        except PermissionError:
            if time.monotonic() >= end:
                raise
        time.sleep(_RETRY_INTERVAL_S)
