"""A build of the page that needs no server (`make page`), as a folder that a server hands out.

The list of its service worker (`sw.js`) says what the build wrote, file by file: browsers check by
it what they keep, and a server does before it starts.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from djambi.errors import DjambiError

PAGE_PATH: Final = "/here/"
"""Where an online server has the page: what is played there is played here, at this screen."""

_LIST: Final = "sw.js"
_INDEX: Final = "index.html"
_FILES: Final = re.compile(r"^const FILES = (\[\[.*\]\]);$", re.MULTILINE)
_ALONE: Final = re.compile(r"^const ALONE = true;$", re.MULTILINE)


class _ListedFile(NamedTuple):
    """A file as the build wrote it; `digest` is its SHA-256 in base64, "" where hosts may add."""

    name: str
    size: int
    digest: str


def read_page_build(folder: Path) -> dict[str, bytes]:
    """Return the files of a page build by their paths in it.

    Raises DjambiError for a folder that is none, or whose files are not those of its build.
    """
    if not folder.is_dir():
        raise DjambiError(f"{folder} is not a folder")
    listed = list(_listed(folder))
    files = {path.relative_to(folder).as_posix(): _read(path) for path in _regular_files(folder)}
    for name, size, digest in listed:
        body = files.get(name)
        if body is None:
            raise DjambiError(f"{folder}: {name} is missing: copy the whole build again")
        if len(body) != size or (digest and digest != _digest(body)):
            raise DjambiError(f"{folder}: {name} is not as it was built: copy the build again")
    return files


def _listed(folder: Path) -> Iterator[_ListedFile]:
    """Yield the files that the build's service worker keeps."""
    file = folder / _LIST
    if not file.is_file():
        raise DjambiError(f"{folder} is not a build of make page: it has no {_LIST}")
    text = _read(file).decode("utf-8", "replace")
    found = _FILES.search(text)
    if found is None or _ALONE.search(text) is None:
        raise DjambiError(f"{folder} is not a build of make page: {_LIST} is another one's")
    try:
        rows: list[Any] = json.loads(found[1])
        for name, size, digest in rows:
            # The page itself is listed by its address.
            yield _ListedFile(_INDEX if name == "./" else str(name), int(size), str(digest))
    except (RecursionError, TypeError, ValueError):
        raise DjambiError(f"{folder}: {_LIST} is damaged: copy the build again") from None


def _regular_files(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder; what links lead to is no part of it."""
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise DjambiError(f"{file}: {error.strerror or error}") from None


def _digest(body: bytes) -> str:
    return base64.b64encode(hashlib.sha256(body).digest()).decode()
