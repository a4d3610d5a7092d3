"""Manners: how a bot behaves in talk, by a name that a match gives after ``@``.

``club@silent`` is level `club` and never says anything; ``club:avenger@deviator`` is an avenger
that signs what pays and breaks it as soon as that pays. Without a name a bot negotiates as it does
at a table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from djambi.bots.bot_settings import BotSettings
from djambi.bots.characters import NEUTRAL, Character
from djambi.bots.engine_bot import ENGINE_PREFIX
from djambi.bots.negotiator import Negotiator
from djambi.bots.politics.static_negotiator import StaticNegotiator
from djambi.bots.politics.values import VALUE_SETTINGS
from djambi.errors import DjambiError, quoted, suggestion

UNBREAKABLE: Final = 10.0
"""A loyalty, in shares of the game, that no gain outweighs."""


@dataclass(frozen=True, slots=True)
class Manner:
    """A way to behave in talk.

    Args:
        name: its name.
        talks: whether it proposes and answers at all.
        searches: whether it values pacts by search, or by static evaluation.
        loyalty: what a promise is worth to it, if its character does not say so.
        sanction: how much it sanctions, if its character does not say so.
        goodwill: how well it wishes its partners, if its character does not say so.
    """

    name: str
    talks: bool = True
    searches: bool = True
    loyalty: float | None = None
    sanction: float | None = None
    goodwill: float | None = None

    def negotiator(
        self,
        party: str,
        who: Character | None,
        seed: int | str,
        settings: BotSettings = VALUE_SETTINGS,
    ) -> Negotiator | StaticNegotiator | None:
        """Return who speaks for a party in this manner, None for somebody silent."""
        if not self.talks:
            return None
        shaped = who or NEUTRAL
        if self.loyalty is not None:
            shaped = replace(shaped, loyalty=self.loyalty)
        if self.sanction is not None:
            shaped = replace(shaped, sanction=self.sanction)
        if self.goodwill is not None:
            shaped = replace(shaped, goodwill=self.goodwill)
        if self.searches:
            return Negotiator(party, shaped, seed, settings)
        return StaticNegotiator(party, shaped, seed)


MANNERS: Final = (
    Manner("negotiator"),
    Manner("silent", talks=False),
    Manner("static", searches=False),
    Manner("honest", loyalty=UNBREAKABLE, sanction=0.0),
    Manner("sanctioner", loyalty=UNBREAKABLE, sanction=2.0),
    Manner("deviator", loyalty=0.0, sanction=0.0, goodwill=0.0),
)
"""All manners, the usual one first."""


def split_manner(name: str) -> tuple[str, Manner]:
    """Return a player's name without its manner, and the manner.

    Raises:
        DjambiError: there is no such manner.

    >>> split_manner("club@silent")[1].talks, split_manner("club")[1].name
    (False, 'negotiator')
    >>> split_manner("engine:ssh me@host djambi engine")[0]
    'engine:ssh me@host djambi engine'
    """
    player, at, rest = name.rpartition("@")
    if not at:
        return name, MANNERS[0]
    for manner in MANNERS:
        if manner.name == rest:
            return player, manner
    if name.startswith(ENGINE_PREFIX):
        # A command may have an @ of its own.
        return name, MANNERS[0]
    hint = suggestion(rest, (manner.name for manner in MANNERS))
    raise DjambiError(f"unknown manner {quoted(rest)}; {hint}")
