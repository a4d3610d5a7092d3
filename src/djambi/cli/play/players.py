"""Who plays which seat of a terminal game."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from djambi.bots import Bot, is_bot, make
from djambi.bots.cast import person_name, table_of
from djambi.errors import DjambiError, quoted
from djambi.game import Game
from djambi.notation.records import TAG_OF_PARTY
from djambi.position.players import parties_to_seat
from djambi.position.position import Position
from djambi.texts import say

PERSON: Final = "me"
"""Stands for a person at this keyboard."""

SEATS_TAG: Final = "Seats"
"""The tag of a record that stores who plays what, so that a game can be resumed."""


class Players:
    """The players of a game; parties without a player of their own are left out.

    >>> players = Players.default(Position.start("square-2"), "greedy")
    >>> str(players), players.is_person("r")
    ('r=me,y=greedy', True)
    """

    def __init__(self, seats: dict[str, str], seed: int | None = None) -> None:
        self.seats = seats
        # The game's seed gives each bot its own, whatever the others do.
        self._source = random.Random(seed)
        self._bots: dict[str, Bot] = {
            party: make(player, self._source.getrandbits(32))
            for party, player in seats.items()
            if player != PERSON
        }

    @classmethod
    def default(
        cls, start: Position, bots: str, people: int = 1, seed: int | None = None
    ) -> Players:
        """Create players: people on the first seats, bots of one kind or level on the others.

        Seats of parties that are in the game come before those of others.
        """
        parties = [*parties_to_seat(start)]
        here = sorted(parties, key=lambda party: party not in start.active)[:people]
        return cls(_filled(parties, dict.fromkeys(here, PERSON), bots, seed), seed)

    @classmethod
    def parse(cls, start: Position, words: Sequence[str], bots: str, seed: int | None) -> Players:
        """Parse seats such as ``r=me`` and ``b=club:avenger``; bots of one kind get the others.

        Raises:
            DjambiError: the party has no player in this game or has two, or the player is unknown.
        """
        parties = [*parties_to_seat(start)]
        named = _read_all(words, parties)
        return cls(_filled(parties, named, bots, seed), seed)

    @classmethod
    def chosen(
        cls,
        start: Position,
        seats: Sequence[str],
        bots: str,
        people: int | None,
        seed: int | None = None,
    ) -> Players:
        """Create players by the seats named, or else with people on the first ones; one by default.

        Raises:
            DjambiError: as `parse` does.

        >>> str(Players.chosen(Position.start("square-2"), ["y=me"], "greedy", None))
        'r=greedy,y=me'
        """
        if seats:
            return cls.parse(start, seats, bots, seed)
        return cls.default(start, bots, 1 if people is None else people, seed)

    def seat(self, word: str) -> None:
        """Change the player of a seat: ``b=expert:usurper``, ``b=me``.

        Raises:
            DjambiError: no such party plays, or the player is unknown.
        """
        party, player = _read(word, self.seats)
        self._bots.pop(party, None)
        if player != PERSON:
            self._bots[party] = make(player, self._source.getrandbits(32))
        self.seats[party] = player

    def seat_all(self, words: str) -> None:
        """Change the players of some seats: ``r=me, b=club``; whoever sits there already stays.

        Raises:
            DjambiError: as `seat` does; those before are changed.

        >>> players = Players.default(Position.start("square-2"), "greedy")
        >>> players.seat_all("r=novice y=me,")
        >>> str(players)
        'r=novice,y=me'
        """
        for word in words.replace(",", " ").split():
            party, _, player = word.partition("=")
            if self.seats.get(party) != player:
                self.seat(word)

    def __str__(self) -> str:
        return ",".join(f"{party}={player}" for party, player in self.seats.items())

    def is_person(self, party: str) -> bool:
        """Return whether a party is played at this keyboard."""
        return self.seats.get(party) == PERSON

    def last_by_bot(self, game: Game) -> Position | None:
        """Return where a bot played last before the game's cursor; None if none has."""
        before = (node.position for node in reversed(game.path()[:-1]))
        return next((p for p in before if p.mover and not self.is_person(p.mover)), None)

    def bot_against_draw(self, position: Position, proposer: str) -> str | None:
        """Return the first party whose bot refuses a draw; None if all agree."""
        bots = (party for party in position.opponents(proposer) if not self.is_person(party))
        return next((p for p in bots if not self.bot(p).accepts_draw(position, p)), None)

    def bot_against_return(self, position: Position, returning: str) -> str | None:
        """Return the first party whose bot refuses a return; None if all agree.

        Raises:
            IllegalTurn: the rules do not let it return now.
        """
        for party in position.active:
            if not self.is_person(party):
                if not self.bot(party).accepts_return(position, party, returning):
                    return party
        return None

    def bot(self, party: str) -> Bot:
        """Return the bot that plays a party."""
        return self._bots[party]

    def people(self) -> str:
        """Return the letters of the parties played at this keyboard."""
        return "".join(party for party in self.seats if self.is_person(party))

    def who(self, party: str, lang: str) -> str:
        """Return who a party's bot is; "" for a person at this keyboard."""
        player = self.seats.get(party, PERSON)
        return "" if player == PERSON else person_name(player, lang)

    def name(self, party: str, lang: str) -> str:
        """Return a party's name, with its bot if there is one: ``Blue (Mirka Zubac)``."""
        name, who = say(f"party.{party}", lang), self.who(party, lang)
        return f"{name} ({who})" if who else name

    def sign(self, game: Game) -> None:
        """Store in the tags of a game who plays it; names that people gave to parties stay.

        >>> game = Game(Position.start("square-2"), {"Red": "Ada", "Yellow": "club"})
        >>> Players.default(game.position, "greedy").sign(game)
        >>> game.tags
        {'Red': 'Ada', 'Yellow': 'greedy', 'Seats': 'r=me,y=greedy'}
        """
        for party, player in self.seats.items():
            name = game.tags.get(TAG_OF_PARTY[party], PERSON)
            if name == PERSON or is_bot(name):
                game.tags[TAG_OF_PARTY[party]] = player
        game.tags[SEATS_TAG] = str(self)


