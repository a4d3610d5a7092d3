"""The public value of the game: an immutable, checked position (NOTATION 1 and 4)."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType

from djambi.errors import (
    AmbiguousTurn,
    BadPosition,
    DjambiError,
    IllegalTurn,
)
from djambi.geometry import Board
from djambi.kernel import codes
from djambi.kernel.kernel import Kernel
from djambi.kernel.tables import Tables, tables_of
from djambi.notation.turns import TurnParts, format_turn, parse_turn
from djambi.reasons import Reason, reason_against
from djambi.rules import KINDS, OPTIONS, Rules, Variant
from djambi.setups import Party, Piece, Setup, Status
from djambi.stages import Stage, stage_of
from djambi.turn import PASS_CODE, LegalTurns, Turn

_STATUSES: tuple[Status, ...] = ("active", "vassal", "inherited", "frozen", "held", "hostage")
_FNV_OFFSET = 0xCBF29CE484222325
_FNV_PRIME = 0x100000001B3
_MASK = 0xFFFFFFFFFFFFFFFF


@lru_cache(maxsize=256)
def _frame(variant: Variant, rules: Rules) -> tuple[Tables, tuple[int, ...], int]:
    """What all positions of a variant and rules share: tables, options, their part of the key."""
    options = tuple(
        int(value) if isinstance(value, int) else list(type(value)).index(value)
        for value in (getattr(rules, option.name) for option in OPTIONS)
    )
    salt = _FNV_OFFSET
    for byte in f"{variant.name} {options}".encode():
        salt = (salt ^ byte) * _FNV_PRIME & _MASK
    return tables_of(variant.board), options, salt


# Every thread keeps a few kernels for questions that are answered at once.
_threads = threading.local()
_MOST_KERNELS = 8


def _new_kernel(variant: Variant, rules: Rules) -> Kernel:
    tables, options, _ = _frame(variant, rules)
    return Kernel(tables, len(variant.parties), options)


class Position:
    """A position of the game with its rules: everything that decides what may follow.

    Immutable and hashable; two positions are equal if their texts are, the edition's name aside.

    >>> start = Position.start("square-4", "bga", own_kills="none")
    >>> start.seat, start.ply, len(start.legal_turns())
    ('r', 0, 30)
    >>> after = start.play("c3-e3")
    >>> after.seat, after.pieces["e3"]
    ('b', Piece(party='r', kind='N'))
    >>> Position.parse(str(after)) == after
    True
    """

    def __init__(
        self, variant: Variant, rules: Rules, contents: bytes, header: tuple[int, ...]
    ) -> None:
        """For the library itself: use `start`, `parse` or `from_setup`.

        `contents` and `header` are what the kernel writes for the cells and for the rest.
        """
        self._variant = variant
        self._rules = rules
        self._contents = contents
        self._header = header

    # -- making -------------------------------------------------------------------------------

    @classmethod
    def start(
        cls, variant: str = "square-4", edition: str | None = None, **options: object
    ) -> Position:
        """The start of a game (RULES 2.4, 8).

        Args:
            variant: a name of RULES 2.4.
            edition: a name of RULES 8; by default the variant's own.
            **options: values of options that differ from the edition.

        Raises:
            DjambiError: the variant is unknown.
            BadRules: the edition, an option or a value is unknown.
        """
        found = Variant.get(variant)
        rules = Rules.of(edition or found.default_edition, **options)
        return cls.from_setup(Setup.start(found, rules))

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read the text of NOTATION 1; raises `BadPosition`, naming every fault."""
        return cls.from_setup(Setup.parse(text))

    @classmethod
    def from_setup(cls, setup: Setup) -> Position:
        """The position that a setup describes; raises `BadPosition`, naming every fault."""
        faults = setup.faults()
        if faults:
            raise BadPosition(faults)
        variant = setup.variant
        letters = variant.parties
        contents = bytearray(len(setup.cells))
        militants = [codes.MILITANT] * len(letters)
        for cell, there in enumerate(setup.cells):
            if there == "x":
                contents[cell] = codes.CORPSE
            elif there:
                party = letters.index(there[0])
                slot = KINDS.index(there[1])
                if slot == codes.MILITANT:
                    slot = militants[party]
                    militants[party] += 1
                contents[cell] = codes.PIECE + codes.SLOTS * party + slot
        header = [0] * codes.HEADER
        for number, state in enumerate(setup.parties):
            header[codes.STATUS + number] = _STATUSES.index(state.status)
            if state.lord is not None:
                header[codes.LORD + number] = letters.index(state.lord) + 1
            header[codes.GONE + number] = int(state.gone)
        for number, letter in enumerate(setup.order):
            header[codes.ORDER + number] = letters.index(letter)
        if setup.winners:
            header[codes.SEAT] = codes.FINISHED
            header[codes.WINNERS] = sum(1 << letters.index(letter) for letter in setup.winners)
        else:
            header[codes.SEAT] = letters.index(setup.seat)
            if setup.ruler is not None:
                header[codes.BONUS] = letters.index(setup.ruler) + 1
        header[codes.QUIET] = setup.quiet
        header[codes.PLY] = setup.ply
        return cls(variant, setup.rules, bytes(contents), tuple(header))

    def kernel(self) -> Kernel:
        """The position as a kernel of one's own, for search and counting."""
        kernel = _new_kernel(self._variant, self._rules)
        kernel.load(self._contents, self._header)
        return kernel

    def _scratch(self) -> Kernel:
        """The position on this thread's kernel: only until anything else is asked of any."""
        kernels: dict[tuple[Variant, Rules], Kernel] = _threads.__dict__
        kernel = kernels.get((self._variant, self._rules))
        if kernel is None:
            if len(kernels) >= _MOST_KERNELS:
                kernels.clear()
            kernel = _new_kernel(self._variant, self._rules)
            kernels[self._variant, self._rules] = kernel
        kernel.load(self._contents, self._header)
        return kernel

    # -- looking ------------------------------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """Board and parties (RULES 2.4)."""
        return self._variant

    @property
    def rules(self) -> Rules:
        """The options in force (RULES 8)."""
        return self._rules

    @property
    def board(self) -> Board:
        """The board (RULES 2)."""
        return self._variant.board

    @cached_property
    def pieces(self) -> Mapping[str, Piece]:
        """The living pieces by the name of their cell, in cell order."""
        names = self.board.cells
        parties = self._variant.parties
        return MappingProxyType(
            {
                names[cell]: _piece(parties, code)
                for cell, code in enumerate(self._contents)
                if code >= codes.PIECE
            }
        )

    @cached_property
    def corpses(self) -> tuple[str, ...]:
        """The cells of the corpses, in cell order."""
        names = self.board.cells
        return tuple(
            names[cell] for cell, code in enumerate(self._contents) if code == codes.CORPSE
        )

    def piece_at(self, cell: str) -> Piece | None:
        """The living piece on a cell; raises `UnknownCell`."""
        code = self._contents[self.board.index(cell)]
        return _piece(self._variant.parties, code) if code >= codes.PIECE else None

    def contents_at(self, cell: int) -> int:
        """What stands on a cell, by its number, as the kernel writes it (`kernel.codes`)."""
        return self._contents[cell]

    @cached_property
    def parties(self) -> tuple[Party, ...]:
        """The state of every party, in seat order of the variant (RULES 1)."""
        letters = self._variant.parties
        found: list[Party] = []
        for number, letter in enumerate(letters):
            lord = self._header[codes.LORD + number]
            found.append(
                Party(
                    letter,
                    _STATUSES[self._header[codes.STATUS + number]],
                    letters[lord - 1] if lord else None,
                    self._header[codes.GONE + number] == 1,
                )
            )
        return tuple(found)

    def party(self, letter: str) -> Party:
        """The state of one party; raises `DjambiError` if the variant lacks it."""
        if len(letter) != 1 or letter not in self._variant.parties:
            raise DjambiError(f"{letter!r} is no party of {self._variant.name}")
        return self.parties[self._variant.parties.index(letter)]

    def controller(self, letter: str) -> str | None:
        """The active party that may move the pieces of this party now, if any (RULES 1)."""
        return self.party(letter).controller

    @property
    def order(self) -> str:
        """The letters of the seats in their present order (RULES 6)."""
        first = codes.ORDER
        return "".join(
            self._variant.parties[self._header[first + i]]
            for i in range(len(self._variant.parties))
        )

    @property
    def is_over(self) -> bool:
        """Whether the game has ended (RULES 7)."""
        return self._header[codes.WINNERS] != 0

    @property
    def winners(self) -> str:
        """The letters of those who won or share the game; none while it goes on."""
        bits = self._header[codes.WINNERS]
        return "".join(letter for i, letter in enumerate(self._variant.parties) if bits >> i & 1)

    @property
    def seat(self) -> str:
        """The seat to play, or after which a bonus turn is played; empty when it is over."""
        return "" if self.is_over else self._variant.parties[self._header[codes.SEAT]]

    @property
    def bonus(self) -> bool:
        """Whether a bonus turn of the ruler is to be played (RULES 6)."""
        return self._header[codes.BONUS] != 0

    @property
    def mover(self) -> str | None:
        """The party whose player plays now; None when the game is over."""
        if self.is_over:
            return None
        if self.bonus:
            return self._variant.parties[self._header[codes.BONUS] - 1]
        return self.controller(self.seat)

    @cached_property
    def ruler(self) -> str | None:
        """W: the active party whose Chief stands in the maze, if any (RULES 4.2)."""
        code = self._contents[self.board.maze]
        if code < codes.PIECE or (code - codes.PIECE) % codes.SLOTS != codes.CHIEF:
            return None
        party = (code - codes.PIECE) // codes.SLOTS
        active = self._header[codes.STATUS + party] == codes.ACTIVE
        return self._variant.parties[party] if active else None

    @property
    def quiet(self) -> int:
        """Turns in a row without a death (RULES 7.4)."""
        return self._header[codes.QUIET]

    @property
    def ply(self) -> int:
        """Turns played since the start."""
        return self._header[codes.PLY]

    @property
    def result(self) -> dict[str, float] | None:
        """The share of every party once the game is over: 1 for a winner, 1/k for each of k."""
        if not self.is_over:
            return None
        winners = self.winners
        return {
            letter: 1 / len(winners) if letter in winners else 0.0
            for letter in self._variant.parties
        }

    @property
    def key(self) -> int:
        """64 bits that are the same on every machine and in every version.

        They cover rules, placement, parties, order and turn, not the two counters.
        """
        return self._scratch().key ^ _frame(self._variant, self._rules)[2]

    def upcoming(self, many: int) -> tuple[tuple[str, bool], ...]:
        """Who plays next and after, if nothing changes: (letter, whether a bonus turn)."""
        found: list[tuple[str, bool]] = []
        kernel = self._scratch()
        letters = self._variant.parties
        while len(found) < many and not kernel.entry(codes.WINNERS):
            ruler = kernel.entry(codes.BONUS)
            number = ruler - 1 if ruler else kernel.entry(codes.SEAT)
            found.append((letters[number], ruler != 0))
            kernel.play(PASS_CODE)
        return tuple(found)

    # -- turns --------------------------------------------------------------------------------

    def legal_turns(self) -> LegalTurns:
        """The legal turns, as a lazy view (RULES 3)."""
        return LegalTurns(self)

    def stage(self, prefix: str = "") -> Stage:
        """What can be chosen next in a turn of which `prefix` is written already.

        Raises `IllegalTurn` if no legal turn begins so.

        >>> start = Position.start()
        >>> [choice.text for choice in start.stage("c3").choices][:3]
        ['-a5', '-b4', '-c4']
        """
        return stage_of(self, prefix)

    def why_not(self, origin: str, target: str) -> Reason | None:
        """Why the piece on one cell may not go to another; None if it may.

        >>> Position.start().why_not("a1", "e5").code
        'way_blocked'
        """
        return reason_against(self, origin, target)

    def turn(self, text: str) -> Turn:
        """The legal turn that a text means, in short or long form (NOTATION 2).

        Raises:
            UnreadableTurn: it is no turn's text.
            IllegalTurn: it is not legal here; the reason says why.
            AmbiguousTurn: it leaves a choice open; `candidates` are some of the ways to go on.
        """
        found = self._find(parse_turn(text, self.board, str(self)))
        if found is not None:
            return found
        return self._refuse(text)

    def reads(self, text: str) -> bool:
        """Whether a text is a legal turn here."""
        try:
            return self._find(parse_turn(text, self.board)) is not None
        except DjambiError:
            return False

    def _find(self, parts: TurnParts) -> Turn | None:
        """The legal turn of these parts, if there is one."""
        if not parts.is_pass and parts.kind is not None:
            piece = self.piece_at(parts.origin)
            if piece is None or piece.kind != parts.kind:
                return None
            if parts.act != self.act_mark(parts.origin, parts.target):
                return None
        for reading in parts.readings():
            packed = self._pack(reading)
            if packed is not None and self._scratch().is_legal(packed):
                return Turn(packed, self.board)
        return None

    def _pack(self, parts: TurnParts) -> int | None:
        if parts.is_pass:
            return PASS_CODE
        number = self.board.index
        packed = number(parts.origin) | number(parts.target) << 8
        for cell, shift in ((parts.place, 16), (parts.exit, 32), (parts.exit_place, 40)):
            packed |= (codes.NONE if cell is None else number(cell)) << shift
        for victims, around, shift in (
            (parts.victims, parts.target, 24),
            (parts.exit_victims, parts.exit, 48),
        ):
            if not victims:
                continue
            sides = self.board.sides[number(around)] if around else ()
            for victim in victims:
                if number(victim) not in sides:
                    return None
                packed |= 1 << sides.index(number(victim)) + shift
        return packed | int(parts.places_last) << 56

    def _refuse(self, text: str) -> Turn:
        """Say why a readable text is no legal turn here."""
        here = str(self)
        if self.is_over:
            raise IllegalTurn(here, text, "the game is over")
        parts = parse_turn(text, self.board, here)
        if parts.is_pass:
            raise IllegalTurn(here, text, "only a party without a legal turn passes")
        piece = self.piece_at(parts.origin)
        if parts.kind is not None and (piece is None or piece.kind != parts.kind):
            there = "nothing living" if piece is None else f"a piece {piece.kind}"
            raise IllegalTurn(here, text, f"{there} stands on {parts.origin}, not {parts.kind}")
        reason = self.why_not(parts.origin, parts.target)
        if reason is not None:
            raise IllegalTurn(here, text, reason.sentence("en"))
        written = format_turn(parts)
        going_on = [
            str(turn)
            for turn in self._turns_to(parts.origin, parts.target)
            if str(turn).startswith(written) and str(turn) != written
        ]
        if going_on:
            said = ", ".join(going_on[:3]) + (" …" if len(going_on) > 3 else "")
            raise AmbiguousTurn(here, text, f"it goes on, as in {said}", going_on)
        raise IllegalTurn(
            here, text, f"{parts.origin}-{parts.target} is legal, but not with what follows it"
        )

    def _turns_to(self, origin: str, target: str) -> list[Turn]:
        """The legal turns of one piece to one cell."""
        kernel = self._scratch()
        cell, want = self.board.index(origin), self.board.index(target)
        if cell not in [mover for mover, _ in kernel.movers()]:
            return []
        many = kernel.count_to(cell, want)
        return [
            Turn(packed, self.board)
            for low in range(0, many, 1024)
            for packed in kernel.window(cell, want, low, 1024)
        ]

    def may_act(self, piece: Piece, target: Piece) -> bool:
        """Whether a piece may act on another living one (RULES 3.2), wherever it can go."""
        letters = self._variant.parties
        bit = {"D": codes.DISPLACE, "N": 0}.get(piece.kind, codes.KILL)
        relation = self._scratch().relation_of(
            letters.index(piece.party),
            codes.PIECE + codes.SLOTS * letters.index(target.party) + KINDS.index(target.kind),
        )
        return bool(relation & bit)

    def act_mark(self, origin: str, target: str) -> str:
        """What a step would do, as the long form marks it: `-`, `x`, `@` or `~`."""
        piece = self.piece_at(origin)
        if piece is None or not self._contents[self.board.index(target)]:
            return "-"
        return {"D": "@", "N": "~"}.get(piece.kind, "x")

    def play(self, turn: Turn | str) -> Position:
        """The position after a turn and all that follows it (RULES 3 to 7).

        Raises the errors of `turn` for a text, `IllegalTurn` for a Turn that is not legal here.
        """
        if isinstance(turn, str):
            turn = self.turn(turn)
        elif turn not in self.legal_turns():
            raise IllegalTurn(str(self), str(turn), "it is not legal here")
        kernel = self._scratch()
        kernel.play(turn.packed)
        return self._become(kernel)

    def _become(self, kernel: Kernel) -> Position:
        return Position(self._variant, self._rules, kernel.contents(), kernel.entries())

    def resign(self, party: str) -> Position:
        """The position after an active party has given up (RULES 5).

        Raises `DjambiError` if the game is over or the party is not active.
        """
        state = self.party(party)
        if self.is_over:
            raise DjambiError(f"{party} cannot resign: the game is over")
        if state.status != "active":
            raise DjambiError(f"{party} cannot resign: it is not active but {state.status}")
        kernel = self._scratch()
        kernel.give_up(self._variant.parties.index(party))
        return self._become(kernel)

    # -- as a value ---------------------------------------------------------------------------

    def setup(self) -> Setup:
        """The position as an editable setup."""
        letters = self._variant.parties
        cells = tuple(
            ""
            if code == codes.EMPTY
            else "x"
            if code == codes.CORPSE
            else str(_piece(letters, code))
            for code in self._contents
        )
        return Setup(
            self._variant,
            self._rules,
            cells,
            self.parties,
            self.order,
            self.seat,
            self.mover if self.bonus else None,
            self.winners,
            self.quiet,
            self.ply,
        )

    @cached_property
    def _text(self) -> str:
        return str(self.setup())

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Position.parse({self._text!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self._header[: codes.CONTACT] == other._header[: codes.CONTACT]
            and self._header[codes.QUIET :] == other._header[codes.QUIET :]
            and self._rules == other._rules
            and self._variant == other._variant
            and (self.pieces, self.corpses) == (other.pieces, other.corpses)
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[object, tuple[str, str, bytes, tuple[int, ...]]]:
        return _restored, (self._variant.name, str(self._rules), self._contents, self._header)


def _restored(variant: str, rules: str, contents: bytes, header: tuple[int, ...]) -> Position:
    """A pickled position again."""
    return Position(Variant.get(variant), Rules.parse(rules), contents, header)


def _piece(parties: str, code: int) -> Piece:
    number = code - codes.PIECE
    return Piece(parties[number // codes.SLOTS], KINDS[min(number % codes.SLOTS, codes.MILITANT)])
