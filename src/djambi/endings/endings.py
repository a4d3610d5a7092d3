"""Tables of endings by board and rules: made when they are asked for, and kept in a folder."""

from __future__ import annotations

import errno
import json
import os
import zlib
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Final

from djambi.endings.material import MAX_MEN, Material
from djambi.errors import DjambiError, quoted, require, whole_number
from djambi.files import write_whole
from djambi.kernel.endings.ending_table import EndingTable
from djambi.kernel.rules.options import option_numbers
from djambi.kernel.rules.tables import tables_of
from djambi.position import Position, Setup, Turn
from djambi.position.board_images import symmetries
from djambi.rules import Rules, Variant

Progress = Callable[[Material, int, int], None]
"""Called with an ending, how many turns from its end the work has come (0: it begins), and how many
positions were decided there."""

FORMAT: Final = 2
"""Raised whenever tables change, so that older files are made anew."""

MAX_PLIES_PER_OWN_TURN: Final = 3
"""A party's turn, and at most two of the other's, who may be in power."""

_KINDS: Final = "CARDNMx"
_SHARED: Final = 255
_SUPPORTED: Final[Mapping[str, tuple[str, ...]]] = {
    "assassin_through_allies": ("no",),
    "necromobile_through_corpses": ("no",),
    "own_kills": ("none", "vassals"),
    "reporter_targets": ("one",),
    "reporter_enters_maze": ("no",),
    "diplomat_targets": ("enemies", "vassals"),
    "militant_kills_power": ("no",),
    "mover_exit": ("none", "any"),
    "unreachable_power_wins": ("no",),
}
_DECISIVE: Final[Mapping[str, Set[str]]] = {
    "power_turns": set(),
    "reporter_kill": {"R"},
    "diplomat_enthrones": {"D"},
    "exit_before_placement": {"D"},
    "mover_exit": {"D"},
}
"""The options that change a duel on an open board, and the pieces without which they do not."""


@dataclass(frozen=True, slots=True)
class EndingValue:
    """What an ending is worth with best play, as its table has it, without the quiet limit."""

    winner: str | None
    """The letter of the party that wins by force, or None if the game is shared."""
    turns: int
    """In how many turns of both parties, or of the winner's own (`Endings`); 0 if it is shared."""
    in_time: bool = field(default=True, repr=False)
    """Whether the win surely comes before the quiet limit (RULES 7.4) makes the game a draw."""


@dataclass(frozen=True, slots=True)
class RatedTurn:
    """A legal turn, and what the position after it is worth."""

    turn: Turn
    value: EndingValue


def unsupported_option(rules: Rules) -> str | None:
    """Return an option by which endings have no tables under these rules, as `name=value`.

    >>> unsupported_option(Rules.of("harcourt")), unsupported_option(Rules.of("hallepee"))
    ('unreachable_power_wins=yes', None)
    """
    require(rules, Rules, "rules", "Rules")
    for name, values in _SUPPORTED.items():
        value = _text_of(rules, name)
        if value not in values:
            return f"{name}={value}"
    return None


def _text_of(rules: Rules, name: str) -> str:
    value: object = getattr(rules, name)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def quiet_limit(position: Position) -> int:
    """Return after how many turns without a death a game is shared (RULES 7.4); 0 for no limit.

    >>> quiet_limit(Position.start())
    200
    """
    return position.rules.quiet_rounds * len(position.variant.parties)


