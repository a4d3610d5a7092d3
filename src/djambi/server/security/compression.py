"""Smaller answers: gzip for the large ones that hold no secret, and 304 for those known already.

What is compressed together with a secret tells something of it by its length, so only endpoints
that declare themselves public are compressed: boards, lessons, the lobby, studies. Answers that
many ask for are compressed once.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from litestar.enums import ScopeType
from litestar.types import (
    HTTPResponseBodyEvent,
    HTTPResponseStartEvent,
    Message,
    Scope,
    Send,
)

MIN_COMPRESSED_BYTES: Final = 1_000
"""Bytes; smaller answers are sent as they are."""

KEPT_ANSWERS: Final = 64
"""Answers that are kept."""

_THREADED_BYTES: Final = 32_768
"""Bytes from which on another thread compresses: the event loop is not held up by it."""

_TEXT: Final = (b"application/json", b"text/", b"image/svg+xml")


@dataclass(slots=True)
class _CompressedAnswer:
    """An answer's ETag, and the answer compressed (b"": not yet)."""

    tag: bytes
    packed: bytes = b""


class Compressor:
    """Compresses the answers of one process. It counts how often it did (`compressed`)."""

    def __init__(self) -> None:
        self.compressed = 0
        # Answers and their names, so far as many ask for the same: compressed when first wanted.
        self._kept: OrderedDict[bytes, _CompressedAnswer] = OrderedDict()
        self._pool = ThreadPoolExecutor(1, "compression")

    def sender(self, scope: Scope, send: Send) -> Send:
        """Return how to answer an HTTP request for something public: as `send` does, or smaller."""
        asked = {name: value for name, value in scope["headers"] if name in _ASKED}
        packs = takes_gzip(asked.get(b"accept-encoding", b"").decode("latin-1"))
        is_get = scope["type"] == ScopeType.HTTP and scope["method"] == "GET"
        held: list[HTTPResponseStartEvent] = []

        async def sender(message: Message) -> None:
            if message["type"] == "http.response.start" and _is_text(message):
                held.append(message)
                return
            if message["type"] == "http.response.body" and held:
                start = held.pop()
                if not message["more_body"] and len(message["body"]) >= MIN_COMPRESSED_BYTES:
                    known = asked.get(b"if-none-match", b"") if is_get else b""
                    await self._pack(start, message, packs, is_get, known)
                await send(start)
            await send(message)

        return sender

    async def _pack(
        self,
        start: HTTPResponseStartEvent,
        body: HTTPResponseBodyEvent,
        packs: bool,
        is_get: bool,
        known: bytes,
    ) -> None:
        """Change an answer in place: compressed, or 304 if the reader has it already (`known`)."""
        whole: bytes = body["body"]
        headers = [h for h in start["headers"] if h[0].lower() != b"content-length"]
        headers.append((b"vary", b"accept-encoding"))
        kept = self._keep(whole) if is_get else _CompressedAnswer(b"")
        if is_get:
            headers.append((b"etag", kept.tag))
        if is_get and kept.tag in known:
            start["status"] = 304
            body["body"] = b""
        else:
            if packs:
                kept.packed = kept.packed or await self._gzip(whole)
                body["body"] = kept.packed
                headers.append((b"content-encoding", b"gzip"))
            headers.append((b"content-length", b"%d" % len(body["body"])))
        start["headers"] = headers

    def _keep(self, whole: bytes) -> _CompressedAnswer:
        # Bytes remember their hash: of an answer that is kept elsewhere too it is found at once.
        kept = self._kept.get(whole)
        if kept is None:
            tag = hashlib.blake2b(whole, digest_size=12).hexdigest()
            kept = self._kept[whole] = _CompressedAnswer(b'W/"%b"' % tag.encode())
            if len(self._kept) > KEPT_ANSWERS:
                self._kept.popitem(last=False)
        self._kept.move_to_end(whole)
        return kept

    async def _gzip(self, whole: bytes) -> bytes:
        self.compressed += 1
        if len(whole) < _THREADED_BYTES:
            return _gzip(whole)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, _gzip, whole)


_ASKED: Final = frozenset({b"accept-encoding", b"if-none-match"})


def takes_gzip(accepted: str) -> bool:
    """Return whether whoever sends this header Accept-Encoding takes gzip.

    >>> [takes_gzip(each) for each in ("br, GZIP;q=0.5", "*", "gzip;q=0", "gzip; q=0.0, *", "br")]
    [True, True, False, False, False]
    """
    taken: dict[str, bool] = {}
    for coding in accepted.lower().split(","):
        name, _, weight = coding.partition(";")
        taken[name.strip()] = not weight or weight.strip(" q=0.") != ""
    return taken.get("gzip", taken.get("*", False))


def _gzip(whole: bytes) -> bytes:
    return gzip.compress(whole, 5, mtime=0)


def _is_text(start: HTTPResponseStartEvent) -> bool:
    """Return whether an answer succeeded, is compressible, and not compressed already."""
    if start["status"] != 200:
        return False
    headers = {name.lower(): value for name, value in start["headers"]}
    kind = headers.get(b"content-type", b"")
    return kind.startswith(_TEXT) and b"content-encoding" not in headers
