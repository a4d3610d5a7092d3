"""Anything that can be written as a position, faults and all (NOTATION 1).

:class:`Setup` is what an editor works on and what reading yields first; its faults are listed,
all of them. :class:`~djambi.position.position.Position` is made from a Setup without faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from djambi.errors import BadPosition, DjambiError, Fault, quoted
from djambi.parties import Party, Piece, Status
from djambi.position.setup_faults import faults_of, in_order
from djambi.position.setup_reading import read_fields
from djambi.rules import EncircledChief, Rules, Variant

__all__ = ["Party", "Piece", "Setup", "Status"]


@dataclass(frozen=True, slots=True)
class Setup:
    """A position as written, which may be no position of the game: `faults` says why.

    Immutable; editing makes another one.

    >>> setup = Setup.start(Variant.get("square-4"), Rules.of("original"))
    >>> setup.at("a1"), setup.seat, setup.faults()
    ('rC', 'r', ())
    >>> for fault in setup.with_cell("a1", "").with_cell("e5", "rM").faults():
    ...     print(fault)
    placement: 5 times rM, the set-up has 4
    placement: rM on e5, the maze: only a Chief may live there
    parties: r: active, without a Chief on the board
    """

    variant: Variant
    rules: Rules
    cells: tuple[str, ...]
    """What stands on each cell, in cell order: `""`, `"x"` (a corpse) or a piece as `"rC"`."""
    parties: tuple[Party, ...]
    """In seat order of the variant."""
    order: str
    """The seats' letters in their present order."""
    seat: str
    """The seat to play, or after which a bonus turn is played."""
    ruler: str | None = None
    """The party whose bonus turn it is."""
    winners: str = ""
    """Who won or shares the game, in seat order; empty while it goes on."""
    quiet: int = 0
    """Turns in a row without a death (RULES 7.4)."""
    ply: int = 0
    """Turns played since the start."""

    def __post_init__(self) -> None:
        """Raise `DjambiError` if there is not one entry a cell."""
        board = self.variant.board
        if len(self.cells) != len(board.cells):
            raise DjambiError(
                f"{len(self.cells)} cells, the board {board.name} has {len(board.cells)}"
            )

    # -- making -------------------------------------------------------------------------------

    @classmethod
    def start(cls, variant: Variant, rules: Rules) -> Setup:
        """How a game of the variant begins under these rules (RULES 2.4)."""
        cells = [""] * len(variant.board.cells)
        for cell, party, kind in variant.setup(rules):
            cells[cell] = party + kind
        parties: list[Party] = []
        for letter, initial, corner in zip(
            variant.parties, variant.initial, variant.corners, strict=True
        ):
            if initial == "absent":
                parties.append(Party(letter, "frozen", gone=True))
                if rules.encircled_chief is EncircledChief.DIES:
                    cells[corner] = "x"
            elif initial == "hostage":
                parties.append(Party(letter, "hostage"))
            elif initial == "active":
                parties.append(Party(letter))
            else:
                parties.append(Party(letter, "vassal", initial[-1]))
        first = next(party.letter for party in parties if party.is_active)
        return cls(variant, rules, tuple(cells), tuple(parties), variant.parties, first)

    @classmethod
    def empty(cls, variant: Variant, rules: Rules) -> Setup:
        """A board without pieces, every party active: where an editor may begin.

        >>> setup = Setup.empty(Variant.get("hex-3"), Rules.of())
        >>> setup.with_cells({"e1": "rC", "e5": "x"}).at("e5")
        'x'
        """
        parties = tuple(Party(letter) for letter in variant.parties)
        cells = ("",) * len(variant.board.cells)
        return cls(variant, rules, cells, parties, variant.parties, variant.parties[0])

    @classmethod
    def parse(cls, text: str) -> Setup:
        """Read the eight fields of NOTATION 1.

        Whatever can be read is a setup, with the faults that it may have.

        Raises:
            BadPosition: a field cannot be read. It names every such field, and every fault of
                those that can be.

        >>> print(Setup.parse("hex-3 original x4/6/7/8/9/8/7/6/5 r!*,b!,y! byr =y 0 7").winners)
        y
        """
        fields, faults = read_fields(text)
        setup = cls(*fields)
        if faults:
            others = faults_of(setup, {fault.field for fault in faults})
            raise BadPosition(in_order([*faults, *others]))
        return setup

    def __str__(self) -> str:
        return " ".join(
            (
                self.variant.name,
                str(self.rules),
                "/".join(
                    _written_row(self.cells[cell] for cell in row)
                    for row in self.variant.board.rows
                ),
                ",".join(map(str, self.parties)),
                self.order,
                self.turn,
                str(self.quiet),
                str(self.ply),
            )
        )

    # -- looking ------------------------------------------------------------------------------

    def at(self, cell: str) -> str:
        """What stands on the cell of this name; raises `UnknownCell`."""
        return self.cells[self.variant.board.index(cell)]

    def party(self, letter: str) -> Party:
        """The state of one party; raises `DjambiError` if there is none of this letter."""
        for party in self.parties:
            if party.letter == letter:
                return party
        raise DjambiError(f"{quoted(letter)} is no party of {self.variant.name}")

    @property
    def turn(self) -> str:
        """The turn field: `b`, `r+b` for a bonus turn, `=ry` for a finished game."""
        if self.winners:
            return f"={self.winners}"
        return self.seat if self.ruler is None else f"{self.ruler}+{self.seat}"

    @property
    def power(self) -> str | None:
        """W: the active party whose Chief stands in the maze (RULES 4.2)."""
        there = self.cells[self.variant.board.maze]
        chiefs = {party.letter + "C": party for party in self.parties}
        if there in chiefs and chiefs[there].is_active:
            return chiefs[there].letter
        return None

    def plays(self, letter: str) -> bool:
        """Whether a seat has regular turns (RULES 6)."""
        party = self.party(letter)
        if party.is_active:
            return True
        return (
            self.rules.vassal_turns == "kept"
            and party.lord is not None
            and any(there[:1] == letter and there != "x" for there in self.cells)
        )

    def faults(self) -> tuple[Fault, ...]:
        """Everything that keeps this from being a position of the game, by field (NOTATION 1)."""
        return faults_of(self)

    # -- editing ------------------------------------------------------------------------------

    def replace(self, **fields: Any) -> Setup:
        """The same with some fields replaced, by their names.

        >>> Setup.start(Variant.get("square-4"), Rules.of()).replace(seat="b", ply=9).turn
        'b'
        """
        return replace(self, **fields)

    def with_cell(self, cell: str, there: str | Piece) -> Setup:
        """The same with something else on one cell: `""`, `"x"` or a piece as `"rC"`.

        Raises `UnknownCell` for a name that the board lacks.
        """
        return self.with_cells({cell: there})

    def with_cells(self, changes: Mapping[str, str | Piece]) -> Setup:
        """The same with something else on some cells; raises `UnknownCell`."""
        cells = list(self.cells)
        for cell, there in changes.items():
            cells[self.variant.board.index(cell)] = str(there)
        return replace(self, cells=tuple(cells))

    def with_move(self, origin: str, target: str) -> Setup:
        """The same with what stands on one cell taken to another; raises `UnknownCell`.

        No rule is asked: what stood on the target is gone.

        >>> setup = Setup.start(Variant.get("square-4"), Rules.of()).with_move("a1", "e5")
        >>> setup.at("a1"), setup.at("e5"), setup.power
        ('', 'rC', 'r')
        """
        if self.variant.board.index(origin) == self.variant.board.index(target):
            return self
        return self.with_cells({target: self.at(origin), origin: ""})

    def with_party(
        self, letter: str, status: Status, lord: str | None = None, gone: bool | None = None
    ) -> Setup:
        """The same with one party in another state; raises `DjambiError` for an unknown one.

        `lord` is the party it is a vassal of or held by; `gone` stays as it is if left out.

        >>> setup = Setup.start(Variant.get("hex-5"), Rules.of())
        >>> str(setup.with_party("o", "vassal", "r").party("o"))
        'o>r*'
        """
        old = self.party(letter)
        new = Party(letter, status, lord, old.gone if gone is None else gone)
        return replace(self, parties=tuple(new if each is old else each for each in self.parties))

    def with_turn(self, seat: str, ruler: str | None = None) -> Setup:
        """The same, going on with a turn at a seat: the seat's, or a bonus turn of the ruler."""
        return replace(self, seat=seat, ruler=ruler, winners="")


def _written_row(cells: Iterable[str]) -> str:
    parts: list[str] = []
    empty = 0
    for there in cells:
        if there:
            if empty:
                parts.append(str(empty))
                empty = 0
            parts.append(there)
        else:
            empty += 1
    if empty:
        parts.append(str(empty))
    return "".join(parts)
