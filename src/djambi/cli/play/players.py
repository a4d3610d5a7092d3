"""Who plays which seat of a terminal game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from djambi.bots import LEVELS, Bot, make
from djambi.errors import DjambiError, quoted
from djambi.notation.records import PARTY_TAGS
from djambi.rules import Variant
from djambi.texts import say

PERSON: Final = "me"
"""Plays at this keyboard."""

SEATS_TAG: Final = "Seats"
"""The tag of a record that says who plays what, so that a game can be resumed."""

PLAYERS: Final = (PERSON, *(level.name for level in LEVELS))
"""Everything that can play a seat."""


class Players:
    """The players of one game; parties without a player of their own have none.

    >>> players = Players.default(Variant.get("square-2"), "greedy")
    >>> str(players), players.is_person("r")
    ('r=me,y=greedy', True)
    """

    def __init__(self, seats: dict[str, str], seed: int | None = None) -> None:
        self.seats = seats
        # One seed for the game gives each bot its own, whatever the others do.
        source = random.Random(seed)  # noqa: S311 - it plays, it keeps no secrets
        self._bots: dict[str, Bot] = {
            party: make(player, source.getrandbits(32))
            for party, player in seats.items()
            if player != PERSON
        }

    @classmethod
    def default(
        cls, variant: Variant, bots: str, people: int = 1, seed: int | None = None
    ) -> Players:
        """The first seats for people, the others for one kind of bot."""
        parties = active_at_start(variant)
        return cls({p: PERSON if n < people else bots for n, p in enumerate(parties)}, seed)

    @classmethod
    def parse(cls, variant: Variant, words: Sequence[str], bots: str, seed: int | None) -> Players:
        """Read seats such as ``r=me`` and ``b=random``; the seats not named are for bots.

        Raises:
            DjambiError: the party has no player in this variant, or the player is unknown.
        """
        seats = dict.fromkeys(active_at_start(variant), bots)
        for word in words:
            party, equals, player = word.partition("=")
            if not equals or party not in seats:
                known = ", ".join(f"{each}=" for each in seats)
                raise DjambiError(f"{quoted(word)} is no seat of {variant.name}; seats: {known}")
            if player not in PLAYERS:
                raise DjambiError(f"unknown player {quoted(player)}; known: {', '.join(PLAYERS)}")
            seats[party] = player
        return cls(seats, seed)

    def __str__(self) -> str:
        return ",".join(f"{party}={player}" for party, player in self.seats.items())

    def is_person(self, party: str) -> bool:
        """Whether a party is played at this keyboard."""
        return self.seats.get(party) == PERSON

    def bot(self, party: str) -> Bot:
        """Return the bot that plays a party."""
        return self._bots[party]

    def people(self) -> str:
        """Return the letters of the parties played at this keyboard."""
        return "".join(party for party in self.seats if self.is_person(party))

    def name(self, party: str, lang: str) -> str:
        """Name a party and, if it is a bot, which one: ``Blue (Greedy)``."""
        name = say(f"party.{party}", lang)
        player = self.seats.get(party, PERSON)
        return name if player == PERSON else f"{name} ({say(f'bot.{player}', lang)})"

    def tags(self) -> dict[str, str]:
        """Return the tags that say in a record who plays."""
        letters = {letter: tag for tag, letter in PARTY_TAGS.items()}
        named = {letters[party]: player for party, player in self.seats.items()}
        return {**named, SEATS_TAG: str(self)}


def active_at_start(variant: Variant) -> str:
    """Return the parties that have a player of their own, in seat order.

    >>> active_at_start(Variant.get("hex-5"))
    'rbygp'
    """
    pairs = zip(variant.parties, variant.initial, strict=True)
    return "".join(party for party, initial in pairs if initial == "active")
