"""Anything that can be written as a position, faults and all (NOTATION 1).

:class:`Setup` is what an editor works on and what reading yields first; its faults are listed,
all of them. :class:`~djambi.position.position.Position` is made from a Setup without faults.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import Any

from djambi.errors import BadPosition, DjambiError, Fault, quoted, require
from djambi.parties import STATUSES, Party, Piece, Status
from djambi.position.setup_reading import FIELDS, MAX_COUNT, read_fields
from djambi.rules import (
    MILITANTS_OF_A_PARTY,
    PIECE_KINDS,
    PIECES_OF_A_PARTY,
    EncircledChief,
    Rules,
    Variant,
    Vassalage,
    VassalTurns,
)


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
        """Return the start of a game of the variant under these rules (RULES 2.4)."""
        require(variant, Variant, "variant", "a Variant")
        require(rules, Rules, "rules", "Rules")
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
        """Return a board without pieces, every party active: where an editor may begin.

        >>> setup = Setup.empty(Variant.get("hex-3"), Rules.of())
        >>> setup.with_cells({"e1": "rC", "e5": "x"}).at("e5")
        'x'
        """
        require(variant, Variant, "variant", "a Variant")
        require(rules, Rules, "rules", "Rules")
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
            others = _faults_of(setup, {fault.field for fault in faults})
            raise BadPosition(_by_field([*faults, *others]))
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
        """Return what stands on a cell: `""`, `"x"` or a piece as `"rC"`; raise `UnknownCell`."""
        return self.cells[self.variant.board.index(cell)]

    def party(self, letter: str) -> Party:
        """Return the state of one party; raise `DjambiError` if there is none of this letter."""
        for party in self.parties:
            if party.letter == letter:
                return party
        raise DjambiError(f"{quoted(letter)} is not a party of {self.variant.name}")

    @property
    def turn(self) -> str:
        """Return the turn field: `b`, `r+b` for a bonus turn, `=ry` for a finished game."""
        if self.winners:
            return f"={self.winners}"
        return self.seat if self.ruler is None else f"{self.ruler}+{self.seat}"

    @property
    def power(self) -> str | None:
        """Return the party in power, W: the active one whose Chief is in the maze (RULES 4.2)."""
        there = self.cells[self.variant.board.maze]
        chiefs = {party.letter + "C": party for party in self.parties}
        if there in chiefs and chiefs[there].is_active:
            return chiefs[there].letter
        return None

    def plays(self, letter: str) -> bool:
        """Return whether a seat has regular turns (RULES 6)."""
        party = self.party(letter)
        if party.is_active:
            return True
        return (
            self.rules.vassal_turns is VassalTurns.KEPT
            and party.lord is not None
            and any(there[:1] == letter and there != "x" for there in self.cells)
        )

    def faults(self) -> tuple[Fault, ...]:
        """Return all that keeps this from being a position of the game, by field (NOTATION 1)."""
        return _faults_of(self)

    # -- editing ------------------------------------------------------------------------------

    def replace(self, **fields: Any) -> Setup:
        """Return the setup with some fields replaced, by their names.

        >>> Setup.start(Variant.get("square-4"), Rules.of()).replace(seat="b", ply=9).turn
        'b'
        """
        return replace(self, **fields)

    def with_cell(self, cell: str, there: str | Piece) -> Setup:
        """Return the setup with something else on one cell: `""`, `"x"` or a piece as `"rC"`.

        Raise `UnknownCell` for a name that the board lacks.
        """
        return self.with_cells({cell: there})

    def with_cells(self, changes: Mapping[str, str | Piece]) -> Setup:
        """Return the setup with something else on some cells; raise `UnknownCell`."""
        require(changes, Mapping, "changes", "a mapping of cells")
        cells = list(self.cells)
        for cell, there in changes.items():
            cells[self.variant.board.index(cell)] = str(there)
        return replace(self, cells=tuple(cells))

    def with_move(self, origin: str, target: str) -> Setup:
        """Return the setup with what stands on one cell moved to another; raise `UnknownCell`.

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
        """Return the setup with one party in another state; raise `DjambiError` for an unknown one.

        `lord` is the party it is a vassal of or held by; `gone` stays as it is if left out.

        >>> setup = Setup.start(Variant.get("hex-5"), Rules.of())
        >>> str(setup.with_party("o", "vassal", "r").party("o"))
        'o>r*'
        """
        old = self.party(letter)
        new = Party(letter, status, lord, old.gone if gone is None else gone)
        return replace(self, parties=tuple(new if each is old else each for each in self.parties))

    def with_turn(self, seat: str, ruler: str | None = None) -> Setup:
        """Return the setup with a turn to play: the seat's, or the ruler's bonus turn after it."""
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


