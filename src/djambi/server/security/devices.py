"""Who asks: a device or an account as games know it. How a request shows it: `http_requests`."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final, Literal, get_args

from djambi.server.errors import RequestRefused
from djambi.server.identifiers import HOST_KEY
from djambi.views.words import words

NO_ACCOUNT_KEY = "-"
"""The key of who has no account at an online server: no account and no seat has it."""

TokenScope = Literal["play", "talk"]
"""What somebody may do besides reading: all that changes games and tables, or what is said."""

ALL_TOKEN_SCOPES: Final = frozenset[TokenScope](get_args(TokenScope))


@dataclass(frozen=True, slots=True)
class Device:
    """Who asks: `key` is "" for the server's own computer (`host`), else a joined device's.

    `scopes` are what it may do besides reading; a bot's token may have fewer than its account.
    `traits` is what an online server knows a device by beside its account: address and browser;
    `payer` is who is charged there for what costs much: the account or the address.
    """

    key: str
    host: bool
    scopes: frozenset[TokenScope] = ALL_TOKEN_SCOPES
    traits: tuple[str, ...] = ()
    payer: str = ""

    @property
    def talk_key(self) -> str:
        """Return the key under which somebody here speaks and is spoken to; bots have none."""
        return self.key or HOST_KEY

    def check(self, scope: TokenScope) -> None:
        """Raise RequestRefused("token_scope") unless the token allows actions of this kind."""
        if scope not in self.scopes:
            raise RequestRefused("token_scope", scope=words(f"server.scope.{scope}"))


def stored_key(token: str) -> str:
    """Return what is stored of a device's token.

    >>> len(stored_key("secret"))
    32
    """
    return hashlib.sha256(token.encode()).hexdigest()[:32]
