"""The registry of bots: what can play, by name.

At a table a name is ``LEVEL`` or ``LEVEL:CHARACTER`` (``club:avenger``), or a baseline (``random``,
``greedy``, ``published``). In a match it may also be ``full:SECONDS``, full strength with so much
time per turn, or the baseline ``uct:SECONDS``. Names are stored in games and records, so they stay
valid for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from djambi.bots.base import Bot
from djambi.bots.baselines import PublishedBot, UctBot
from djambi.bots.bot_settings import FULL_STRENGTH
from djambi.bots.characters import Character, character
from djambi.bots.levels import LEVELS, level
from djambi.bots.search_bot import SearchBot
from djambi.bots.simple import GreedyBot, RandomBot
from djambi.errors import DjambiError, quoted, require, suggestion
from djambi.forwarding import renamed
from djambi.texts import has, say

BASELINES: Final[dict[str, type[Bot]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "published": PublishedBot,
}
"""The baselines that may sit at a table, by name."""

TIMED_BOTS: Final[dict[str, Callable[[float, int | None], Bot]]] = {
    "full": lambda seconds, seed: SearchBot(
        replace(FULL_STRENGTH, seconds=seconds, by_processor=True), seed
    ),
    "uct": lambda seconds, seed: UctBot(seed, seconds=seconds, by_processor=True),
}
"""Makers of the bots with a time limit, in processor time: other work costs no strength."""

MAX_TURN_TIME_S: Final = 600.0
"""The longest time limit, in seconds per turn."""


def make(name: str, seed: int | None = None) -> Bot:
    """Return a new bot of this name.

    Raises:
        DjambiError: no bot has that name.

    >>> type(make("greedy", 1)).__name__
    'GreedyBot'
    >>> bot = make("club:avenger", 1)
    >>> bot.character.revenge > 0
    True
    """
    return _made(name, seed, "LEVEL:CHARACTER")


def _made(name: str, seed: int | None, *forms: str) -> Bot:
    require(name, str, "name", "a bot's name")
    if name in BASELINES:
        return BASELINES[name](seed)
    first, colon, rest = name.partition(":")
    if all(first != each.name for each in LEVELS):
        hint = suggestion(first, [*(each.name for each in LEVELS), *BASELINES, *forms])
        raise DjambiError(f"unknown player {quoted(name)}; {hint}")
    who = character(rest) if colon else None
    return SearchBot(level(first).settings, seed, who)


def contestant(name: str, seed: int | None = None, *others: str) -> Bot:
    """Return a new player for a match: any bot, ``full:SECONDS`` or ``uct:SECONDS``.

    Args:
        name: its name.
        seed: the seed of its random numbers.
        others: forms of names that the caller knows besides, for the error that lists all.

    Raises:
        DjambiError: no bot has that name, or the seconds are not from 0.001 to 600.

    >>> contestant("full:0.5").settings.seconds
    0.5
    """
    require(name, str, "name", "a bot's name")
    kind, _, rest = name.partition(":")
    if kind not in TIMED_BOTS:
        timed = (f"{each}:SECONDS" for each in TIMED_BOTS)
        return _made(name, seed, "LEVEL:CHARACTER", *timed, *others)
    try:
        seconds = float(rest)
    except ValueError:
        seconds = 0.0
    if not 0.001 <= seconds <= MAX_TURN_TIME_S:
        wanted = f"seconds a turn must be from 0.001 to {MAX_TURN_TIME_S:.0f}, as in {kind}:0.5"
        raise DjambiError(f"{quoted(name)}: {wanted}")
    return TIMED_BOTS[kind](seconds, seed)


def character_of(name: str) -> tuple[bool, Character | None]:
    """Return whether a bot of this name searches, and its character if it has one.

    >>> character_of("club"), character_of("greedy")
    ((True, None), (False, None))
    """
    if not is_bot(name) or name in BASELINES:
        return False, None
    _, colon, rest = name.partition(":")
    return True, character(rest) if colon else None


def is_bot(name: str) -> bool:
    """Return whether a bot has this name.

    >>> is_bot("club"), is_bot("club:avenger"), is_bot("club:"), is_bot("me")
    (True, True, False, False)
    """
    try:
        make(name, 0)
    except DjambiError:
        return False
    return True


def display_name(name: str, lang: str) -> str:
    """Return a bot's name for people, in `en` or `fr`: ``Club player, avenger``.

    >>> display_name("club:avenger", "fr"), display_name("greedy", "en")
    ('Joueur de club, vengeur', 'Greedy')
    """
    first, _, rest = name.partition(":")
    if not has(f"bot.{first}", lang):
        return name
    if not rest or not has(f"character.{rest}", lang):
        return say(f"bot.{first}", lang)
    return say(
        "bot.of", lang, level=say(f"bot.{first}", lang), character=say(f"character.{rest}", lang)
    )


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        LONGEST="MAX_TURN_TIME_S",
        TIMED="TIMED_BOTS",
        YARDSTICKS="BASELINES",
        spoken="display_name",
    )
