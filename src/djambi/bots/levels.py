"""The eight playing levels, as a table that is easy to retune.

Each level should win 60 to 75 % against the level below, two against two; `docs/strength.md` has
the measurements and the command that makes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from djambi.bots.bot_settings import FULL_PARANOIA, MAX_DEPTH, BotSettings
from djambi.errors import DjambiError, quoted, suggestion
from djambi.forwarding import renamed


@dataclass(frozen=True, slots=True)
class Level:
    """A playing level; the texts ``bot.<name>`` and ``bot.<name>.about`` introduce it to people."""

    name: str
    settings: BotSettings


# name, nodes, depth in plies, evaluation noise, oversight rate, placements in a reply and at the
# root, paranoia
_TABLE: Final = (
    ("novice", 200, 1, 0.165, 0.66, 1, 2, 0.0),
    ("learner", 320, 1, 0.12, 0.5, 1, 2, 0.0),
    ("casual", 520, 2, 0.104, 0.488, 1, 4, 0.0),
    ("regular", 950, 2, 0.056, 0.23, 1, 4, 0.0),
    ("club", 1_400, 3, 0.047, 0.2, 2, 4, 0.0),
    ("expert", 1_200, MAX_DEPTH, 0.031, 0.15, 2, 8, 0.0),
    ("master", 2_500, MAX_DEPTH, 0.0, 0.0, 3, 8, FULL_PARANOIA),
    ("grandmaster", 17_000, MAX_DEPTH, 0.0, 0.0, 3, 8, FULL_PARANOIA),
)

LEVELS: Final = tuple(
    Level(
        name,
        BotSettings(
            nodes=nodes,
            depth=depth,
            evaluation_noise=noise,
            oversight_rate=oversight_rate,
            placements=placements,
            root_placements=root_placements,
            paranoia=paranoia,
        ),
    )
    for (
        name, nodes, depth, noise, oversight_rate, placements, root_placements, paranoia,
    ) in _TABLE
)  # fmt: skip
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
    hint = suggestion(name, (each.name for each in LEVELS))
    raise DjambiError(f"unknown level {quoted(name)}; {hint}")


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        ADVISER="HINT_LEVEL",
        USUAL="DEFAULT_LEVEL",
    )
