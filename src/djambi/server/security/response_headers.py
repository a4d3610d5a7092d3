"""The headers that go out with every answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from litestar.types import Message, Send


def _content_policy(scripts: str) -> str:
    return (
        f"default-src 'none'; {scripts}; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; media-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


PAGE_CONTENT_POLICY: Final = _content_policy(
    "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'"
)
"""Sent with the files of a page build, which computes in workers by WebAssembly. No other site may
frame them: the one screen that is meant for frames is told apart by what stands behind the #, and
no server sees that."""

SECURITY_HEADERS = {
    "content-security-policy": _content_policy("script-src 'self'"),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""Sent with every answer."""

OPENER_POLICY = (b"cross-origin-opener-policy", b"same-origin")
"""Sent to this computer: elsewhere plain HTTP is no secure context, and browsers warn that they
ignore it."""


def with_security_headers(
    send: Send, trusted: bool, more: Sequence[tuple[bytes, bytes]] = ()
) -> Send:
    """Send with our headers, where the answer has not its own.

    `trusted` says whether the browser takes the page for a secure context.
    """
    ours = [*((k.encode(), v.encode()) for k, v in SECURITY_HEADERS.items()), *more]
    if trusted:
        ours.append(OPENER_POLICY)

    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            named = {name.lower() for name, _ in message["headers"]}
            message["headers"] = [
                *message["headers"],
                *((name, value) for name, value in ours if name not in named),
            ]
        await send(message)

    return sender
