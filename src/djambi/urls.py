"""Split addresses that people wrote: in settings, on the command line, in programs."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import SplitResult, urlsplit

from djambi.errors import DjambiError

# Letters of any language, for they may stand in names of hosts, and what IPv6 needs.
_HOST: Final = re.compile(r"[\w.:%-]+")


def url_parts(url: str) -> SplitResult:
    """Split a URL whose host and port can be used: both can be read from what it returns.

    Raises DjambiError for any other, where the standard library's ValueErrors come only when the
    port is read, or from whoever connects. The message does not quote the URL: it may hold a
    password.

    >>> url_parts("https://djambi.example:8000/games").port
    8000
    >>> url_parts("https://djambi.example:99999")
    Traceback (most recent call last):
        ...
    djambi.errors.DjambiError: the port is not a number from 0 to 65535
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        raise DjambiError("the host cannot be read") from None
    try:
        _ = parts.port
    except ValueError:
        raise DjambiError("the port is not a number from 0 to 65535") from None
    if parts.hostname and not _HOST.fullmatch(parts.hostname):
        raise DjambiError("the host has characters that no host has")
    return parts
