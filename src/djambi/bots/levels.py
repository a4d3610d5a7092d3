"""The eight levels: what a bot can see and overlook at each, as a table that is easy to retune.

Each level should win 60 to 75 % against the level below, two against two; `docs/strength.md`
says what was measured, and with what command.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from djambi.bots.thinking import WARY, Mind
from djambi.errors import DjambiError, quoted


@dataclass(frozen=True, slots=True)
class Level:
    """A level; the text ``bot.<name>`` names it, ``bot.<name>.about`` describes it."""

    name: str
    mind: Mind


LEVELS: Final = (
    Level("novice", Mind(nodes=200, depth=1, noise=0.155, blind=0.63, places=1, root_places=2)),
    Level("learner", Mind(nodes=320, depth=1, noise=0.107, blind=0.45, places=1, root_places=2)),
    Level("casual", Mind(nodes=520, depth=2, noise=0.104, blind=0.43, places=1, root_places=4)),
    Level("regular", Mind(nodes=950, depth=2, noise=0.057, blind=0.26, places=1, root_places=4)),
    Level("club", Mind(nodes=1_400, depth=3, noise=0.047, blind=0.2, places=2, root_places=4)),
    Level("expert", Mind(nodes=2_200, noise=0.027, blind=0.117, places=2)),
    Level("master", Mind(nodes=3_700, fear=WARY)),
    Level("grandmaster", Mind(nodes=25_000, fear=WARY)),
)
"""All levels, the weakest first. Nodes, not seconds, make them alike on every machine."""

USUAL: Final = "casual"
"""Who plays where nobody chose: fun for a first game."""

ADVISER: Final = LEVELS[-1].name
"""Who is asked for a hint."""


def level(name: str) -> Level:
    """Return the level of this name.

    Raises:
        DjambiError: there is none.

    >>> level("club").mind.nodes > level("novice").mind.nodes
    True
    """
    for each in LEVELS:
        if each.name == name:
            return each
    known = ", ".join(each.name for each in LEVELS)
    raise DjambiError(f"unknown level {quoted(name)}; known: {known}")
