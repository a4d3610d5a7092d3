"""The browser app's files, as its build left them in `static/`."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from pathlib import Path

from litestar import Response

STATIC_FOLDER = Path(__file__).parents[1] / "static"

# Written out: what Windows' registry says of .js files is not to be relied on.
_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
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
_PACKED = frozenset({".html", ".js", ".css", ".json", ".svg", ".webmanifest", ".txt"})

_MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Djambi</title>
<h1>Djambi</h1><p>The browser app has not been built. In a checkout, run <code>make play</code>.
</p><p lang="fr">L’application web n’est pas construite : lancez <code>make play</code>.</p></html>
"""


@dataclass(frozen=True, slots=True)
class _File:
    changed: int
    body: bytes
    packed: bytes | None
    kind: str


class StaticFiles:
    """Answers GET requests for files of one folder; keeps them in memory, compressed too."""

    def __init__(self, folder: Path = STATIC_FOLDER) -> None:
        self._folder = folder.resolve()
        self._kept: dict[str, _File] = {}

    def _load(self, path: str) -> _File | None:
        target = (self._folder / path).resolve()
        kind = _TYPES.get(target.suffix)
        if kind is None or not target.is_relative_to(self._folder) or not target.is_file():
            return None
        changed = target.stat().st_mtime_ns
        kept = self._kept.get(path)
        if kept is None or kept.changed != changed:
            body = target.read_bytes()
            packed = gzip.compress(body, mtime=0) if target.suffix in _PACKED else None
            kept = self._kept[path] = _File(changed, body, packed, kind)
        return kept

    def answer(self, path: str, accept_encoding: str) -> Response[bytes]:
        """Return the file at `path`; a path without a dot is the app's one page."""
        path = path.strip("/")
        page = "." not in path.rsplit("/", 1)[-1]
        if "\0" in path:
            return _plain(404, b"Not found", "text/plain")
        file = self._load("index.html" if page else path)
        if file is None:
            if page:
                return _plain(503, _MISSING.encode(), _TYPES[".html"])
            return _plain(404, b"Not found", "text/plain")
        for_ever = path.startswith("assets/")
        headers = {
            "cache-control": "public, max-age=31536000, immutable" if for_ever else "no-cache",
            "vary": "accept-encoding",
        }
        body = file.body
        if file.packed is not None and "gzip" in accept_encoding:
            body = file.packed
            headers["content-encoding"] = "gzip"
        return Response(body, headers=headers, media_type=file.kind)


def _plain(status: int, body: bytes, kind: str) -> Response[bytes]:
    headers = {"cache-control": "no-store"}
    return Response(body, status_code=status, headers=headers, media_type=kind)
