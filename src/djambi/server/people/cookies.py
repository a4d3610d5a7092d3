"""The cookies of an online server: a session's, and the one by which a browser is known."""

from __future__ import annotations

from typing import Literal

from litestar.datastructures import Cookie

from djambi.server.people.login_attempts import KNOWN_BROWSER_DAYS
from djambi.server.people.service import SESSION_MS
from djambi.server.security.request_policy import cookie_name, known_cookie
from djambi.server.timekeeping import DAY_MS


def session_cookie(secure: bool, secret: str) -> Cookie:
    """Return the cookie of a session that begins or goes on now; with "" it ends.

    >>> session_cookie(True, "abc").key, session_cookie(True, "").max_age
    ('__Host-djambi', 0)
    """
    age = SESSION_MS // 1000 if secret else 0
    return _cookie(cookie_name(secure), secret, secure, "lax", age)


def known_browser_cookie(secure: bool, secret: str) -> Cookie:
    """Return the cookie by which a browser is known from now on.

    >>> known_browser_cookie(False, "abc").samesite
    'strict'
    """
    age = KNOWN_BROWSER_DAYS * DAY_MS // 1000
    return _cookie(known_cookie(secure), secret, secure, "strict", age)


def _cookie(
    name: str, secret: str, secure: bool, samesite: Literal["lax", "strict"], max_age: int
) -> Cookie:
    return Cookie(
        name,
        value=secret,
        httponly=True,
        secure=secure,
        samesite=samesite,
        max_age=max_age,
        path="/",
    )
