"""A server that is talked to over the network: who I am there, and which tables there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import httpx
import msgspec

from djambi.client.errors import Lost, OnlineError, Refused
from djambi.client.table import Table
from djambi.client.wire import ErrorAnswer, LobbyLists, NewTable, OwnAccount, TableCard, TableList
from djambi.errors import quoted

T = TypeVar("T")

LOOPBACK_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})
"""Names of this computer: no proxy stands before them."""

CSRF_HEADER = {"x-djambi": "1"}
"""Says to the server that this is no form on somebody else's page."""


class Server:
    """A Djambi server, as one person or bot sees it.

    Args:
        url: where it is, `https://djambi.example` or `http://127.0.0.1:4000`.
        token: an API token of one's account; without one, be a guest (`guest`), or, at the server
            of this computer (`djambi`), its owner.
        cookies: of an earlier visit (`cookies`), so that a guest is known again.
        timeout: seconds to wait for an answer.

    Raises OnlineError for what is no address. Every method raises Lost if the server does not
    answer, and Refused if it does not want to.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        cookies: Mapping[str, str] | None = None,
        timeout: float = 30.0,
    ) -> None:
        parts = urlsplit(url if "//" in url else f"https://{url}")
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
            raise OnlineError(f"{quoted(url)} is no server's address, such as https://example.org")
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.timeout = timeout
        self.is_local = parts.hostname in LOOPBACK_HOSTS
        self._token = token
        headers = {"origin": self.origin, **CSRF_HEADER}
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        self._http = httpx.Client(
            base_url=self.origin,
            headers=headers,
            cookies=dict(cookies or {}),
            timeout=timeout,
            trust_env=not self.is_local,
        )

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connections; tables that are open stay open."""
        self._http.close()

    @property
    def cookies(self) -> dict[str, str]:
        """What the server knows me by, if not by a token; whoever has it is me."""
        return dict(self._http.cookies)

    @property
    def headers(self) -> dict[str, str]:
        """What a socket sends along to say who I am."""
        if self._token is not None:
            return {"authorization": f"Bearer {self._token}"}
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"cookie": cookies} if cookies else {}

    def call(self, method: str, path: str, body: object = None, **query: str) -> Any:
        """Call an address of the HTTP API (docs/online/api.md); returns the answer's JSON.

        `path` begins with "/api/"; `body` is what msgspec writes as JSON.
        """
        content = None if body is None else msgspec.json.encode(body)
        headers = {"content-type": "application/json"} if content is not None else {}
        try:
            answer = self._http.request(
                method, path, content=content, headers=headers, params=query or None
            )
        except httpx.HTTPError as error:
            raise Lost(f"{self.origin}: {error or type(error).__name__}") from error
        if answer.is_error:
            raise _refused(answer)
        try:
            return msgspec.json.decode(answer.content) if answer.content else None
        except (msgspec.DecodeError, RecursionError):
            raise OnlineError(f"{self.origin}{path}: no JSON in the answer") from None

    def _read(self, kind: type[T], method: str, path: str, body: object = None) -> T:
        try:
            return msgspec.convert(self.call(method, path, body), kind)
        except msgspec.ValidationError as error:
            raise OnlineError(f"{self.origin}{path}: not understood: {error}") from None

    # --- who I am -------------------------------------------------------------------------------

    def me(self) -> OwnAccount:
        """Who I am there."""
        return self._read(OwnAccount, "GET", "/api/me")

    def guest(self, name: str, language: str = "en") -> OwnAccount:
        """Be a guest of this name from now on."""
        body = {"name": name, "language": language}
        return self._read(OwnAccount, "POST", "/api/me/guest", body)

    # --- tables ---------------------------------------------------------------------------------

    def mine(self) -> tuple[TableCard, ...]:
        """My tables, those where I am to move first."""
        return self._read(TableList, "GET", "/api/mine").tables

    def lobby(self) -> LobbyLists:
        """The tables that wait for players, and those that may be watched."""
        return self._read(LobbyLists, "GET", "/api/lobby")

    def make(
        self,
        variant: str = "square-4",
        *,
        edition: str | None = None,
        options: Mapping[str, str] | None = None,
        seats: Sequence[Mapping[str, object]] = (),
        terms: Mapping[str, object] | None = None,
    ) -> NewTable:
        """Make a table; `seats` and `terms` as in the body of POST /api/tables.

        Returns its game and the key of its link. Without `seats` the first one is mine and the
        others are open.
        """
        body = {
            "variant": variant,
            "edition": edition,
            "options": dict(options or {}),
            "seats": [dict(seat) for seat in seats],
            "terms": dict(terms or {}),
        }
        return self._read(NewTable, "POST", "/api/tables", body)

    def invited(self, link: str) -> Table:
        """Go to the table of a link, or of the key at its end."""
        key = link.rstrip("/").rsplit("/", 1)[-1]
        found = self.call("GET", f"/api/invite/{quote(key, safe='')}")
        return Table(self, str(found["id"]), key)

    def table(self, game: str, key: str = "") -> Table:
        """Go to a table: it is followed from now on, until it is closed.

        `key` is that of its link, for a table that is not for everybody.
        """
        return Table(self, game, key)


def _refused(answer: httpx.Response) -> OnlineError:
    try:
        fault = msgspec.json.decode(answer.content, type=ErrorAnswer)
    except (msgspec.DecodeError, RecursionError):
        return OnlineError(f"{answer.request.url}: answered {answer.status_code}")
    return Refused(fault.code, fault.words)