def _faults_of(setup: Setup, unread: Set[str] = frozenset()) -> tuple[Fault, ...]:
    """Return every fault of a setup, in the order of the fields (NOTATION 1, last paragraph).

    What follows only after the next turn is not judged: encirclement, ends, who holds the frozen
    under permanent vassalage.

    Args:
        setup: what to look at; it may hold anything.
        unread: fields to leave out of account, because they could not be read.
    """
    unsound = set(unread)
    found = [fault for fault in _of_shape(setup) if fault.field not in unread]
    unsound.update(fault.field for fault in found)
    if "placement" not in unsound:
        found.extend(_of_placement(setup))
    if "parties" not in unsound:
        found.extend(_of_lords(setup))
        if "placement" not in unsound:
            found.extend(_of_chiefs(setup))
            found.extend(_of_power(setup))
            if "turn" not in unsound:
                found.extend(_of_turn(setup))
    return _by_field(found)


def _by_field(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return the faults sorted by the order of the fields, otherwise as they come."""
    return tuple(sorted(faults, key=lambda fault: FIELDS.index(fault.field)))


def _of_shape(setup: Setup) -> Iterator[Fault]:
    """Yield cells, parties, seats and numbers that the variant or the notation does not have."""
    variant = setup.variant
    letters = variant.parties
    for name, there in zip(variant.board.cells, setup.cells, strict=True):
        if there in ("", "x"):
            continue
        if len(there) != 2 or there[0] not in letters:
            said = f"{quoted(there)} on {name}: no such party in {variant.name}"
            yield Fault.of("placement", said, "stranger", text=there, cell=name)
        elif there[1] not in PIECE_KINDS:
            said = f"{quoted(there)} on {name}: no such kind of piece"
            yield Fault.of("placement", said, "kind", text=there, cell=name)
    written = [party.letter for party in setup.parties]
    if written != list(letters):
        found, wanted = ",".join(written), ",".join(letters)
        said = f"{found} instead of {wanted}"
        yield Fault.of("parties", said, "letters", text=found, wanted=wanted)
    for party in setup.parties:
        if party.status not in STATUSES:
            yield Fault(
                "parties", f"{party.letter}: {quoted(party.status)} is not the state of a party"
            )
        elif party.lord is not None and not variant.has_party(party.lord):
            said = f"{party}: {variant.name} has no party {quoted(party.lord)}"
            yield Fault.of("parties", said, "unknown", text=party.lord)
        elif (party.lord is not None) != (party.status in ("vassal", "inherited", "held")):
            wrong = "without a lord" if party.lord is None else f"with a lord, {party.lord}"
            yield Fault("parties", f"{party.letter}: {party.status} {wrong}")
    if sorted(setup.order) != sorted(letters):
        said = f"{quoted(setup.order)} is not {letters} in some order"
        yield Fault.of("order", said, "order", text=setup.order)
    yield from _of_letters_to_play(setup)
    for field, number in (("quiet", setup.quiet), ("ply", setup.ply)):
        if not 0 <= number <= MAX_COUNT:
            said = f"{number} is not a number from 0 to {MAX_COUNT}"
            yield Fault.of(field, said, field, text=number, most=MAX_COUNT)


def _of_letters_to_play(setup: Setup) -> Iterator[Fault]:
    letters = setup.variant.parties
    if setup.winners:
        unknown = [letter for letter in setup.winners if letter not in letters]
        for letter in dict.fromkeys(unknown):
            said = f"={setup.winners}: {setup.variant.name} has no party {letter!r}"
            yield Fault.of("turn", said, "unknown", text=letter)
        in_order = setup.variant.in_seat_order(setup.winners)
        if not unknown and setup.winners != in_order:
            said = f"={setup.winners} is written ={in_order}, in seat order"
            yield Fault.of("turn", said, "winners", text=setup.winners, wanted=in_order)
        return
    seats = [setup.seat] if setup.ruler is None else [setup.ruler, setup.seat]
    for seat in dict.fromkeys(seats):
        if not setup.variant.has_party(seat):
            said = f"{setup.variant.name} has no party {quoted(seat)}"
            yield Fault.of("turn", said, "unknown", text=seat)


def _of_placement(setup: Setup) -> Iterator[Fault]:
    board = setup.variant.board
    pieces = Counter(there for there in setup.cells if there)
    corpses = pieces.pop("x", 0)
    for there, many in sorted(pieces.items()):
        most = MILITANTS_OF_A_PARTY if there[1] == "M" else 1
        if many > most:
            said = f"{many} times {there}, the set-up has {most}"
            yield Fault.of("placement", said, "many", piece=there, n=many, most=most)
    total = corpses + pieces.total()
    most = PIECES_OF_A_PARTY * len(setup.variant.parties)
    if total > most:
        said = f"{total} pieces and corpses, the set-up has {most}"
        yield Fault.of("placement", said, "total", total=total, most=most)
    in_maze = setup.cells[board.maze]
    if in_maze not in ("", "x") and in_maze[1] != "C":
        maze = board.cells[board.maze]
        said = f"{in_maze} on {maze}, the maze: only a Chief may live there"
        yield Fault.of("placement", said, "maze", piece=in_maze)


def _of_lords(setup: Setup) -> Iterator[Fault]:
    for party in setup.parties:
        if party.is_active and party.gone:
            said = f"{party}: active, though marked as resigned or absent"
            yield Fault.of("parties", said, "gone", party=party.letter)
        elif party.is_vassal and party.lord is not None:
            if not setup.party(party.lord).is_active:
                said = f"{party}: vassal of {party.lord}, who is not active"
                yield Fault.of("parties", said, "lord", party=party.letter, lord=party.lord)


def _of_chiefs(setup: Setup) -> Iterator[Fault]:
    for party in setup.parties:
        if party.is_active and party.letter + "C" not in setup.cells:
            said = f"{party}: active, without a Chief on the board"
            yield Fault.of("parties", said, "chief", party=party.letter)


def _of_power(setup: Setup) -> Iterator[Fault]:
    """Yield faults of frozen parties: the party in power holds them, or nobody (RULES 4.5)."""
    passing = setup.rules.vassalage is Vassalage.WHILE_IN_POWER
    power = setup.power
    for party in setup.parties:
        if party.status == "held":
            if not passing:
                said = f"{party}: held, though vassalage is permanent"
                yield Fault.of("parties", said, "permanent", party=party.letter)
            elif party.lord != power:
                said = f"{party}: held by {party.lord}, who is not in power"
                yield Fault.of("parties", said, "holder", party=party.letter, lord=party.lord)
        elif party.status == "frozen" and passing and power is not None:
            said = f"{party}: frozen, and not held by {power}, who is in power"
            yield Fault.of("parties", said, "unheld", party=party.letter, lord=power)


def _of_turn(setup: Setup) -> Iterator[Fault]:
    if setup.winners:
        return
    if setup.ruler is None:
        if not setup.plays(setup.seat):
            said = f"{setup.seat}: this seat does not play"
            yield Fault.of("turn", said, "seat", party=setup.seat)
    elif setup.ruler != setup.power:
        said = f"{setup.ruler}+{setup.seat}: {setup.ruler} is not in power"
        yield Fault.of("turn", said, "bonus", party=setup.ruler)
