"""The guard of an online server: who asks, whether they may, and how often.

It stands around the application: a request is read by nobody before `RequestPolicy` lets it pass,
its sender is known, and the rate limits have counted it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any, Final, cast

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, ReceiveMessage, Scope, Send

from djambi.server.close_codes import FORBIDDEN
from djambi.server.error_codes import STATUS
from djambi.server.errors import RequestRefused
from djambi.server.http_errors import unexpected_error
from djambi.server.rate_limits import address_key
from djambi.server.schemas.requests import MAX_BODY_BYTES, ErrorView
from djambi.server.security.compression import Compressor
from djambi.server.security.current_user import CurrentUser, is_barred
from djambi.server.security.devices import ALL_TOKEN_SCOPES, NO_ACCOUNT_KEY, Device
from djambi.server.security.endpoints import Endpoint, EndpointTable, head_as_get
from djambi.server.security.http_requests import (
    GUARDED_SCOPES,
    SAFE_METHODS,
    client_address,
    cookie_value,
    is_loopback,
    leave_in_scope,
)
from djambi.server.security.request_policy import (
    SOCKETS_PER_ADDRESS,
    RequestPolicy,
    bearer,
    cookie_name,
    known_cookie,
)
from djambi.server.security.response_headers import with_security_headers

LOADING_WORK: Final = 3
"""Pieces of work that it counts to read a game from the store and play it again."""

BODY_BYTES_PER_WORK: Final = 2_048
"""Bytes of a body that count as one more piece of work: some forty moves of a study."""

LASTING_RETRY_S: Final = 60
"""Seconds after which to try again who has as many sockets and streams as they may."""

_MAX_WAIT_S: Final = 10.0
"""Seconds until one looks again whether a message may be received."""

_STRICT: Final = (b"strict-transport-security", b"max-age=31536000")

_log = logging.getLogger("djambi.server")


def _check_scope(scope: Scope, endpoint: Endpoint, device: Device) -> None:
    """Raise RequestRefused("token_scope") for a change that needs the scope to play.

    What is sent to a game is looked at message by message (`socket.py`).
    """
    if scope["type"] == ScopeType.HTTP and scope["method"] not in SAFE_METHODS:
        if not endpoint.is_question:
            device.check("play")


def _counted(scope: Scope, visitor: CurrentUser | None) -> str:
    """Return who is counted: an account, wherever it comes from, or else an address."""
    return address_key(client_address(scope)) if visitor is None else visitor.account.id


def _payer(scope: Scope, visitor: CurrentUser | None) -> str:
    """Return who is charged for work: a registered account, else the address."""
    return _counted(scope, None if visitor is None or visitor.account.guest else visitor)


def cost_of(scope: Scope, endpoint: Endpoint) -> int:
    """Return how often a request is counted as `work`: more for a large body; 0: not at all."""
    if scope["type"] == ScopeType.WEBSOCKET or not endpoint.work or scope["method"] in SAFE_METHODS:
        return endpoint.work
    size = MAX_BODY_BYTES
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            size = min(int(value), MAX_BODY_BYTES)
    return endpoint.work + size // BODY_BYTES_PER_WORK


class PublicGuard:
    """ASGI middleware around an online server's application.

    It leaves `Device` and `CurrentUser` (or None) in `scope["state"]`, as "djambi" and "visitor".
    """

    def __init__(self, app: ASGIApp, policy: RequestPolicy, endpoints: EndpointTable) -> None:
        self.app = app
        self.endpoints = endpoints
        self.policy = policy
        self.compressor = Compressor()
        self._cookie = cookie_name(policy.settings.secure)
        self._known = known_cookie(policy.settings.secure)
        self._lasting: Counter[str] = Counter()
        self._more = (_STRICT,) if policy.settings.secure else ()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it here."""
        if scope["type"] not in GUARDED_SCOPES:
            await self.app(scope, receive, send)
            return
        endpoint, game = self.endpoints.find(scope)
        scope = head_as_get(scope, endpoint)
        is_lasting = scope["type"] == ScopeType.WEBSOCKET or endpoint.is_lasting
        if not is_lasting:
            send = self.policy.requests.sender(send)
        try:
            visitor = None if endpoint.is_probe else await self._come_in(scope)
        except RequestRefused as why:
            await self._refuse(scope, receive, send, why)
            return
        except Exception as error:
            # As the application answers where it fails: it is not asked yet.
            _log.exception("who asks could not be found")
            await self._refuse(scope, receive, send, unexpected_error(error))
            return
        # Barred accounts may watch like anybody, but have no seats until the bar ends.
        playing = visitor is not None and not is_barred(visitor.account)
        payer = _payer(scope, visitor)
        device = Device(
            visitor.account.id if visitor and playing else NO_ACCOUNT_KEY,
            host=False,
            scopes=ALL_TOKEN_SCOPES if visitor is None else visitor.scopes,
            traits=self._traits(scope),
            payer=payer,
        )
        self.policy.neighbours.note(device)
        leave_in_scope(scope, djambi=device, visitor=visitor, payer=payer)
        if scope["type"] == ScopeType.HTTP:
            send = with_security_headers(send, trusted=True, more=self._more)
            if endpoint.is_public:
                send = self.compressor.sender(scope, send)
        try:
            _check_scope(scope, endpoint, device)
            if cost := cost_of(scope, endpoint) + self._cost_of_loading(game, visitor):
                self.policy.limits.take("work", payer, cost)
        except RequestRefused as why:
            await self._refuse(scope, receive, send, why)
            return
        if is_lasting:
            await self._last(scope, receive, send, visitor)
        else:
            await self.app(scope, receive, send)

    async def _last(
        self, scope: Scope, receive: Receive, send: Send, visitor: CurrentUser | None
    ) -> None:
        """Pass a lasting request on, unless whoever asks has too many of them already."""
        who = _counted(scope, visitor)
        each = self.policy.settings.sockets_each * (SOCKETS_PER_ADDRESS if visitor is None else 1)
        if self._lasting[who] >= each:
            await self._refuse(scope, receive, send, RequestRefused("slow_down", n=LASTING_RETRY_S))
            return
        self._lasting[who] += 1
        try:
            await self.app(scope, self._slowed(receive, who), send)
        finally:
            self._lasting[who] -= 1
            if not self._lasting[who]:
                del self._lasting[who]

    def _cost_of_loading(self, game: str, visitor: CurrentUser | None) -> int:
        """Return what a stranger is charged for a game that has to be read from the store."""
        if not game or (visitor is not None and not visitor.account.guest):
            return 0
        return 0 if self.policy.is_loaded(game) else LOADING_WORK

    def _slowed(self, receive: Receive, who: str) -> Receive:
        """Hand on what a socket receives, no faster than is allowed: a flood waits, unread."""
        limits = self.policy.limits

        async def slowed() -> ReceiveMessage:
            message = await receive()
            if message["type"] == "websocket.receive":
                while (wait := limits.wait("message", who)) > 0:
                    await asyncio.sleep(min(wait, _MAX_WAIT_S))
                limits.take("message", who)
            return message

        return slowed

    def _traits(self, scope: Scope) -> tuple[str, ...]:
        """Return what two accounts of one person have in common: the address, the browser.

        The loopback address is no trait: all have it where a proxy is not named in `proxies`.
        """
        address = client_address(scope)
        browser = cookie_value(scope["headers"], self._known)
        traits = [f"address {address_key(address)}"] if address and not is_loopback(address) else []
        return (*traits, f"browser {browser}") if browser else tuple(traits)

    async def _come_in(self, scope: Scope) -> CurrentUser | None:
        """Return who asks; raises RequestRefused for foreign hosts, pages and tokens.

        The app's own files are the same for everybody: they are sent whoever asks, also while the
        database is away.
        """
        token = bearer(scope)
        why = self.policy.refusal(scope, token)
        if why is not None:
            raise RequestRefused(why)
        people = self.policy.people
        if people is None:
            raise RequestRefused("away")
        is_call = scope["path"].startswith("/api/")
        if not is_call and scope["type"] == ScopeType.HTTP:
            return None
        visitor: CurrentUser | None = None
        if token is not None:
            visitor = await people.visitor(token, by_token=True)
            if visitor is None:
                self.policy.limits.take("password", address_key(client_address(scope)))
                raise RequestRefused("bad_token")
        elif secret := cookie_value(scope["headers"], self._cookie):
            visitor = await people.visitor(secret, by_token=False)
        if is_call:
            self.policy.limits.take("call", _counted(scope, visitor))
        return visitor

    async def _refuse(
        self, scope: Scope, receive: Receive, send: Send, why: RequestRefused
    ) -> None:
        kind = "http.response"
        if scope["type"] == ScopeType.WEBSOCKET:
            await receive()
            kind = "websocket.http.response"
            if kind not in (cast("dict[str, Any]", scope).get("extensions") or {}):
                await send({"type": "websocket.close", "code": FORBIDDEN, "reason": why.code})
                return
        body = msgspec.json.encode(ErrorView(why.code, why.words))
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
        ]
        if why.retry is not None:
            headers.append((b"retry-after", str(why.retry).encode()))
        sender = with_security_headers(send, trusted=True, more=self._more)
        status = STATUS.get(why.code, 403)
        answer: Any = {"type": f"{kind}.start", "status": status, "headers": headers}
        await sender(answer)
        answer = {"type": f"{kind}.body", "body": body, "more_body": False}
        await sender(answer)
