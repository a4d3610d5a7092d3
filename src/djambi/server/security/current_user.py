"""Who asks: the account behind a request or a socket of an online server.

`PublicGuard` has found it already and left it in the scope; beside it stands a `Device` whose key
is the account's id, so that seats know their players.
"""

from __future__ import annotations

from dataclasses import dataclass

from djambi.server.errors import RequestRefused
from djambi.server.rate_limits import address_key
from djambi.server.security.devices import ALL_TOKEN_SCOPES, TokenScope
from djambi.server.security.http_requests import Connection
from djambi.server.storage.people import Account, Kind
from djambi.server.timekeeping import iso, now


@dataclass(frozen=True, slots=True)
class CurrentUser:
    """An account, and how it came.

    `session` is the hash of its session's secret, `kind` the session's kind, and `scopes` what it
    may do besides reading.
    """

    account: Account
    session: str
    kind: Kind
    scopes: frozenset[TokenScope] = ALL_TOKEN_SCOPES


def visitor_of(connection: Connection) -> CurrentUser | None:
    """Return who asks, or None for nobody; None too at a computer's own server."""
    visitor: CurrentUser | None = connection.scope["state"].get("visitor")
    return visitor


def account_or_none(connection: Connection) -> Account | None:
    """Return the account that asks, or None for nobody."""
    visitor = visitor_of(connection)
    return None if visitor is None else visitor.account


def account_of(connection: Connection) -> Account:
    """Return the account that asks; raises RequestRefused("sign_in") for nobody."""
    account = account_or_none(connection)
    if account is None:
        raise RequestRefused("sign_in")
    return account


def player_of(connection: Connection) -> Account:
    """Return the account that asks; raises RequestRefused ("sign_in", "barred")."""
    account = account_of(connection)
    check_barred(account)
    return account


def check_playing(account: Account | None) -> Account:
    """Return an account that was looked up, if it may play and talk now.

    Raises RequestRefused ("sign_in": there is none, or it was erased; "barred").
    """
    if account is None or account.erased:
        raise RequestRefused("sign_in")
    check_barred(account)
    return account


def check_barred(account: Account) -> None:
    """Raise RequestRefused("barred") if an account may not play or talk now."""
    if account.barred is not None and is_barred(account):
        raise RequestRefused("barred", until=iso(account.barred)[:10])


def is_barred(account: Account) -> bool:
    """Return whether an account may not play or talk now."""
    return account.barred is not None and account.barred > now()


def member_of(connection: Connection) -> Account:
    """Return the registered account that asks in person, not by a token.

    Raises RequestRefused ("sign_in", "guests_cannot", "tokens_cannot").
    """
    account = in_person(connection).account
    if account.guest:
        raise RequestRefused("guests_cannot")
    return account


def in_person(connection: Connection) -> CurrentUser:
    """Return who asks from a browser: what concerns the account itself is not for bots' tokens."""
    visitor = visitor_of(connection)
    if visitor is None:
        raise RequestRefused("sign_in")
    if visitor.kind != "web":
        raise RequestRefused("tokens_cannot")
    return visitor


def moderator_of(connection: Connection) -> Account:
    """Return the moderator who asks.

    Raises RequestRefused ("sign_in", "tokens_cannot", "moderators_only").
    """
    account = in_person(connection).account
    if not account.moderator:
        raise RequestRefused("moderators_only")
    return account


def address_of(connection: Connection) -> str:
    """Return what is counted of the address that asks (`rate_limits.address_key`)."""
    client = connection.scope["client"]
    return address_key(client[0] if client else "")
