"""Positions for drawing, put together by hand: in every state that a party can have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from djambi.geometry import Board
from djambi.rules import Rules, Variant


class Piece(NamedTuple):
    party: str
    kind: str


class Party(NamedTuple):
    letter: str
    status: str = "active"
    lord: str | None = None


class Turn(NamedTuple):
    origin: str | None = None
    target: str | None = None
    place: str | None = None
    victims: tuple[str, ...] = ()
    exit: str | None = None
    exit_place: str | None = None
    exit_victims: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scene:
    """What `djambi.render.View` asks for."""

    variant: Variant
    rules: Rules
    pieces: Mapping[str, Piece]
    corpses: tuple[str, ...] = ()
    parties: tuple[Party, ...] = field(default=())
    ruler: str | None = None
    mover: str | None = None
    ply: int = 0

    @property
    def board(self) -> Board:
        return self.variant.board


def scene(
    variant: str = "square-4",
    pieces: str = "",
    *,
    corpses: str = "",
    states: Mapping[str, str] | None = None,
    ruler: str | None = None,
    mover: str | None = "r",
    fortress: bool = True,
) -> Scene:
    """`pieces` as "rC:e5 bM:a1"; `states` as {"b": "vassal r"}, every other party active."""
    made = Variant.get(variant)
    given = states or {}
    parties: list[Party] = []
    for letter in made.parties:
        status, _, lord = given.get(letter, "active").partition(" ")
        parties.append(Party(letter, status, lord or None))
    standing = (entry.split(":") for entry in pieces.split())
    return Scene(
        made,
        Rules.of(fortress=fortress),
        {name: Piece(what[0], what[1]) for what, name in standing},
        tuple(corpses.split()),
        tuple(parties),
        ruler,
        mover,
    )


def opening(variant: str) -> Scene:
    """The set-up of a variant, every party active."""
    empty = scene(variant)
    placed = empty.variant.setup(empty.rules)
    cells = empty.board.cells
    return scene(variant, " ".join(f"{party}{kind}:{cells[cell]}" for cell, party, kind in placed))
