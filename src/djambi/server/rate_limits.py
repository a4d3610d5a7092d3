"""How often somebody may do something: one table of actions, counted by account or address.

A bucket holds so many tries and fills up again evenly. Buckets live in the memory of a process,
which decides at once. Several processes tell each other by Redis what was taken
(`cluster/shared_rate_limits.py`), and one that starts anew learns it there; without Redis a
restart forgets. What must not be lost is in the store.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from ipaddress import IPv6Address, ip_address
from typing import Final, NamedTuple

from djambi.errors import DjambiError
from djambi.server.errors import RequestRefused

ACTIONS: Final[Mapping[str, tuple[int, int]]] = {
    # What everybody does, by account or address.
    "call": (1200, 60),
    # Signing in and the like, by address; `password` by address and name (or by account), and
    # `guess` by name: wrong ones only. `known` is by browser and account, where it has signed in
    # before, and `guarded` by network and name, once `guess` is used up (people/login_attempts.py).
    "guest": (60, 3600),
    "register": (30, 3600),
    "sign_in": (60, 600),
    "password": (10, 600),
    "guess": (50, 3600),
    "known": (20, 600),
    "guarded": (3, 86400),
    "recover": (5, 3600),
    # E-mails to an address that nobody has confirmed, by that address (hosts know it as `letter`).
    "letter": (3, 3600),
    # What an account does.
    "rename": (5, 3600),
    "token": (10, 3600),
    "email": (5, 3600),
    "block": (60, 3600),
    "report": (10, 86400),
    # At tables, by account.
    "table": (30, 3600),
    "message": (300, 30),
    "change": (120, 30),
    "vote": (6, 120),
    "talk": (20, 30),
    "emote": (10, 30),
    "propose": (20, 60),
    # Elsewhere, by account or address; `work` is asked of the analysis board and the like.
    "work": (300, 60),
    "private": (60, 60),
    "holiday": (10, 3600),
    "search": (60, 60),
}
"""For each action how many times in how many seconds. Settings may say otherwise (`limits`)."""

PER_PROCESS_ACTIONS: Final = frozenset({"message"})
"""What each process counts for itself: how fast it reads a socket, which is open at no other."""

_MAX_BUCKETS: Final = 10_000
"""Buckets kept of an action; the one that was used longest ago is forgotten first.

Each action has its own, so that nobody is forgotten who guesses passwords because many others call.
"""

_MAX_UNTOLD: Final = 10_000
"""Buckets of which the other processes have not been told yet, at most."""


class TakenTokens(NamedTuple):
    """How much was taken of a bucket: in seconds until it has filled up again, of `window`."""

    action: str
    who: str
    seconds: float
    window: int


class RateLimits:
    """The buckets of one process.

    `changed` are limits that replace those of the table. Raises DjambiError for an unknown action
    or a non-positive limit.

    >>> limits = RateLimits({"talk": (1, 60)})
    >>> limits.take("talk", "somebody")
    >>> limits.take("talk", "somebody")
    Traceback (most recent call last):
    djambi.server.errors.RequestRefused: slow_down: Not so fast! Try again in 60 seconds.
    """

    def __init__(
        self,
        changed: Mapping[str, tuple[int, int]] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        changed = changed or {}
        for action, (times, seconds) in changed.items():
            if action not in ACTIONS:
                raise DjambiError(f"limits.{action}: no such action; known are {_known()}")
            if times < 1 or seconds < 1:
                raise DjambiError(f"limits.{action}: both figures must be at least 1")
        self._actions = {**ACTIONS, **changed}
        self._clock = clock
        # The time at which each bucket will be full again.
        self._full: dict[str, OrderedDict[str, float]] = {name: OrderedDict() for name in ACTIONS}
        self._untold: dict[tuple[str, str], float] = {}
        self._sharing = False

    def share(self, sharing: bool) -> None:
        """Keep what is taken from now on for `untold`, or stop keeping it."""
        self._sharing = sharing

    def take(self, action: str, who: str, tries: float = 1) -> None:
        """Count one more, or `tries`; raises RequestRefused("slow_down") if that is too many.

        `who` is an account's id, an address (`address_key`) or whatever else is counted. More than
        a bucket holds takes all of it.
        """
        times, seconds = self._actions[action]
        self.check(action, who, tries)
        taken = min(tries, times) * seconds / times
        self._fill(action, who, self._left(action, who) + taken)
        if self._sharing and action not in PER_PROCESS_ACTIONS:
            key = (action, who)
            if key in self._untold or len(self._untold) < _MAX_UNTOLD:
                self._untold[key] = self._untold.get(key, 0.0) + taken

    def _left(self, action: str, who: str) -> float:
        """Return the seconds until a bucket is full again."""
        at = self._clock()
        return max(0.0, self._full[action].get(who, at) - at)

    def _fill(self, action: str, who: str, left: float) -> None:
        buckets = self._full[action]
        buckets[who] = self._clock() + left
        buckets.move_to_end(who)
        while len(buckets) > _MAX_BUCKETS:
            buckets.popitem(last=False)

    def check(self, action: str, who: str, tries: float = 1) -> None:
        """Raise RequestRefused("slow_down") if so many more would be too many; counts nothing."""
        wait = self.wait(action, who, tries)
        if wait > 0:
            raise RequestRefused("slow_down", n=math.ceil(wait))

    def wait(self, action: str, who: str, tries: float = 1) -> float:
        """Return the seconds until so many more would be taken; 0 if they would now."""
        times, seconds = self._actions[action]
        tries = min(tries, times)
        # A hair's breadth for rounding: so many at once are always so many.
        return max(0.0, self._left(action, who) + tries * seconds / times - seconds - 1e-6)

    # --- with other processes -------------------------------------------------------------------

    def untold(self) -> list[TakenTokens]:
        """Return what was taken since this was asked last."""
        untold, self._untold = self._untold, {}
        return [
            TakenTokens(action, who, seconds, self._actions[action][1])
            for (action, who), seconds in untold.items()
        ]

    def learn(self, action: str, who: str, left: float) -> None:
        """Take over what all processes took: a bucket is full again in `left` seconds.

        What was taken here meanwhile comes on top; what is known here already is not forgotten.
        """
        together = left + self._untold.get((action, who), 0.0)
        if together > self._left(action, who):
            self._fill(action, who, together)


def _known() -> str:
    return ", ".join(sorted(ACTIONS))


def address_key(address: str) -> str:
    """Return what is counted for an address: of IPv6 the household's network (first 64 bits).

    >>> [address_key(each) for each in ("192.0.2.7", "2001:db8:1:2:3:4:5:6", "::ffff:192.0.2.7")]
    ['192.0.2.7', '2001:db8:1:2', '192.0.2.7']
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return ":".join(part.lstrip("0") or "0" for part in parsed.exploded.split(":")[:4])
