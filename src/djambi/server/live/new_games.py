"""New games: where they begin, who sits where, and their first event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from djambi.errors import DjambiError
from djambi.position.players import parties_to_seat
from djambi.position.position import Position
from djambi.server.errors import RequestRefused
from djambi.server.game.clocks import checked_clock
from djambi.server.game.events import Created, SeatRow
from djambi.server.game.levels import with_levels
from djambi.server.plain_text import clean_name
from djambi.server.schemas.requests import NewGameBody, SeatChoice
from djambi.server.schemas.tables import NewTableBody, SeatPlan
from djambi.server.schemas.terms import ClockTerms

ForSeat = TypeVar("ForSeat", SeatChoice, SeatPlan)


def created_game(new: NewGameBody) -> Created:
    """Return the first event of the game that is asked for; raises DjambiError if it cannot be."""
    start = start_position(new)
    seats = seats_of(start, new.seats)
    return created(start, seats, checked_clock(new.clock), talk=new.talk)


def created(
    start: Position, seats: tuple[SeatRow, ...], clock: ClockTerms, *, talk: bool
) -> Created:
    """Return the first event of a game at one computer."""
    return Created(str(start), seats, clock=None if clock.kind == "none" else clock, talk=talk)


def start_position(new: NewGameBody | NewTableBody) -> Position:
    """Return where a game is to begin; raises DjambiError for what cannot be."""
    variant, rules = new.chosen()
    if new.position is None:
        return Position.start_by(variant, rules)
    start = Position.parse(new.position)
    if start.variant != variant:
        raise DjambiError(f"a position of {start.variant.name} in a game of {variant.name}")
    if start.is_over:
        raise RequestRefused("over")
    return start


def by_party(parties: str, chosen: Sequence[ForSeat]) -> dict[str, ForSeat]:
    """Return what is chosen for seats by their parties.

    Raises RequestRefused for a party without a player and for one chosen twice.
    """
    named = {choice.party: choice for choice in chosen}
    if len(named) != len(chosen):
        raise RequestRefused("seat_twice")
    for party in named:
        if party not in parties:
            raise RequestRefused("no_seat", party=party)
    return named


def seats_of(start: Position, chosen: Sequence[SeatChoice]) -> tuple[SeatRow, ...]:
    """Return who plays: as chosen, and bots on the seats left out.

    Where nobody is chosen "me" has the first party that is in the game. Raises RequestRefused as
    `by_party` does.
    """
    parties = parties_to_seat(start)
    named = by_party(parties, chosen)
    rows: list[SeatRow] = []
    for party in parties:
        choice = named.get(party)
        if choice is None:
            mine = not chosen and party == start.active[0]
            choice = SeatChoice(party, "me" if mine else "bot", level=None)
        level = choice.level if choice.player == "bot" else None
        rows.append(SeatRow(party, choice.player, clean_name(choice.name), level))
    return with_levels(rows)
