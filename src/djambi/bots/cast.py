"""The cast: who a bot is, a person for every level and character.

The levels are ranks in politics, from the Backbenchers (novice) to the Eminences (grandmaster), and
on every rung stand six people: one of each character, and one of none. Who a bot is follows from
its name alone, so games and records keep ``LEVEL:CHARACTER``. Names and genders are in
``cast.json``, which the browser reads too; ranks and biographies are the texts ``cast.…``.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from random import Random
from typing import Literal

from djambi.bots.contestants import display_name
from djambi.texts import say


@dataclass(frozen=True, slots=True)
class CastMember:
    """A person of the cast.

    Args:
        bot: the name of the bot who this is: ``LEVEL`` or ``LEVEL:CHARACTER``.
        name: the person's name, the same in every language.
        gender: which form of words is used of them (French needs it).
    """

    bot: str
    name: str
    gender: Literal["f", "m"]

    @property
    def level(self) -> str:
        """Return the level, which is also the rank.

        >>> cast()["club:avenger"].level
        'club'
        """
        return self.bot.partition(":")[0]

    @property
    def character(self) -> str:
        """Return the character's name; "" for none."""
        return self.bot.partition(":")[2]

    def rank(self, lang: str) -> str:
        """Return the person's rank for people, in `en` or `fr`.

        >>> cast()["casual:usurper"].rank("fr")
        'Préfète'
        """
        return say(f"cast.rank.{self.level}.{self.gender}", lang)


@cache
def cast() -> Mapping[str, CastMember]:
    """Return everybody, by the name of the bot, in the order of `LEVELS`.

    >>> len(cast()), cast()["novice:avenger"].name
    (48, 'Mirka Zubac')
    """
    rows: dict[str, dict[str, str]] = json.loads(
        resources.files("djambi.bots").joinpath("cast.json").read_text("utf-8")
    )
    return {
        bot: CastMember(bot, row["name"], "f" if row["gender"] == "f" else "m")
        for bot, row in rows.items()
    }


def table_of(bot: str, count: int, seated: Collection[str], source: Random) -> list[str]:
    """Return bots for so many seats; where only a level is named, different people of that level.

    Nobody comes twice, nor anybody who is `seated`, while the level has others.

    >>> len(set(table_of("club", 5, ["club:avenger"], Random(1))))
    5
    >>> table_of("greedy", 2, [], Random(1))
    ['greedy', 'greedy']
    """
    people = [each for each, member in cast().items() if member.level == bot] or [bot]
    fresh = [each for each in people if each not in seated]
    found = source.sample(fresh, len(fresh))
    while len(found) < count:
        found += source.sample(people, len(people))
    return found[:count]


def person_name(bot: str, lang: str) -> str:
    """Return who a bot is, for people: a person of the cast, or else its name in `en` or `fr`.

    >>> person_name("novice:avenger", "en"), person_name("greedy", "fr")
    ('Mirka Zubac', 'Glouton')
    """
    member = cast().get(bot)
    return member.name if member else display_name(bot, lang)
