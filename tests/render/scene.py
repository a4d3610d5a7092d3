"""Positions for drawing, told by what matters in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from djambi import Party, Position, Rules, Setup, Variant


class Turn(NamedTuple):
    """What `djambi.render.TurnView` asks for."""

    origin: str | None = None
    target: str | None = None
    place: str | None = None
    victims: tuple[str, ...] = ()
    exit: str | None = None
    exit_place: str | None = None
    exit_victims: tuple[str, ...] = ()


def scene(
    pieces: str,
    *,
    variant: str = "square-4",
    corpses: str = "",
    states: Mapping[str, Party] | None = None,
    seat: str = "r",
    winners: str = "",
    **options: str,
) -> Position:
    """A position with these pieces, as "rC:e5 bM:a1".

    Parties that `states` does not tell of are active if they have a Chief, else frozen.
    """
    made = Variant.get(variant)
    cells = [""] * len(made.board.cells)
    for entry in pieces.split():
        what, name = entry.split(":")
        cells[made.board.index(name)] = what
    for name in corpses.split():
        cells[made.board.index(name)] = "x"
    parties = tuple(
        Party(letter, "active" if f"{letter}C" in cells else "frozen") for letter in made.parties
    )
    if states is not None:
        parties = tuple(states.get(party.letter, party) for party in parties)
    rules = Rules.of(made.default_edition, **options)
    setup = Setup(made, rules, tuple(cells), parties, made.parties, seat, winners=winners)
    return Position.from_setup(setup)