class Endings:
    """The tables of the endings on one board under one set of rules.

    A table of three men takes 0.2 MB and less than a second to make, one of four 17 MB and up to
    some minutes (interpreted, far more; docs/endings.md). In a folder they are kept compressed,
    with their digest; a file that does not fit is made anew. No two threads may ask for tables at
    once.

    >>> from djambi.position.setups import Setup
    >>> endings = Endings(Variant.get("square-4"), Rules.of("original"))
    >>> position = Position.parse("square-4 original 8yC/9/9/9/4rC4/9/9/9/9 r,b>r,y,g>y rbyg r 0 0")
    >>> endings.probe(position)
    EndingValue(winner='r', turns=1)
    """

    def __init__(
        self,
        variant: Variant,
        rules: Rules,
        folder: Path | None = None,
        progress: Progress | None = None,
        own_turns: bool = False,
    ) -> None:
        """Prepare for tables, none of which is made yet.

        Args:
            variant: its board is what counts.
            rules: those that `unsupported_option` finds nothing in.
            folder: where tables are kept; None keeps them in memory only.
            progress: called while a table is made.
            own_turns: whether to count the winner's own turns alone, not those of both parties.
                A ruler has two to one of the other's, so that the best turn can differ.

        Raises DjambiError for a board or rules that the tables do not know.
        """
        require(variant, Variant, "variant", "a Variant")
        board = variant.board
        if board.fortress or board.has_hex_diagonals or board.is_polygon:
            raise DjambiError(f"endings have no tables on the board of {variant.name}")
        option = unsupported_option(rules)
        if option is not None:
            raise DjambiError(f"endings have no tables with {option} ({rules.edition})")
        self.variant = variant
        self.rules = rules
        self.own_turns = own_turns
        self._folder = folder
        self._progress = progress
        self._tables: dict[Material, EndingTable] = {}

    # -- tables -------------------------------------------------------------------------------

    def table(self, material: Material) -> EndingTable:
        """Return the table of an ending, solved; make it and those that it leads to if need be.

        Raises OSError, before any is made, if the folder cannot be written to.
        """
        table = self._tables.get(material)
        if table is None:
            stored = self._stored(material)
            table = self._empty(material, solved=stored is not None)
            if stored is None:
                # What could not be kept would take its minutes every time.
                self._make_folder()
                self._solve(material, table)
                self._store(material, table)
            else:
                table.restore(stored)
            self._tables[material] = table
        return table

    def forget(self) -> None:
        """Release all tables in memory; those in the folder remain."""
        self._tables.clear()

    def _empty(self, material: Material, solved: bool) -> EndingTable:
        descents = () if solved else material.descents()
        return EndingTable(
            tables_of(self.variant.board),
            symmetries(self.variant.board),
            [(_KINDS.index(kind), party) for kind, party in material.slots],
            option_numbers(self.rules),
            [(self.table(after), sources, swapped) for after, sources, swapped in descents],
            self.own_turns,
        )

    def _solve(self, material: Material, table: EndingTable) -> None:
        tell = self._progress
        if tell is not None:
            tell(material, 0, 0)
        table.begin()
        while table.level <= table.deepest:
            level = table.level
            found = table.solve_level()
            if tell is not None:
                tell(material, level, found)

    def _file(self, material: Material) -> Path | None:
        if self._folder is None:
            return None
        numbers = option_numbers(self.rules)
        said = "".join(str(numbers[name]) for name in self._decisive(material))
        said += "-own" * self.own_turns
        return self._folder / f"{self.variant.board.name}-{material}-{said}.ending"

    def _decisive(self, material: Material) -> list[str]:
        """Return the options that change the table of this ending, so that others can share it."""
        pieces = material.first + material.second
        return [name for name, kinds in _DECISIVE.items() if not kinds or kinds & set(pieces)]

    def _header(self, material: Material, values: bytes) -> bytes:
        """Return the first line of a file: what it is, and the digest of what follows."""
        said: dict[str, object] = {
            "format": FORMAT,
            "board": self.variant.board.name,
            "rules": {name: _text_of(self.rules, name) for name in self._decisive(material)},
            "ending": str(material),
            **({"counts": "own turns"} if self.own_turns else {}),
            "sha256": sha256(values).hexdigest(),
        }
        return json.dumps(said).encode() + b"\n"

    def _make_folder(self) -> None:
        if self._folder is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        if not os.access(self._folder, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self._folder))

    def _store(self, material: Material, table: EndingTable) -> None:
        path = self._file(material)
        if path is None:
            return
        values = bytes(table.values)
        write_whole(path, self._header(material, values) + zlib.compress(values, 1))

    def _stored(self, material: Material) -> bytes | None:
        """Return the values that the folder has; None if it has none, or a damaged file."""
        path = self._file(material)
        if path is None or not path.exists():
            return None
        head, _, packed = path.read_bytes().partition(b"\n")
        try:
            values = zlib.decompress(packed)
        except zlib.error:
            return None
        return values if head + b"\n" == self._header(material, values) else None

    # -- positions ----------------------------------------------------------------------------

    def material_of(self, position: Position) -> Material | None:
        """Return the ending that a position is, or None if it is none that has a table.

        It needs two active parties, on the board nothing but their own pieces and corpses, at most
        `MAX_MEN` of them, and no corpse in the maze; a bonus turn comes after the other's turn.

        >>> Endings(Variant.get("square-4"), Rules.of()).material_of(Position.start()) is None
        True
        """
        found = self._place_of(position)
        return None if found is None else found[0]

    def probe(self, position: Position) -> EndingValue | None:
        """Return what a position is worth; None if `material_of` finds no ending.

        The table is made if need be. Raises DjambiError for another board, or for rules under
        which duels are played otherwise.
        """
        if position.board != self.variant.board or any(
            getattr(position.rules, name) != getattr(self.rules, name)
            for name in (*_DECISIVE, *_SUPPORTED)
        ):
            raise DjambiError("the position is of another board or of other rules than the tables")
        if position.is_over:
            winner = position.winners
            return EndingValue(winner if len(winner) == 1 else None, 0)
        found = self._place_of(position)
        if found is None:
            return None
        material, parties, turn, cells = found
        table = self.table(material)
        value = table.values[table.index(turn, cells)]
        if value == _SHARED:
            return EndingValue(None, 0)
        turns = value >> 1
        return EndingValue(parties[value & 1], turns, self._is_in_time(position, turns))

    def _is_in_time(self, position: Position, turns: int) -> bool:
        """Return whether so many turns, the last of them a kill, cannot reach the quiet limit."""
        plies = turns * MAX_PLIES_PER_OWN_TURN if self.own_turns else turns
        limit = quiet_limit(position)
        return not limit or plies == 1 or position.quiet + plies <= limit

    def rated_turns(self, position: Position) -> tuple[RatedTurn, ...] | None:
        """Return the legal turns of a position, best first for whoever is to move.

        A win is the better the sooner, a loss the later it comes; None as for `probe`.
        """
        if self.material_of(position) is None:
            return None
        mover = position.mover
        found: list[RatedTurn] = []
        for turn in position.legal_turns():
            value = self.probe(position.play(turn))
            # An ending only leads to endings.
            if value is not None:
                found.append(RatedTurn(turn, value))

        def rank(rated: RatedTurn) -> tuple[int, int]:
            value = rated.value
            if value.winner is None:
                return 1, 0
            return (0, value.turns) if value.winner == mover else (2, -value.turns)

        return tuple(sorted(found, key=rank))

    def line(self, position: Position) -> tuple[Turn, ...]:
        """Return best play from a position to the end; empty if it is shared or no ending.

        >>> endings = Endings(Variant.get("square-4"), Rules.of("original"))
        >>> board = "8yC/9/9/9/4rC4/9/9/9/9"
        >>> position = Position.parse(f"square-4 original {board} r,b>r,y,g>y rbyg r 0 0")
        >>> print(*endings.line(position))
        e5-i9>a1
        """
        value = self.probe(position)
        found: list[Turn] = []
        if value is None or value.winner is None:
            return ()
        while rated := self.rated_turns(position):
            found.append(rated[0].turn)
            position = position.play(rated[0].turn)
        return tuple(found)

    def _place_of(self, position: Position) -> tuple[Material, str, int, list[int]] | None:
        """Return an ending, its parties in their order, the turn's number and the slots' cells."""
        active = position.active
        pieces = position.pieces
        corpses = position.corpses
        mover = position.mover
        if mover is None or len(active) != 2 or len(pieces) + len(corpses) > MAX_MEN:
            return None
        # As it may be written, after any other seat, the turns that follow are others (RULES 6).
        if position.bonus and position.seat not in position.opponents(mover):
            return None
        names = self.variant.board.cells
        maze = names[self.variant.board.maze]
        if maze in corpses or any(piece.party not in active for piece in pieces.values()):
            return None
        kinds = [
            "".join(p.kind for p in pieces.values() if p.party == party and p.kind != "C")
            for party in active
        ]
        material = Material.of(kinds[0], kinds[1], len(corpses))
        if sorted(kinds[0]) != sorted(material.first):
            active = active[::-1]
        free = {name: f"{piece.party}{piece.kind}" for name, piece in pieces.items()}
        free.update(dict.fromkeys(corpses, "x"))
        cells: list[int] = []
        for kind, party in material.slots:
            wanted = kind if kind == "x" else active[party] + kind
            name = next(name for name, there in free.items() if there == wanted)
            del free[name]
            cells.append(position.board.index(name))
        return material, active, active.index(mover) + 2 * position.bonus, cells

    def position(self, material: Material, index: int, parties: str = "ry") -> Position | None:
        """Return the position at a place of a table, None if there is none.

        Args:
            material: the ending.
            index: from 0 to before the `size` of its table.
            parties: letters of the first party and of the second; the others are the first's
                vassals, without pieces.

        Raises DjambiError for another index.
        """
        table = self.table(material)
        found = table.position(whole_number(index, "index", 0, table.size - 1))
        return None if found is None else self.position_at(material, *found[:2], parties)

    def position_at(
        self, material: Material, turn: int, cells: list[int], parties: str = "ry"
    ) -> Position:
        """Return the position with the pieces of an ending on these cells.

        `turn` is 0 or 1 for a party's regular turn, and 2 more for its bonus turn. Raises
        DjambiError for another turn, for cells that are not one for each slot, and for parties that
        are not two of the variant.
        """
        whole_number(turn, "turn", 0, 3)
        if len(cells) != material.men:
            raise DjambiError(f"cells: {len(cells)} for {material.men} pieces and corpses")
        for cell in cells:
            whole_number(cell, "cell", 0, len(self.variant.board.cells) - 1)
        if len(parties) != 2 or len(self.variant.in_seat_order(parties)) != 2:
            raise DjambiError(f"parties: {quoted(parties)} is not two parties")
        setup = Setup.empty(self.variant, self.rules)
        board = list(setup.cells)
        for (kind, party), cell in zip(material.slots, cells, strict=True):
            board[cell] = "x" if kind == "x" else parties[party] + kind
        states = tuple(
            each if each.letter in parties else replace(each, status="vassal", lord=parties[0])
            for each in setup.parties
        )
        player = parties[turn & 1]
        other = parties[1 - (turn & 1)]
        return Position.from_setup(
            setup.replace(
                cells=tuple(board),
                parties=states,
                seat=other if turn > 1 else player,
                ruler=player if turn > 1 else None,
            )
        )
