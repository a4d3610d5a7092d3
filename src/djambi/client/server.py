"""A connection to a server: who I am there, and its tables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar
from urllib.parse import quote

import httpx
import msgspec

from djambi._version import PROTOCOL_NUMBER
from djambi.client.errors import Lost, OnlineError, Refused
from djambi.client.table import Table
from djambi.client.wire import (
    InvitedTable,
    ListedTable,
    LobbyLists,
    OpenedTable,
    OwnAccount,
    ReceivedError,
    Sentence,
    TableList,
)
from djambi.errors import DjambiError, quoted, require
from djambi.texts import LANGUAGES, say
from djambi.urls import url_parts

T = TypeVar("T")

LOOPBACK_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})
"""Names of this computer, which are reached without a proxy."""

OWN_HEADER = {"x-djambi": str(PROTOCOL_NUMBER)}
"""Says which protocol this program speaks; no form on a foreign page can send it."""

# What can stand in a header.
_HEADER_TEXT: Final = re.compile(r"[ -~]*")


class Server:
    """A Djambi server, as one person or bot sees it.

    Args:
        url: its address, `https://djambi.example` or `http://127.0.0.1:4000`.
        token: an API token of an account; without one, become a guest (`guest`) or, at this
            computer's own server (`djambi`), its owner.
        cookies: those of an earlier visit (`cookies`), so that a guest is recognised.
        timeout: seconds to wait for an answer.

    A computer's own server has games, but no accounts, no lobby and no links: `guest`, `mine`,
    `lobby`, `make` and `invited` are for online servers, and Refused by it.

    Raises OnlineError for an invalid address, token or cookie. Every method raises Lost if the
    server does not answer, and Refused if it refuses.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        cookies: Mapping[str, str] | None = None,
        timeout: float = 30.0,
    ) -> None:
        require(url, str, "url", "a server's address")
        given = dict(cookies or {})
        wrong = f"{quoted(url)} is not a server address like https://example.org"
        try:
            parts = url_parts(url if "//" in url else f"https://{url}")
        except DjambiError as error:
            raise OnlineError(f"{wrong}: {error}") from None
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
            raise OnlineError(wrong)
        if not _HEADER_TEXT.fullmatch(token or ""):
            raise OnlineError("the token has characters that no token has")
        if not all(_HEADER_TEXT.fullmatch(f"{name}{value}") for name, value in given.items()):
            raise OnlineError("the cookies have characters that no cookie has")
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.timeout = timeout
        self.is_local = parts.hostname in LOOPBACK_HOSTS
        self._token = token
        headers = {"origin": self.origin, **OWN_HEADER}
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        try:
            self._http = httpx.Client(
                base_url=self.origin,
                headers=headers,
                cookies=given,
                timeout=timeout,
                trust_env=not self.is_local,
            )
        except (httpx.InvalidURL, UnicodeEncodeError) as error:
            raise OnlineError(f"{wrong}: {error}") from None

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the HTTP connections; open tables stay open."""
        self._http.close()

    @property
    def cookies(self) -> dict[str, str]:
        """Return the cookies that identify me if there is no token; keep them secret."""
        return dict(self._http.cookies)

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers with which a socket identifies me."""
        if self._token is not None:
            return {"authorization": f"Bearer {self._token}"}
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"cookie": cookies} if cookies else {}

    def call(self, method: str, path: str, body: object = None, **query: str) -> Any:
        """Call an address of the HTTP API (docs/online/api.md) and return the answer's JSON.

        `path` begins with "/api/"; `body` is anything that msgspec can encode as JSON.
        """
        content = None if body is None else msgspec.json.encode(body)
        headers = {"content-type": "application/json"} if content is not None else {}
        try:
            answer = self._http.request(
                method, path, content=content, headers=headers, params=query or None
            )
        except httpx.HTTPError as error:
            raise Lost(f"{self.origin}: {error or type(error).__name__}") from error
        except httpx.InvalidURL as error:
            raise OnlineError(f"{quoted(path)} is not an address of the server: {error}") from None
        for each in answer.cookies.jar:
            # It takes the place of that of an earlier visit, which was given without a domain.
            with suppress(KeyError):
                self._http.cookies.jar.clear("", "/", each.name)
        if not answer.is_success:
            raise _refused(answer)
        try:
            return msgspec.json.decode(answer.content) if answer.content else None
        except (msgspec.DecodeError, RecursionError):
            raise OnlineError(f"{self.origin}{path}: the answer is not JSON") from None

    def _read(self, kind: type[T], method: str, path: str, body: object = None) -> T:
        try:
            return msgspec.convert(self.call(method, path, body), kind)
        except msgspec.ValidationError as error:
            raise OnlineError(f"{self.origin}{path}: not understood: {error}") from None

    def _read_online(self, kind: type[T], method: str, path: str, body: object = None) -> T:
        """Do as `_read` where only an online server has the address."""
        try:
            return self._read(kind, method, path, body)
        except Refused as refused:
            if refused.code != "no_page" or self.me().online:
                raise
            told = {lang: say("tui.online.own_server", lang) for lang in LANGUAGES}
            raise Refused(refused.code, Sentence(**told)) from None

    # --- who I am -------------------------------------------------------------------------------

    def me(self) -> OwnAccount:
        """Return who I am there."""
        return self._read(OwnAccount, "GET", "/api/me")

    def guest(self, name: str, language: str = "en") -> OwnAccount:
        """Sign in as a guest with this name."""
        body = {"name": name, "language": language}
        return self._read_online(OwnAccount, "POST", "/api/me/guest", body)

    # --- tables ---------------------------------------------------------------------------------

    def mine(self) -> tuple[ListedTable, ...]:
        """Return my tables, those where it is my turn first."""
        return self._read_online(TableList, "GET", "/api/mine").tables

    def lobby(self) -> LobbyLists:
        """Return the tables waiting for players, and the games to watch."""
        return self._read_online(LobbyLists, "GET", "/api/lobby")

    def make(
        self,
        variant: str = "square-4",
        *,
        edition: str | None = None,
        options: Mapping[str, str] | None = None,
        seats: Sequence[Mapping[str, object]] = (),
        terms: Mapping[str, object] | None = None,
    ) -> OpenedTable:
        """Open a table and return its game and the key of its link.

        `seats` and `terms` are those of the body of POST /api/tables. Without `seats`, the first
        seat is mine and the others are open.
        """
        body = {
            "variant": variant,
            "edition": edition,
            "options": dict(options or {}),
            "seats": [dict(seat) for seat in seats],
            "terms": dict(terms or {}),
        }
        return self._read_online(OpenedTable, "POST", "/api/tables", body)

    def invited(self, link: str) -> Table:
        """Go to the table of a link, or of the key at its end."""
        require(link, str, "link")
        key = link.rstrip("/").rsplit("/", 1)[-1]
        found = self._read_online(InvitedTable, "GET", f"/api/invite/{quote(key, safe='')}")
        return Table(self, found.id, key)

    def table(self, game: str, key: str = "") -> Table:
        """Go to a table and follow it until it is closed.

        `key` is the key of its link, for tables that are not open to everybody.
        """
        return Table(self, game, key)


def _refused(answer: httpx.Response) -> OnlineError:
    try:
        fault = msgspec.json.decode(answer.content, type=ReceivedError)
    except (msgspec.DecodeError, RecursionError):
        elsewhere = f", see {answer.headers['location']}" if answer.has_redirect_location else ""
        return OnlineError(f"{answer.request.url}: answered {answer.status_code}{elsewhere}")
    return Refused(fault.code, fault.words)
