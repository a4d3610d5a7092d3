"""The lines of a text, in pieces of bounded length, and where they cannot be read.

A byte that is not UTF-8 spoils its own line, from there on, and no other: streams are decoded with
Python's ``surrogateescape``, which makes a lone surrogate of such a byte.
"""

from __future__ import annotations

import io
import re
from contextlib import suppress
from typing import Any, Final, Protocol

from djambi.errors import BadRecord
from djambi.notation.records import MAX_LINE_CHARS


class TextStream(Protocol):
    """What gives text line by line, such as a file opened to read text."""

    def readline(self, size: int, /) -> str:
        """Return the next line, its end included, or as many characters of it."""
        ...


class ByteStream(Protocol):
    """What gives bytes, such as a file opened to read bytes."""

    def read(self, size: int, /) -> bytes:
        """Return so many bytes, or fewer at the end."""
        ...


Source = str | bytes | TextStream | ByteStream
"""What records are read from: text, bytes in UTF-8, or a stream of either."""

_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_UTF_16: Final = re.compile("\udcff\udcfe|\udcfe\udcff|[^\0]\0|\0[^\0]")
_LENIENT: Final = "surrogateescape"


class _Borrowed(io.TextIOWrapper):
    """A decoder of a stream of bytes which stays open for its owner."""

    def close(self) -> None:
        """Release the stream."""
        with suppress(ValueError):
            self.detach()


def text_stream(source: Source) -> TextStream:
    """Return a stream of the text of a source; bytes that are not UTF-8 become lone surrogates.

    A stream of text that nothing was read from yet is switched to that way of decoding.

    Raises:
        TypeError: the source is none of these.
    """
    if isinstance(source, str):
        return io.StringIO(source, newline=None)
    stream: Any = io.BytesIO(source) if isinstance(source, bytes) else source
    if not hasattr(stream, "read"):
        kind = type(source).__name__
        raise TypeError(f"source must be text, bytes or an open file, not {kind}")
    _make_lenient(stream)
    text = _is_text(stream) or isinstance(stream.read(0), str)
    return stream if text else _Borrowed(stream, "utf-8", _LENIENT)


def _is_text(stream: object) -> bool:
    return isinstance(stream, io.TextIOBase)


def _make_lenient(stream: object) -> None:
    if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
        with suppress(io.UnsupportedOperation):
            stream.reconfigure(errors=_LENIENT)


class Lines:
    """The lines of a stream, one at a time; a very long one comes in several pieces.

    ``text`` is as much of the present piece as can be read, and ``wrong`` the fault that ends
    it, if one does. ``number`` counts lines from 1, ``offset`` is the number of characters of
    the line before the piece; ``continued`` and ``unfinished`` say whether there is more of the
    line before and after it.
    """

    def __init__(self, stream: TextStream) -> None:
        self.text = ""
        self.number = 0
        self.offset = 0
        self.continued = False
        self.wrong: BadRecord | None = None
        self.ended = False
        self._stream = stream
        self._broken = False
        # The size of the present piece with its end, and what was read beyond it of its line.
        self._size = 0
        self._rest: str | None = None

    @property
    def unfinished(self) -> bool:
        """Return whether the next piece belongs to the same line."""
        return self._rest is not None

    def step(self) -> bool:
        """Go to the next piece; return whether there is one."""
        self.text, self.wrong = "", None
        self.continued = self.unfinished
        self.offset = self.offset + self._size if self.continued else 0
        self.number += not self.continued
        try:
            piece = "" if self._broken else self._read()
        except UnicodeDecodeError:
            # Nobody can tell where the decoder would resume, so nothing more is read.
            self._broken = True
            self.wrong = BadRecord("the text is not UTF-8, from about here on", self.number, 1)
            return True
        self.ended = not piece
        self._size = len(piece)
        first = self.number == 1 and not self.continued
        if first and _UTF_16.match(piece):
            self.wrong = BadRecord("this looks like UTF-16: save it as UTF-8", 1, 1)
            return True
        self.text = piece.rstrip("\r\n").removeprefix("\ufeff" if first else "")
        self._cut()
        return not self.ended

    def is_blank(self) -> bool:
        """Return whether there is nothing but white space here."""
        return self.wrong is None and not self.text.strip()

    def _read(self) -> str:
        """Return the next piece, with its line's end if that is in it."""
        read = self._stream.readline(MAX_LINE_CHARS)
        piece = (self._rest or "") + read
        self._rest = None
        if len(read) >= MAX_LINE_CHARS and not read.endswith(("\n", "\r")):
            # A piece ends after a blank, so that no word is in two of them, if there is one.
            end = max(piece.rfind(" "), piece.rfind("\t")) + 1 or len(piece)
            piece, self._rest = piece[:end], piece[end:]
        return piece

    def _cut(self) -> None:
        """Keep what precedes the first undecodable character, in whole words."""
        found = _SURROGATE.search(self.text)
        if found is None:
            return
        code = ord(found.group())
        what = f"a lone surrogate, U+{code:04X}"
        if 0xDC80 <= code <= 0xDCFF:
            what = f"the byte {code - 0xDC00:02X} is not UTF-8"
        self.wrong = BadRecord(what, self.number, self.offset + found.start() + 1)
        end = max(self.text.rfind(each, 0, found.start()) for each in " \t(){};")
        self.text = self.text[: end + 1]
