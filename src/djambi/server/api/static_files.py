"""Files for browsers: the app's, as its build left them in `static/`, and those of a page build.

Each is compressed once, and named by its contents (`ETag`), so that a browser that has it already
is told so.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from litestar import Response

from djambi.files import is_file
from djambi.server.security.compression import takes_gzip
from djambi.server.security.endpoints import NO_STORE
from djambi.server.security.response_headers import PAGE_CONTENT_POLICY

STATIC_FOLDER = Path(__file__).parents[1] / "static"

# Written out: what Windows' registry says of .js files is not to be relied on.
_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".bin": "application/octet-stream",
    ".css": "text/css",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".wav": "audio/wav",
    ".txt": "text/plain",
}
_PACKED = frozenset(
    {".html", ".js", ".mjs", ".css", ".json", ".svg", ".wasm", ".webmanifest", ".txt"}
)

_HASHED_FOLDERS: Final = ("assets/", "engine/", "prepared/")
"""Folders of a build whose files have a hash in their address: another content, another address."""

_INDEX: Final = "index.html"

_MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Djambi</title>
<h1>Djambi</h1><p>The browser app has not been built. In a checkout, run <code>make play</code>.
</p><p lang="fr">L’application web n’est pas construite : lancez <code>make play</code>.</p></html>
"""


@dataclass(frozen=True, slots=True)
class _File:
    """A file: its bytes, the same compressed (None: that saves nothing), its type and its name."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str

    def answer(
        self, path: str, accept_encoding: str, known: str, more: Mapping[str, str]
    ) -> Response[bytes]:
        """Return the file, or 304 to a browser that has it (`known`: its If-None-Match)."""
        for_ever = path.startswith(_HASHED_FOLDERS)
        headers = {
            "cache-control": "public, max-age=31536000, immutable" if for_ever else "no-cache",
            "vary": "accept-encoding",
            "etag": self.tag,
            **more,
        }
        if self.tag in known:
            return Response(b"", status_code=304, headers=headers, media_type=self.kind)
        body = self.body
        if self.packed is not None and takes_gzip(accept_encoding):
            body = self.packed
            headers["content-encoding"] = "gzip"
        return Response(body, headers=headers, media_type=self.kind)


def _made(body: bytes, suffix: str) -> _File:
    """Return a file whose name ends so: in one of `_TYPES`."""
    packed = gzip.compress(body, mtime=0) if suffix in _PACKED else None
    tag = f'W/"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    return _File(body, packed, _TYPES[suffix], tag)


class StaticFiles:
    """Answers GET requests for files of one folder; keeps them in memory, compressed too."""

    def __init__(self, folder: Path = STATIC_FOLDER) -> None:
        self._folder = folder.resolve()
        self._kept: dict[Path, tuple[int, _File]] = {}

    def _load(self, path: str) -> _File | None:
        # To Windows these may mean a drive, or another computer, which it tells who is asking.
        if "\\" in path or ":" in path:
            return None
        # By what it leads to: one file has any number of paths (`./`, `no/../`).
        target = (self._folder / path).resolve()
        is_inside = target.is_relative_to(self._folder)
        if target.suffix not in _TYPES or not is_inside or not is_file(target):
            return None
        changed = target.stat().st_mtime_ns
        kept = self._kept.get(target)
        if kept is None or kept[0] != changed:
            file = _made(target.read_bytes(), target.suffix)
            kept = self._kept[target] = (changed, file)
        return kept[1]

    def answer(self, path: str, accept_encoding: str, known: str = "") -> Response[bytes]:
        """Return the file at `path`; a path without a dot is the app's one page."""
        path = path.strip("/")
        page = "." not in path.rsplit("/", 1)[-1]
        if "\0" in path:
            return _plain(404, b"Not found", "text/plain")
        file = self._load(_INDEX if page else path)
        if file is not None:
            return file.answer(path, accept_encoding, known, {})
        if page:
            return _plain(503, _MISSING.encode(), _TYPES[".html"])
        return _plain(404, b"Not found", "text/plain")


class BuiltPage:
    """Answers requests for the files of a page build (`page_build.read_page_build`).

    They are those that the server started with, all compressed then: a build that is replaced
    meanwhile is never mixed with the old one, and no path leads out of it.
    """

    _MORE: Final = {"content-security-policy": PAGE_CONTENT_POLICY}

    def __init__(self, build: Mapping[str, bytes]) -> None:
        self._files = {
            path: _made(body, suffix)
            for path, body in build.items()
            if (suffix := PurePosixPath(path).suffix) in _TYPES
        }

    def answer(self, path: str, accept_encoding: str, known: str = "") -> Response[bytes]:
        """Return the file at a path below the page's own address; "" is the page."""
        file = self._files.get(path or _INDEX)
        if file is None:
            return _plain(404, b"Not found", "text/plain")
        return file.answer(path, accept_encoding, known, self._MORE)


def _plain(status: int, body: bytes, kind: str) -> Response[bytes]:
    return Response(body, status_code=status, headers=NO_STORE, media_type=kind)
