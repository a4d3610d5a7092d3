"""The eight playing levels, as a table that is easy to retune.

Each level should win 60 to 75 % against the level below, two against two; `docs/strength.md` has
the measurements and the command that makes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from djambi.bots.bot_settings import FULL_PARANOIA, BotSettings
from djambi.errors import DjambiError, quoted
from djambi.forwarding import renamed


@dataclass(frozen=True, slots=True)
class Level:
    """A playing level; the texts ``bot.<name>`` and ``bot.<name>.about`` introduce it to people."""

    name: str
    settings: BotSettings


LEVELS: Final = (
    Level(
        "novice",
        BotSettings(nodes=200, depth=1, noise=0.155, oversight_rate=0.63, places=1, root_places=2),
    ),
    Level(
        "learner",
        BotSettings(nodes=320, depth=1, noise=0.107, oversight_rate=0.45, places=1, root_places=2),
    ),
    Level(
        "casual",
        BotSettings(nodes=520, depth=2, noise=0.104, oversight_rate=0.43, places=1, root_places=4),
    ),
    Level(
        "regular",
        BotSettings(nodes=950, depth=2, noise=0.057, oversight_rate=0.26, places=1, root_places=4),
    ),
    Level(
        "club",
        BotSettings(nodes=1_400, depth=3, noise=0.047, oversight_rate=0.2, places=2, root_places=4),
    ),
    Level("expert", BotSettings(nodes=2_200, noise=0.027, oversight_rate=0.117, places=2)),
    Level("master", BotSettings(nodes=3_700, paranoia=FULL_PARANOIA)),
    Level("grandmaster", BotSettings(nodes=25_000, paranoia=FULL_PARANOIA)),
)
"""All levels, the weakest first; limited by nodes, so that they are alike on every machine."""

DEFAULT_LEVEL: Final = "casual"
"""The level that plays if none is chosen: fun for a first game."""

HINT_LEVEL: Final = LEVELS[-1].name
"""The level that gives hints."""


def level(name: str) -> Level:
    """Return the level of this name.

    Raises:
        DjambiError: there is no such level.

    >>> level("club").settings.nodes > level("novice").settings.nodes
    True
    """
    for each in LEVELS:
        if each.name == name:
            return each
    known = ", ".join(each.name for each in LEVELS)
    raise DjambiError(f"unknown level {quoted(name)}; known: {known}")


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        ADVISER="HINT_LEVEL",
        USUAL="DEFAULT_LEVEL",
    )
