"""Requests as a page asks them of its worker: an address, a query and a body, all text.

What is wrong with one is told in the same way as the HTTP servers tell it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from djambi.errors import DjambiError

B = TypeVar("B")

_FIELD: Final = re.compile(r"`\$\.(.+)`$")


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request: the parts of its path, its query, and its body ("": none)."""

    method: str
    parts: tuple[str, ...]
    query: dict[str, str]
    body: str


def page_request(method: str, address: str, body: str) -> PageRequest:
    """Return a request for an address with its query, as `fetch` has it.

    >>> asked = page_request("get", "/api/boards/hex-3?a=b%20c", "")
    >>> asked.method, asked.parts, asked.query
    ('GET', ('api', 'boards', 'hex-3'), {'a': 'b c'})
    """
    url = urlsplit(address)
    parts = tuple(unquote(part) for part in url.path.split("/") if part)
    query = dict(parse_qsl(url.query, keep_blank_values=True))
    return PageRequest(method.upper(), parts, query, body)


def decoded_body(body: str, kind: type[B]) -> B:
    """Return the body of a request; raises DjambiError naming the field that does not fit."""
    try:
        data = msgspec.json.decode(body.encode())
    except RecursionError:
        raise DjambiError("the JSON is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise DjambiError(f"the body is not JSON: {error}") from None
    return converted(data, kind, "body")


def converted(value: object, kind: type[B], name: str) -> B:
    """Return a value that was sent, as this type; raises DjambiError naming the field.

    >>> converted("3", int, "n")
    3
    """
    try:
        return msgspec.convert(value, kind, strict=False, str_keys=True)
    except msgspec.ValidationError as error:
        field = _FIELD.search(str(error))
        what = str(error).split(" - ", maxsplit=1)[0]
        raise DjambiError(f"{what} ({field.group(1) if field else name})") from None
