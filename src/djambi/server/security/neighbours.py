"""Which accounts came from the same address or browser."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from djambi.server.security.devices import NO_ACCOUNT_KEY, Device

_MAX_TRAITS: Final = 20_000
"""Addresses and browsers whose accounts are remembered; the one seen longest ago goes first."""

_MAX_ACCOUNTS_EACH: Final = 8
"""Accounts remembered of each."""


class Neighbours:
    """Which accounts came from the same address or browser lately, as far as this process knows."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()

    def note(self, device: Device) -> None:
        """Record that the account of a device came from its address and browser."""
        for trait in device.traits if device.key != NO_ACCOUNT_KEY else ():
            accounts = self._seen.setdefault(trait, OrderedDict())
            accounts[device.key] = None
            accounts.move_to_end(device.key)
            self._seen.move_to_end(trait)
            if len(accounts) > _MAX_ACCOUNTS_EACH:
                accounts.popitem(last=False)
        while len(self._seen) > _MAX_TRAITS:
            self._seen.popitem(last=False)

    def of(self, device: Device) -> frozenset[str]:
        """Return the accounts that may be the same person as who comes with a device."""
        beside = (each for trait in device.traits for each in self._seen.get(trait, ()))
        return frozenset({device.key, *beside} - {NO_ACCOUNT_KEY})
