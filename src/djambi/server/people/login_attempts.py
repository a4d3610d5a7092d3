"""Who may try a password: nobody guesses one, and no stranger's guesses keep its owner out.

Three measures, from near to far. A browser from which an account has signed in before is *known*
by a cookie: its tries for that account are counted by themselves, whatever others do (OWASP calls
it a device cookie). Everybody else is counted by address, and wrong tries by name as well,
wherever they come from. Where too many were wrong for a name, it is not closed: from each network
(/24, of IPv6 /48) a few tries a day are left, so that an owner at a new browser comes in, and a
guesser needs a network of its own for every few guesses. Recovery by e-mail stays open.
"""

from __future__ import annotations

import re
import secrets
from typing import Final

from djambi.server.errors import RequestRefused
from djambi.server.identifiers import digest
from djambi.server.rate_limits import RateLimits
from djambi.server.storage.people import PeopleStore

KNOWN_BROWSER_DAYS: Final = 400
"""Days for which a browser stays known (browsers keep no cookie for longer)."""

_SECRET: Final = re.compile(r"[\w-]{43}")


def network_of(address: str) -> str:
    """Return the network of what is counted for an address (`rate_limits.address_key`).

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2"), network_of("unknown")
    ('192.0.2', '2001:db8:1', 'unknown')
    """
    separator = ":" if ":" in address else "."
    parts = address.split(separator)
    return separator.join(parts[:3]) if len(parts) == 4 else address


class LoginAttempts:
    """Counts tries of passwords; `browser` is the secret in a browser's cookie, "" without one."""

    def __init__(self, limits: RateLimits, store: PeopleStore) -> None:
        self._limits = limits
        self._store = store

    async def count_try(self, name: str, account: str | None, address: str, browser: str) -> bool:
        """Count a try of the password of a (folded) name, whose account is `account`, if any.

        Returns whether the browser is known. Raises RequestRefused ("slow_down", "guarded") for one
        try too many.
        """
        if account is not None and await self.is_known(account, browser):
            self._limits.take("known", f"{digest(browser)} {account}")
            return True
        self._limits.take("sign_in", address)
        self._limits.take("password", f"{address} {name}")
        if self._limits.wait("guess", name) > 0:
            try:
                self._limits.take("guarded", f"{network_of(address)} {name}")
            except RequestRefused as why:
                raise RequestRefused("guarded", n=why.retry) from None
        return False

    def was_wrong(self, name: str, known: bool) -> None:
        """Count a wrong try."""
        if not known and self._limits.wait("guess", name) == 0:
            self._limits.take("guess", name)

    async def is_known(self, account: str, browser: str) -> bool:
        """Return whether the account has signed in from this browser."""
        if _SECRET.fullmatch(browser) is None:
            return False
        return await self._store.knows(digest(browser), account)

    async def know(self, account: str, browser: str) -> str:
        """Remember the browser from which an account signs in; return the value of its cookie."""
        if _SECRET.fullmatch(browser) is None:
            browser = secrets.token_urlsafe(32)
        await self._store.know(digest(browser), account)
        return browser