def signed_seats(game: Game) -> tuple[str, ...]:
    """Return the seats that `Players.sign` has stored, as `Players.parse` takes them.

    There are none if somebody else gave the tag a meaning, or if a bot named there is no more.

    >>> signed_seats(Game(tags={SEATS_TAG: "r=me,b=club"})), signed_seats(Game())
    (('r=me', 'b=club'), ())
    """
    words = tuple(filter(None, game.tags.get(SEATS_TAG, "").split(",")))
    start = game.root.position
    parties = parties_to_seat(start)
    try:
        _read_all(words, parties)
    except DjambiError:
        return ()
    return words


def _filled(
    parties: Sequence[str], seated: Mapping[str, str], bots: str, seed: int | None
) -> dict[str, str]:
    """Return who sits where, with bots on the free seats (`djambi.bots.cast.table_of`)."""
    # A source of its own: who comes does not change what a seeded bot plays.
    source = random.Random(seed)
    people = iter(table_of(bots, len(parties) - len(seated), seated.values(), source))
    return {party: seated.get(party) or next(people) for party in parties}


def _read_all(words: Iterable[str], seats: Iterable[str]) -> dict[str, str]:
    """Return the players by party of words as `_read` takes them, one for each party."""
    seated: dict[str, str] = {}
    for word in words:
        party, player = _read(word, seats)
        if party in seated:
            raise DjambiError(
                f"{quoted(word)}: {party} stands twice, as {party}={seated[party]} too"
            )
        seated[party] = player
    return seated


def _read(word: str, seats: Iterable[str]) -> tuple[str, str]:
    """Return the party and the player of a word such as ``b=club``."""
    party, equals, player = word.partition("=")
    if not equals or party not in seats:
        known = ", ".join(f"{each}=" for each in seats)
        raise DjambiError(f"{quoted(word)} is not a seat of this game; seats: {known}")
    if player != PERSON and not is_bot(player):
        try:
            make(player)
        except DjambiError as error:
            if ":" in player:
                raise
            # It lists all bots.
            raise DjambiError(f"{error}; or {PERSON}, a person at this keyboard") from None
    return party, player
